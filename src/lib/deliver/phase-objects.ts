import { Manifest } from '../kubernetes/manifest';
import type { Migration } from '../migration/migration';
import { MigrationPhase } from '../migration/migration-phase';
import { leftBehind, objectReference } from '../migration/to-delete';
import { leaseAccessObjects } from '../rbac/lease-access';

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
