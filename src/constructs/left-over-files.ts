import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { secretGuard } from './secret-files';
import { IndexedFile, outputIndex, removeFiles, removeOutput } from '../files/output-folder';
import { EarlierRun } from '../lib/migration/earlier-run';
import type { Migration } from '../lib/migration/migration';
import { ManifestEntry, MIGRATION_FILE, MigrationFile } from '../lib/migration/migration-file';
import { APPLIED_DIR, folderAndName, isCopyOf, PHASES_DIR } from '../lib/migration/output-layout';
import { TO_DELETE } from '../lib/migration/to-delete';
import { pathProblem } from '../lib/text/safe-path';

/** Where the folders of an app are. */
export interface AppFolders {
  readonly appDir: string;
  /** What stands for `dist`. */
  readonly manifestsDir: string;
  /** Whether the app has one cluster, whose folders have no name of it. */
  readonly isOne: boolean;
}

/**
 * Removes what earlier runs wrote and this program does not write any more: manifests of the phase that lie elsewhere now or have another name, those
 * of another phase in the folder of this one, and all of a phase that the strategy does not have. What was edited since stays, and so does what no
 * index of ours lists.
 *
 * @param file what was written now
 * @param earlier what was there before
 */
export function removeLeftOver(
  { fromVersion, phases }: Migration, { phase, manifests }: MigrationFile, earlier: readonly EarlierRun[], folders: AppFolders,
): void {
  const now = new Set(manifests.map(({ path }) => path));
  // A program of one phase writes the next one to the same folder.
  const here = new Set(manifests.map(({ path }) => folderAndName(path).folder));
  for (const run of earlier) {
    const { index } = run;
    const gone = index.manifests.filter(({ path }) => !now.has(path) && (index.phase === phase || here.has(folderAndName(path).folder)));
    removeManifests(index.cluster, gone, folders);
    // Without version N a program writes the steady state, and may leave the phases before it to another one.
    if (fromVersion !== undefined && !phases.includes(index.phase)) removePhase(run, folders);
  }
}

function removePhase({ file, index: { cluster, manifests } }: EarlierRun, folders: AppFolders): void {
  const nodesDir = dirname(file);
  removeManifests(cluster, manifests, folders);
  const kept = new Set(manifests.map(({ path }) => folderAndName(path).folder).filter(folder => folder.startsWith(`${PHASES_DIR}/`)));
  // Of several clusters in one App, others may have the phase.
  const own = [...kept].filter(folder => folders.isOne || folder.split('/').length > 2);
  for (const folder of own.filter(one => pathProblem(one) === undefined).map(one => join(folders.appDir, one))) {
    removeCopies([cluster], outputIndex(folder) ?? [], folders);
    removeOutput(folder);
  }
  removeOutput(nodesDir, [MIGRATION_FILE, TO_DELETE, ...secretGuard(nodesDir, [], false).gone]);
}

function removeManifests(cluster: string, manifests: readonly ManifestEntry[], folders: AppFolders): void {
  const safe = manifests.filter(({ path }) => pathProblem(path) === undefined);
  for (const { path, sha256 } of safe) {
    const [top, ...below] = path.split('/');
    removeCopy(top === APPLIED_DIR ? join(folders.manifestsDir, ...below) : join(folders.appDir, path), sha256);
  }
  removeCopies([cluster], safe.filter(({ path }) => path.startsWith(`${PHASES_DIR}/`)), folders);
}

/** Removes from what is applied what was copied of manifests that are written no more. */
export function removeCopies(
  clusters: readonly string[], manifests: readonly IndexedFile[], { manifestsDir }: Pick<AppFolders, 'manifestsDir'>,
): void {
  for (const { path, sha256 } of manifests) {
    for (const folder of ['', ...clusters]) removeCopy(join(manifestsDir, folder, basename(path)), sha256);
  }
}

function removeCopy(file: string, sha256: string | undefined): void {
  if (existsSync(file) && isCopyOf(readFileSync(file, 'utf8'), sha256)) removeFiles(dirname(file), [basename(file)]);
}
