import { basename, join, relative } from 'node:path';
import { build, Plugin } from 'esbuild';
import { ascii, Bundle, COMMON, MODULE, packagesOf, ROOT } from './bundle';

/** Packages that the sources load at first use, by `require`: a file each, which the library and the command line share. */
const AT_FIRST_USE = ['yaml', 're2js'];

const FOLDER = join('lib', 'packages');

export async function bundleFirstUse(): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    ...COMMON,
    ...MODULE,
    minify: true,
    outdir: FOLDER,
    entryPoints: Object.fromEntries(AT_FIRST_USE.map(name => [name, name])),
    format: 'cjs',
  });
  return {
    folder: FOLDER,
    files: new Map(outputFiles.map(({ path, text }) => [relative(ROOT, path), ascii(text)])),
    packages: packagesOf([metafile]),
  };
}

/** Such a package is the file of `bundleFirstUse`, by its path from a folder beside it. */
export function loadsAtFirstUse({ files }: Bundle): Plugin {
  const paths = new Map([...files.keys()].map(path => [/^(.*)-\w+\.js$/.exec(basename(path))![1], `../packages/${basename(path)}`]));
  return {
    name: 'at-first-use',
    setup(builder) {
      builder.onResolve({ filter: new RegExp(`^(${AT_FIRST_USE.join('|')})$`) }, ({ path, kind }) =>
        kind === 'require-call' ? { path: paths.get(path), external: true } : undefined);
    },
  };
}

/** Modules of Node that take milliseconds and that few runs call. */
const OF_NODE = /^node:(child_process|crypto|net|tty|zlib)$/;

/** Such a module of Node is loaded by the first call of one of its functions, or of one of its classes. */
export function loadsNodeAtFirstCall(importers: RegExp): Plugin {
  const namespace = 'at-first-call';
  return {
    name: namespace,
    setup(builder) {
      builder.onResolve({ filter: OF_NODE }, ({ path, importer, namespace: of }) =>
        importers.test(importer) && of !== namespace ? { path, namespace } : undefined);
      builder.onLoad({ filter: OF_NODE, namespace }, async ({ path }) => {
        const functions = Object.entries(await import(path) as object).filter(([name, value]) => name !== 'default' && typeof value === 'function');
        const atFirstCall = ([name]: readonly [string, unknown]) => `export function ${name}(...all) {
          const { ${name}: own } = require('${path}');
          return new.target ? new own(...all) : own(...all);
        }`;
        return { contents: functions.map(atFirstCall).join('\n') };
      });
    },
  };
}
