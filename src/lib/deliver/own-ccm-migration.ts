import { BundleFile } from './bundle-file';
import { InstallerMigration, Way } from './installer';
import { renderYaml } from '../installers/render-yaml';
import { Manifest } from '../kubernetes/manifest';
import type { Migration } from '../migration/migration';
import { MigrationPhase } from '../migration/migration-phase';
import { leftBehind, ObjectReference, objectReference } from '../migration/to-delete';
import { leaseAccessObjects } from '../rbac/lease-access';

/** File with what the cluster itself needs in a phase, beside those that were handed in. */
export const RESOURCES_FILE = 'cluster-resources.yaml';

/** What rolls where a cloud-controller-manager that runs gets other flags. */
export const CCM_PODS = 'pods of the cloud-controller-manager';

/** The step that applies what the cluster itself needs. A cloud-controller-manager that runs is replaced where it gets or loses Leader Migration. */
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

  public override ownFiles(phase: MigrationPhase): readonly BundleFile[] {
    return [{ path: RESOURCES_FILE, content: this.delivered(phase).map(object => renderYaml(object)).join('---\n') }];
  }

  public override toDelete(phase: MigrationPhase): readonly ObjectReference[] {
    return this.migration._model.phase(phase).toDelete.objects;
  }
}

/** What is applied to the cluster together, in this order. */
export interface ResourceStep {
  /** `lease-access` */
  readonly name: string;
  readonly objects: readonly Manifest[];
}

/** Objects of the cluster that a phase applies. */
export function phaseObjects(migration: Migration, phase: MigrationPhase): ResourceStep[] {
  const { configMap: config, leaseAccess, ccm } = migration._model.phase(phase);
  return [
    { name: 'lease-access', objects: leaseAccess.flatMap(leaseAccessObjects).map(({ manifest }) => manifest) },
    { name: 'config', objects: config ? [config.manifest] : [] },
    { name: 'ccm', objects: (ccm?.objects ?? []).map(({ manifest }) => manifest) },
  ];
}

/** Commands that wait for the workloads among objects, and then delete what was there before and is not among them. */
export function rolloutCommands(before: readonly Manifest[], after: readonly Manifest[]): { readonly wait: string[]; readonly remove: string[] } {
  const place = (kind: string, name: string, namespace: string | undefined) =>
    `${kind.toLowerCase()} ${name}${namespace === undefined ? '' : ` -n ${namespace}`}`;
  const workloads = after.filter(({ kind }) => kind === 'DaemonSet' || kind === 'Deployment');
  return {
    wait: workloads.map(({ kind, metadata: { name, namespace } }) => `kubectl rollout status --timeout=10m ${place(kind, name, namespace)}`),
    remove: leftBehind(after.map(objectReference), before.map(objectReference)).map(({ kind, name, namespace }) =>
      `kubectl delete --ignore-not-found ${place(kind, name, namespace)}`),
  };
}
