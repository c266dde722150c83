import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CompiledFiles } from '../files/compiled-files';

/** Name of the file with the library, which scripts/bundle/library.ts fills in: it has a hash of what is in the file. */
declare const ENTRY: string;

/** What programs asked for whose code is kept, a name a line. */
const COVERED = join(__dirname, 'cache', `${ENTRY}.names`);

/**
 * Gives the names of the library to `lib/index.js`, each when it is first asked for: the file with all of it is loaded by the first, and a part of it
 * by the first name that needs it. What the engine made of it is kept where a program asks for a name that those before it did not use.
 */
export function define(target: object, names: readonly string[]): void {
  const asked = new Set<string>();
  let library: Readonly<Record<string, unknown>> | undefined;
  const load = () => {
    // eslint-disable-next-line @typescript-eslint/no-require-imports
    const files = new CompiledFiles(__dirname, name => require(name) as unknown, '.');
    process.on('exit', () => keep(files, asked));
    return files.load(ENTRY) as Readonly<Record<string, unknown>>;
  };
  // Asked for once, a name is a value like any other: a loader of TypeScript looks at every call of a getter.
  const settle = (name: string) => {
    asked.add(name);
    const { [name]: value } = library ??= load();
    Object.defineProperty(target, name, { enumerable: true, value });
    return value;
  };
  for (const name of names) Object.defineProperty(target, name, { enumerable: true, configurable: true, get: () => settle(name) });
}

function keep(files: CompiledFiles, asked: ReadonlySet<string>): void {
  const covered = coveredNames();
  if ([...asked].every(name => covered.has(name))) return files.keep();
  if (!files.keepAll()) return;
  try {
    writeFileSync(COVERED, [...new Set([...covered, ...asked])].sort().join('\n'));
  } catch {
    // The next process keeps it again.
  }
}

function coveredNames(): ReadonlySet<string> {
  try {
    return new Set(readFileSync(COVERED, 'utf8').split('\n'));
  } catch {
    return new Set();
  }
}
