import type { Command } from 'commander';
import { ExitCode, Io } from './io';

/** A command of `ccm-migration`: adds itself to the program. Its action returns the exit code. */
export interface CliCommand {
  /**
   * @param program where the command adds itself
   * @param io its surroundings
   * @param finish hands the exit code of an action back; a promise is awaited
   */
  register(program: Command, io: Io, finish: (code: ExitCode | Promise<ExitCode>) => void): void;
}

/** Values of an option that may be repeated. */
export function collected(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}
