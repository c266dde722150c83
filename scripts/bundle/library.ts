import { readFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { build, Plugin } from 'esbuild';
import ts from 'typescript';
import { ascii, Bundle, COMMON, MODULE, packagesOf, ROOT, TABLES, withTables } from './bundle';
import { loadsAtFirstUse, loadsNodeAtFirstCall } from './first-use';

const INDEX = join('src', 'index.ts');
const FOLDER = join('lib', 'library');

/**
 * Makes the library of what jsii compiled: one file in place of some hundred modules, which Node takes longer to find, open and compile than to run.
 * Each module in it is run when it is first needed. Its names are in it as they are, for those who read a stack trace.
 *
 * @param root of the package, with the compiled modules in `lib`
 */
export async function bundleLibrary(root: string, firstUse: Bundle): Promise<Bundle> {
  const exported = exportedValues();
  const names = exported.map(({ name }) => name);
  const { outputFiles: [library], metafile } = await build({
    ...COMMON,
    stdin: {
      contents: `const parts = {
        ${exported.map(({ name, module }) => `${name}: () => require(${JSON.stringify(module)}).${name},`).join('\n')}
      };
      for (const name of Object.keys(parts)) Object.defineProperty(exports, name, { enumerable: true, get: parts[name] });`,
      resolveDir: join(root, 'lib'),
      sourcefile: 'library.js',
    },
    entryNames: 'library-[hash]',
    outdir: FOLDER,
    format: 'cjs',
    ...MODULE,
    external: ['cdk8s', 'constructs', 'cdk8s-plus-*'],
    plugins: [loadsAtFirstUse(firstUse), loadsNodeAtFirstCall(/[\\/]lib[\\/]/), tablesWhereTheyLie],
  });
  const { outputFiles: [define] } = await build({
    ...COMMON,
    entryPoints: [join('src', 'library', 'define.ts')],
    entryNames: '[name]',
    outdir: FOLDER,
    format: 'cjs',
    define: { ENTRY: JSON.stringify(basename(library.path)) },
  });
  return {
    folder: FOLDER,
    files: new Map([
      [relative(ROOT, library.path), ascii(library.text)],
      [relative(ROOT, define.path), define.text],
      [join('lib', 'index.js'), indexOf(names)],
    ]),
    packages: packagesOf([metafile]),
  };
}

/** The entry point, in place of the one that jsii compiled, which loads every module. */
function indexOf(names: readonly string[]): string {
  return [
    '"use strict";',
    'Object.defineProperty(exports, "__esModule", { value: true });',
    // Read by Node's scanner for named imports of CommonJS modules, which does not run the file.
    ...names.map(name => `exports.${name} = void 0;`),
    `require("./library/define").define(exports, ${JSON.stringify(names)});`,
    '',
  ].join('\n');
}

/** The values that `src/index.ts` exports, by name; what is only a type has no code. */
function exportedValues(): readonly { readonly name: string; readonly module: string }[] {
  const source = ts.createSourceFile(INDEX, readFileSync(resolve(ROOT, INDEX), 'utf8'), ts.ScriptTarget.Latest);
  const found = source.statements.flatMap(statement => {
    if (!ts.isExportDeclaration(statement) || !statement.exportClause || !ts.isNamedExports(statement.exportClause) || !statement.moduleSpecifier) {
      throw new Error(`'${INDEX}' has a statement that is not 'export { … } from': ${statement.getText(source)}`);
    }
    const module = (statement.moduleSpecifier as ts.StringLiteral).text;
    if (statement.isTypeOnly) return [];
    return statement.exportClause.elements.filter(({ isTypeOnly }) => !isTypeOnly).map(({ name }) => ({ name: name.text, module }));
  });
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
}

const tablesWhereTheyLie: Plugin = {
  name: 'tables',
  setup(builder) {
    builder.onLoad({ filter: TABLES.file }, ({ path }) => ({ contents: withTables(path, readFileSync(path, 'utf8')), loader: 'js' }));
  },
};
