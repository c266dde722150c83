import { callsAws } from './aws-ccm-tags';
import { inForce } from './in-force';

/** What a cluster has to use for an action to be needed. */
export type IamFeature = 'instances' | 'load-balancers' | 'network-load-balancers' | 'routes' | 'tagging' | 'volumes' | 'fargate';

/**
 * Which condition on the cluster tag the call fulfils.
 * - `none`: reads, which have no resource; or the resource carries no tag in some release
 * - `resource`: the resource was tagged before, by us or by the user
 * - `request`: the call itself carries the tag
 * - `created`: the call carries the tag in the provider of cloud-controller-manager from v1.23.0 on; the provider inside kube-controller-manager tags
 *   afterwards
 * - `either`: the request or the resource has it
 */
export type IamTagScope = 'none' | 'resource' | 'request' | 'created' | 'either';

export interface IamActionFact {
  readonly action: string;
  readonly feature: IamFeature;
  readonly scope: IamTagScope;
  /** Needed by the provider inside kube-controller-manager 1.20 to 1.26. */
  readonly inTree: boolean;
  /**
   * Operation whose callers need it, where that is not the action itself: AWS does it on behalf of the caller, or it is one feature's use of several.
   */
  readonly with?: string;
  readonly source: string;
}

const IN_TREE = 'k8s.io/legacy-cloud-providers@v0.26.15 aws';
const CCM = 'k8s.io/cloud-provider-aws@v1.36.1 pkg/providers/v1';
const both = { inTree: true };

function rows(
  feature: IamFeature, scope: IamTagScope, versions: Pick<IamActionFact, 'inTree' | 'with'>, source: string, actions: string[],
): IamActionFact[] {
  return actions.map(action => ({ action, feature, scope, ...versions, source }));
}

/** Tags of the cloud-controller-manager in whose sources each call was read; the provider inside kube-controller-manager ended with 1.26. */
export const IAM_ACTIONS_READ_AT: readonly string[] = ['v1.36.1', 'v1.37.0', 'v1.37.1'];

/**
 * What each call of the two providers is for, and the condition that it fulfils, read in their code; and what AWS services do on behalf of the
 * caller. Which release of cloud-controller-manager calls what is in the generated tables (`needsAction`).
 */
