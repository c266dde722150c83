import { readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { build, Plugin } from 'esbuild';
import { asModules, Bundle, COMMON, OURS_DO_NOTHING, packagesOf, ROOT, TABLES, withTables } from './bundle';
import { loadsAtFirstUse, loadsNodeAtFirstCall } from './first-use';

/** In place of what the compiler made of the same sources: what they read beside them is found by the same path. */
const FOLDER = join('lib', 'cli');

const RUN = 'src/cli/run.ts';

const asInThePackage: Plugin = {
  name: 'as-in-the-package',
  setup(builder) {
    builder.onLoad({ filter: TABLES.file }, ({ path }) => ({ contents: withTables(path, readFileSync(path, 'utf8')), loader: 'ts' }));
  },
};

/**
 * Makes the command line of the sources: a few files in place of a thousand, since Node takes longer to find and open a module than to run it. Each
 * command is a file of its own, loaded when it is used, and what several share is in files that those load; the AWS SDK is in those of the commands
 * that call AWS. What a command does not use of a package is left out.
 */
export async function bundleCommandLine(firstUse: Bundle): Promise<Bundle> {
  const commands = await build({
    ...COMMON,
    minify: true,
    outdir: FOLDER,
    entryPoints: [RUN],
    splitting: true,
    format: 'esm',
    mainFields: ['module', 'main'],
    plugins: [
      loadsAtFirstUse(firstUse), loadsNodeAtFirstCall(/[\\/]node_modules[\\/]commander[\\/]|[\\/]src[\\/]/),
      asInThePackage, OURS_DO_NOTHING,
    ],
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
  const files = new Map(await asModules(commands.outputFiles, { minify: true }));
  for (const { path, text } of start.outputFiles) files.set(relative(ROOT, path), text);
  return { folder: FOLDER, files, packages: packagesOf([commands.metafile]) };
}
