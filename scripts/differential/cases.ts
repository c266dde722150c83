import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import * as fc from 'fast-check';
import { parseAllDocuments } from 'yaml';
import { mutated, randomFrom } from '../../test/cli/mutated-text';
import { readTree, writeTree, writeWhole } from '../../test/golden';
import { mix } from '../../test/lib/proof/generate';
import { componentFile, HIDINGS } from '../../test/lib/read/hidden-component';
import { SHARED } from '../../test/lib/verify/corpus';

const ROOT = resolve(__dirname, '..', '..');
/** A folder of more files is a whole project: its parts are inputs of their own. */
const MOST_FILES = 250;
/** Mutated inputs are small, so that what was changed decides something. */
const MOST_MUTATED = 40;
/** Of files with a line for each of these, values are exchanged. */
const VALUE = /^(\s*(?:- )?)([A-Za-z][\w./-]*)(: +|=)(\S.*)$/;

/** What `verify` is asked. */
export interface Case {
  readonly name: string;
  readonly cwd: string;
  readonly args: readonly string[];
}

interface Input extends Case {
  /** Of its files, below `cwd`. */
  readonly files: readonly string[];
}

export interface Draw {
  readonly seed: number;
  /** How many are drawn; undefined: all. */
  readonly count?: number;
  /** Folder of recorded inputs, if there is one. */
  readonly recorded?: string;
  /** What some file of an input has to contain; undefined: anything. */
  readonly having?: RegExp;
  /** How many changed copies there are of each input. */
  readonly mutations: number;
  /** Folder for what is made. */
  readonly folder: string;
}

/** Beside the folder of a recorded input (record.ts). */
export type Recorded = Pick<Case, 'args'>;

/**
 * Every folder of the corpora, changed copies of the small ones, and as many generated mixes of managers. The same seed gives the same, of the same
 * corpora.
 */
export function cases({ seed, count, recorded, having, mutations, folder }: Draw): readonly Case[] {
  const isAsked = ({ cwd, files }: Input) => having === undefined || files.some(path => having.test(readFileSync(join(cwd, path), 'utf8')));
  const inputs = [...corpora(folder), ...recorded === undefined ? [] : recordedIn(recorded)].filter(isAsked);
  const small = inputs.filter(({ files }) => files.length > 0 && files.length <= MOST_MUTATED);
  const values = valuesIn(small);
  const all: readonly (() => Case)[] = [
    ...inputs.map(input => () => input),
    ...small.flatMap(input => several(mutations, turn => () => changed(input, values, { seed, turn, folder }))),
    ...having === undefined ? generated(seed, mutations * 100, folder) : [],
  ];
  const order = (index: number) => createHash('sha256').update(`${seed}\0${index}`).digest('hex');
  const drawn = count === undefined ? all
    : all.map((make, index) => ({ make, key: order(index) })).sort((a, b) => (a.key < b.key ? -1 : 1)).slice(0, count).map(({ make }) => make);
  return drawn.map(make => make());
}

const several = <T>(count: number, make: (index: number) => T): readonly T[] => Array.from({ length: count }, (_, index) => make(index));

function corpora(folder: string): readonly Input[] {
  for (const name of readdirSync(join(ROOT, 'test/golden'))) writeWhole(join(ROOT, 'test/golden', name), join(folder, 'golden', name));
  const roots: readonly (readonly [string, string])[] = [
    ['examples', join(ROOT, 'examples')],
    ['test/fixtures', join(ROOT, 'test/fixtures')],
    ['test/golden', join(folder, 'golden')],
    ...['foreign', 'upstream'].map(name => [name, join(SHARED, name)] as const),
  ];
  return roots.flatMap(([name, root]) => inputsIn(name, root));
}

function recordedIn(folder: string): readonly Input[] {
  return readdirSync(folder).filter(name => name.endsWith('.json')).sort().map(name => {
    const cwd = join(folder, name.replace(/\.json$/, ''));
    return { name: `recorded ${cwd}`, cwd, files: [...readTree(cwd).keys()], ...JSON.parse(readFileSync(join(folder, name), 'utf8')) as Recorded };
  });
}

