import { CcmWorkloadOptions } from './workload-options';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** A migration configuration in a ConfigMap, ours or one that exists. */
export interface ILeaderMigrationConfig {
  /** Name of the ConfigMap, in the namespace of the cloud-controller-manager. */
  readonly configMapName: string;
  /** Key of the ConfigMap that holds the file. */
  readonly key: string;
  /**
   * Hash of the content, written on the pods so that a change rolls them.
   * @default - unknown: a change does not roll the pods
   */
  readonly contentHash?: string;
}

/** Options that every cloud-controller-manager has, whatever the cloud. */
export interface CcmOptions extends CcmWorkloadOptions {
  /** Version of the control plane that it works for (N+1 during the migration). Decides labels, taints and flags. */
  readonly kubernetesVersion: KubernetesVersion;
  /**
   * Name of the workload, its selector label and its pods.
   * @default 'cloud-controller-manager'
   */
  readonly name?: string;
  /**
   * Namespace of all namespaced objects.
   * @default 'kube-system'
   */
  readonly namespace?: string;
  /**
   * Whether ServiceAccount, roles and bindings are written.
   * @default true
   */
  readonly rbac?: boolean;
  /**
   * Name of the ClusterRole and of its binding.
   * @default 'system:cloud-controller-manager'
   */
  readonly clusterRoleName?: string;
  /**
   * Name of the RoleBinding, in kube-system, that lets it read how delegated authentication is configured.
   * @default 'cloud-controller-manager:apiserver-authentication-reader'
   */
  readonly authReaderBindingName?: string;
  /**
   * Whether Leader Migration is on (phases `mixed` and `n-plus-1`).
   * @default - on if `leaderMigrationConfig` is given
   */
  readonly leaderMigration?: boolean;
  /**
   * The migration configuration that it reads. Its content is part of the pod, so that a change rolls the pods.
   * @default - none: with `leaderMigration`, the default built into the component
   */
  readonly leaderMigrationConfig?: ILeaderMigrationConfig;
  /**
   * Labels that a node must have in this phase, besides being a control-plane node.
   * @default - none
   */
  readonly placementLabels?: { readonly [label: string]: string };
  /**
   * Cluster name, in the identity of load balancers: the same as kube-controller-manager's.
   * @default - not passed
   */
  readonly clusterName?: string;
  /**
   * CIDR of the pods, needed with cloud routes; two, separated by a comma, for dual stack.
   * @default - not passed
   */
  readonly clusterCidr?: string;
  /**
   * Whether the route controller makes a cloud route per node.
   * @default false
   */
  readonly configureCloudRoutes?: boolean;
  /**
   * Same value as kube-controller-manager's `--allocate-node-cidrs`.
   * @default - not passed
   */
  readonly allocateNodeCidrs?: boolean;
  /**
   * Path of the cloud config on the node, mounted read-only at the same path.
   * @default - none
   */
  readonly cloudConfigPath?: string;
  /**
   * Whether each controller acts as a service account of its own.
   * @default true
   */
  readonly useServiceAccountCredentials?: boolean;
  /**
   * `--feature-gates`, as text.
   * @default - not passed
   */
  readonly featureGates?: string;
  /**
   * Log verbosity.
   * @default 2
   */
  readonly verbosity?: number;
}
