/** How a changed workload replaces its pods. */
export enum CcmUpdateStrategy {
  /** One after the other. */
  ROLLING_UPDATE = 'RollingUpdate',
  /** When somebody deletes the old pod. A DaemonSet only. */
  ON_DELETE = 'OnDelete',
  /** All old pods go before the first new one starts. A Deployment only. */
  RECREATE = 'Recreate',
}

/** How pods of a cloud-controller-manager are watched, replaced and spread. */
export interface CcmAvailabilityOptions {
  /**
   * Whether the kubelet restarts a container that does not answer `/healthz` on its secure port. A replica without the lock answers too.
   * @default true - as kubeadm does for kube-controller-manager; no probe with `recommendedDefaults: false`
   */
  readonly livenessProbe?: boolean;
  /**
   * Whether a pod counts as available only when `/healthz` answers, so that a rollout stops at a pod that does not start.
   * @default true - no probe with `recommendedDefaults: false`
   */
  readonly readinessProbe?: boolean;
  /**
   * How a changed workload replaces its pods.
   * @default CcmUpdateStrategy.ROLLING_UPDATE
   */
  readonly updateStrategy?: CcmUpdateStrategy;
  /**
   * How many pods may be missing during a rolling update.
   * @default 1
   */
  readonly updateMaxUnavailable?: number;
  /**
   * Seconds that a new pod must be ready before it counts as available.
   * @default 0
   */
  readonly minReadySeconds?: number;
  /**
   * Whether a PodDisruptionBudget keeps drains from taking the last pod. In phase `mixed` with a single upgraded node it blocks the drain of that node.
   * @default false
   */
  readonly podDisruptionBudget?: boolean;
  /**
   * Node labels over whose values the pods of a Deployment are spread, where that is possible.
   * @default - `topology.kubernetes.io/zone`; none with `recommendedDefaults: false`
   */
  readonly topologySpreadKeys?: string[];
}
