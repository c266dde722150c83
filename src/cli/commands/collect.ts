import { resolve } from 'node:path';
import type { Command } from 'commander';
import { CliCommand } from '../command';

/** `ccm-migration collect --output <dir>`. */
export const collectCommand: CliCommand = {
  register(program: Command, io, finish): void {
    program.command('collect')
      .description('Write an Ansible project that reads from nodes and cluster what synthesis needs: fill in inventory.yaml, then run '
        + 'ansible-playbook collect.yaml.')
      .requiredOption('-o, --output <dir>', 'folder of the project; collect.yaml writes input/ beside itself')
      .action(({ output }: { readonly output: string }) => finish(import('./collect/run.js')
        .then(({ run }) => run(resolve(io.cwd, output), output, io))));
  },
};
