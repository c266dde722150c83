import { neededActions, tagsAtCreation } from './control-plane-actions';
import { controlPlaneDifferences, nodeDifferences } from './documented-policy';
import { leastPrivilege, names } from './least-privilege';
import { IamPolicyDifference } from './policy-difference';
import { cloudFormation, IamStatement, MANAGED_POLICY_LIMIT, policyDocument, terraform } from './policy-document';
import { IamFeature, NODE_ACTIONS } from '../facts/iam-actions';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { checkNames } from '../options/check-names';
import { printable } from '../text/printable';
import { checkRequired } from '../text/required-props';

/** Who uses the role of the control plane, and for what. */
export interface ControlPlaneIamPolicyProps {
  /**
   * Version of the kube-controller-manager with the provider inside (version N).
   * @default - none
   */
  readonly kubeControllerManager?: KubernetesVersion;
  /**
   * Tag of the AWS cloud-controller-manager, for example `v1.27.10`.
   * @default - none
   */
  readonly cloudControllerManager?: string;
  /**
   * Whether the route controller runs (`--configure-cloud-routes=true`).
   * @default false
   */
  readonly routes?: boolean;
  /**
   * Whether services may ask for network load balancers.
   * @default true
   */
  readonly networkLoadBalancers?: boolean;
  /**
   * Whether the tagging controller of cloud-controller-manager is enabled.
   * @default false
   */
  readonly taggingController?: boolean;
  /**
   * Whether volumes are on the EBS CSI driver, which has a role of its own.
   * @default true
   */
  readonly volumesOnCsi?: boolean;
  /**
   * Whether nodes run on Fargate.
   * @default false
   */
  readonly fargate?: boolean;
  /**
   * Cluster id of the tag `kubernetes.io/cluster/<id>`: writes are limited to what carries it.
   *
   * The security groups of nodes, the route table and a shared `ElbSecurityGroup` must have the tag, or writes to them are denied.
   * @default - every resource
   */
  readonly clusterId?: string;
  /**
   * Keys that services ask for by the annotation `service.beta.kubernetes.io/aws-load-balancer-additional-resource-tags`.
   *
   * Only needed with `clusterId` and `kubeControllerManager`, which tags a security group after it made it: IAM cannot tell whose that is.
   * @default - none
   */
  readonly additionalTagKeys?: string[];
}

/**
 * IAM policy of control-plane or worker nodes, made from the calls that the providers make.
 *
 * @see https://github.com/kubernetes/cloud-provider-aws/blob/v1.36.1/docs/prerequisites.md
 * @example
 * const policy = IamPolicy.controlPlane({
 *   kubeControllerManager: KubernetesVersion.of('1.26.15'),
 *   cloudControllerManager: 'v1.27.10',
 *   clusterId: 'prod-eu',
 * });
 * const json = policy.toJson();
 */
export class IamPolicy {
  /**
   * Policy of the instances that run kube-controller-manager and cloud-controller-manager.
   * @param props who uses it, and for what
   * @throws if no component uses it, or a release is outside the tables
   */
  public static controlPlane(props: ControlPlaneIamPolicyProps): IamPolicy {
    checkNames('ControlPlaneIamPolicyProps', props);
    checkRequired(props, {});
    const features = new Set<IamFeature>(['instances', 'load-balancers']);
    if (props.networkLoadBalancers ?? true) features.add('network-load-balancers');
    if (props.routes) features.add('routes');
    if (props.taggingController) features.add('tagging');
    if (!(props.volumesOnCsi ?? true)) features.add('volumes');
    if (props.fargate) features.add('fargate');
    const needed = neededActions(props, features);
    if (props.clusterId === undefined) {
      return new IamPolicy('ControlPlane', [{ sid: 'CloudProvider', actions: names(needed), resources: ['*'] }], features);
    }
    if (!/^[\w.:/=+@-]{1,107}$/.test(props.clusterId)) {
      // A tag key has at most 128 characters, of which the prefix takes 21.
      throw new Error(`clusterId is '${props.clusterId}', which cannot stand in the tag key kubernetes.io/cluster/<id>; accepted: up to 107 `
        + 'letters, digits and _.:/=+-@');
    }
    const key = props.additionalTagKeys?.find(each => !/^[^$*?]{1,128}$/.test(each));
    if (key !== undefined) throw new Error(`additionalTagKeys has '${printable(key)}'; accepted: 1 to 128 characters without $, * and ?`);
    return new IamPolicy('ControlPlane', leastPrivilege(needed, {
      clusterId: props.clusterId, tagsAtCreation: tagsAtCreation(props), additionalTagKeys: props.additionalTagKeys ?? [],
    }), features);
  }

  /**
   * Policy of all nodes: kubelet and the ECR credential provider.
   *
   * @param inTreeKubelet whether kubelets run with `--cloud-provider=aws` (version N); the external ones make no call to EC2; default true
   * @param ecr whether images are pulled from ECR; default true
   */
  public static node(inTreeKubelet: boolean = true, ecr: boolean = true): IamPolicy {
    const actions = [...inTreeKubelet ? NODE_ACTIONS.inTreeKubelet : [], ...ecr ? NODE_ACTIONS.ecr : []].sort();
    if (actions.length === 0) throw new Error('a node policy would be empty: inTreeKubelet and ecr are both false; attach no policy');
    return new IamPolicy('Node', [{ sid: 'Node', actions, resources: ['*'] }]);
  }

  private readonly role: string;
  private readonly statements: readonly IamStatement[];

  private readonly features?: ReadonlySet<IamFeature>;

  private constructor(role: string, statements: readonly IamStatement[], features?: ReadonlySet<IamFeature>) {
    this.role = role;
    this.statements = statements;
    this.features = features;
    const size = JSON.stringify(policyDocument(statements)).length;
    if (size > MANAGED_POLICY_LIMIT) throw new Error(`the policy has ${size} characters; IAM takes ${MANAGED_POLICY_LIMIT}; use a shorter clusterId`);
  }

  /** All actions, sorted. */
  public get actions(): string[] {
    return [...new Set(this.statements.flatMap(({ actions }) => actions))].sort();
  }

  /**
   * How it differs from the policy that cloud-provider-aws documents, by action, with the reason for each.
   *
   * @see https://github.com/kubernetes/cloud-provider-aws/blob/v1.36.1/docs/prerequisites.md
   */
  public get differences(): IamPolicyDifference[] {
    return this.features ? controlPlaneDifferences(this.actions, this.features) : nodeDifferences(this.actions);
  }

  /** The policy document, as `aws iam create-policy --policy-document` takes it. */
  public toJson(): string {
    return render(policyDocument(this.statements));
  }

  /**
   * A CloudFormation template with one `AWS::IAM::ManagedPolicy`.
   * @param logicalId id of the resource, letters and digits
   */
  public toCloudFormation(logicalId: string = `${this.role}Policy`): string {
    if (!/^[A-Za-z0-9]+$/.test(logicalId)) throw new Error(`logicalId is '${logicalId}'; accepted: letters and digits`);
    return render(cloudFormation(logicalId, this.statements));
  }

  /**
   * Terraform JSON (`*.tf.json`) with one `aws_iam_policy_document`.
   * @param name name of the data source
   */
  public toTerraform(name: string = this.role === 'Node' ? 'node' : 'control_plane'): string {
    if (!/^[A-Za-z_][\w-]*$/.test(name)) throw new Error(`name is '${name}', not a Terraform identifier`);
    return render(terraform(name, this.statements));
  }
}

function render(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
