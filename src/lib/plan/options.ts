import { ControllerManagerRuntime } from '../migration/migration-strategy';
import { InertKindClaim } from '../view/model';

/** How kube-controller-manager runs, which decides how it is stopped for a downtime. */
export type KcmRuntime = `${ControllerManagerRuntime}`;

export const KCM_RUNTIMES: readonly KcmRuntime[] = Object.values(ControllerManagerRuntime);

/** Nodes whose pods use EBS volumes: the EBS CSI driver must run there before the controllers move. */
export enum EbsVolumes {
  /** Every node, control-plane nodes too. */
  ALL_NODES = 'all-nodes',
  /** Workers only. */
  WORKERS = 'workers',
  /** None: the cluster has no EBS volume, and nothing is asked about them. */
  NONE = 'none',
}

export const EBS_VOLUMES: readonly `${EbsVolumes}`[] = Object.values(EbsVolumes);

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
  readonly volumes?: `${EbsVolumes}`;
  /** Names of worker nodes by node group, in the order in which the groups change. Default: one group. */
  readonly nodeGroups?: Readonly<Record<string, readonly string[]>>;
  /** Which cluster, where the app has several. */
  readonly cluster?: string;
  /** Kinds of objects of the app that are taken to be inert, as the user says. */
  readonly inertKinds?: readonly InertKindClaim[];
}
