import { VerifyDirectory, VerifyInput } from './input';
import { fileName } from './layout';
import { endsAlike, folderOfIndex, indexesNear, isBelow, MigrationIndex, migrationIndexes, segments } from './migration-index';
import { writtenBundles } from './written-bundles';
import { grouped, onceFor } from '../../kubernetes/once-for';
import { MIGRATION_PHASES } from '../../migration/migration-phase';
import { folderAndName, isCopyOf, isKeptInPhases } from '../../migration/output-layout';

/** One state of a migration, of an input that has all of them. */
export interface PhaseInput {
  /** `phase mixed`; with the folder of its index where several have that name. */
  readonly name: string;
  /** Where the input says so. */
  readonly index: MigrationIndex;
  readonly input: VerifyInput;
}

/** An input that is the whole output of an app. */
export interface PhaseInputs {
  readonly phases: readonly PhaseInput[];
  /** Folders of what is applied, of an app that keeps its phases elsewhere. */
  readonly applied: readonly AppliedPhase[];
  /** Phases whose manifests are not in the input, neither where they are kept nor as what is applied. */
  readonly leftOut: readonly MigrationIndex[];
  /** Folders of what was made of the phases, as it was written with them: it is not read, since it follows them from one to the next. */
  readonly madeOfPhases: readonly string[];
}

/**
 * The phases of an input that is the whole output of an app: they follow each other, and no two exist at the same time. What no `migration.json`
 * names belongs to each of them. Undefined: the input is one state. Some of the phases that are handed in without the others, nodes of `n` beside
 * nodes of `n-plus-1`, may well be the mix that the user asks about.
 *
 * What is applied is a copy of one phase. Without the folder that it was copied from, it is that phase that can be checked, and no other. Of several
 * clusters each has its own, and all of its phases must be there.
 */
export function phasesOf(input: VerifyInput): PhaseInputs | undefined {
  const indexes = migrationIndexes(input.directories);
  const clusters = grouped(indexes, ({ index }) => index.cluster);
  if (clusters.size === 0 || ![...clusters.values()].every(hasAllPhases)) return undefined;
  const applied = appliedPhases(input.directories, indexes);
  const owners = new Map(input.directories.map(directory =>
    [directory, new Map([...directory.files.keys()].map(path => [path, ownersOf(directory, path, indexes)]))]));
  const files = input.directories.flatMap(directory => [...directory.files.keys()].map(path => fileName(directory, path)));
  const isThere = onceFor((index: MigrationIndex) => files.some(file => isKeptFile(index, file)));
  // A phase without a manifest lacks none where others are given.
  const isGiven = (one: MigrationIndex) => one.index.manifests.length > 0 ? isThere(one) : clusters.get(one.index.cluster)!.some(isThere);
  const copies = new Map(applied.flatMap(one => [...one.files].map(file => [file, one] as const)));
  const bundles = writtenBundles(input.directories);
  const isIn = (directory: VerifyDirectory, path: string, index: MigrationIndex): boolean => {
    if (bundles.some(bundle => bundle.files.has(fileName(directory, path)))) return false;
    const copied = copies.get(fileName(directory, path));
    // A copy of what is there is read once; a copy of no phase belongs to each, as what no index names.
    if (copied !== undefined) return copied.indexes.length === 0 || (copied.indexes.includes(index) && !isGiven(index));
    const own = owners.get(directory)!.get(path)!;
    return own.length === 0 || own.includes(index);
  };
  const inOrder = [...indexes].sort((one, other) => MIGRATION_PHASES.indexOf(one.index.phase) - MIGRATION_PHASES.indexOf(other.index.phase));
  const found = applied.flatMap(one => one.indexes);
  const isApplied = ({ index: { cluster } }: MigrationIndex) => found.some(({ index }) => index.cluster === cluster);
  const leftOut = inOrder.filter(one => isApplied(one) && !found.includes(one) && !isGiven(one));
  const phases = inOrder.filter(one => !leftOut.includes(one)).map(index => {
    const isAlone = indexes.filter(other => other.index.phase === index.index.phase).length === 1;
    const directories = input.directories
      .map(directory => ({ ...directory, files: new Map([...directory.files].filter(([path]) => isIn(directory, path, index))) }))
      .filter(({ files: own }) => own.size > 0);
    return { name: `phase ${index.index.phase}${isAlone ? '' : ` (${index.file})`}`, index, input: { ...input, directories } };
  });
  return { phases, applied, leftOut, madeOfPhases: bundles.map(({ folder }) => folder) };
}

