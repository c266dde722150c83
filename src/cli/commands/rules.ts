import { Option } from 'commander';
import type { Command } from 'commander';
import { CliCommand } from '../command';
import { outputOption } from '../command-io';
import { Io } from '../io';

/** `ccm-migration rules [id]`. */
export const rulesCommand: CliCommand = {
  register(program: Command, io: Io, finish): void {
    program.command('rules')
      .description('List the rules that verify checks, or explain one.')
      .argument('[id]', 'id of a rule')
      .addOption(new Option('--format <format>', 'format of the output').choices(['text', 'json']).default('text'))
      .addOption(outputOption())
      .action((id: string | undefined, { format }: { format: 'text' | 'json' }) =>
        finish(import('./rules/run.js').then(({ run }) => run(id, format, io))));
  },
};
