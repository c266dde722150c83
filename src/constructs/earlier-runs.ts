import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EarlierRun } from '../lib/migration/earlier-run';
import { MIGRATION_FILE, MigrationFile, parseMigrationFile } from '../lib/migration/migration-file';
import { MIGRATION_PHASES } from '../lib/migration/migration-phase';
import { isObjectReference, ObjectReference, TO_DELETE } from '../lib/migration/to-delete';

/**
 * Files of a cluster that earlier runs wrote.
 *
 * @param nodesDir folder of its phases: `nodes`, or `nodes/<cluster>`
 */
export function earlierRuns(nodesDir: string, clusterId: string): readonly EarlierRun[] {
  return MIGRATION_PHASES.flatMap(phase => {
    const file = join(nodesDir, phase, MIGRATION_FILE);
    const index = existsSync(file) ? readable(file) : undefined;
    return index?.cluster === clusterId ? [{ file, index, toDelete: listed(join(nodesDir, phase, TO_DELETE)) }] : [];
  });
}

/** What is none of ours, or of another schema version, says nothing: it is written anew. */
function readable(file: string): MigrationFile | undefined {
  try {
    return parseMigrationFile(readFileSync(file, 'utf8'), file);
  } catch {
    return undefined;
  }
}

/** What is no list of ours is written anew. */
function listed(file: string): readonly ObjectReference[] {
  if (!existsSync(file)) return [];
  try {
    const { objects } = JSON.parse(readFileSync(file, 'utf8')) as { readonly objects?: unknown };
    return Array.isArray(objects) ? objects.filter(isObjectReference) : [];
  } catch {
    return [];
  }
}
