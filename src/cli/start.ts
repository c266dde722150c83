import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';

/** Name of the file with `run`, which scripts/bundle-command-line.ts fills in: it has a hash of what is in the file. */
declare const ENTRY: string;

interface Loaded {
  exports: object;
  readonly require: (name: string) => unknown;
}

/**
 * Runs the command line of its files. To compile them takes longer than most of what they do, so what the engine made of them is kept in the folder
 * `cache` beside them, for each command: the next run of the command takes it from there. A user who can write there can write the files as well;
 * where no user can, everything is compiled each time. `NODE_DISABLE_COMPILE_CACHE` turns it off, as it does Node's own.
 */
export function start(): void {
  const command = /^[a-z]+$/.exec(process.argv[2] ?? '')?.[0] ?? 'none';
  const cache = process.env.NODE_DISABLE_COMPILE_CACHE === undefined ? join(__dirname, 'cache', command) : undefined;
  const compiled = new Map<string, Script>();
  const modules = new Map<string, Loaded>();

  // Without the search of Node, which looks at every folder on the way.
  const tables = new Map<string, unknown>();
  const read = (name: string): unknown => {
    if (!tables.has(name)) tables.set(name, JSON.parse(readFileSync(`${__dirname}/${name}`, 'utf8')));
    return tables.get(name);
  };
  const load = (file: string): object => {
    const known = modules.get(file);
    if (known) return known.exports;
    const find = (name: string): unknown => name.startsWith('./') ? load(name.slice(2)) : name.endsWith('.json') ? read(name) : outside(name);
    const module: Loaded = { exports: {}, require: find };
    modules.set(file, module);
    const filename = `${__dirname}/${file}`;
    const cachedData = cache === undefined ? undefined : readIfThere(`${cache}/${file}`);
    const script = new Script(`(function (exports, require, module, __filename, __dirname) {${readFileSync(filename, 'utf8')}\n})`, {
      filename, cachedData,
    });
    // Of another release of Node, for example.
    if (cachedData === undefined || script.cachedDataRejected === true) compiled.set(file, script);
    const run = script.runInThisContext() as (...names: readonly unknown[]) => void;
    run(module.exports, find, module, filename, __dirname);
    return module.exports;
  };

  // At the end, so that it has every function that the command called; not of a command that there is not.
  process.on('exit', code => { if (cache !== undefined && code <= 1) keep(cache, compiled); });
  (load(ENTRY) as { run(): void }).run();
}

/** Modules of Node. */
function outside(name: string): unknown {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  return require(name) as unknown;
}

function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

/** Each file is there as a whole or not at all, whatever else runs. */
function keep(cache: string, compiled: ReadonlyMap<string, Script>): void {
  if (compiled.size === 0) return;
  try {
    mkdirSync(cache, { recursive: true });
    for (const [file, script] of compiled) {
      const path = join(cache, file);
      writeFileSync(`${path}.${process.pid}`, new Uint8Array(script.createCachedData()));
      renameSync(`${path}.${process.pid}`, path);
    }
  } catch {
    // It may not be written here, and is only faster.
  }
}
