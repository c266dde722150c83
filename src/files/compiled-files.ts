import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Script } from 'node:vm';

interface Loaded {
  exports: object;
  readonly require: (name: string) => unknown;
}

/**
 * Modules of one folder, as the bundler made them: each is a function of `exports`, `require` and so on. To compile them takes longer than most of
 * what they do, so what the engine made of them is kept in a folder beside them, and the next process takes it from there. Who can write that folder
 * can write the modules as well; where the process cannot write it, everything is compiled each time. `NODE_DISABLE_COMPILE_CACHE` turns it off, as
 * it does Node's own cache.
 */
export class CompiledFiles {
  private readonly compiled = new Map<string, Script>();
  private readonly fresh = new Set<string>();
  private readonly modules = new Map<string, Loaded>();
  private readonly tables = new Map<string, unknown>();
  private readonly cache?: string;

  /**
   * @param folder of the modules
   * @param outside loads what is not among them
   * @param cache where the code is kept, below `folder`
   */
  public constructor(private readonly folder: string, private readonly outside: (name: string) => unknown, cache: string) {
    if (process.env.NODE_DISABLE_COMPILE_CACHE === undefined) this.cache = join(folder, 'cache', cache);
  }

  /** What a module exports, by the name of its file. */
  public load(file: string): object {
    const known = this.modules.get(file);
    if (known) return known.exports;
    const find = (name: string): unknown => {
      if (name.endsWith('.json')) return this.table(name);
      return name.startsWith('.') ? this.load(join(file, '..', name)) : this.outside(name);
    };
    const module: Loaded = { exports: {}, require: find };
    this.modules.set(file, module);
    const run = this.script(file).runInThisContext() as (...names: readonly unknown[]) => void;
    run(module.exports, find, module, join(this.folder, file), this.folder);
    return module.exports;
  }

  /** Keeps the code of the modules that had to be compiled, with every function that was called: at the end of the process these are most. */
  public keep(): void {
    this.write([...this.compiled].filter(([file]) => this.fresh.has(file)));
  }

  /**
   * Keeps the code of all modules anew: the process called functions that those before it had not.
   *
   * @returns whether it could
   */
  public keepAll(): boolean {
    return this.write([...this.compiled]);
  }

  private write(scripts: readonly (readonly [string, Script])[]): boolean {
    if (this.cache === undefined || scripts.length === 0) return false;
    try {
      mkdirSync(this.cache, { recursive: true });
      for (const [file, script] of scripts) replaceFile(this.kept(file), new Uint8Array(script.createCachedData()));
      return true;
    } catch {
      return false; // it may not be written here, and is only faster
    }
  }

  private script(file: string): Script {
    const filename = join(this.folder, file);
    const cachedData = this.cache === undefined ? undefined : readIfThere(this.kept(file));
    const script = new Script(readAscii(filename), { filename, cachedData });
    this.compiled.set(file, script);
    // Of another release of Node, for example.
    if (cachedData === undefined || script.cachedDataRejected === true) this.fresh.add(file);
    return script;
  }

  /** A module's name has a hash of its bytes, so it is enough in any folder. */
  private kept(file: string): string {
    return join(this.cache!, basename(file));
  }

  /** Without the search of Node, which looks at every folder on the way. */
  private table(name: string): unknown {
    if (!this.tables.has(name)) this.tables.set(name, JSON.parse(readAscii(join(this.folder, name))));
    return this.tables.get(name);
  }
}

/** The bundler writes nothing else. As UTF-8, Node takes ten times as long to read it. */
function readAscii(path: string): string {
  return readFileSync(path, 'latin1');
}

function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

/** The file is there as a whole or not at all, whatever else runs. */
function replaceFile(path: string, content: Uint8Array): void {
  writeFileSync(`${path}.${process.pid}`, content);
  renameSync(`${path}.${process.pid}`, path);
}
