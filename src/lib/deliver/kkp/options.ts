import { KubernetesVersion } from '../../kubernetes/kubernetes-version';

/** What decides a migration of a cluster of KKP, the Cluster itself aside. */
export interface KkpOptions {
  /** Id of the cluster: the name of the Cluster. */
  readonly clusterId: string;
  /** The version of the cluster. KKP moves the controllers without changing it. */
  readonly version: KubernetesVersion;
  /** Text of each file with the Cluster and its MachineDeployments, by a name of your choice. */
  readonly configs: { readonly [file: string]: string };
  /** Release of KKP, for example `2.22`. */
  readonly kkpRelease: string;
  /** Value of the annotation that makes MachineDeployments roll; any value but today's. */
  readonly forceRestart: string;
}
