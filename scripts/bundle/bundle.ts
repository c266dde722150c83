import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { BuildOptions, Metafile } from 'esbuild';

export const ROOT = resolve(__dirname, '..', '..');

/** What esbuild makes of some sources. */
export interface Bundle {
  /** Its own folder, below the package. */
  readonly folder: string;
  /** By path below the package. */
  readonly files: ReadonlyMap<string, string>;
  /** Folders of the packages of which something is in it, below the repository. */
  readonly packages: readonly string[];
}

export const COMMON = {
  absWorkingDir: ROOT,
  bundle: true,
  platform: 'node',
  target: 'node20',
  legalComments: 'none', // THIRD-PARTY-LICENSES.txt has them all
  write: false,
  metafile: true,
  entryNames: '[name]-[hash]', // what is kept of a file by its name is of these bytes
  logLevel: 'silent',
  tsconfigRaw: {},
} as const satisfies BuildOptions;

/** The generated tables, read where they lie: a copy in each bundle would be a tenth of the package. */
export const TABLES = { file: /facts[\\/]generated\.[jt]s$/, call: 'require(`./generated/', instead: 'requireOutside(`../lib/facts/generated/' };

/** `require` of the file itself: inside a module esbuild takes a call of that name for an import that it has to find. */
export const BANNER = { js: 'const requireOutside = require;' };

export function withTables(path: string, source: string): string {
  if (!source.includes(TABLES.call)) throw new Error(`'${path}' does not load its tables by '${TABLES.call}' any more`);
  return source.replace(TABLES.call, TABLES.instead);
}

/** Those of which a byte is in a file. */
export function packagesOf(metafiles: readonly Metafile[]): readonly string[] {
  const inputs = metafiles.flatMap(({ outputs }) => Object.values(outputs)).flatMap(output => Object.entries(output.inputs));
  const folders = inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .flatMap(([path]) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []);
  return [...new Set(folders)].sort();
}

/** Writes a bundle below the folder of a package, in place of an earlier one. */
export function writeBundle(root: string, { folder, files }: Bundle): void {
  rmSync(join(root, folder), { recursive: true, force: true });
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}
