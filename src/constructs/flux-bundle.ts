import { RenderPhases } from './bundle-renderer';
import { FleetBundleProps } from './fleet-bundle-props';
import { FLEET } from './required-props';
import { checkRepositoryPath } from '../lib/deliver/fleet/labels';
import { fluxFiles } from '../lib/deliver/flux/files';
import { MigrationPhase } from '../lib/migration/migration-phase';
import { checkNames } from '../lib/options/check-names';
import { checkRequired, anyList } from '../lib/text/required-props';

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
export interface FluxBundleProps extends FleetBundleProps {
  /** Clusters of the fleet, for example by the labels of their objects: `FleetClusters.fromManifests(...)`. */
  readonly clusters: FleetCluster[];
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
}

export function fluxRenderer(props: FluxBundleProps): RenderPhases {
  checkNames('FluxBundleProps', props);
  checkRequired(props, { ...FLEET, clusters: anyList('the clusters, or FleetClusters.fromManifests(text)') });
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
