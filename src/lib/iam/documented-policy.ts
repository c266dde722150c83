import { IamPolicyDifference } from './policy-difference';
import { iamActions, IamFeature, NODE_ACTIONS } from '../facts/iam-actions';

type Reasons = Readonly<Record<string, string>>;

/**
 * Documented for the control plane, and called by no code of the two providers: docs/prerequisites.md of cloud-provider-aws v1.36.1 against
 * k8s.io/cloud-provider-aws@v1.27.0 to v1.37.0 and k8s.io/legacy-cloud-providers@v0.26.15.
 */
const CALLED_BY_NOBODY: Reasons = {
  'autoscaling:DescribeAutoScalingGroups': 'InstanceGroups is used by no controller, only by e2e tests',
  'autoscaling:DescribeLaunchConfigurations': 'no call in either provider',
  'autoscaling:DescribeTags': 'no call in either provider; cluster-autoscaler needs it, with a role of its own',
  'ec2:DescribeRegions': 'no call in either provider',
  'ec2:DescribeVpcs': 'wrapped by the SDK layer (aws_ec2.go:228), never called',
};

/** Called, or needed for a call, and not documented. */
const UNDOCUMENTED: Reasons = {
  'ec2:DeleteTags': 'tagging controller, when a node goes',
  'ec2:DescribeNetworkInterfaces': 'addresses of Fargate nodes',
  'ec2:DescribeVolumesModifications': 'in-tree volume resize waits with it (legacy-cloud-providers@v0.26.15 aws/aws.go:2148)',
  'elasticloadbalancing:DescribeTargetGroupAttributes': 'target groups of network load balancers',
  'elasticloadbalancing:ModifyTargetGroupAttributes': 'target groups of network load balancers',
  'elasticloadbalancing:SetSecurityGroups': 'security groups of network load balancers, from v1.37.0 on',
};

const NOBODY_ON_NODES: Reasons = { 'ec2:DescribeRegions': 'no call in kubelet or ecr-credential-provider' };

/** How a policy for the control plane differs from the documented one. */
export function controlPlaneDifferences(granted: readonly string[], features: ReadonlySet<IamFeature>): IamPolicyDifference[] {
  const documented = [...new Set(iamActions().map(({ action }) => action))].filter(action => !(action in UNDOCUMENTED));
  return differences(granted, documented, CALLED_BY_NOBODY, action => {
    const needing = [...new Set(iamActions().filter(row => row.action === action).map(({ feature }) => feature))];
    const off = needing.filter(feature => !features.has(feature));
    return off.length === needing.length ? `only for ${off.join(' and ')}, which this policy is not for` : 'not called by the releases that this '
      + 'policy is for';
  });
}

/** How a policy for nodes differs from the documented one. */
export function nodeDifferences(granted: readonly string[]): IamPolicyDifference[] {
  return differences(granted, [...NODE_ACTIONS.ecr, ...NODE_ACTIONS.inTreeKubelet], NOBODY_ON_NODES, action => (
    NODE_ACTIONS.ecr.includes(action) ? 'only for images on ECR, which this policy is not for' : 'only for kubelets with --cloud-provider=aws, '
      + 'which this policy is not for'));
}

function differences(
  granted: readonly string[], documented: readonly string[], unused: Reasons, whyLeftOut: (action: string) => string,
): IamPolicyDifference[] {
  return [
    ...[...documented, ...Object.keys(unused)].filter(action => !granted.includes(action))
      .map(action => ({ action, kind: 'not-granted', reason: unused[action] ?? whyLeftOut(action) })),
    ...granted.filter(action => !documented.includes(action)).map(action => ({ action, kind: 'not-documented', reason: UNDOCUMENTED[action] })),
  ].sort((a, b) => (a.action < b.action ? -1 : 1));
}
