import { CcmVerticalPodAutoscalerOptions } from './vertical-pod-autoscaler';

/** How pods of a cloud-controller-manager are watched and kept. */
export interface CcmAvailabilityOptions {
  /**
   * Whether the kubelet restarts a container that does not answer `/healthz` on its secure port. A replica without the lock answers too.
   * @default true - as kubeadm does for kube-controller-manager; no probe with `recommendedDefaults: false`
   */
  readonly livenessProbe?: boolean;
  /**
   * Whether a pod is ready only when `/healthz` answers.
   * @default true - no probe with `recommendedDefaults: false`
   */
  readonly readinessProbe?: boolean;
  /**
   * Whether a PodDisruptionBudget keeps drains from taking the last pod. In phase `mixed` with a single upgraded node it blocks the drain of that
   * node.
   * @default false
   */
  readonly podDisruptionBudget?: boolean;
  /**
   * A VerticalPodAutoscaler that sets the requests of its pods.
   * @default - none
   */
  readonly verticalPodAutoscaler?: CcmVerticalPodAutoscalerOptions;
}
