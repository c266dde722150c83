import type { Command } from 'commander';
import { CliCommand } from '../command';
import { ExitCode, Io } from '../io';
import { packageVersion } from '../version';

/** `ccm-migration version`. */
export const versionCommand: CliCommand = {
  register(program: Command, io: Io, finish): void {
    program.command('version').description('Print the version of the package.').action(() => {
      io.out(`${packageVersion()}\n`);
      finish(ExitCode.OK);
    });
  },
};
