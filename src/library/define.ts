import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CompiledFiles } from '../files/compiled-files';

/** A file of the library, and the names that it exports. The file's name has a hash of what is in it. */
type Part = readonly [file: string, names: readonly string[]];

/**
 * Gives the names of the library to `lib/index.js`, each when it is first asked for: its file is loaded by the first. What the engine made of the
 * files is kept from the second process on, where a program asks for a name that those before it did not use. The first one only leaves the folder:
 * a pipeline that installs anew each time runs no second one, and to keep the code takes a tenth of its time.
 */
export function define(target: object, parts: readonly Part[]): void {
  const asked = new Set<string>();
  let files: CompiledFiles | undefined;
  const load = () => {
    // eslint-disable-next-line @typescript-eslint/no-require-imports
    const loaded = new CompiledFiles(__dirname, name => require(name) as unknown, '.');
    // What programs asked for whose code is kept, a name a line.
    const folder = join(__dirname, 'cache');
    const covered = join(folder, `${parts[0][0]}.names`);
    process.on('exit', () => existsSync(folder) ? keep(loaded, asked, covered) : leaveFolder(folder));
    return loaded;
  };
  // Asked for once, a name is a value like any other: a loader of TypeScript looks at every call of a getter.
  const settle = (file: string, name: string) => {
    asked.add(name);
    const { [name]: value } = (files ??= load()).load(file) as Readonly<Record<string, unknown>>;
    Object.defineProperty(target, name, { enumerable: true, value });
    return value;
  };
  for (const [file, names] of parts) {
    for (const name of names) Object.defineProperty(target, name, { enumerable: true, configurable: true, get: () => settle(file, name) });
  }
}

function keep(files: CompiledFiles, asked: ReadonlySet<string>, list: string): void {
  const covered = namesIn(list);
  if ([...asked].every(name => covered.has(name))) return files.keep();
  if (!files.keepAll()) return;
  try {
    writeFileSync(list, [...new Set([...covered, ...asked])].sort().join('\n'));
  } catch {
    // The next process keeps it again.
  }
}

function leaveFolder(folder: string): void {
  if (process.env.NODE_DISABLE_COMPILE_CACHE !== undefined) return;
  try {
    mkdirSync(folder);
  } catch {
    // It may not be written here, and is only faster.
  }
}

function namesIn(list: string): ReadonlySet<string> {
  try {
    return new Set(readFileSync(list, 'utf8').split('\n'));
  } catch {
    return new Set();
  }
}
