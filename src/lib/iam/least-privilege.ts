import { IamStatement } from './policy-document';
import { IamActionFact, IamTagScope } from '../facts/iam-actions';

type Conditions = NonNullable<IamStatement['conditions']>;

/** The key, not its value: `owned` and `shared` both belong to the cluster. */
function tagPresent(place: 'RequestTag' | 'ResourceTag', clusterId: string): Conditions {
  return { Null: { [`aws:${place}/kubernetes.io/cluster/${clusterId}`]: 'false' } };
}

const CREATE_TAGS = 'ec2:CreateTags';
const ADD_TAGS = 'elasticloadbalancing:AddTags';
/** What the providers tag in the call that creates it, by that call. */
const TAGGED_BY_CREATION: Readonly<Record<string, string>> = { 'ec2:CreateSecurityGroup': 'security-group', 'ec2:CreateVolume': 'volume' };

/** Calls of load balancing that carry tags, as the condition key `elasticloadbalancing:CreateAction` names them. */
const CREATIONS_OF_BALANCING = ['CreateListener', 'CreateLoadBalancer', 'CreateTargetGroup'];

/** What the statements are for. */
export interface LeastPrivilegeScope {
  readonly clusterId: string;
  /** Whether every caller tags security groups in the call that creates them. */
  readonly tagsAtCreation: boolean;
  /** Keys of additional tags that services ask for. */
  readonly additionalTagKeys: readonly string[];
}

const LOAD_BALANCING_ROLE = 'iam:CreateServiceLinkedRole';

/**
 * Statements for the needed actions, writes limited to what carries the tag `kubernetes.io/cluster/<id>`.
 *
 * An action that some caller performs before the tag is there keeps no condition: a policy that is tighter than the code breaks load balancers long
 * after it was applied.
 */
export function leastPrivilege(needed: readonly IamActionFact[], scope: LeastPrivilegeScope): IamStatement[] {
  const { clusterId, tagsAtCreation } = scope;
  const others = needed.filter(({ action }) => action !== CREATE_TAGS && action !== ADD_TAGS);
  const inScope = (...scopes: IamTagScope[]): string[] => names(others.filter(row => scopes.includes(row.scope)));
  const unconditioned = inScope('none', ...tagsAtCreation ? [] : ['created' as const]).filter(action => action !== LOAD_BALANCING_ROLE);
  const onRequest = inScope('request', 'either', ...tagsAtCreation ? ['created' as const] : []);
  const statements: IamStatement[] = [
    { sid: 'AnyResource', actions: unconditioned, resources: ['*'] },
    { sid: 'TaggedInTheRequest', actions: onRequest, resources: ['*'], conditions: tagPresent('RequestTag', clusterId) },
    { sid: 'TaggedResource', actions: inScope('resource', 'either'), resources: ['*'], conditions: tagPresent('ResourceTag', clusterId) },
    ...tagging(needed, scope),
    ...balancerTagging(needed, scope),
    // CreateSecurityGroup is also authorized against the VPC, which no component tags and which carries no tag of the request.
    { sid: 'SecurityGroupInVpc', actions: onRequest.filter(action => action === 'ec2:CreateSecurityGroup'), resources: ['arn:*:ec2:*:*:vpc/*'] },
    {
      sid: 'LoadBalancingRole',
      actions: inScope('none').filter(action => action === LOAD_BALANCING_ROLE),
      resources: ['*'],
      conditions: { StringEquals: { 'iam:AWSServiceName': 'elasticloadbalancing.amazonaws.com' } },
    },
  ];
  return statements.filter(({ actions, resources }) => actions.length > 0 && resources.length > 0);
}

/**
 * `ec2:CreateTags` brings a resource under the cluster's tag, and so under all other statements. It is limited to what is created in the same call,
 * and to what has the tag already. The provider inside kube-controller-manager tags a security group in a call of its own, when it has no tag yet: as
 * long as that provider uses the role, the tag keys are limited instead, since IAM cannot tell a new group from one of another owner.
 */
