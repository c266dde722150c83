import { MigrationFile, UNKNOWN_LOCK_KIND } from './migration-file';
import { identity, inOrderOfDeletion, ObjectReference, parseReference } from './to-delete';

/** What an earlier run wrote of one phase of a cluster. */
export interface EarlierRun {
  /** Path of its `migration.json`, for errors. */
  readonly file: string;
  readonly index: MigrationFile;
  /** What its `to-delete.json` lists. */
  readonly toDelete: readonly ObjectReference[];
}

const WAY = 'two different locks exclude nothing. Where no phase was applied yet, remove the folders that the earlier run wrote and write every '
  + 'phase again; else go back first, with the files of then (ccm-migration plan --to not-started), and write every phase again afterwards';

/**
 * Phases that are written one after the other must have the same locks: somewhere one of them may run beside the next.
 *
 * @throws if a lock is not the one of an earlier run
 */
export function refuseOtherLocks({ locks: now, phase }: MigrationFile, earlier: readonly EarlierRun[]): void {
  for (const { file, index: { locks: before, phase: other } } of earlier) {
    const pairs = [
      ['leaderName', before.migration, now.migration],
      ['the namespace of the locks', before.namespace, now.namespace],
      ['the main lock of kube-controller-manager', before.main[0], now.main[0]],
      ['the main lock of the cloud-controller-manager', before.main[1], now.main[1]],
      ['the kind of the main lock of kube-controller-manager', before.kinds?.[0], now.kinds?.[0]],
      ['the kind of the main lock of the cloud-controller-manager', before.kinds?.[1], now.kinds?.[1]],
    ] as const;
    const isKnown = (value: string | undefined) => value !== undefined && value !== UNKNOWN_LOCK_KIND;
    const changed = pairs.find(([, was, is]) => isKnown(was) && isKnown(is) && was !== is);
    if (!changed) continue;
    const [what, was, is] = changed;
    throw new Error(`${what} is '${is}' in phase '${phase}', but '${was}' in phase '${other}', which '${file}' says was written before: ${WAY}`);
  }
}

/**
 * Objects that earlier runs wrote and no phase has any more, also not in another form: nothing else would ever delete them.
 *
 * @param present what any phase has now, and what else the App has
 */
export function leftByEarlierRuns(earlier: readonly EarlierRun[], present: readonly ObjectReference[]): readonly ObjectReference[] {
  const here = new Set(present.map(identity));
  const written = earlier.flatMap(({ index: { objects = [] }, toDelete }) => [...objects.flatMap(text => parseReference(text) ?? []), ...toDelete]);
  return inOrderOfDeletion(written.filter(object => !here.has(identity(object))));
}
