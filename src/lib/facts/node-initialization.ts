import { BEHAVIOUR_CHANGES } from './ccm-behaviour-changes';
import { faultsOf, isAssessed } from './ccm-faults';
import { hasSince, parseRelease } from './since';

/**
 * How a Node that is not initialized stands: `waits` with the taint, `lost` with the taint or without it where no instance is found by its name,
 * `passed-over` without the taint and without a provider ID.
 */
export type NodeStanding = 'waits' | 'lost' | 'passed-over';

/** What releases of the AWS cloud-controller-manager do with such a Node. */
export interface NodeFate {
  readonly standing: NodeStanding;
  /** Of an assessed tag. */
  readonly isOf: (tag: string) => boolean;
  /** What becomes of it, behind the tag. */
  readonly says: string;
  readonly source: string;
}

const NODES = 'k8s.io/cloud-provider@v0.20.15, v0.30.0 and v0.37.2 controllers/node/node_controller.go syncNode';
const LIFECYCLE = 'k8s.io/cloud-provider@v0.20.15 and v0.37.2 controllers/nodelifecycle/node_lifecycle_controller.go MonitorNodes';
const IN_TURN = 'k8s.io/cloud-provider-aws@v1.20.1, v1.29.10 and v1.30.0 pkg/providers/v1/aws.go InstancesV2';
const KEEPS = 'keeps-nodes-without-provider-id';

export const NODE_FATES: readonly NodeFate[] = [
  {
    standing: 'waits',
    isOf: tag => !looksUpZoneId(tag),
    says: 'it is initialized when EC2 answers for its instance',
    source: `${NODES}; ${IN_TURN}`,
  },
  {
    standing: 'waits',
    isOf: looksUpZoneId,
    says: 'it is initialized when EC2 answers for its instance and for the id of its zone (ec2:DescribeAvailabilityZones)',
    source: `${NODES}; ${IN_TURN}; pkg/providers/v1/instances_v2.go InstanceMetadata at v1.30.0 and v1.37.1`,
  },
  {
    standing: 'lost',
    isOf: tag => !keeps(tag),
    says: 'it is looked for again and again, and the controller cloud-node-lifecycle deletes it when it is not Ready',
    source: `${LIFECYCLE}, ensureNodeExistsByProviderID; ${IN_TURN}; pkg/providers/v1/instances_v2.go InstanceExists at v1.37.1`,
  },
  {
    standing: 'lost',
    isOf: keeps,
    says: 'it is looked for again and again, and never deleted, not even after its instance is gone',
    source: `${LIFECYCLE}; pkg/providers/v1/instances_v2.go InstanceExists at v1.30.0 and v1.36.2; kubernetes/cloud-provider-aws#1471`,
  },
  {
    standing: 'passed-over',
    isOf: () => true,
    says: 'it gets neither a provider ID nor the labels of its zone, and is in no load balancer',
    source: `${NODES}; k8s.io/cloud-provider-aws@v1.20.1 and v1.37.1 pkg/providers/v1/instances.go mapToAWSInstanceIDsTolerant`,
  },
];

function looksUpZoneId(tag: string): boolean {
  return BEHAVIOUR_CHANGES.some(({ id, since }) => id === 'reads-nodes-as-a-whole' && hasSince(parseRelease(tag), since));
}

function keeps(tag: string): boolean {
  return faultsOf(tag).some(({ id }) => id === KEEPS);
}

/** What a tag does with such a Node; undefined: it was not assessed. */
export function nodeFate(standing: NodeStanding, tag: string): NodeFate | undefined {
  return isAssessed(tag) ? NODE_FATES.find(fate => fate.standing === standing && fate.isOf(tag)) : undefined;
}
