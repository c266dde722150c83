import { KubernetesVersion } from '../../kubernetes/kubernetes-version';

/** What decides a migration of a cluster that kops makes, the Cluster itself aside. */
export interface KopsOptions {
  /** Id of the cluster: kops tags everything with the name of the Cluster. */
  readonly clusterId: string;
  readonly fromVersion: KubernetesVersion;
  readonly toVersion: KubernetesVersion;
  /** Where it is given, it is written; else kops' own default holds. */
  readonly configureCloudRoutes?: boolean;
  /** Whether EBS volumes move to the EBS CSI driver as part of the migration. */
  readonly csiMigration?: boolean;
  /** Text of each file with the Cluster and its InstanceGroups, by a name of your choice. */
  readonly configs: { readonly [file: string]: string };
  /** Release of kops that applies all phases, for example `1.25`. */
  readonly kopsRelease: string;
  /** Address of a manifest with access to the migration Lease, where kops adds none by itself. */
  readonly leaseAccessManifest?: string;
}
