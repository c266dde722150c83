import { ControllerManagerRuntime } from '../migration/migration-strategy';

/** How kube-controller-manager runs, which decides how it is stopped for a downtime. */
export type KcmRuntime = `${ControllerManagerRuntime}`;

export const KCM_RUNTIMES: readonly KcmRuntime[] = Object.values(ControllerManagerRuntime);

/** Nodes with EBS volumes, so that the CSI driver must run there; `none`: the cluster has no such volume. */
export type EbsVolumes = 'all-nodes' | 'workers' | 'none';

export const EBS_VOLUMES: readonly EbsVolumes[] = ['all-nodes', 'workers', 'none'];

/** Choices of a plan that the files do not say. */
export interface PlanOptions {
  /**
   * Whether the migration Lease is released once the old leader is proven stopped, for a shorter gap.
   * @default false
   */
  readonly releaseLease?: boolean;
  /** Default: `static-pod`. */
  readonly kcmRuntime?: KcmRuntime;
  /** Default: `all-nodes`. */
  readonly volumes?: EbsVolumes;
  /** Names of worker nodes by node group, in the order in which the groups change. Default: one group. */
  readonly nodeGroups?: Readonly<Record<string, readonly string[]>>;
  /** Which cluster, where the app has several. */
  readonly cluster?: string;
}
