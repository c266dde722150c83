import type { k8s } from 'cdk8s-plus-27';
import type { ApiServerEndpoint } from './api-server-endpoint';

/** The pod of a cloud-controller-manager and its container, in Kubernetes' own types. Quantities may be text: `k8s.Quantity.fromString('200m')`. */
export interface CcmPodOptions {
  /**
   * Name of the container.
   * @default - the name of the workload
   */
  readonly containerName?: string;
  /**
   * Command of the container; flags follow as its args.
   * @default - the entry point of the image
   */
  readonly command?: string[];
  /**
   * More environment variables.
   * @default - none
   */
  readonly env?: k8s.EnvVar[];
  /**
   * More volumes. A static pod can use files of its node only.
   * @default - none
   */
  readonly volumes?: k8s.Volume[];
  /**
   * Where the container sees them.
   * @default - none
   */
  readonly volumeMounts?: k8s.VolumeMount[];
  /**
   * Requests and limits of the container.
   * @default - a CPU request of `200m`
   */
  readonly resources?: k8s.ResourceRequirements;
  /**
   * Whether the pod uses the node's network. Without it the pod waits for a CNI that may itself wait for the cloud-controller-manager.
   * @default true
   */
  readonly hostNetwork?: boolean;
  /**
   * DNS policy. `ClusterFirst` needs a cluster DNS that may itself wait for the cloud-controller-manager.
   * @default 'Default'
   */
  readonly dnsPolicy?: string;
  /**
   * Priority class.
   * @default 'system-node-critical'
   */
  readonly priorityClassName?: string;
  /**
   * Labels that a node must have, besides those of the placement.
   * @default - the control-plane label of the version; none where `affinity` says which nodes
   */
  readonly nodeSelector?: { readonly [label: string]: string };
  /**
   * Affinity of the pod. A Deployment also keeps its pods on different nodes, unless this has a `podAntiAffinity`.
   * @default - none; without a `nodeSelector`, the control-plane labels of a version that has two
   */
  readonly affinity?: k8s.Affinity;
  /**
   * Taints that the pod tolerates.
   * @default - the uninitialized taint, the control-plane taint of the version, those that control-plane nodes of the input register with, and
   *   not-ready
   */
  readonly tolerations?: k8s.Toleration[];
  /**
   * How it reaches the API server.
   * @default - the Service `kubernetes`; in phases `mixed` and `n-plus-1` the API server of its own node, to 1.28. A new node of 1.29 or newer has no
   * address before a cloud-controller-manager has run unless its kubelet has `--node-ip`: then the Service there too
   */
  readonly apiServerEndpoint?: ApiServerEndpoint;
  /**
   * When the kubelet pulls the image: `Always`, `IfNotPresent` or `Never`.
   * @default - the API server's default
   */
  readonly imagePullPolicy?: string;
  /**
   * Secrets to pull the image with.
   * @default - none
   */
  readonly imagePullSecrets?: k8s.LocalObjectReference[];
}
