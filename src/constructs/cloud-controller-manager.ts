import { Construct } from 'constructs';
import { writeObject } from './api-object';
import { withLeaderElection } from './leader-election-flags';
import { LeaderElectionProps } from './leader-election-props';
import { ccmObjects } from '../lib/ccm/ccm-objects';
import { CcmOptions } from '../lib/ccm/ccm-options';
import { RbacRule, RbacSubject } from '../lib/kubernetes/rbac-rule';

/** Options that every cloud-controller-manager has, whatever the cloud. */
export interface CloudControllerManagerBaseProps extends CcmOptions, LeaderElectionProps {}

/** Options for `CloudControllerManager`. */
export interface CloudControllerManagerProps extends CloudControllerManagerBaseProps {
  /** Image of the cloud's cloud-controller-manager, with a tag. */
  readonly image: string;
  /** Value of `--cloud-provider`. */
  readonly cloudProvider: string;
  /** Rules of its ClusterRole. Rules for its main Lease are added as a Role. */
  readonly rules: RbacRule[];
  /**
   * Whether `rules` already allow its main Lease.
   * @default false
   */
  readonly rulesGrantLeases?: boolean;
}

/**
 * A cloud-controller-manager of any cloud, with its ServiceAccount, roles and bindings (phases `mixed`, `n-plus-1` and `disabled`).
 *
 * @see https://kubernetes.io/docs/tasks/administer-cluster/running-cloud-controller/
 * @example
 * new CloudControllerManager(this, 'Ccm', {
 *   kubernetesVersion: KubernetesVersion.of('1.27.16'),
 *   image: 'registry.k8s.io/provider-gcp/cloud-controller-manager:v27.1.6',
 *   cloudProvider: 'gce',
 *   rules: [{ apiGroups: [''], resources: ['nodes'], verbs: ['*'] }],
 * });
 */
export class CloudControllerManager extends Construct {
  /** Name of the workload. */
  public readonly name: string;
  /** Who it is, for roles of your own. */
  public readonly subject: RbacSubject;
  /** Its flags, as written: `--name=value`. */
  public readonly args: string[];
  /**
   * The Pod of its static pod manifest.
   * @default - undefined: it runs as a DaemonSet or Deployment
   */
  public readonly staticPod?: { readonly [key: string]: any };

  public constructor(scope: Construct, id: string, props: CloudControllerManagerProps) {
    super(scope, id);
    this.name = props.name ?? 'cloud-controller-manager';
    const rendered = ccmObjects(withLeaderElection(props), {
      name: this.name,
      image: props.image,
      cloudProvider: props.cloudProvider,
      rules: props.rules,
      rulesGrantLeases: props.rulesGrantLeases ?? false,
    });
    this.subject = rendered.subject;
    this.args = [...rendered.args];
    this.staticPod = rendered.staticPod;
    for (const object of rendered.objects) writeObject(this, object.id, object.manifest);
  }
}
