/**
 * Makes the command line of the sources: a few files in place of a thousand, since Node takes longer to find and open a module than to run it. Each
 * command is a file of its own, loaded when it is used, and what several share is in files that those load; the AWS SDK is in those of the commands
 * that call AWS. What a command does not use of a package is left out.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve, sep } from 'node:path';
import { build, Metafile, Plugin, transform } from 'esbuild';

const ROOT = resolve(__dirname, '..');

/** In place of what the compiler made of the same sources: what they read beside them is found by the same path. */
export const COMMAND_LINE = join('lib', 'cli');

const RUN = 'src/cli/run.ts';
const COMMON = {
  absWorkingDir: ROOT,
  bundle: true,
  platform: 'node',
  target: 'node20',
  minify: true,
  legalComments: 'none', // THIRD-PARTY-LICENSES.txt has them all
  write: false,
  metafile: true,
  outdir: COMMAND_LINE,
  entryNames: '[name]-[hash]', // what is kept of a file by its name is of these bytes
  logLevel: 'silent',
  tsconfigRaw: {},
} as const;

/** Packages that the sources load at first use, by `require`: a file each. */
const AT_FIRST_USE = ['yaml', 're2js'];

/** The generated tables, of which the library's are used: a copy would be a tenth of the package. */
const TABLES = { file: /facts[\\/]generated\.ts$/, call: 'require(`./generated/', instead: 'module.require(`../lib/facts/generated/' };

/** Modules of Node that take milliseconds and that few runs call: loaded by the first call of one of their functions. */
const LAZY = {
  names: /^node:(child_process|crypto|zlib)$/, importers: /[\\/]node_modules[\\/]commander[\\/]|[\\/]src[\\/]/, namespace: 'at-first-call',
};

/** @param atFirstUse files of the packages that are loaded at first use, by their names */
const asInThePackage = (atFirstUse: ReadonlyMap<string, string>): Plugin => ({
  name: 'as-in-the-package',
  setup(builder) {
    builder.onResolve({ filter: new RegExp(`^(${AT_FIRST_USE.join('|')})$`) }, ({ path, kind }) =>
      kind === 'require-call' ? { path: `./${atFirstUse.get(path)}`, external: true } : undefined);
    builder.onLoad({ filter: TABLES.file }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      if (!source.includes(TABLES.call)) throw new Error(`'${path}' does not load its tables by '${TABLES.call}' any more`);
      return { contents: source.replace(TABLES.call, TABLES.instead), loader: 'ts' };
    });
    builder.onResolve({ filter: LAZY.names }, ({ path, importer, namespace }) =>
      LAZY.importers.test(importer) && namespace !== LAZY.namespace ? { path, namespace: LAZY.namespace } : undefined);
    builder.onLoad({ filter: LAZY.names, namespace: LAZY.namespace }, async ({ path }) => {
      const functions = Object.entries(await import(path) as object).filter(([name, value]) => name !== 'default' && typeof value === 'function');
      return { contents: functions.map(([name]) => `export const ${name} = (...all) => require('${path}').${name}(...all);`).join('\n') };
    });
    // None of our modules does anything when it is loaded.
    builder.onResolve({ filter: /^\.\.?\// }, async ({ path, pluginData, ...where }) => {
      if (pluginData === RESOLVED || !where.importer.startsWith(join(ROOT, 'src') + sep)) return undefined;
      return { ...await builder.resolve(path, { ...where, pluginData: RESOLVED }), sideEffects: false };
    });
  },
});
/** Mark of a path that is being resolved by esbuild itself. */
const RESOLVED = {};

export interface CommandLine {
  /** By path below the package. */
  readonly files: ReadonlyMap<string, string>;
  /** Folders of the packages of which something is in it, below the repository. */
  readonly packages: readonly string[];
}

/** Makes it, without writing it. */
export async function bundleCommandLine(): Promise<CommandLine> {
  const packages = await build({ ...COMMON, entryPoints: Object.fromEntries(AT_FIRST_USE.map(name => [name, name])), format: 'cjs' });
  const atFirstUse = new Map(packages.outputFiles.map(({ path }) => [/^(.*)-\w+\.js$/.exec(basename(path))![1], basename(path)]));
  // Shared parts are only made of ES modules; each file is then made a CommonJS module, which Node loads faster.
  const commands = await build({
    ...COMMON, entryPoints: [RUN], splitting: true, format: 'esm', mainFields: ['module', 'main'], plugins: [asInThePackage(atFirstUse)],
  });
  const [entry] = Object.entries(commands.metafile.outputs).find(([, { entryPoint }]) => entryPoint === RUN)!;
  const start = await build({
    ...COMMON, entryPoints: ['src/cli/start.ts'], entryNames: '[name]', format: 'cjs', define: { ENTRY: JSON.stringify(basename(entry)) },
  });
  const files = new Map<string, string>();
  for (const { path, text } of commands.outputFiles) {
    const { code } = await transform(text, {
      format: 'cjs', platform: 'node', target: 'node20', minify: true, supported: { 'dynamic-import': false },
    });
    files.set(relative(ROOT, path), code);
  }
  for (const { path, text } of [...packages.outputFiles, ...start.outputFiles]) files.set(relative(ROOT, path), text);
  return { files, packages: packagesOf([commands.metafile, packages.metafile]) };
}

/** Those of which a byte is in a file. */
function packagesOf(metafiles: readonly Metafile[]): readonly string[] {
  const inputs = metafiles.flatMap(({ outputs }) => Object.values(outputs)).flatMap(output => Object.entries(output.inputs));
  const folders = inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .flatMap(([path]) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []);
  return [...new Set(folders)].sort();
}

/** Writes it below a folder, in place of an earlier one. */
export async function writeCommandLine(folder: string): Promise<void> {
  const { files } = await bundleCommandLine();
  rmSync(join(folder, COMMAND_LINE), { recursive: true, force: true });
  mkdirSync(join(folder, COMMAND_LINE), { recursive: true });
  for (const [path, text] of files) writeFileSync(join(folder, path), text);
}

if (require.main === module) void writeCommandLine(ROOT);
