import { CloudProvider } from './cloud-provider';
import { MigrationOptions } from './migration-options';
import { MigrationStrategy } from './migration-strategy';
import { awsCcmImage } from '../ccm/aws-image';
import { refuseAwsOptions } from '../ccm/aws-options';
import { awsV2ConfigMap, awsV2Provider } from '../ccm/aws-v2-options';
import { CcmOfCloud } from '../ccm/ccm-objects';
import { AwsV2Provider } from '../cloud-config/aws-v2';
import { AWS_CCM_HAS_NODE_IPAM, awsCcmRelease, newestPromotedAwsCcm } from '../facts/ccm-releases';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { RbacRule } from '../kubernetes/rbac-rule';
import { ccmClusterRoleRules } from '../rbac/ccm-rules';

/** What the cloud decides about a migration. */
export interface CloudOfMigration {
  /** Value of `--cloud-provider` at N. */
  readonly name: string;
  /** Minor of k8s.io/cloud-provider that the cloud-controller-manager is built from: decides its controller keys. */
  readonly ccmVersion: KubernetesVersion;
  /** Its own release. A release may be built from a newer k8s.io/cloud-provider. */
  readonly ccmRelease: KubernetesVersion;
  /** Tag of upstream's AWS image, if that is what runs: its flags are known. */
  readonly awsImage?: string;
  readonly ccmName: string;
  readonly ccm: CcmOfCloud;
  readonly lacksNodeIpam: boolean;
  /** Whether its cloud-controller-manager reads another cloud config than kube-controller-manager. */
  readonly hasOwnCloudConfig?: boolean;
}

/** @throws if a cloud other than AWS lacks what only its user can know, or AWS is given what is only for others */
export function cloudOfMigration(options: MigrationOptions): CloudOfMigration {
  const cloud = options.cloud ?? CloudProvider.AWS;
  return cloud.name === CloudProvider.AWS.name && options.ccmImage === undefined ? aws(options) : userGiven(cloud, options);
}

function aws(options: MigrationOptions): CloudOfMigration {
  if (options.ccmVersion) throw new Error('`ccmVersion` is given without `ccmImage`; for the AWS image give `ccmRelease`, which says what it is built from');
  const tag = options.ccmRelease ?? newestPromotedAwsCcm(options.toVersion);
  const ccmName = options.ccmName ?? 'aws-cloud-controller-manager';
  const v2 = alphaV2(options, tag);
  return {
    name: 'aws',
    ccmVersion: awsCcmRelease(tag, 'ccmRelease').linkedMinor,
    ccmRelease: KubernetesVersion.of(tag),
    awsImage: tag,
    ccmName,
    lacksNodeIpam: !AWS_CCM_HAS_NODE_IPAM,
    ccm: {
      name: ccmName,
      image: awsCcmImage(options.toVersion, tag, options.ccmImageRepository, 'ccmImageRepository'),
      cloudProvider: v2?.cloudProvider ?? 'aws',
      rules: options.ccmRules ?? awsRules(options),
      rulesGrantLeases: false,
      mounted: v2 && [awsV2ConfigMap(v2, 'kube-system')],
    },
    hasOwnCloudConfig: v2 !== undefined,
  };
}

/** The opt-in to the second AWS provider; a migration knows its cluster's tag, and a name that is not in it would have every node deleted. */
function alphaV2(options: MigrationOptions, tag: string): AwsV2Provider | undefined {
  const strategy = options.strategy ?? MigrationStrategy.LEADER_MIGRATION;
  const provider = awsV2Provider(options, tag, options.fromVersion !== undefined && strategy === MigrationStrategy.LEADER_MIGRATION);
  if (provider && options.alphaV2ClusterName !== options.clusterId) {
    throw new Error(`alphaV2ClusterName is '${options.alphaV2ClusterName}' and clusterId '${options.clusterId}': the provider finds instances by the tag `
      + 'kubernetes.io/cluster/<alphaV2ClusterName>=owned, and nodes of others are deleted; give the same');
  }
  if (provider && options.cloudConfig) {
    throw new Error('cloudConfig is given with `alphaV2ClusterName`, but that provider reads a YAML file of its own, which is written as a ConfigMap; leave one of them out');
  }
  return provider;
}

function userGiven(cloud: CloudProvider, options: MigrationOptions): CloudOfMigration {
  const isAws = cloud.name === CloudProvider.AWS.name;
  refuseAwsOptions(options, options.ccmImage === undefined ? `cloud '${cloud.name}'` : '`ccmImage`');
  const rules = options.ccmRules ?? (isAws ? awsRules(options) : undefined);
  if (!options.ccmImage || !rules) {
    throw new Error(`cloud '${cloud.name}' needs \`ccmImage\` and \`ccmRules\`: this library knows images and rules only for 'aws'; take them from the cloud's own manifests`);
  }
  const ccmName = options.ccmName ?? (isAws ? 'aws-cloud-controller-manager' : 'cloud-controller-manager');
  return {
    name: cloud.name,
    ccmVersion: options.ccmVersion ?? options.toVersion,
    ccmRelease: options.ccmVersion ?? options.toVersion,
    ccmName,
    lacksNodeIpam: isAws && !AWS_CCM_HAS_NODE_IPAM,
    ccm: { name: ccmName, image: options.ccmImage, cloudProvider: cloud.name, rules, rulesGrantLeases: false },
  };
}

function awsRules(options: MigrationOptions): RbacRule[] {
  return ccmClusterRoleRules({ useServiceAccountCredentials: options.useServiceAccountCredentials ?? true, delegatedAuthorization: true });
}
