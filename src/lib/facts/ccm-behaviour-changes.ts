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
  /** First release that stopped doing it: those before did the same. */
  readonly before?: string;
  /** Objects of a cluster that it is about. */
  readonly concerns?: 'nodes-without-provider-id';
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
    before: '1.30.0',
    says: 'a Node without spec.providerID is deleted where no instance has its name; 1.30.0 to 1.36.2 keep it',
    todo: 'List Nodes without spec.providerID (kubectl get nodes -o json), and give each its ID, or know that it goes.',
    concerns: 'nodes-without-provider-id',
    readAt: ['v1.37.0', 'v1.37.1'],
    source: `${P}/providers/v1/instances_v2.go:51, InstanceExists; not in v1.36.2; to 1.29 aws.go, InstancesV2, answers that there is none, and `
      + 'k8s.io/cloud-provider@v0.28.15 controllers/nodelifecycle/node_lifecycle_controller.go:250 asks by name',
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
  return BEHAVIOUR_CHANGES.filter(({ since, before }) => hasSince(release, since) || (before !== undefined && !hasSince(release, [before])));
}
