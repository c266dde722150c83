import { DeliveredFile, InstallerMigration, Way } from './installer';
import { phaseObjects } from './phase-objects';
import { renderYaml } from '../installers/render-yaml';
import { Manifest } from '../kubernetes/manifest';
import type { Migration } from '../migration/migration';
import { MigrationPhase } from '../migration/migration-phase';
import { ObjectReference } from '../migration/to-delete';

/** File with what the cluster itself needs in a phase, beside those that were handed in. */
export const RESOURCES_FILE = 'cluster-resources.yaml';

/** What rolls where a cloud-controller-manager that runs gets other flags. */
export const CCM_PODS = 'pods of the cloud-controller-manager';

/** The step that applies what the cluster itself needs. It replaces a cloud-controller-manager that runs where that gets or loses Leader Migration. */
export function resourcesStep({ from, to, phasesFolder }: Pick<Way<OwnCcmMigration>, 'from' | 'to' | 'phasesFolder'>) {
  return {
    id: 'resources',
    title: `Apply what the cluster itself needs in phase '${to ?? 'not-started'}'`,
    run: to === undefined ? [] : [`kubectl apply -f ${phasesFolder}/${to}/${RESOURCES_FILE}`],
    rolls: [from, to].includes(MigrationPhase.DISABLED) ? CCM_PODS : undefined,
  };
}

/** The migration of a cluster whose cloud-controller-manager is ours: a `Migration` decides its phases, and what they apply. */
export abstract class OwnCcmMigration extends InstallerMigration {
  public abstract readonly migration: Migration;

  public override before(phase: MigrationPhase): MigrationPhase | undefined {
    return this.migration._model.before(phase);
  }

  public override applied(phase: MigrationPhase): readonly Manifest[] {
    return phaseObjects(this.migration, phase).flatMap(({ objects }) => objects);
  }

  /** The same as they are delivered. */
  protected delivered(phase: MigrationPhase): readonly Manifest[] {
    return this.applied(phase);
  }

  public override ownFiles(phase: MigrationPhase): readonly DeliveredFile[] {
    return [{ path: RESOURCES_FILE, content: this.delivered(phase).map(object => renderYaml(object)).join('---\n') }];
  }

  public override toDelete(phase: MigrationPhase): readonly ObjectReference[] {
    return this.migration._model.phase(phase).toDelete.objects;
  }
}
