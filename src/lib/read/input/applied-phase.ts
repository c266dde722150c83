import { VerifyDirectory } from './input';
import { fileName } from './layout';
import { endsAlike, folderOfIndex, indexesNear, isBelow, MigrationIndex, segments } from './migration-index';
import { folderAndName, isCopyOf, isKeptInPhases } from '../../migration/output-layout';

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
export function appliedPhases(directories: readonly VerifyDirectory[], indexes: readonly MigrationIndex[]): readonly AppliedPhase[] {
  const kept = indexes.filter(({ index }) => isKeptInPhases(index));
  if (kept.length === 0) return [];
  const names = new Set(kept.flatMap(namesOf));
  const folders = new Map<string, Copy[]>();
  for (const directory of directories) {
    for (const [path, content] of directory.files) {
      const file = fileName(directory, path);
      const { folder, name } = folderAndName(file);
      if (!names.has(name) || indexes.some(one => isBelow(file, folderOfIndex(one))) || kept.some(one => isKeptFile(one, file))) continue;
      const copies = folders.get(folder) ?? [];
      folders.set(folder, copies);
      copies.push({ file, name, text: 'text' in content ? content.text : undefined });
    }
  }
  return [...folders.values()].map(copies => appliedPhase(copies, indexesNear(copies[0].file, kept)));
}

/** Whether a file is in the folder in which the manifests of a phase are kept: what else the App of the phase has is of that phase, too. */
export function isKeptFile({ index }: MigrationIndex, file: string): boolean {
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
