import { Construct } from 'constructs';
import { PhaseBundle } from './phase-bundle';
import { checkRepositoryPath } from '../lib/deliver/fleet/labels';
import { fluxFiles } from '../lib/deliver/flux/files';
import { DEFAULT_LEADER_NAME } from '../lib/facts/built-in-default';
import { LOCK_NAMESPACE } from '../lib/facts/locks';
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

/** Options for `FluxBundle`. */
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
  /**
   * Whether a cluster counts as healthy only when the migration Lease has a holder. Turn it off for strategies without Leader Migration.
   * @default true
   */
  readonly waitForLease?: boolean;
  /**
   * Name of the migration Lease.
   * @default 'cloud-provider-extraction-migration'
   */
  readonly leaderName?: string;
}

/**
 * Flux Kustomizations that move clusters through the phases, group by group: a group waits until every cluster of the group before it is healthy. Flux
 * reads no labels of clusters: phase and group of each are written into its Kustomizations, and are their labels. Checked with kustomize-controller v1.6.0 (Flux 2.6).
 *
 * @see https://fluxcd.io/flux/components/kustomize/kustomizations/
 * @example
 * const bundle = new FluxBundle({
 *   path: 'bundles/flux',
 *   groups: ['canary', 'production'],
 *   clusters: [
 *     { name: 'test', phase: MigrationPhase.MIXED, group: 'canary', kubeConfigSecret: 'test' },
 *     { name: 'prod-eu', phase: MigrationPhase.N, group: 'production', kubeConfigSecret: 'prod-eu' },
 *   ],
 * });
 * bundle.addPhase(MigrationPhase.MIXED, app);
 * bundle.write('bundles/flux');
 */
export class FluxBundle {
  private readonly phases = new PhaseBundle();
  private readonly props: FluxBundleProps;

  public constructor(props: FluxBundleProps) {
    this.props = props;
  }

  /**
   * Adds all objects below an App or Chart to a phase: the same as in the kustomize bundle.
   *
   * @param phase phase whose objects they are
   * @param scope the App or Chart
   * @throws if it is neither, or a construct in it finds itself wrong
   */
  public addPhase(phase: MigrationPhase, scope: Construct): void {
    this.phases.add(phase, scope);
  }

  /**
   * Writes `clusters/<name>.yaml`, `phases/<phase>/` and an index of what is ours. Files that an earlier call wrote and that are no longer in the set are
   * removed; files of anybody else stay.
   *
   * @param outdir folder of the bundle, for example `bundles/flux`; not below the output folder of cdk8s
   * @returns paths written, relative to `outdir`
   * @throws if a cluster is in a phase or a group that there is not
   */
  public write(outdir: string): string[] {
    const { props } = this;
    return this.phases.write(outdir, phases => fluxFiles(phases, {
      namespace: props.namespace ?? 'flux-system',
      source: { kind: props.sourceKind ?? 'GitRepository', name: props.sourceName ?? 'flux-system' },
      phasesPath: `${checkRepositoryPath('path', props.path)}/phases`,
      groups: props.groups,
      clusters: props.clusters,
      timeout: props.timeout ?? '30m',
      kustomize: props.kustomize ?? '../kustomize',
      lease: props.waitForLease ?? true ? { name: props.leaderName ?? DEFAULT_LEADER_NAME, namespace: LOCK_NAMESPACE } : undefined,
    }));
  }
}
