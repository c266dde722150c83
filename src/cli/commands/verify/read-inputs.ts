import { buildKustomizations } from './kustomize';
import { readDirectory } from './read-directory';
import { readStandardInput } from '../../../files/read-directory';
import { SourceError } from '../../../lib/edit/yaml/source-error';
import { STANDARD_INPUT, UnreadableInput, VerifyDirectory } from '../../../lib/read/input/input';
import { InputError, Io } from '../../io';

/** What was named on the command line. */
export interface ReadInputs {
  /** As they were given. */
  readonly directories: readonly VerifyDirectory[];
  /** With what their kustomizations make. */
  readonly built: ReturnType<typeof buildKustomizations>;
}

/**
 * Reads folders, files and standard input, each once.
 *
 * @throws `InputError` if one of them cannot be read
 */
export async function readInputs(inputs: readonly string[], io: Io): Promise<ReadInputs> {
  const directories: VerifyDirectory[] = [];
  for (const name of new Set(inputs)) {
    directories.push(name === STANDARD_INPUT ? await readStandardInput(io.input ?? []) : readDirectory(name, io.cwd));
  }
  return { directories, built: buildKustomizations(directories, io.cwd) };
}

/** What the input itself is to blame for is said in one sentence. */
export async function sayingInput<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof UnreadableInput || error instanceof SourceError) throw new InputError(error.message);
    throw error;
  }
}
