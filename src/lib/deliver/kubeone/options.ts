import { GapOptions } from '../gap-options';

/** What decides a migration of a cluster of KubeOne, the KubeOneCluster itself aside. */
export interface KubeOneOptions extends GapOptions {
  /** Text of the file with the KubeOneCluster, and of its MachineDeployments where you have them, by a name of your choice. */
  readonly configs: { readonly [file: string]: string };
  /** Release of KubeOne, for example `1.6`. */
  readonly kubeOneRelease: string;
  /** Output of Terraform that KubeOne is given with `-t`. */
  readonly terraformOutput?: string;
}
