import { Argument } from 'commander';
import type { Command } from 'commander';
import { CliCommand } from '../command';
import { Io } from '../io';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

export type Shell = typeof SHELLS[number];

/** `ccm-migration completion <shell>`: a script to source, made from the commands themselves. */
export const completionCommand: CliCommand = {
  register(program: Command, io: Io, finish): void {
    program.command('completion')
      .description('Write the completion of a shell: source <(ccm-migration completion bash)')
      .addArgument(new Argument('<shell>', 'shell that completes').choices(SHELLS))
      .action((shell: Shell) => finish(import('./completion/run.js').then(({ run }) => run(shell, program, io))));
  },
};
