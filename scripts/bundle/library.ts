import { readFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { build, BuildOptions, Metafile, Plugin } from 'esbuild';
import ts from 'typescript';
import { asModules, Bundle, COMMON, OURS_DO_NOTHING, packagesOf, ROOT, TABLES, withTables } from './bundle';
import { loadsAtFirstUse, loadsNodeAtFirstCall } from './first-use';
import { withoutThrowingLines } from './throwing-lines';

const INDEX = join('src', 'index.ts');
const FOLDER = join('lib', 'library');

/** What every program of a user asks for: all that these need is in one file, with what else of the public surface is in their modules. */
const FIRST = ['CloudControllerMigration', 'KubernetesVersion', 'Migration', 'MigrationPhase'];

interface Exported {
  readonly name: string;
  /** Path from `src`, as `src/index.ts` writes it. */
  readonly module: string;
}

/**
 * Makes the library of the sources: a few files in place of some hundred modules, which Node takes longer to find, open and compile than to run. What
 * a first program needs is in one, and what only others need in another one. Its functions are called as they are, for those who read a stack trace.
 */
export async function bundleLibrary(firstUse: Bundle): Promise<Bundle> {
  const exported = exportedValues();
  const plugins = [loadsAtFirstUse(firstUse), loadsNodeAtFirstCall(/[\\/]src[\\/]/), asCompiled(namesByFile(exported)), OURS_DO_NOTHING];
  const first = await modulesOf(exported.filter(({ name }) => FIRST.includes(name)), plugins);
  const parts = { first: exported.filter(({ module }) => first.has(module)), others: exported.filter(({ module }) => !first.has(module)) };
  const library = await build({ ...OPTIONS, entryPoints: Object.keys(parts), splitting: true, plugins: [exporting(parts), ...plugins] });
  const files = new Map([...await asModules(library.outputFiles, MINIFIED)].map(([path, code]) => [path, withoutThrowingLines(path, code)]));
  const { outputFiles: [define] } = await build({
    ...COMMON, entryPoints: [join('src', 'library', 'define.ts')], entryNames: '[name]', outdir: FOLDER, format: 'cjs',
  });
  files.set(relative(ROOT, define.path), define.text);
  const index = indexOf(Object.entries(parts).map(([part, all]) => [fileOf(library.metafile, part), all.map(({ name }) => name)]));
  files.set(join('lib', 'index.js'), index);
  return { folder: FOLDER, files, packages: packagesOf([library.metafile]) };
}

/** All but the names. Lines end, since other runtimes may print the one that throws: one of a whole file fills the terminal. */
const MINIFIED = { minifySyntax: true, minifyWhitespace: true, lineLimit: 1000 };

const OPTIONS = {
  ...COMMON,
  ...MINIFIED,
  outdir: FOLDER,
  format: 'esm',
  external: ['cdk8s', 'constructs', 'cdk8s-plus-*'],
} as const satisfies BuildOptions;

/** The modules of which something is needed for some names. */
async function modulesOf(some: readonly Exported[], plugins: readonly Plugin[]): Promise<ReadonlySet<string>> {
  const { metafile: { outputs } } = await build({ ...OPTIONS, entryPoints: ['first'], plugins: [exporting({ first: some }), ...plugins] });
  return new Set(Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs)).map(path => path.replace(/^src/, '.').replace(/\.ts$/, '')));
}

/** Entry points that are no files. */
function exporting(parts: Readonly<Record<string, readonly Exported[]>>): Plugin {
  const namespace = 'part';
  return {
    name: namespace,
    setup(builder) {
      builder.onResolve({ filter: /^\w+$/ }, ({ path, kind }) => kind === 'entry-point' ? { path, namespace } : undefined);
      builder.onLoad({ filter: /./, namespace }, ({ path }) => ({
        contents: parts[path].map(({ name, module }) => `export { ${name} } from ${JSON.stringify(module)};`).join('\n'),
        resolveDir: join(ROOT, 'src'),
      }));
    },
  };
}

/** The sources as jsii compiles them: public classes know what they are called in every language. */
function asCompiled(exported: ReadonlyMap<string, readonly string[]>): Plugin {
  return {
    name: 'as-compiled',
    setup(builder) {
      builder.onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path }) => {
        const text = readFileSync(path, 'utf8');
        const names = exported.get(relative(ROOT, path)) ?? [];
        return { contents: withNames(TABLES.file.test(path) ? withTables(path, text) : text, names), loader: 'ts' };
      });
    },
  };
}

function withNames(text: string, names: readonly string[]): string {
  const { name: assembly, version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Readonly<Record<string, string>>;
  const places = classesIn(text).filter(({ name }) => names.includes(name)).reverse();
  return places.reduce((all, { name, members, isOfJsii }) => {
    // In one scope with others of its name, esbuild calls a class otherwise.
    const own = `Object.defineProperty(this, 'name', { value: '${name}' });`;
    const rtti = isOfJsii ? `this[Symbol.for('jsii.rtti')] = ${JSON.stringify({ fqn: `${assembly}.${name}`, version })};` : '';
    return `${all.slice(0, members)} static { ${own} ${rtti} }${all.slice(members)}`;
  }, text);
}

/** The classes, in the order of the text, and where the members of each begin. */
function classesIn(text: string): readonly { readonly name: string; readonly members: number; readonly isOfJsii: boolean }[] {
  const source = ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true);
  return source.statements.flatMap(statement => ts.isClassDeclaration(statement) && statement.name ? [{
    name: statement.name.text,
    members: statement.members.pos,
    isOfJsii: !ts.getJSDocTags(statement).some(({ tagName, comment }) => tagName.text === 'jsii' && comment === 'ignore'),
  }] : []);
}

/** Names that are exported, by the path of the file that declares them. */
function namesByFile(exported: readonly Exported[]): ReadonlyMap<string, readonly string[]> {
  return new Map(exported.map(({ module }) =>
    [join('src', `${module}.ts`), exported.filter(one => one.module === module).map(({ name }) => name)]));
}

function fileOf({ outputs }: Metafile, part: string): string {
  return basename(Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === `part:${part}`)![0]);
}

/** The entry point, in place of the one that jsii compiled, which loads every module. */
function indexOf(parts: readonly (readonly [string, readonly string[]])[]): string {
  return [
    '"use strict";',
    'Object.defineProperty(exports, "__esModule", { value: true });',
    // Read by Node's scanner for named imports of CommonJS modules, which does not run the file.
    ...parts.flatMap(([, names]) => names).sort().map(name => `exports.${name} = void 0;`),
    `require("./library/define").define(exports, ${JSON.stringify(parts)});`,
    '',
  ].join('\n');
}

/** The values that `src/index.ts` exports, by name; what is only a type has no code. */
function exportedValues(): readonly Exported[] {
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
