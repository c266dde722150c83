import { ApiObject } from 'cdk8s';
import type { IServiceAccount, k8s } from 'cdk8s-plus-27';
import { Construct } from 'constructs';
import { handle, POD_DISRUPTION_BUDGET, WORKLOAD, writeObject } from './api-object';
import { checkPart } from './part-check';
import { VERSION } from './required-props';
import { serviceAccountOf } from './service-account';
import { RuleProps } from './shared-props';
import { AwsCcm } from '../lib/ccm/aws-ccm';
import { ccmObjects } from '../lib/ccm/ccm-objects';
import { CcmProps } from '../lib/ccm/ccm-props';
import { checkIpFamilies } from '../lib/ccm/check-ip-families';
import { IpFamily } from '../lib/ccm/ip-family';
import { CcmLeaderMigration } from '../lib/ccm/leader-migration-config';
import { takenUnread } from '../lib/facts/kubernetes-releases';
import { KubernetesVersion } from '../lib/kubernetes/kubernetes-version';
import { checkNames } from '../lib/options/check-names';
import { checkRequired } from '../lib/text/required-props';

/** Options for `CloudControllerManager` and `AwsCloudControllerManager`. */
export interface CloudControllerManagerProps extends CcmProps, RuleProps {
  /** Version of the control plane that it works for. Decides labels, taints and flags. */
  readonly kubernetesVersion: KubernetesVersion;
  /**
   * Namespace of all namespaced objects.
   * @default 'kube-system'
   */
  readonly namespace?: string;
  /**
   * How it takes part in Leader Migration (phases `mixed` and `n-plus-1`).
   * @default - Leader Migration is off
   */
  readonly leaderMigration?: CcmLeaderMigration;
}

/**
 * A cloud-controller-manager of any cloud, with its ServiceAccount, roles and bindings (phases `mixed`, `n-plus-1` and `disabled`).
 *
 * @see https://kubernetes.io/docs/tasks/administer-cluster/running-cloud-controller/
 * @example
 * new CloudControllerManager(this, 'Ccm', {
 *   kubernetesVersion: KubernetesVersion.of('1.27.16'),
 *   ccm: CustomCcm.of({
 *     cloud: CloudProvider.GCE,
 *     image: 'registry.example.com/cloud-provider-gcp/cloud-controller-manager:v27.1.6',
 *     rules: [{ apiGroups: [''], resources: ['nodes'], verbs: ['*'] }],
 *   }),
 * });
 */
export class CloudControllerManager extends Construct {
  private readonly subject: k8s.Subject;
  /**
   * The Pod of its static pod manifest.
   * @default - undefined: it runs as a DaemonSet or Deployment
   */
  public readonly staticPod?: { readonly [key: string]: any };
  private serviceAccountMade?: IServiceAccount;
  private readonly written = new Map<string, ApiObject>();

  public constructor(scope: Construct, id: string, props: CloudControllerManagerProps) {
    super(scope, id);
    checkNames('CloudControllerManagerProps', props);
    checkRequired(props, { kubernetesVersion: VERSION });
    const { ccm = AwsCcm.of(), network = {}, cloudConfigPath, leaderMigration } = props;
    const kubernetesVersion = ccm._takesUnread ? takenUnread(props.kubernetesVersion) : props.kubernetesVersion;
    const release = ccm._release({
      kubernetesVersion, leaderMigration: leaderMigration !== undefined, cloudRoutes: network.configureCloudRoutes,
    });
    ccm._checkCluster({ cloudConfigPath, configureCloudRoutes: network.configureCloudRoutes });
    checkIpFamilies(network, ccm._cloud);
    if (network.ipFamilies?.includes(IpFamily.IPV6) && cloudConfigPath === undefined) {
      throw new Error('network.ipFamilies has ipv6, which the cloud-controller-manager reads from its cloud config (NodeIPFamilies); give '
        + '`cloudConfigPath` of a file on the nodes that says so');
    }
    const rendered = ccmObjects(ccm, release, {
      kubernetesVersion,
      namespace: props.namespace ?? 'kube-system',
      network,
      cloudConfigPath,
      leaderMigration,
      placementLabels: {},
      defaultFlags: {},
      controllersOff: [],
      requiredFlags: {},
    });
    this.subject = rendered.subject;
    this.staticPod = rendered.staticPod;
    for (const object of rendered.objects) this.written.set(object.id, writeObject(this, object.id, object.manifest));
    checkPart(this, { unsafeIgnoreRules: props.unsafeIgnoreRules, isManager: true });
  }

  /**
   * Its ServiceAccount, for what a platform composes with it.
   *
   * @throws for a static pod, which has none
   */
  public get serviceAccount(): IServiceAccount {
    return this.serviceAccountMade ??= serviceAccountOf(this, this.subject);
  }

  /**
   * Its DaemonSet or Deployment, for patches: `ccm.workload.addJsonPatch(...)`.
   *
   * @throws for a static pod, which is a file
   */
  public get workload(): ApiObject {
    return handle(this, this.written, WORKLOAD);
  }

  /**
   * Its PodDisruptionBudget.
   *
   * @throws without `availability.podDisruptionBudget`
   */
  public get podDisruptionBudget(): ApiObject {
    return handle(this, this.written, POD_DISRUPTION_BUDGET);
  }
}
