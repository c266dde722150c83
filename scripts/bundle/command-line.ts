import { readFileSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { build, Plugin, transform } from 'esbuild';
import { ascii, Bundle, COMMON, MODULE, packagesOf, ROOT, TABLES, withTables } from './bundle';
import { loadsAtFirstUse, loadsNodeAtFirstCall } from './first-use';

/** In place of what the compiler made of the same sources: what they read beside them is found by the same path. */
const FOLDER = join('lib', 'cli');

const RUN = 'src/cli/run.ts';

const asInThePackage: Plugin = {
  name: 'as-in-the-package',
  setup(builder) {
    builder.onLoad({ filter: TABLES.file }, ({ path }) => ({ contents: withTables(path, readFileSync(path, 'utf8')), loader: 'ts' }));
    // None of our modules does anything when it is loaded.
    builder.onResolve({ filter: /^\.\.?\// }, async ({ path, pluginData, ...where }) => {
      if (pluginData === RESOLVED || !where.importer.startsWith(join(ROOT, 'src') + sep)) return undefined;
      return { ...await builder.resolve(path, { ...where, pluginData: RESOLVED }), sideEffects: false };
    });
  },
};
/** Mark of a path that is being resolved by esbuild itself. */
const RESOLVED = {};

/**
 * Makes the command line of the sources: a few files in place of a thousand, since Node takes longer to find and open a module than to run it. Each
 * command is a file of its own, loaded when it is used, and what several share is in files that those load; the AWS SDK is in those of the commands
 * that call AWS. What a command does not use of a package is left out.
 */
export async function bundleCommandLine(firstUse: Bundle): Promise<Bundle> {
  // Shared parts are only made of ES modules; each file is then made a CommonJS module, which Node loads faster.
  const commands = await build({
    ...COMMON,
    minify: true,
    outdir: FOLDER,
    entryPoints: [RUN],
    splitting: true,
    format: 'esm',
    mainFields: ['module', 'main'],
    plugins: [loadsAtFirstUse(firstUse), loadsNodeAtFirstCall(/[\\/]node_modules[\\/]commander[\\/]|[\\/]src[\\/]/), asInThePackage],
  });
  const [entry] = Object.entries(commands.metafile.outputs).find(([, { entryPoint }]) => entryPoint === RUN)!;
  const start = await build({
    ...COMMON,
    minify: true,
    outdir: FOLDER,
    entryPoints: ['src/cli/start.ts'],
    entryNames: '[name]',
    format: 'cjs',
    define: { ENTRY: JSON.stringify(basename(entry)) },
  });
  const files = new Map<string, string>();
  for (const { path, text } of commands.outputFiles) {
    const { code } = await transform(text, {
      format: 'cjs',
      platform: 'node',
      target: 'node20',
      minify: true,
      supported: { 'dynamic-import': false },
      banner: MODULE.banner.js,
      footer: MODULE.footer.js,
    });
    files.set(relative(ROOT, path), ascii(code));
  }
  for (const { path, text } of start.outputFiles) files.set(relative(ROOT, path), text);
  return { folder: FOLDER, files, packages: packagesOf([commands.metafile]) };
}
