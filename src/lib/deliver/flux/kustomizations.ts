import { Manifest } from '../../kubernetes/manifest';
import { MigrationPhase } from '../../migration/migration-phase';
import { GROUP_LABEL, PHASE_LABEL } from '../fleet/labels';
import { LeaseReference } from '../fleet/lease-gate';

/** The two parts of a phase: what goes when the migration is over, and what stays. */
export const TRANSITION = 'transition';
export const STEADY = 'steady';

const LEASE = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease' };

interface HealthCheck {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
}

/** A cluster of the fleet, as Flux must know it. */
export interface FluxCluster {
  readonly name: string;
  readonly phase: MigrationPhase;
  readonly group: string;
  readonly kubeConfigSecret?: string;
}

export interface FluxSettings {
  readonly namespace: string;
  readonly source: { readonly kind: string; readonly name: string };
  /** Folder with one folder per phase, in the repository. */
  readonly phasesPath: string;
  readonly groups: readonly string[];
  readonly clusters: readonly FluxCluster[];
  readonly timeout: string;
  readonly lease?: LeaseReference;
}

/**
 * Two Kustomizations of one cluster. Before the end, access and configuration come first; into `disabled` the new pods come first, because Flux
 * prunes before it looks at health.
 *
 * @param workloads workloads of the phase that must be available
 */
export function kustomizationsOf(cluster: FluxCluster, settings: FluxSettings, workloads: readonly Manifest[]): Manifest[] {
  const isOver = cluster.phase === MigrationPhase.DISABLED;
  const [first, last] = isOver ? [STEADY, TRANSITION] : [TRANSITION, STEADY];
  const before = settings.groups[settings.groups.indexOf(cluster.group) - 1];
  const previous = settings.clusters.filter(({ group }) => group === before).map(other => ({ name: partName(other, lastPart(other)) }));
  const lease = isOver || !settings.lease ? [] : [{ ...LEASE, ...settings.lease }];
  const healthy: HealthCheck[] = [...workloads.map(reference), ...lease];
  return [
    kustomization(cluster, settings, first, previous, isOver ? healthy : []),
    kustomization(cluster, settings, last, [{ name: partName(cluster, first) }], isOver ? [] : healthy),
  ];
}

function kustomization(
  cluster: FluxCluster, settings: FluxSettings, part: string, dependsOn: readonly object[], healthChecks: readonly HealthCheck[],
): Manifest {
  return {
    apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
    kind: 'Kustomization',
    metadata: {
      name: partName(cluster, part),
      namespace: settings.namespace,
      labels: { [GROUP_LABEL]: cluster.group, [PHASE_LABEL]: cluster.phase },
    },
    spec: {
      ...dependsOn.length === 0 ? {} : { dependsOn },
      ...healthChecks.length === 0 ? {} : { healthChecks },
      ...healthChecks.some(({ kind }) => kind === LEASE.kind) ? {
        healthCheckExprs: [{
          ...LEASE,
          current: "has(spec.holderIdentity) && spec.holderIdentity != ''",
          inProgress: "!has(spec.holderIdentity) || spec.holderIdentity == ''",
        }],
      } : {},
      interval: '10m',
      ...cluster.kubeConfigSecret === undefined ? {} : { kubeConfig: { secretRef: { name: cluster.kubeConfigSecret } } },
      path: `./${settings.phasesPath}/${cluster.phase}/${part}`,
      prune: true,
      retryInterval: '1m',
      sourceRef: settings.source,
      timeout: settings.timeout,
    },
  };
}

function lastPart({ phase }: FluxCluster): string {
  return phase === MigrationPhase.DISABLED ? TRANSITION : STEADY;
}

function partName({ name }: FluxCluster, part: string): string {
  return `${name}-ccm-${part}`;
}

function reference({ apiVersion, kind, metadata: { name, namespace } }: Manifest): HealthCheck {
  return { apiVersion, kind, name, ...namespace === undefined ? {} : { namespace } };
}
