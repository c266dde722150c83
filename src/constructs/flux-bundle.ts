import { RenderPhases } from './bundle-renderer';
import { checkRepositoryPath } from '../lib/deliver/fleet/labels';
import { fluxFiles } from '../lib/deliver/flux/files';
import { MigrationPhase } from '../lib/migration/migration-phase';

/** A cluster of a fleet. */
export interface FleetCluster {
  /** Its name. */
  readonly name: string;
  /** Phase that it is to be in. Changing it, and synthesizing again, moves the cluster. */
  readonly phase: MigrationPhase;
  /** Group with which it moves. */
  readonly group: string;
  /**
   * Secret with its kubeconfig, in the namespace of Flux.
   * @default - the cluster that Flux runs in
   */
  readonly kubeConfigSecret?: string;
}

/** Options for `PhaseBundle.flux`. */
export interface FluxBundleProps {
  /** Clusters of the fleet, for example by the labels of their objects: `FleetClusters.fromManifests(...)`. */
  readonly clusters: FleetCluster[];
  /** Groups in the order in which they move, first the canary. */
  readonly groups: string[];
  /** Path of this bundle in the repository, for example `bundles/flux`. */
  readonly path: string;
  /**
   * Name of the source that holds the repository.
   * @default 'flux-system'
   */
  readonly sourceName?: string;
  /**
   * Kind of that source.
   * @default 'GitRepository'
   */
  readonly sourceKind?: string;
  /**
   * Namespace of Flux.
   * @default 'flux-system'
   */
  readonly namespace?: string;
  /**
   * How long Flux waits for health before it reports a failure and tries again.
   * @default '30m'
   */
  readonly timeout?: string;
  /**
   * Path from this bundle to the kustomize bundle of the same phases.
   * @default '../kustomize'
   */
  readonly kustomize?: string;
}

export function fluxRenderer(props: FluxBundleProps): RenderPhases {
  return (phases, { lease }) => fluxFiles(phases, {
    namespace: props.namespace ?? 'flux-system',
    source: { kind: props.sourceKind ?? 'GitRepository', name: props.sourceName ?? 'flux-system' },
    phasesPath: `${checkRepositoryPath('path', props.path)}/phases`,
    groups: props.groups,
    clusters: props.clusters,
    timeout: props.timeout ?? '30m',
    kustomize: props.kustomize ?? '../kustomize',
    lease,
  });
}
