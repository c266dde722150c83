import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { InputError, Io } from './io';

/** 5,000 nodes, the most that Kubernetes supports, with 10 KB each. */
const MAX_BYTES = 50_000_000;

/** The text of a file that a flag names: what a command left that has ended. Never a pipe, as the shell's `<(...)` is one: it may never end. */
export function readNamedFile(flag: string, file: string, { cwd }: Pick<Io, 'cwd'>): string {
  const path = resolve(cwd, file);
  try {
    const stat = statSync(path);
    if (!stat.isFile()) throw new Error(`'${path}' is no regular file`);
    if (stat.size > MAX_BYTES) throw new Error(`'${path}' has ${stat.size} bytes, the limit is ${MAX_BYTES}`);
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new InputError(`${flag} cannot be read: ${(error as Error).message}`);
  }
}
