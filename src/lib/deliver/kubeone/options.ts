import { KubernetesVersion } from '../../kubernetes/kubernetes-version';

/** What decides a migration of a cluster of KubeOne, the KubeOneCluster itself aside. */
export interface KubeOneOptions {
  /** Id of the cluster: its name. */
  readonly clusterId: string;
  /** The version of the cluster. KubeOne moves the controllers without changing it. */
  readonly version: KubernetesVersion;
  /** Text of the file with the KubeOneCluster, and of its MachineDeployments where you have them, by a name of your choice. */
  readonly configs: { readonly [file: string]: string };
  /** Release of KubeOne, for example `1.6`. */
  readonly kubeOneRelease: string;
  /** Output of Terraform that KubeOne is given with `-t`. */
  readonly terraformOutput?: string;
}