export const IAM_ACTIONS: readonly IamActionFact[] = [
  ...rows('instances', 'none', both, `${IN_TREE}/aws.go:1696; ${CCM}/aws.go:3486`, ['ec2:DescribeInstances']),
  ...rows('instances', 'none', { inTree: false },
    'kubernetes/cloud-provider-aws@v1.27.0 pkg/providers/v1/aws.go:3566', ['ec2:DescribeAvailabilityZones']),
  ...rows('instances', 'none', { inTree: false },
    `kubernetes/cloud-provider-aws at these tags; ${CCM}/topology.go:90`, ['ec2:DescribeInstanceTopology']),

  ...rows('load-balancers', 'none', both, `${IN_TREE}/aws.go:3064,3450,3495; ${CCM}/aws.go:1242,1635,1680`, [
    'ec2:DescribeRouteTables', 'ec2:DescribeSecurityGroups', 'ec2:DescribeSubnets',
  ]),
  ...rows('load-balancers', 'created', both, `untagged: ${IN_TREE}/aws.go:3398; tagged: k8s.io/cloud-provider-aws@v1.27.0 `
    + 'pkg/providers/v1/aws.go:3472', [
    'ec2:CreateSecurityGroup',
  ]),
  ...rows('load-balancers', 'request', both, `${IN_TREE}/aws.go:3411; ${CCM}/tags.go:357`, ['ec2:CreateTags']),
  ...rows('load-balancers', 'resource', both, `${IN_TREE}/aws.go:3284,3344,4761; ${CCM}/aws.go:1462,1522,3071`, [
    'ec2:AuthorizeSecurityGroupIngress', 'ec2:DeleteSecurityGroup', 'ec2:RevokeSecurityGroupIngress',
  ]),
  ...rows('load-balancers', 'request', both, `${IN_TREE}/aws_loadbalancer.go:1013; ${CCM}/aws_loadbalancer.go:1197`,
    ['elasticloadbalancing:CreateLoadBalancer']),
  ...rows('load-balancers', 'either', both, `${IN_TREE}/aws.go:3002; ${CCM}/aws.go:1170; also checked when a call that creates carries tags`, [
    'elasticloadbalancing:AddTags',
  ]),
  ...rows('load-balancers', 'none', both, `${IN_TREE}/aws.go:2968, aws_loadbalancer.go:1211,1501; ${CCM}/aws.go:1133, `
    + 'aws_loadbalancer.go:1390,1679', [
    'elasticloadbalancing:DescribeLoadBalancerAttributes', 'elasticloadbalancing:DescribeLoadBalancerPolicies',
    'elasticloadbalancing:DescribeLoadBalancers',
  ]),
  ...rows('load-balancers', 'resource', both, `${IN_TREE}/aws_loadbalancer.go:1056-1590, aws.go:4694; ${CCM}/aws_loadbalancer.go:1234-1766, `
    + 'aws.go:3332', [
    'elasticloadbalancing:ApplySecurityGroupsToLoadBalancer', 'elasticloadbalancing:AttachLoadBalancerToSubnets',
    'elasticloadbalancing:ConfigureHealthCheck',
    'elasticloadbalancing:CreateLoadBalancerListeners', 'elasticloadbalancing:CreateLoadBalancerPolicy', 'elasticloadbalancing:DeleteLoadBalancer',
    'elasticloadbalancing:DeleteLoadBalancerListeners', 'elasticloadbalancing:DeregisterInstancesFromLoadBalancer',
    'elasticloadbalancing:DetachLoadBalancerFromSubnets', 'elasticloadbalancing:ModifyLoadBalancerAttributes',
    'elasticloadbalancing:RegisterInstancesWithLoadBalancer', 'elasticloadbalancing:SetLoadBalancerPoliciesForBackendServer',
    'elasticloadbalancing:SetLoadBalancerPoliciesOfListener',
  ]),
  ...rows('load-balancers', 'none', { inTree: true, with: 'CreateLoadBalancer' }, 'elastic load balancing makes its service-linked role on behalf '
    + 'of the caller; AWS Elastic Load Balancing user guide', [
    'iam:CreateServiceLinkedRole',
  ]),

  ...rows('network-load-balancers', 'none', both, `${IN_TREE}/aws_loadbalancer.go:209,227,732; ${CCM}/aws_loadbalancer.go:225,243,906`, [
    'elasticloadbalancing:DescribeListeners', 'elasticloadbalancing:DescribeTargetGroups', 'elasticloadbalancing:DescribeTargetHealth',
  ]),
  // Listeners carry no tags in the provider inside kube-controller-manager, so a condition would lock us out of those it made.
  ...rows('network-load-balancers', 'none', both, `${IN_TREE}/aws_loadbalancer.go:321,561; ${CCM}/aws_loadbalancer.go:337,741`, [
    'elasticloadbalancing:DeleteListener', 'elasticloadbalancing:ModifyListener',
  ]),
  ...rows('network-load-balancers', 'created', both,
    `untagged: ${IN_TREE}/aws_loadbalancer.go:598; tagged: k8s.io/cloud-provider-aws@v1.27.0 pkg/providers/v1/aws_loadbalancer.go:611`, [
      'elasticloadbalancing:CreateTargetGroup',
    ]),
  ...rows('network-load-balancers', 'resource', both, `${IN_TREE}/aws_loadbalancer.go:552-709, aws.go:4658; ${CCM}/aws_loadbalancer.go:732-883, `
    + 'aws.go:3274', [
    'elasticloadbalancing:CreateListener', 'elasticloadbalancing:DeleteTargetGroup', 'elasticloadbalancing:DeregisterTargets',
    'elasticloadbalancing:ModifyTargetGroup', 'elasticloadbalancing:RegisterTargets',
  ]),
  ...rows('network-load-balancers', 'none', { inTree: false },
    `k8s.io/cloud-provider-aws@v1.33.4 pkg/providers/v1, absent in v1.33.2; ${CCM}/aws_loadbalancer.go:575`,
    ['elasticloadbalancing:DescribeTargetGroupAttributes']),
  ...rows('network-load-balancers', 'resource', { inTree: false },
    `k8s.io/cloud-provider-aws@v1.33.4 pkg/providers/v1, absent in v1.33.2; ${CCM}/aws_loadbalancer.go:592`,
    ['elasticloadbalancing:ModifyTargetGroupAttributes']),
  ...rows('network-load-balancers', 'resource', { inTree: false }, 'k8s.io/cloud-provider-aws@v1.37.0 pkg/providers/v1/aws_loadbalancer.go:230', [
    'elasticloadbalancing:SetSecurityGroups',
  ]),

  ...rows('routes', 'none', both, `${IN_TREE}/aws_routes.go:41; ${CCM}/aws_routes.go:39`, ['ec2:DescribeRouteTables']),
  ...rows('routes', 'resource', both, `${IN_TREE}/aws_routes.go:137,184,196; ${CCM}/aws_routes.go:139,186,198`, [
    'ec2:CreateRoute', 'ec2:DeleteRoute', 'ec2:ModifyInstanceAttribute',
  ]),

  ...rows('tagging', 'resource', { inTree: false, with: 'DeleteTags' }, `${CCM}/tags.go:357,397`, [
    'ec2:CreateTags', 'ec2:DeleteTags',
  ]),

  ...rows('volumes', 'none', { inTree: true }, `${IN_TREE}/aws.go:2130,2148; volume code deleted in cloud-provider-aws v1.31.0`, [
    'ec2:DescribeVolumes', 'ec2:DescribeVolumesModifications',
  ]),
  ...rows('volumes', 'request', { inTree: true, with: 'CreateVolume' }, `${IN_TREE}/aws.go:2631; volume code deleted in cloud-provider-aws v1.31.0`, [
    'ec2:CreateTags', 'ec2:CreateVolume',
  ]),
  ...rows('volumes', 'resource', { inTree: true },
    `${IN_TREE}/aws.go:2168,2348,2466,2547; volume code deleted in cloud-provider-aws v1.31.0`, [
      'ec2:AttachVolume', 'ec2:DeleteVolume', 'ec2:DetachVolume', 'ec2:ModifyVolume',
    ]),
  ...rows('volumes', 'none', { inTree: true, with: 'CreateVolume' }, 'EBS looks the key of an encrypted volume up with the caller\'s rights; Amazon '
    + 'EBS user guide', [
    'kms:DescribeKey',
  ]),

  ...rows('fargate', 'none', { inTree: false }, 'k8s.io/cloud-provider-aws@v1.27.0 pkg/providers/v1/aws.go:5301; '
    + `${CCM}/variant/fargate/fargate.go:141`, [
    'ec2:DescribeNetworkInterfaces',
  ]),
];

