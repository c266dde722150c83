import { readDirectory as read } from '../../../files/read-directory';
import { UnreadableInput, VerifyDirectory } from '../../../lib/read/input/input';
import { InputError } from '../../io';

/**
 * Reads a folder that was named on the command line.
 *
 * @throws `InputError` if there is no such folder, or it is too large
 */
export function readDirectory(name: string, cwd: string): VerifyDirectory {
  try {
    return read(name, cwd);
  } catch (error) {
    throw error instanceof UnreadableInput ? new InputError(error.message) : error;
  }
}
