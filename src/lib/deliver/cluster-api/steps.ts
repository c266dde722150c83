import { ClusterApiMigration } from './migration';
import { topologyOrder } from './topology-steps';
import { MigrationPhase } from '../../migration/migration-phase';
import { InstallerOrder } from '../installer';

/** What the user runs to go into a phase; undefined: no ClusterClass makes the objects, and the notes say the order. */
export function clusterApiOrder(migration: ClusterApiMigration, phase: MigrationPhase, phasesFolder: string): InstallerOrder | undefined {
  const { topology } = migration.documents;
  return topology && topologyOrder(migration, topology, phase, phasesFolder);
}
