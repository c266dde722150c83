import { writeWholeFile } from '../../files/whole-file';
import { InputError } from '../io';

/** Writes what a command printed to the file that `--output` names. */
export function run(path: string, text: string): void {
  try {
    writeWholeFile(path, text);
  } catch (error) {
    throw new InputError(`--output cannot be written: ${(error as Error).message}`);
  }
}
