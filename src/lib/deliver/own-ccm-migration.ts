import { InstallerMigration } from './installer';
import { phaseObjects } from './phase-objects';
import { Manifest } from '../kubernetes/manifest';
import type { Migration } from '../migration/migration';
import { MigrationPhase } from '../migration/migration-phase';
import { ObjectReference } from '../migration/to-delete';

/** File with what the cluster itself needs in a phase, beside those that were handed in. */
export const RESOURCES_FILE = 'cluster-resources.yaml';

/** The migration of a cluster whose cloud-controller-manager is ours: a `Migration` decides its phases, and what they apply. */
export abstract class OwnCcmMigration extends InstallerMigration {
  public abstract readonly migration: Migration;

  public override before(phase: MigrationPhase): MigrationPhase | undefined {
    return this.migration._model.before(phase);
  }

  public override applied(phase: MigrationPhase): readonly Manifest[] {
    return phaseObjects(this.migration, phase).flatMap(({ objects }) => objects);
  }

  public override toDelete(phase: MigrationPhase): readonly ObjectReference[] {
    return this.migration._model.phase(phase).toDelete.objects;
  }
}
