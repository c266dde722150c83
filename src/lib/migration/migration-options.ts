import { CloudProvider } from './cloud-provider';
import { AwsCcmOptions } from '../ccm/aws-options';
import { CcmWorkloadOptions } from '../ccm/workload-options';
import { CloudConfig } from '../cloud-config/cloud-config';
import { EcrCredentialProvider } from '../ecr/ecr-credential-provider';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { RbacRule } from '../kubernetes/rbac-rule';
import { LeaderMigrationStyle } from '../leader-migration';
import { MigrationStrategy } from './migration-strategy';
import { NodeInput } from './node';
import { LeaseAccessMode } from '../rbac/lease-access-mode';

/** Which control-plane nodes the cloud-controller-manager runs on while nodes of version N can exist (phases `mixed` and `n-plus-1`). */
export enum CcmPlacement {
  /**
   * Nodes of version N+1 only, by the label `ccm-migration/side=n-plus-1` that each node gets when it is upgraded. The source document's way, and what
   * version skew demands.
   */
  UPGRADED_NODES = 'upgraded-nodes',
  /** All control-plane nodes, also those of version N. */
  ALL_CONTROL_PLANE_NODES = 'all-control-plane-nodes',
}

/** What decides every artifact of a migration, in all phases. */
export interface MigrationOptions extends CcmWorkloadOptions, AwsCcmOptions {
  /** Id of the cluster: the part after `kubernetes.io/cluster/` of the cluster tag. */
  readonly clusterId: string;
  /** Version N+1: what the control plane runs after the migration. In phase `disabled` any release up to the newest. A full release, like `1.27.16`. */
  readonly toVersion: KubernetesVersion;
  /**
   * Version N: what the control plane runs today, with the in-tree cloud provider. A full release where manifests are handed in.
   * @default - none: only phase `disabled` can be written
   */
  readonly fromVersion?: KubernetesVersion;
  /**
   * The cloud.
   * @default CloudProvider.AWS
   */
  readonly cloud?: CloudProvider;
  /**
   * How the controllers move.
   * @default MigrationStrategy.LEADER_MIGRATION
   */
  readonly strategy?: MigrationStrategy;
  /**
   * Nodes as they are today, at version N, with the files that concern the migration. See `NodeFolder.read`.
   * @default - none: no node files are written, and the cluster's settings come from properties
   */
  readonly nodes?: NodeInput[];
  /**
   * Nodes as they are at version N+1, where you have their manifests already.
   * @default - derived from `nodes`
   */
  readonly upgradedNodes?: NodeInput[];
  /**
   * Style of the migration configuration.
   * @default - wildcard; assigned on 1.21, where a wildcard matches nobody
   */
  readonly style?: LeaderMigrationStyle;
  /**
   * Name of the migration Lease.
   * @default 'cloud-provider-extraction-migration'
   */
  readonly leaderName?: string;
  /**
   * Whether node IPAM moves too. Not for AWS, whose cloud-controller-manager has no such controller.
   * @default false
   */
  readonly nodeIpam?: boolean;
  /**
   * Whether the configuration lists the controller keys of releases before and from 1.28 in one file.
   * @default false
   */
  readonly bothKeyGenerations?: boolean;
  /**
   * How access to the migration Lease is given.
   * @default LeaseAccessMode.ADDITIVE
   */
  readonly leaseAccess?: LeaseAccessMode;
  /**
   * Which nodes the cloud-controller-manager runs on in phases `mixed` and `n-plus-1`.
   * @default CcmPlacement.UPGRADED_NODES
   */
  readonly placement?: CcmPlacement;
  /**
   * Cluster name, equal in both components.
   * @default - from the manifests of N; without them, not passed
   */
  readonly clusterName?: string;
  /**
   * CIDR of the pods, equal in both components.
   * @default - from the manifests of N; without them, not passed
   */
  readonly clusterCidr?: string;
  /**
   * Whether the route controller makes a cloud route per node.
   * @default - as in the manifests of N; without them, false
   */
  readonly configureCloudRoutes?: boolean;
  /**
   * `--allocate-node-cidrs`, equal in both components.
   * @default - from the manifests of N; without them, not passed
   */
  readonly allocateNodeCidrs?: boolean;
  /**
   * Path of the cloud config on the node.
   * @default - from the manifests of N; without them, none
   */
  readonly cloudConfigPath?: string;
  /**
   * AWS cloud config, written as node files: one where both components can read it, else one for each.
   * @default - the files of the nodes stay as they are
   */
  readonly cloudConfig?: CloudConfig;
  /**
   * ECR credential provider of the kubelets of version N+1, written as node files. Without it no image is pulled from private ECR from 1.27 on.
   * @default - none: configured elsewhere, or no image is on ECR
   */
  readonly ecrCredentialProvider?: EcrCredentialProvider;
  /**
   * Whether volumes of the in-tree plugin stay in use at N+1, through `--external-cloud-volume-plugin`. Only where kube-controller-manager of N+1 still
   * has the in-tree provider.
   * @default false - volumes are on CSI
   */
  readonly externalCloudVolumePlugin?: boolean;
  /**
   * Whether EBS volumes of the in-tree plugin move to the EBS CSI driver as part of this migration: the gates that turn it on are written for
   * kube-controller-manager, kube-scheduler and kubelets, from phase `n` on, where their release does not have them on by itself. The driver has to be
   * installed before.
   * @default false - they moved before, or the release serves them by CSI anyway (1.25 and later; 1.23 unless switched off)
   */
  readonly csiMigration?: boolean;
  /**
   * Whether each controller of the cloud-controller-manager acts as a service account of its own.
   * @default true
   */
  readonly useServiceAccountCredentials?: boolean;
  /**
   * Release of the AWS cloud-controller-manager, for example `v1.27.10`.
   * @default - the newest promoted image of the minor of `toVersion`
   */
  readonly ccmRelease?: string;
  /**
   * Repository of the AWS image: a mirror of upstream's.
   * @default 'registry.k8s.io/provider-aws/cloud-controller-manager'
   */
  readonly ccmImageRepository?: string;
  /**
   * Image of the cloud-controller-manager of another cloud, with a tag. Needed for every cloud but AWS.
   * @default - the AWS image
   */
  readonly ccmImage?: string;
  /**
   * Minor of k8s.io/cloud-provider that `ccmImage` is built from: it decides the controller keys.
   * @default - `toVersion`
   */
  readonly ccmVersion?: KubernetesVersion;
  /**
   * ClusterRole rules of `ccmImage`. Needed for every cloud but AWS.
   * @default - what the AWS cloud-controller-manager needs
   */
  readonly ccmRules?: RbacRule[];
  /**
   * Name of the workload.
   * @default - 'aws-cloud-controller-manager'; for another cloud 'cloud-controller-manager'
   */
  readonly ccmName?: string;
}