/** Each folder below a root by itself, and each whose folders can be the arguments: a folder per node, and one of manifests. */
function inputsIn(name: string, root: string): readonly Input[] {
  const folders = [...new Set([...readTree(root).keys()].flatMap(path => path.split('/').slice(0, -1).map((_, at, parts) =>
    parts.slice(0, at + 1).join('/'))))].sort();
  return folders.flatMap(path => {
    const files = [...readTree(join(root, path)).keys()].map(file => join(path, file));
    if (files.length > MOST_FILES) return [];
    const below = folders.filter(other => relative(path, other) !== '' && !/^\.\.|\//.test(relative(path, other)));
    const single = { name: `${name}/${path}`, cwd: root, args: [path], files };
    const inBelow = files.filter(file => below.some(one => file.startsWith(`${one}/`)));
    return below.length < 2 || below.length > 8 ? [single]
      : [single, { name: `${single.name}, each folder`, cwd: root, args: below, files: inBelow }];
  });
}

/** By the name of a field or a variable, every value that it has somewhere. */
type Values = ReadonlyMap<string, readonly string[]>;

function valuesIn(inputs: readonly Input[]): Values {
  const values = new Map<string, Set<string>>();
  const files = new Set(inputs.flatMap(({ cwd, files: paths }) => paths.map(path => join(cwd, path))));
  for (const file of files) {
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      const [, , field, , value] = VALUE.exec(line) ?? [];
      if (field !== undefined && value.length < 200) values.set(field, (values.get(field) ?? new Set()).add(value));
    }
  }
  return new Map([...values].map(([field, known]) => [field, [...known].sort()]));
}

const OPTIONS: readonly (readonly string[])[] = [[], [], ['--assume', 'kcm=external:1.27.16'], ['--kubernetes-version', '1.27.16']];

/** Files, by path, in place of one. */
type Way = (path: string, text: string) => readonly (readonly [string, string])[];

/** A copy of an input in which one file is another one, and sometimes more. */
function changed(input: Input, values: Values, { seed, turn, folder }: Pick<Draw, 'seed' | 'folder'> & { readonly turn: number }): Case {
  const hash = createHash('sha256').update(`${seed}\0${turn}\0${input.name}`).digest('hex');
  const random = randomFrom(parseInt(hash.slice(0, 7), 16) + 1);
  const of = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)];
  let texts = new Map(input.files.map(path => [path, readFileSync(join(input.cwd, path), 'utf8')]));
  const ways: readonly Way[] = [
    (path, text) => [[path, mutated(text, random)]],
    ...Array<Way>(4).fill((path, text) => [[path, withOtherValue(text, values, of)]]),
    (path, text) => [[path, asJson(text)]],
    () => [],
    (path, text) => [[path, text], [path.replace(/[^/]*$/, 'again-$&'), text]],
  ];
  do {
    const path = of([...texts.keys()]);
    const way = of(ways)(path, texts.get(path)!);
    texts = new Map([...[...texts].filter(([other]) => other !== path), ...way]);
  } while (texts.size > 0 && random() < 0.4);
  const cwd = join(folder, 'changed', hash.slice(0, 16));
  writeTree(texts, cwd);
  // What has lost all its files is asked about all the same.
  return { name: `${input.name} changed, seed ${seed} turn ${turn}: ${cwd}`, cwd, args: [...input.args, ...of(OPTIONS)] };
}

function withOtherValue(text: string, values: Values, of: <T>(items: readonly T[]) => T): string {
  const lines = text.split('\n');
  const candidates = lines.map((line, index) => ({ index, match: VALUE.exec(line) })).filter(({ match }) => match !== null);
  if (candidates.length === 0) return text;
  const { index, match } = of(candidates);
  const [, head, field, between, value] = match!;
  const other = of((values.get(field) ?? [value]).filter(known => known !== value)) ?? value;
  return lines.map((line, at) => (at === index ? `${head}${field}${between}${other}` : line)).join('\n');
}

/** The same documents as JSON, which is YAML too: what reads them by their lines says something else. */
function asJson(text: string): string {
  const documents = parseAllDocuments(text);
  if (!Array.isArray(documents) || documents.some(({ errors }) => errors.length > 0)) return text;
  return documents.map(document => `${JSON.stringify(document.toJS({ maxAliasCount: 100 }))}\n`).join('---\n');
}

/** The mixes of `test/lib/read/unknown.test.ts`, one component of some of them hidden. */
function generated(seed: number, count: number, folder: string): readonly (() => Case)[] {
  const drawn = fc.sample(fc.tuple(mix, fc.nat(), fc.nat(), fc.option(fc.constantFrom(...HIDINGS))), { seed, numRuns: count });
  return drawn.map(([entries, which, flag, hiding], index) => () => {
    const cwd = join(folder, 'generated', String(index));
    const files = entries.map((entry, at) => componentFile(entry, at, at === which % entries.length ? hiding ?? undefined : undefined, flag));
    writeTree(new Map(files.map(([path, content]) => [join('in', path), (content as { readonly text: string }).text])), cwd);
    return { name: `a generated mix, seed ${seed} ${index}: ${cwd}`, cwd, args: ['in'] };
  });
}
