import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { makeFolder } from '../../files/make-folder';
import { CliCommand } from '../command';
import { ExitCode, InputError, Io } from '../io';

/** Lies beside `src` in the repository, and beside `lib` in the package. */
const FOLDER = join(__dirname, '..', '..', '..', 'ansible', 'collect');

/** What the user fills in; never written over. */
const OWN = 'inventory.yaml';

/** `ccm-migration collect --output <dir>`. */
export const collectCommand: CliCommand = {
  register(program: Command, io: Io, finish): void {
    program.command('collect')
      .description('Write an Ansible project that reads from nodes and cluster what synthesis needs: fill in inventory.yaml, then run '
        + 'ansible-playbook collect.yaml.')
      .requiredOption('--output <dir>', 'folder of the project; collect.yaml writes input/ beside itself')
      .action(({ output }: { readonly output: string }) => finish(run(resolve(io.cwd, output), output, io)));
  },
};

function run(folder: string, name: string, io: Io): ExitCode {
  const files = readdirSync(FOLDER, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
    .map(entry => relative(FOLDER, join(entry.parentPath, entry.name))).sort();
  try {
    for (const file of files.filter(path => path !== OWN || !existsSync(join(folder, OWN)))) {
      makeFolder(dirname(join(folder, file)));
      writeFileSync(join(folder, file), readFileSync(join(FOLDER, file), 'utf8'));
    }
  } catch (error) {
    throw new InputError(`--output cannot be written: ${(error as Error).message}`);
  }
  io.out([
    `written to ${name}: ${files.join(', ')}`,
    `fill in ${join(name, OWN)}: the nodes, and how they are reached`,
    `then, in ${name}: ansible-playbook collect.yaml`,
    '',
  ].join('\n'));
  return ExitCode.OK;
}
