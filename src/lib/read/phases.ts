import { FileContent, VerifyDirectory, VerifyInput } from './input';
import { fileName } from './layout';
import { MigrationIndex, migrationIndexes } from './migration-index';
import { MIGRATION_PHASES } from '../migration/migration-phase';

/** One state of a migration, of an input that has all of them. */
export interface PhaseInput {
  /** `phase mixed`; with the folder of its index where several have that name. */
  readonly name: string;
  /** Where the input says so. */
  readonly index: MigrationIndex;
  readonly input: VerifyInput;
}

/**
 * The phases of an input that is the whole output of an app: they follow each other, and no two exist at the same time. What no `migration.json`
 * names belongs to each of them. Undefined: the input is one state. Some of the phases that are handed in without the others, nodes of `n` beside
 * nodes of `n-plus-1`, may well be the mix that the user asks about.
 */
export function phasesOf(input: VerifyInput): readonly PhaseInput[] | undefined {
  const indexes = migrationIndexes(input.directories);
  const given = new Set(indexes.map(({ index }) => index.phase));
  const isWhole = indexes.length > 1 && indexes.every(({ index }) => index.phases.length > 1 && index.phases.every(phase => given.has(phase)));
  if (!isWhole || new Set(indexes.map(({ index }) => index.cluster)).size > 1) return undefined;
  const owners = new Map(input.directories.map(directory =>
    [directory, new Map([...directory.files.keys()].map(path => [path, ownersOf(directory, path, indexes)]))]));
  const inOrder = [...indexes].sort((one, other) => MIGRATION_PHASES.indexOf(one.index.phase) - MIGRATION_PHASES.indexOf(other.index.phase));
  return inOrder.map(index => {
    const isAlone = indexes.filter(other => other.index.phase === index.index.phase).length === 1;
    const directories = input.directories.map(directory => ({
      ...directory,
      files: filtered(directory, path => {
        const own = owners.get(directory)!.get(path)!;
        return own.length === 0 || own.includes(index);
      }),
    })).filter(({ files }) => files.size > 0);
    return { name: `phase ${index.index.phase}${isAlone ? '' : ` (${index.file})`}`, index, input: { ...input, directories } };
  });
}

function filtered({ files }: VerifyDirectory, isPart: (path: string) => boolean): ReadonlyMap<string, FileContent> {
  return new Map([...files].filter(([path]) => isPart(path)));
}

/** The indexes that a file is part of: the nearest one above it, else those that list it; none: no index says anything about it. */
function ownersOf(directory: VerifyDirectory, path: string, indexes: readonly MigrationIndex[]): readonly MigrationIndex[] {
  const above = indexes.filter(one => isBelow(fileName(directory, path), folderOf(one)));
  if (above.length > 0) {
    return [above.reduce((nearest, one) => folderOf(one).length > folderOf(nearest).length ? one : nearest)];
  }
  const file = segments(fileName(directory, path));
  const listed = indexes.filter(({ index }) => index.manifests.some(manifest => endsAlike(file, segments(manifest.path))));
  const near = listed.filter(one => rootOf(one) !== undefined && isBelow(fileName(directory, path), rootOf(one)!));
  return near.length > 0 ? near : listed;
}

function folderOf({ directory, folder }: MigrationIndex): string {
  return fileName(directory, folder).replace(/\/+$/, '');
}

/** The folder of the app, where the index is where it was written. */
function rootOf(one: MigrationIndex): string | undefined {
  const written = segments(one.index.nodeFiles).slice(0, -1);
  const found = segments(folderOf(one));
  return endsAlike(found, written) && found.length > written.length ? found.slice(0, -written.length).join('/') : undefined;
}

function isBelow(file: string, folder: string): boolean {
  const above = segments(folder);
  return segments(file).slice(0, above.length).join('/') === above.join('/');
}

/** Whether one path is the end of the other: the folder of the app may be anywhere, and a part of the path may be the argument. */
function endsAlike(one: readonly string[], other: readonly string[]): boolean {
  const length = Math.min(one.length, other.length);
  return length > 0 && one.slice(-length).join('/') === other.slice(-length).join('/');
}

function segments(path: string): readonly string[] {
  return path.split('/').filter(part => part !== '' && part !== '.');
}