function tagging(needed: readonly IamActionFact[], { clusterId, tagsAtCreation, additionalTagKeys }: LeastPrivilegeScope): IamStatement[] {
  const rows = needed.filter(({ action }) => action === CREATE_TAGS);
  const creations = names(needed).filter(action => action in TAGGED_BY_CREATION);
  const isAfterwards = !tagsAtCreation && rows.some(({ feature }) => feature === 'load-balancers');
  const keys = [`kubernetes.io/cluster/${clusterId}`, 'KubernetesCluster', ...additionalTagKeys];
  return [
    {
      sid: 'TagsOfWhatIsCreated',
      actions: rows.some(({ scope }) => scope === 'request') ? [CREATE_TAGS] : [],
      resources: creations.map(action => arn(TAGGED_BY_CREATION[action])),
      conditions: {
        ...tagPresent('RequestTag', clusterId), StringEquals: { 'ec2:CreateAction': creations.map(action => action.slice('ec2:'.length)) },
      },
    },
    {
      sid: 'TagsOfNewSecurityGroup',
      actions: isAfterwards ? [CREATE_TAGS] : [],
      resources: [arn('security-group')],
      conditions: { ...tagPresent('RequestTag', clusterId), 'ForAllValues:StringEquals': { 'aws:TagKeys': [...new Set(keys)] } },
    },
    {
      sid: 'TagsOfTaggedResource',
      actions: rows.length > 0 ? [CREATE_TAGS] : [],
      resources: [arn('security-group'), ...rows.some(({ feature }) => feature === 'tagging') ? [arn('instance')] : []],
      conditions: tagPresent('ResourceTag', clusterId),
    },
  ];
}

/**
 * `elasticloadbalancing:AddTags`, for the same reason. It is asked for when a call that creates carries tags, and by the annotation for additional
 * tags on a load balancer of the cluster. The provider inside kube-controller-manager tags a target group in a call of its own, so that the tag keys
 * are limited as long as it uses the role: k8s.io/legacy-cloud-providers@v0.26.15 aws/aws_loadbalancer.go:603-617, aws.go:92,3002.
 *
 * @see https://docs.aws.amazon.com/elasticloadbalancing/latest/userguide/tagging-resources-during-creation.html
 */
function balancerTagging(needed: readonly IamActionFact[], { clusterId, tagsAtCreation, additionalTagKeys }: LeastPrivilegeScope): IamStatement[] {
  if (!needed.some(({ action }) => action === ADD_TAGS)) return [];
  const called = names(needed);
  const creations = CREATIONS_OF_BALANCING.filter(call => called.includes(`elasticloadbalancing:${call}`));
  const isAfterwards = !tagsAtCreation && creations.includes('CreateTargetGroup');
  const keys = [`kubernetes.io/cluster/${clusterId}`, 'KubernetesCluster', 'kubernetes.io/service-name', ...additionalTagKeys];
  return [
    {
      sid: 'TagsOfNewLoadBalancing',
      actions: [ADD_TAGS],
      resources: ['*'],
      conditions: { ...tagPresent('RequestTag', clusterId), StringEquals: { 'elasticloadbalancing:CreateAction': creations } },
    },
    {
      sid: 'TagsOfNewTargetGroup',
      actions: isAfterwards ? [ADD_TAGS] : [],
      resources: ['arn:*:elasticloadbalancing:*:*:targetgroup/*'],
      conditions: { ...tagPresent('RequestTag', clusterId), 'ForAllValues:StringEquals': { 'aws:TagKeys': [...new Set(keys)] } },
    },
    { sid: 'TagsOfTaggedLoadBalancing', actions: [ADD_TAGS], resources: ['*'], conditions: tagPresent('ResourceTag', clusterId) },
  ];
}

function arn(type: string): string {
  return `arn:*:ec2:*:*:${type}/*`;
}

/** Sorted, without repetition: an action can be needed for several features. */
export function names(needed: readonly IamActionFact[]): string[] {
  return [...new Set(needed.map(({ action }) => action))].sort();
}
