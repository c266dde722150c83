import { MigrationOptions } from '../../migration/migration-options';

/** What decides a migration of a cluster that Cluster API makes. Nodes are not handed in: the objects say what they are made from. */
export interface ClusterApiOptions extends MigrationOptions {
  /**
   * Text of each file with objects of the cluster, by a name of your choice: KubeadmControlPlane, AWSCluster, KubeadmConfigTemplates, and, where you have them,
   * Cluster, MachineDeployments and AWSMachineTemplates. As they are before the migration. See `NodeFolder.readFiles`.
   */
  readonly configs: { readonly [file: string]: string };
  /** Minor of Cluster API in the management cluster, for example `1.9`: it decides which versions of Kubernetes and of its own APIs there are. */
  readonly clusterApiRelease: string;
  /**
   * Names of the AWSMachineTemplates for version N+1, by the names of those for version N. Needed for templates with a fixed AMI, whose Kubernetes is that of
   * version N.
   * @default - the same templates: Cluster API looks the AMI up by version
   */
  readonly upgradedMachineTemplates?: { readonly [template: string]: string };
}
