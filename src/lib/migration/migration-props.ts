import type { ManagerDeployment } from './manager-deployment/manager-deployment';
import type { MigrationStrategy } from './migration-strategy';
import type { NodeReplacement } from './replacement/node-replacement';
import { CcmProps } from '../ccm/ccm-props';
import type { CloudConfig } from '../cloud-config/cloud-config';
import type { EcrCredentialProvider } from '../ecr/ecr-credential-provider';
import type { KubernetesVersion } from '../kubernetes/kubernetes-version';
import type { NodeInput } from '../kubernetes/node';

/** Options for `Migration`: what decides every artifact, in all phases. */
export interface MigrationProps extends CcmProps {
  /** Id of the cluster: the part after `kubernetes.io/cluster/` of the cluster tag, at most 106 characters. */
  readonly clusterId: string;
  /**
   * Version N+1: what the control plane runs after the migration. In phase `disabled` any release up to the newest. A full release, like `1.27.16`.
   */
  readonly toVersion: KubernetesVersion;
  /**
   * Version N: what the control plane runs today, with the in-tree cloud provider. A full release where manifests are handed in.
   * @default - the release of the images in `nodes`; without `nodes` none, and only phase `disabled` can be written
   */
  readonly fromVersion?: KubernetesVersion;
  /**
   * How the controllers move.
   * @default MigrationStrategy.leaderMigration()
   */
  readonly strategy?: MigrationStrategy;
  /**
   * Nodes as they are today, at version N, with the files that concern the migration. See `NodeFolder.read`.
   * @default - none: no node files are written, and the cluster's settings come from properties
   */
  readonly nodes?: NodeInput[];
  /**
   * Nodes as they are at version N+1, where you have their manifests already. Nodes and files that it does not contain are derived from `nodes`.
   * @default - all are derived from `nodes`
   */
  readonly upgradedNodes?: NodeInput[];
  /**
   * The Deployment that runs kube-controller-manager, where no control-plane node does. `nodes` are workers then. With `leaderMigration()` alone.
   * @default - kube-controller-manager runs on the control-plane nodes
   */
  readonly managerDeployment?: ManagerDeployment;
  /**
   * Names of worker nodes by node group, in the order in which the groups change.
   * @default - all workers are one group
   */
  readonly nodeGroups?: { readonly [group: string]: string[] };
  /**
   * How the nodes of a group come to the other version: `'control-plane'`, and the groups of `nodeGroups` (`'workers'` without groups). Nodes that
   * are replaced get files without a value of a single node, and user data, in a folder with the name of the group.
   * @default - NodeReplacement.inPlace() for each
   */
  readonly nodeReplacement?: { readonly [group: string]: NodeReplacement };
  /**
   * Whether node IPAM moves too. Not for AWS, whose cloud-controller-manager has no such controller.
   * @default false
   */
  readonly nodeIpam?: boolean;
  /**
   * Cloud controllers that do not move, each with what serves instead: `{ service: 'aws-load-balancer-controller' }`. Keys are `service`, `route` and
   * `cloud-node-lifecycle`. Neither component runs them.
   * @default - those that `--controllers` of version N switches off already; all others move
   */
  readonly servedElsewhere?: { readonly [controller: string]: string };
  /**
   * AWS cloud config, written as node files: one where both components can read it, else one for each. Needs `nodes`.
   * @default - the files of the nodes stay as they are
   */
  readonly cloudConfig?: CloudConfig;
  /**
   * ECR credential provider of the kubelets of version N+1, written as node files. Without it no image is pulled from private ECR from 1.27 on.
   * @default - none: configured elsewhere, or no image is on ECR
   */
  readonly ecrCredentialProvider?: EcrCredentialProvider;
  /**
   * Whether kubelets of version N+1 on AWS are told the ID of their instance, by `--provider-id`: `providerId` of their `nodes`.
   *
   * The cloud-controller-manager then asks EC2 for that instance, whatever the node is called.
   * @default false - it finds the instance by the name of the node, and writes the ID
   */
  readonly providerIdFlag?: boolean;
  /**
   * Whether volumes of the in-tree plugin stay in use at N+1, through `--external-cloud-volume-plugin`.
   *
   * On AWS to 1.24: in 1.23 and 1.24, which serve EBS volumes by CSI unless they are told otherwise, `CSIMigrationAWS=false` is written for each
   * component of N+1 that reads it. From 1.25 on the EBS CSI driver serves them whatever the flags, and this is refused.
   * @default false - volumes are on CSI
   */
  readonly externalCloudVolumePlugin?: boolean;
  /**
   * Whether EBS volumes of the in-tree plugin move to the EBS CSI driver as part of this migration.
   *
   * The gates are written from phase `n` on; the driver is installed before. `InTreePluginAWSUnregister`, which KEP-1487 has come after them, is not:
   * it only removes what is no longer used by then, and a way back would have no plugin to go back to. Where you pass it, it stays.
   * @default false - they moved before, or the release serves them by CSI anyway
   */
  readonly csiMigration?: boolean;
}
