import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { BuildOptions, Metafile, OutputFile, Plugin, transform, TransformOptions } from 'esbuild';

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

/**
 * What `CompiledFiles` runs is a function, as Node makes one of a module, and `require` has a second name: esbuild takes a call of the first for an
 * import that it has to find. The function is written as such, since to put it around the text at each start copies megabytes.
 */
export const MODULE = {
  banner: { js: '(function (exports, require, module, __filename, __dirname) {const requireOutside = require;' },
  footer: { js: '})' },
};

/** @throws if there is another character in it: such a text is read and kept as one byte for each */
export function ascii(text: string): string {
  const wide = /^.*[^\x00-\x7f].*$/m.exec(text); // eslint-disable-line no-control-regex
  if (wide) throw new Error(`write it as an escape, so that the file is ASCII: ${wide[0].trim().slice(0, 200)}`);
  return text;
}

export function withTables(path: string, source: string): string {
  if (!source.includes(TABLES.call)) throw new Error(`'${path}' does not load its tables by '${TABLES.call}' any more`);
  return source.replace(TABLES.call, TABLES.instead);
}

/** Mark of a path that is being resolved by esbuild itself. */
const RESOLVED = {};

/** None of our modules does anything when it is loaded: a part that is not used is left out. */
export const OURS_DO_NOTHING: Plugin = {
  name: 'ours-do-nothing',
  setup(builder) {
    builder.onResolve({ filter: /^\.\.?\// }, async ({ path, pluginData, ...where }) => {
      if (pluginData === RESOLVED || !where.resolveDir.startsWith(join(ROOT, 'src'))) return undefined;
      return { ...await builder.resolve(path, { ...where, pluginData: RESOLVED }), sideEffects: false };
    });
  },
};

/** Those of which a byte is in a file. */
export function packagesOf(metafiles: readonly Metafile[]): readonly string[] {
  const inputs = metafiles.flatMap(({ outputs }) => Object.values(outputs)).flatMap(output => Object.entries(output.inputs));
  const folders = inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .flatMap(([path]) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []);
  return [...new Set(folders)].sort();
}

/**
 * Parts that files share are only made of ES modules: each is made one of CommonJS here, which Node loads faster.
 *
 * @param minified what of it
 */
export async function asModules(
  outputs: readonly OutputFile[], minified: Pick<TransformOptions, 'minify' | 'minifySyntax' | 'minifyWhitespace' | 'lineLimit'>,
): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  for (const { path, text } of outputs) {
    const { code } = await transform(text, {
      format: 'cjs',
      platform: 'node',
      target: 'node20',
      ...minified,
      supported: { 'dynamic-import': false },
      banner: MODULE.banner.js,
      footer: MODULE.footer.js,
    });
    files.set(relative(ROOT, path), ascii(code));
  }
  return files;
}

/** Writes a bundle below the folder of a package, in place of an earlier one. */
export function writeBundle(root: string, { folder, files }: Bundle): void {
  rmSync(join(root, folder), { recursive: true, force: true });
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}
