import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { CloudControllerManager, CloudControllerManagerBaseProps } from './cloud-controller-manager';
import { awsCcmImage } from '../lib/ccm/aws-image';
import { AwsCcmOptions, withAwsOptions } from '../lib/ccm/aws-options';
import { awsV2ConfigMap, awsV2Provider } from '../lib/ccm/aws-v2-options';
import { upstreamAwsRules } from '../lib/facts/aws-ccm-rules';
import { newestPromotedAwsCcm } from '../lib/facts/ccm-releases';
import { RbacRule } from '../lib/kubernetes/rbac-rule';
import { ccmClusterRoleRules } from '../lib/rbac/ccm-rules';

/** Which rules the ClusterRole of the AWS cloud-controller-manager has. */
export enum AwsCcmRules {
  /** What its flags need, and a Role for its main Lease by name. */
  LEAST_PRIVILEGE = 'least-privilege',
  /** Those of upstream's kustomize base, with all Leases of the cluster. */
  UPSTREAM_BASE = 'upstream-base',
  /** Those of upstream's overlay `superset-role`, for `useServiceAccountCredentials: false`. It cannot delete nodes. */
  UPSTREAM_SUPERSET = 'upstream-superset',
}

/** Options for `AwsCloudControllerManager`. */
export interface AwsCloudControllerManagerProps extends CloudControllerManagerBaseProps, AwsCcmOptions {
  /**
   * Release of the cloud-controller-manager, for example `v1.27.10`.
   * @default - the newest promoted image of the minor of `kubernetesVersion`
   */
  readonly ccmRelease?: string;
  /**
   * Repository of the image: a mirror of upstream's.
   * @default 'registry.k8s.io/provider-aws/cloud-controller-manager'
   */
  readonly imageRepository?: string;
  /**
   * Rules of the ClusterRole.
   * @default AwsCcmRules.LEAST_PRIVILEGE
   */
  readonly awsRules?: AwsCcmRules;
  /**
   * Rules of the ClusterRole in place of `awsRules`.
   * @default - those of `awsRules`
   */
  readonly rules?: RbacRule[];
  /**
   * Whether `rules` already allow its main Lease. Without it a Role for the Lease by name is added.
   * @default false - as in `awsRules` where those decide
   */
  readonly rulesGrantLeases?: boolean;
}

/**
 * The AWS cloud-controller-manager, under upstream's names, labels and selector (phases `mixed`, `n-plus-1` and `disabled`).
 *
 * @see https://github.com/kubernetes/cloud-provider-aws
 * @example
 * new AwsCloudControllerManager(this, 'Ccm', { kubernetesVersion: KubernetesVersion.of('1.34.3') });
 *
 * // Pre-alpha, for new clusters up to 1.28: the second provider, with its switch and its own configuration.
 * new AwsCloudControllerManager(this, 'Alpha', { kubernetesVersion: KubernetesVersion.of('1.28.15'), name: 'ccm-v2', alphaV2ClusterName: 'lab' });
 */
export class AwsCloudControllerManager extends CloudControllerManager {
  public constructor(scope: Construct, id: string, props: AwsCloudControllerManagerProps) {
    if (props.rules && props.awsRules) throw new Error(`rules and awsRules '${props.awsRules}' are both given, and a ClusterRole has one set; leave one of them out`);
    const awsRules = props.awsRules ?? AwsCcmRules.LEAST_PRIVILEGE;
    const release = props.ccmRelease ?? newestPromotedAwsCcm(props.kubernetesVersion);
    const v2 = awsV2Provider(props, release, props.leaderMigration ?? props.leaderMigrationConfig !== undefined);
    super(scope, id, {
      ...withAwsOptions(props, release),
      name: props.name ?? 'aws-cloud-controller-manager',
      image: awsCcmImage(props.kubernetesVersion, props.ccmRelease, props.imageRepository),
      cloudProvider: v2?.cloudProvider ?? 'aws',
      rules: props.rules ?? clusterRoleRules(awsRules, props),
      rulesGrantLeases: props.rules ? props.rulesGrantLeases : awsRules !== AwsCcmRules.LEAST_PRIVILEGE,
    });
    if (v2) {
      const { id: configId, manifest } = awsV2ConfigMap(v2, props.namespace ?? 'kube-system');
      this.node.findChild('Resource').node.addDependency(new ApiObject(this, configId, manifest));
    }
  }
}

function clusterRoleRules(awsRules: AwsCcmRules, props: AwsCloudControllerManagerProps): RbacRule[] {
  if (awsRules === AwsCcmRules.LEAST_PRIVILEGE) {
    return ccmClusterRoleRules({ useServiceAccountCredentials: props.useServiceAccountCredentials ?? true, delegatedAuthorization: true });
  }
  const upstream = upstreamAwsRules(props.kubernetesVersion);
  return [...(awsRules === AwsCcmRules.UPSTREAM_BASE ? upstream.base : upstream.superset)];
}
