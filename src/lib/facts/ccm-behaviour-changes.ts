import { AwsCcmChange } from './ccm-changes';
import { hasSince, Release } from './since';

/** What an AWS cloud-controller-manager does otherwise from some releases on, with nothing changed in its flags, its config or the Services. */
export interface BehaviourChange extends AwsCcmChange {
  /** Kebab-case, never reused. */
  readonly id: string;
  readonly topic: 'nodes' | 'load-balancers' | 'metrics' | 'calls';
  /** What it does from then on, as a sentence without its end. */
  readonly says: string;
  /** What the operator does about it; none: nothing. */
  readonly todo?: string;
}

const READ_AT = ['v1.36.1', 'v1.37.0', 'v1.37.1'];
const P = 'kubernetes/cloud-provider-aws pkg';

/** Each was looked for in every tag from v1.27.0 on. */
export const BEHAVIOUR_CHANGES: readonly BehaviourChange[] = [
  {
    id: 'labels-zone-id',
    since: ['1.30.0'],
    topic: 'nodes',
    says: 'nodes get the label topology.k8s.aws/zone-id',
    readAt: READ_AT,
    source: `${P}/providers/v1/instances_v2.go:75`,
  },
  {
    id: 'reads-nodes-as-a-whole',
    since: ['1.30.0'],
    topic: 'nodes',
    says: 'a Node is looked up as a whole (InstancesV2), and stays uninitialized while the id of its zone cannot be looked up',
    todo: 'Check that the role may call ec2:DescribeAvailabilityZones.',
    readAt: READ_AT,
    source: `${P}/providers/v1/aws.go:1507 and instances_v2.go:75 at v1.30.0; aws.go of v1.29.10, InstancesV2, has none`,
  },
  {
    id: 'requires-topology',
    since: ['1.30.8', '1.31.6', '1.32.2'],
    topic: 'nodes',
    says: 'a Node of an instance type hpc, trn or p stays uninitialized until DescribeInstanceTopology answers; inf likewise, until v1.30.9, '
      + 'v1.31.8, v1.32.5 and v1.33.2 leave it out',
    todo: 'Check that the role may call ec2:DescribeInstanceTopology, or set SupportedTopologyInstanceTypePattern.',
    readAt: READ_AT,
    source: `${P}/providers/v1/instances_v2.go, getAdditionalLabels, and topology.go, defaultSupportedTopologyInstanceTypePattern: v1.32.2 `
      + 'instances_v2.go:90, v1.37.1:100, topology.go:43; in pkg/resourcemanagers before the AWS SDK v2',
  },
  {
    id: 'deregisters-targets-first',
    since: ['1.32.8', '1.33.4', '1.34.3', '1.35.2'],
    topic: 'load-balancers',
    says: 'targets of a network load balancer are taken out before new ones are registered; before, new ones came first',
    readAt: READ_AT,
    source: `${P}/providers/v1/aws_loadbalancer.go, ensureTargetGroupTargets, v1.35.1:860 and v1.35.2:860; #1328`,
  },
  {
    id: 'counts-error-responses',
    since: ['1.32.8', '1.33.4', '1.34.3', '1.35.2'],
    topic: 'metrics',
    says: 'the metric cloudprovider_aws_api_response_status_total counts responses of AWS with an error, each try of a call',
    readAt: READ_AT,
    source: `${P}/providers/v1/aws_metrics.go, awsAPIResponseStatusTotal, v1.36.2:58, v1.37.1:63`,
  },
  {
    id: 'counts-failed-calls-once',
    since: ['1.37.0'],
    topic: 'metrics',
    says: 'the metric cloudprovider_aws_api_response_status_total counts a call once, when it has failed for good; before, each try counted',
    todo: 'Adapt alerts: it is lower where calls are tried again.',
    readAt: ['v1.37.0', 'v1.37.1'],
    source: `${P}/providers/v1/aws_metrics.go, addAWSAPIMetricsMiddleware, v1.37.1:127; v1.36.2 adds it after each response`,
  },
  {
    id: 'puts-own-nlb-group-back',
    since: ['1.37.0'],
    topic: 'load-balancers',
    says: 'with NLBSecurityGroupMode: Managed, a network load balancer that has security groups gets the group of its own in place of one that was '
      + 'attached by hand; before, what was attached stayed',
    todo: 'Name such a group in service.beta.kubernetes.io/aws-load-balancer-security-groups once this release runs: 1.35 and 1.36 refuse that.',
    readAt: ['v1.37.0', 'v1.37.1'],
    source: `${P}/providers/v1/aws.go:2277, ensureNLBSecurityGroup, and aws_loadbalancer.go:230 at v1.37.1; v1.36.2 returns those that are there`,
  },
  {
    id: 'removes-work-item-duration',
    since: ['1.32.1'],
    topic: 'metrics',
    says: 'the metric cloudprovider_aws_tagging_controller_work_item_duration_seconds is gone',
    todo: 'Look for it in alerts and dashboards.',
    readAt: READ_AT,
    source: `${P}/controllers/tagging/metrics.go`,
  },
  {
    id: 'adds-tagging-delay',
    since: ['1.32.3'],
    topic: 'metrics',
    says: 'the metric inital_node_tagging_delay_seconds (sic) is there',
    readAt: READ_AT,
    source: `${P}/controllers/tagging/metrics.go:41`,
  },
  {
    id: 'gives-up-calls-after-30-s',
    since: ['1.32.8', '1.33.4', '1.34.3', '1.35.2', '1.36.0'],
    topic: 'calls',
    says: 'a call to AWS that takes longer than 30 s fails',
    readAt: READ_AT,
    source: `${P}/providers/v1/aws_sdk.go:49`,
  },
  {
    id: 'batches-describe-instances',
    since: ['1.34.0'],
    topic: 'calls',
    says: 'DescribeInstances is called for several instances in one request',
    readAt: READ_AT,
    source: `${P}/providers/v1/describe_instance_batch.go; #1388 for its first fault`,
  },
  {
    id: 'deletes-nodes-without-provider-id',
    since: ['1.37.0'],
    topic: 'nodes',
    says: 'a Node without spec.providerID is deleted where no instance has its name; before, from 1.30.0 on, it stayed',
    todo: 'List Nodes without spec.providerID (kubectl get nodes -o json), and give each its ID, or know that it goes.',
    readAt: ['v1.37.0', 'v1.37.1'],
    source: `${P}/providers/v1/instances_v2.go:51, InstanceExists; not in v1.36.2`,
  },
  {
    id: 'filters-subnets-by-vpc',
    since: ['1.34.4', '1.35.3', '1.36.2', '1.37.1'],
    topic: 'load-balancers',
    says: 'subnets that the annotation aws-load-balancer-subnets names by id are taken from the cluster\'s own VPC only: one of another VPC is not '
      + 'found',
    todo: 'Check the ids in service.beta.kubernetes.io/aws-load-balancer-subnets.',
    readAt: ['v1.34.4', 'v1.35.3', 'v1.36.2', 'v1.37.1'],
    source: `${P}/providers/v1/aws.go:1837 at v1.37.1; not in the tag before each`,
  },
];

/** What a release does that another does not. */
export function behaviourOf(release: Release): readonly BehaviourChange[] {
  return BEHAVIOUR_CHANGES.filter(({ since }) => hasSince(release, since));
}