/** Those that are known. */
export function iamActions(): readonly IamActionFact[] {
  return inForce(IAM_ACTIONS);
}

/** Whether a release of cloud-controller-manager needs an action for its feature. */
export function needsAction(tag: string, { action, with: caller }: IamActionFact): boolean {
  return callsAws(tag, caller ?? action.slice(action.indexOf(':') + 1));
}

/** Kinds of resources that writing actions are allowed on; an action that is not here has none, or takes any. Names are examples of each kind. */
export const IAM_RESOURCES: readonly { readonly actions: RegExp; readonly resources: readonly string[]; readonly source: string }[] = [
  {
    actions: /^ec2:(CreateTags|(Create|Delete)SecurityGroup|(Authorize|Revoke)SecurityGroupIngress)$/,
    resources: ['ec2:security-group/sg-00000000000000000'],
    source: 'AWS Service Authorization Reference, Amazon EC2',
  },
  {
    actions: /^ec2:(Create|Delete)Route$/,
    resources: ['ec2:route-table/rtb-00000000000000000'],
    source: 'AWS Service Authorization Reference, Amazon EC2',
  },
  {
    actions: /^ec2:(DeleteTags|ModifyInstanceAttribute)$/,
    resources: ['ec2:instance/i-00000000000000000'],
    source: 'AWS Service Authorization Reference, Amazon EC2',
  },
  {
    actions: /^elasticloadbalancing:(?!Describe)/,
    resources: [
      'elasticloadbalancing:loadbalancer/x', 'elasticloadbalancing:loadbalancer/net/x/0000000000000000',
      'elasticloadbalancing:targetgroup/x/0000000000000000', 'elasticloadbalancing:listener/net/x/0000000000000000/0000000000000000',
    ],
    source: 'AWS Service Authorization Reference, AWS Elastic Load Balancing and Elastic Load Balancing V2',
  },
  {
    actions: /^iam:CreateServiceLinkedRole$/,
    resources: ['iam:role/aws-service-role/elasticloadbalancing.amazonaws.com/AWSServiceRoleForElasticLoadBalancing'],
    source: 'AWS Service Authorization Reference, AWS Identity and Access Management',
  },
];

/** What kubelet and the ECR credential provider need on every node: docs/prerequisites.md of cloud-provider-aws v1.36.1, node policy. */
export const NODE_ACTIONS: { readonly ecr: readonly string[]; readonly inTreeKubelet: readonly string[] } = {
  ecr: [
    'ecr:BatchCheckLayerAvailability', 'ecr:BatchGetImage', 'ecr:DescribeRepositories', 'ecr:GetAuthorizationToken', 'ecr:GetDownloadUrlForLayer',
    'ecr:GetRepositoryPolicy', 'ecr:ListImages',
  ],
  // The provider inside kubelet looks its own instance up: k8s.io/legacy-cloud-providers@v0.26.15 aws/aws.go:1696.
  inTreeKubelet: ['ec2:DescribeInstances'],
};
