import { ApiServerEndpoint } from './api-server-endpoint';
import { CcmAvailabilityOptions } from './availability-options';
import { CcmMetadataOptions } from './metadata-options';
import { CcmMonitoringOptions } from './monitoring-options';
import { CcmSecurityOptions } from './security-options';
import { CcmVolume } from './volume';

/** Form in which the cloud-controller-manager runs. */
export enum CcmWorkload {
  /** One pod on each node of the placement. */
  DAEMON_SET = 'daemon-set',
  /** A number of replicas spread over the nodes of the placement. */
  DEPLOYMENT = 'deployment',
  /** A static pod manifest on each node of version N+1, started by its kubelet. */
  STATIC_POD = 'static-pod',
}

/** A toleration of the pod. */
export interface CcmToleration {
  /**
   * Key of the taint.
   * @default - every taint (with operator `Exists`)
   */
  readonly key?: string;
  /**
   * `Exists` or `Equal`.
   * @default - the API server's default, `Equal`
   */
  readonly operator?: string;
  /**
   * Value of the taint, with operator `Equal`.
   * @default - the empty value
   */
  readonly value?: string;
  /**
   * `NoSchedule`, `PreferNoSchedule` or `NoExecute`.
   * @default - every effect
   */
  readonly effect?: string;
}

/** An environment variable of the container. */
export interface CcmEnvVar {
  /** Name of the variable. */
  readonly name: string;
  /**
   * Its value.
   * @default - taken from `fieldPath` or `secretName`
   */
  readonly value?: string;
  /**
   * Field of the pod that is its value, for example `spec.nodeName`.
   * @default - none
   */
  readonly fieldPath?: string;
  /**
   * Secret that holds its value.
   * @default - none
   */
  readonly secretName?: string;
  /**
   * Key in that Secret.
   * @default - the name of the variable
   */
  readonly secretKey?: string;
}

/** What can be set on the workload of a cloud-controller-manager, whatever the cloud. */
export interface CcmWorkloadOptions extends CcmMetadataOptions, CcmSecurityOptions, CcmAvailabilityOptions, CcmMonitoringOptions {
  /**
   * Form in which it runs.
   * @default CcmWorkload.DAEMON_SET
   */
  readonly workload?: CcmWorkload;
  /**
   * Number of replicas of a Deployment.
   * @default 2
   */
  readonly replicas?: number;
  /**
   * Name of the container.
   * @default - the name of the workload
   */
  readonly containerName?: string;
  /**
   * Name of the ServiceAccount it runs as.
   * @default 'cloud-controller-manager'
   */
  readonly serviceAccountName?: string;
  /**
   * Command of the container; flags follow as its args.
   * @default - the entry point of the image
   */
  readonly command?: string[];
  /**
   * More flags, by name without dashes; they win over those that other properties set.
   * @default - none
   */
  readonly flags?: { readonly [name: string]: string };
  /**
   * Whether fields that are not given get this library's defaults (host network, DNS, priority, tolerations by version, API server endpoint,
   * probes, spread over zones) or are left out, so that the API server's defaults apply.
   * @default true
   */
  readonly recommendedDefaults?: boolean;
  /**
   * Whether the pod uses the node's network. Without it the pod waits for a CNI that may itself wait for the cloud-controller-manager.
   * @default true
   */
  readonly hostNetwork?: boolean;
  /**
   * DNS policy of the pod. `ClusterFirst` needs a cluster DNS that may itself wait for the cloud-controller-manager.
   * @default 'Default'
   */
  readonly dnsPolicy?: string;
  /**
   * Priority class of the pod.
   * @default 'system-node-critical'
   */
  readonly priorityClassName?: string;
  /**
   * Labels that a node must have, besides those of the placement.
   * @default - the control-plane label of the version
   */
  readonly nodeSelector?: { readonly [label: string]: string };
  /**
   * Labels of which a node must have at least one, whatever its value. Written as a node affinity.
   * @default - none; without a `nodeSelector`, the control-plane labels of a version that has two
   */
  readonly nodeAffinityLabels?: string[];
  /**
   * Taints that the pod tolerates.
   * @default - the uninitialized taint, the control-plane taint of the version, and not-ready
   */
  readonly tolerations?: CcmToleration[];
  /**
   * How it reaches the API server.
   * @default - the Service `kubernetes`; in phases `mixed` and `n-plus-1` the API server of its own node, to 1.28. A new node of 1.29 or newer has no
   * address before a cloud-controller-manager has run unless its kubelet has `--node-ip`: then the Service there too
   */
  readonly apiServerEndpoint?: ApiServerEndpoint;
  /**
   * More environment variables.
   * @default - none
   */
  readonly env?: CcmEnvVar[];
  /**
   * More volumes.
   * @default - none
   */
  readonly volumes?: CcmVolume[];
  /**
   * CPU request, a Kubernetes quantity.
   * @default '200m'
   */
  readonly cpuRequest?: string;
  /**
   * Memory request, a Kubernetes quantity.
   * @default - none
   */
  readonly memoryRequest?: string;
  /**
   * Memory limit, a Kubernetes quantity.
   * @default - none
   */
  readonly memoryLimit?: string;
  /**
   * When the kubelet pulls the image: `Always`, `IfNotPresent` or `Never`.
   * @default - the API server's default
   */
  readonly imagePullPolicy?: string;
  /**
   * Secrets to pull the image with.
   * @default - none
   */
  readonly imagePullSecrets?: string[];
  /**
   * kubeconfig on the node that a static pod uses, since a static pod has no service account.
   * @default '/etc/kubernetes/cloud-controller-manager.conf'
   */
  readonly staticPodKubeconfig?: string;
}