function hasAllPhases(indexes: readonly MigrationIndex[]): boolean {
  const given = new Set(indexes.map(({ index }) => index.phase));
  return indexes.length > 1 && indexes.every(({ index }) => index.phases.length > 1 && index.phases.every(phase => given.has(phase)));
}

/** The indexes that a file is part of: the nearest one above it, else those that list it; none: no index says anything about it. */
function ownersOf(directory: VerifyDirectory, path: string, indexes: readonly MigrationIndex[]): readonly MigrationIndex[] {
  const above = indexes.filter(one => isBelow(fileName(directory, path), folderOfIndex(one)));
  if (above.length > 0) {
    return [above.reduce((nearest, one) => folderOfIndex(one).length > folderOfIndex(nearest).length ? one : nearest)];
  }
  const file = fileName(directory, path);
  const listing = indexesNear(file, indexes.filter(one => one.index.manifests.some(manifest => endsAlike(segments(file), segments(manifest.path)))));
  // Clusters whose App is one have their manifests beside each other, and what else is there is of each.
  return listing.length > 0 ? listing : indexesNear(file, indexes.filter(one => isKeptFile(one, file)));
}

/**
 * A folder of what is applied: copies of the manifests of one phase, which are kept in `phases/<phase>`. `migration.json` lists them there, so it is
 * by their names and sums that they are found.
 */
export interface AppliedPhase {
  /** Its copies, as findings name them. */
  readonly files: ReadonlySet<string>;
  /** Phases whose manifests they are, all of them and no others; `mixed` and `n-plus-1` have the same. None: it is not one phase. */
  readonly indexes: readonly MigrationIndex[];
  /** Where it is none: a copy that shows it, and of which phases its name and its sum are. */
  readonly odd?: { readonly file: string; readonly phases: readonly string[] };
}

interface Copy {
  readonly file: string;
  readonly name: string;
  /** Undefined: it is no text. */
  readonly text?: string;
}

/** Every folder of copies, of inputs whose `migration.json` says that the manifests of its phase are kept in `phases`. */
function appliedPhases(directories: readonly VerifyDirectory[], indexes: readonly MigrationIndex[]): readonly AppliedPhase[] {
  const kept = indexes.filter(({ index }) => isKeptInPhases(index));
  if (kept.length === 0) return [];
  const names = new Set(kept.flatMap(namesOf));
  const all = directories.flatMap(directory => [...directory.files].map(([path, content]) => {
    const file = fileName(directory, path);
    return { file, ...folderAndName(file), text: 'text' in content ? content.text : undefined };
  }));
  const copies = all.filter(({ file, name }) =>
    names.has(name) && !indexes.some(one => isBelow(file, folderOfIndex(one))) && !kept.some(one => isKeptFile(one, file)));
  return [...grouped(copies, ({ folder }) => folder).values()].map(own => appliedPhase(own, indexesNear(own[0].file, kept)));
}

/** Whether a file is in the folder in which the manifests of a phase are kept: what else the App of the phase has is of that phase, too. */
function isKeptFile({ index }: MigrationIndex, file: string): boolean {
  const { folder } = folderAndName(file);
  if (folder === '' || !isKeptInPhases(index)) return false;
  return index.manifests.some(({ path }) => endsAlike(segments(folder), segments(folderAndName(path).folder)));
}

function namesOf({ index }: MigrationIndex): readonly string[] {
  return index.manifests.map(({ path }) => folderAndName(path).name);
}

function appliedPhase(copies: readonly Copy[], indexes: readonly MigrationIndex[]): AppliedPhase {
  const isCopy = ({ name, text }: Copy, { index }: MigrationIndex) =>
    text !== undefined && index.manifests.some(entry => folderAndName(entry.path).name === name && isCopyOf(text, entry.sha256));
  const isWhole = (one: MigrationIndex) =>
    copies.every(copy => isCopy(copy, one)) && namesOf(one).every(name => copies.some(copy => copy.name === name));
  const found = indexes.filter(isWhole);
  const files = new Set(copies.map(({ file }) => file));
  if (found.length > 0) return { files, indexes: found };
  const of = copies.map(copy => ({ file: copy.file, phases: indexes.filter(one => isCopy(copy, one)).map(({ index }) => index.phase as string) }));
  return { files, indexes: [], odd: of.reduce((least, one) => one.phases.length < least.phases.length ? one : least) };
}
