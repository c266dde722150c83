import { inForce } from './in-force';
import { parseRelease } from './since';
import { onceFor } from '../kubernetes/once-for';

/** Whether the condition of a fault is met by clusters that do nothing out of the ordinary: then a default has to avoid it. */
interface ConditionFact {
  readonly isOrdinary: boolean;
  /** When a fault shows, as the end of a sentence. */
  readonly says: string;
}

/** When a fault shows. */
export const FAULT_CONDITIONS = {
  'always': { isOrdinary: true, says: 'in any cluster' },
  'load-balancers': { isOrdinary: true, says: 'with a Service of type LoadBalancer' },
  'network-load-balancers': { isOrdinary: true, says: 'with a Service that has a network load balancer' },
  'local-traffic': { isOrdinary: true, says: 'with a Service of type LoadBalancer and externalTrafficPolicy: Local' },
  'classic-load-balancers': { isOrdinary: false, says: 'when AWS refuses to register nodes with a classic load balancer' },
  'classic-security-groups': { isOrdinary: false, says: 'when a classic load balancer gets the annotation aws-load-balancer-security-groups' },
  'ssl-negotiation-policy': { isOrdinary: false, says: 'with the annotation aws-load-balancer-ssl-negotiation-policy' },
  'untagged-security-groups': { isOrdinary: false, says: 'where a security group without the cluster tag has a rule about one of a load balancer' },
  'target-quota': { isOrdinary: false, says: 'where a network load balancer has as many targets as its quota allows' },
  'cloud-routes': { isOrdinary: false, says: 'with --configure-cloud-routes' },
  'assumed-role': { isOrdinary: false, says: 'with RoleARN in the cloud config' },
  'web-identity-without-region': {
    isOrdinary: false, says: 'with a web identity (AWS_WEB_IDENTITY_TOKEN_FILE), and neither AWS_REGION nor AWS_ENDPOINT_URL_STS',
  },
  'assumed-role-of-web-identity': {
    isOrdinary: false, says: 'with RoleARN in the cloud config, a web identity, and neither AWS_REGION nor AWS_ENDPOINT_URL_STS',
  },
  'topology-error': { isOrdinary: false, says: 'where DescribeInstanceTopology fails, but for a missing right or too many calls' },
  'nodes-without-provider-id': { isOrdinary: false, says: 'with a Node that has no spec.providerID' },
  'several-interfaces': { isOrdinary: false, says: 'with instances that have several network interfaces' },
  'no-instance-identity': { isOrdinary: false, says: 'where the instance metadata service does not answer' },
  'terminated-instance': { isOrdinary: false, says: 'when EC2 describes a terminated instance without its state' },
} as const satisfies Readonly<Record<string, ConditionFact>>;

export type FaultCondition = keyof typeof FAULT_CONDITIONS;

/** Something that releases of the AWS cloud-controller-manager do wrong, and that is known. */
export interface AwsCcmFault {
  /** Kebab-case, never reused. */
  readonly id: string;
  /** First and last tag of each line of releases that has it. */
  readonly tags: readonly { readonly from: string; readonly to: string }[];
  readonly when: FaultCondition;
  /** What happens, as a sentence without its end. */
  readonly says: string;
  /** First tags without it; none: no tag of these lines has been mended. */
  readonly fixedIn: readonly string[];
  /** What avoids it with the same release. */
  readonly remedy?: string;
  /** The first and the last tag of each range were read, and those beside them: scripts/facts/input/aws-ccm-fault-texts.json. */
  readonly source: string;
}

/** A row that was wrong. */
export interface WithdrawnFault {
  readonly fault: string;
  /** What shows that no release has it. */
  readonly source: string;
}

const SET_REGION = 'Set AWS_REGION for its container.';

export const AWS_CCM_FAULTS: readonly AwsCcmFault[] = [
  {
    id: 'ends-at-its-own-version',
    tags: [
      { from: 'v1.20.0', to: 'v1.20.0' }, { from: 'v1.21.0', to: 'v1.21.0' }, { from: 'v1.22.1', to: 'v1.22.1' }, { from: 'v1.23.0', to: 'v1.23.0' },
    ],
    when: 'always',
    says: 'its image was built with a version that begins with a date (v20220409-v1.23.0), at which it panics at start, so it never runs',
    fixedIn: ['v1.20.1', 'v1.21.1', 'v1.22.2', 'v1.23.1'],
    source: 'kubernetes/cloud-provider-aws#339, #352, kubernetes/kops#13644; cloudbuild.yaml (VERSION=$_GIT_TAG) and Makefile (gitVersion) at '
      + 'v1.22.1; k8s.io/component-base@v0.22.17 metrics/version_parser.go:43, parseVersion, as in v0.20.15, v0.21.0 and v0.23.17',
  },
  {
    id: 'empty-target-groups',
    tags: [{ from: 'v1.23.0', to: 'v1.23.3' }, { from: 'v1.24.0', to: 'v1.24.0' }],
    when: 'network-load-balancers',
    says: 'a target group is made without targets, so a new network load balancer answers nothing until it is reconciled again',
    fixedIn: ['v1.23.4', 'v1.24.1'],
    source: 'kubernetes/cloud-provider-aws#301, #302; pkg/providers/v1/aws_loadbalancer.go, ensureTargetGroup, at v1.24.0:622',
  },
  {
    id: 'misses-new-nodes-of-local-services',
    tags: [{ from: 'v1.24.2', to: 'v1.24.3' }, { from: 'v1.25.0', to: 'v1.25.0' }, { from: 'v1.26.0', to: 'v1.26.1' }],
    when: 'local-traffic',
    says: 'a new node that gets its provider ID after the service controller saw it does not join load balancers of Services with '
      + 'externalTrafficPolicy: Local, until another node comes or goes',
    fixedIn: ['v1.24.4', 'v1.25.1', 'v1.26.6'],
    source: 'kubernetes/kubernetes#117388, #117452; k8s.io/cloud-provider@v0.25.0 controllers/service/controller.go:990, etpLocalNodePredicates, '
      + 'which v0.24.9 and v0.25.3 do not have and v0.26.6 asks for the ID; which one a tag links, says its go.mod',
  },
  {
    id: 'misses-new-nodes',
    tags: [{ from: 'v1.27.0', to: 'v1.27.2' }, { from: 'v1.28.0', to: 'v1.28.4' }],
    when: 'load-balancers',
    says: 'a new node that gets its provider ID after the service controller saw it does not join load balancers, until another node comes or goes',
    fixedIn: ['v1.27.3', 'v1.28.5'],
    source: 'kubernetes/cloud-provider-aws#824, #861, kubernetes/kops#16496; k8s.io/cloud-provider@v0.27.0 controllers/service/controller.go:662, '
      + 'shouldSyncUpdatedNode, mended in v0.27.7; @v0.28.3 the same file:738, nodeSyncService, mended in v0.28.4; which one a tag links, says its '
      + 'go.mod',
  },
  {
    id: 'internal-ip-changes',
    tags: [
      { from: 'v1.20.0', to: 'v1.26.11' }, { from: 'v1.27.0', to: 'v1.27.6' }, { from: 'v1.28.0', to: 'v1.28.5' },
      { from: 'v1.29.0', to: 'v1.29.2' }, { from: 'v1.30.0', to: 'v1.30.0' },
    ],
    when: 'several-interfaces',
    says: 'addresses of a node come in the order in which EC2 lists its network interfaces, so its InternalIP changes',
    fixedIn: ['v1.26.12', 'v1.27.7', 'v1.28.6', 'v1.29.3', 'v1.30.1'],
    source: 'kubernetes/cloud-provider-aws#890, #909; pkg/providers/v1/aws.go, extractIPv4NodeAddresses, at v1.30.0:1537',
  },
  {
    id: 'hides-registration-errors',
    tags: [{ from: 'v1.20.0', to: 'v1.28.8' }, { from: 'v1.29.0', to: 'v1.29.5' }, { from: 'v1.30.0', to: 'v1.30.2' }],
    when: 'classic-load-balancers',
    says: 'that nodes could not be registered with a classic load balancer, or taken out, is neither logged nor tried again',
    fixedIn: ['v1.28.9', 'v1.29.6', 'v1.30.3'],
    source: 'kubernetes/cloud-provider-aws#997; pkg/providers/v1/aws.go, UpdateLoadBalancer, at v1.30.2:4423',
  },
  {
    id: 'leaves-rules-of-untagged-groups',
    tags: [{ from: 'v1.20.0', to: 'v1.31.9' }],
    when: 'untagged-security-groups',
    says: 'the security group of a deleted classic load balancer stays, since rules of groups without the cluster tag still name it',
    fixedIn: ['v1.32.0'],
    source: 'kubernetes/cloud-provider-aws#752; pkg/providers/v1/aws.go, updateInstanceSecurityGroupsForLoadBalancer, at v1.31.9:2667',
  },
  {
    id: 'registers-before-deregistering',
    tags: [
      { from: 'v1.20.0', to: 'v1.32.7' }, { from: 'v1.33.0', to: 'v1.33.3' }, { from: 'v1.34.0', to: 'v1.34.2' },
      { from: 'v1.35.0', to: 'v1.35.1' },
    ],
    when: 'target-quota',
    says: 'targets are registered before old ones are taken out, so at the quota new nodes never replace old ones',
    fixedIn: ['v1.32.8', 'v1.33.4', 'v1.34.3', 'v1.35.2', 'v1.36.0'],
    source: 'kubernetes/cloud-provider-aws#1328; pkg/providers/v1/aws_loadbalancer.go, ensureTargetGroupTargets, at v1.35.1:860 and v1.35.2:860; '
      + 'before v1.22.0 in ensureTargetGroup',
  },
  {
    id: 'leaks-classic-security-group',
    tags: [{ from: 'v1.20.0', to: 'v1.35.3' }],
    when: 'classic-security-groups',
    says: 'the security group that was made for a classic load balancer stays when the annotation puts another in its place',
    fixedIn: ['v1.36.0'],
    source: 'kubernetes/cloud-provider-aws#1208, #1209; pkg/providers/v1/aws_loadbalancer.go, ensureLoadBalancer, at v1.35.3:1268',
  },
  {
    id: 'needs-topology',
    tags: [{ from: 'v1.30.4', to: 'v1.30.5' }, { from: 'v1.31.2', to: 'v1.31.3' }],
    when: 'topology-error',
    says: 'a node stays uninitialized while DescribeInstanceTopology fails, whatever its instance type; a missing right only leaves labels out',
    fixedIn: ['v1.30.6', 'v1.31.4'],
    source: 'kubernetes/cloud-provider-aws#1060; pkg/providers/v1/instances_v2.go, getAdditionalLabels, at v1.31.3:84',
  },
  {
    id: 'asks-topology-without-role',
    tags: [{ from: 'v1.30.4', to: 'v1.30.4' }, { from: 'v1.31.2', to: 'v1.31.2' }],
    when: 'assumed-role',
    says: 'DescribeInstanceTopology is called without the role of the cloud config: labels of the network are left out where only that role may call '
      + 'it, and nodes stay uninitialized where there are no other credentials',
    fixedIn: ['v1.30.5', 'v1.31.3'],
    source: 'kubernetes/cloud-provider-aws#1054; pkg/services/aws_ec2.go, NewEc2SdkV2, at v1.30.4:43',
  },
  {
    id: 'asks-topology-without-region',
    tags: [
      { from: 'v1.30.4', to: 'v1.30.9' }, { from: 'v1.31.2', to: 'v1.31.8' }, { from: 'v1.32.0', to: 'v1.32.3' }, { from: 'v1.33.0', to: 'v1.33.0' },
    ],
    when: 'web-identity-without-region',
    says: 'the client of DescribeInstanceTopology asks STS without a region (Missing Region), so labels of the network are left out; nodes stay '
      + 'uninitialized, at v1.30.4, v1.30.5, v1.31.2 and v1.31.3 all of them, from v1.30.8, v1.31.6 and v1.32.2 on those of types hpc, trn and p',
    fixedIn: ['v1.30.10', 'v1.31.9', 'v1.32.4', 'v1.33.1'],
    remedy: SET_REGION,
    source: 'gardener/gardener-extension-provider-aws#1363, zalando-incubator/kubernetes-on-aws#9903; pkg/services/aws_ec2.go, NewEc2SdkV2, at '
      + 'v1.32.3:46; github.com/aws/aws-sdk-go-v2/config@v1.28.0 resolve_credentials.go, assumeWebIdentity, and the same when run',
  },
  {
    id: 'assumes-role-without-region',
    tags: [
      { from: 'v1.29.9', to: 'v1.29.10' }, { from: 'v1.30.10', to: 'v1.30.10' }, { from: 'v1.31.9', to: 'v1.31.9' },
      { from: 'v1.32.4', to: 'v1.32.8' }, { from: 'v1.33.1', to: 'v1.37.1' },
    ],
    when: 'assumed-role-of-web-identity',
    says: 'the client that takes on RoleARN asks STS for its own credentials without a region (Missing Region), and every call to AWS fails',
    fixedIn: [],
    remedy: SET_REGION,
    source: 'kubernetes/cloud-provider-aws pkg/services/aws_sts.go, NewStsClient, at v1.36.1:70; github.com/aws/aws-sdk-go-v2/config@v1.29.14 '
      + 'resolve_credentials.go, assumeWebIdentity, and the same when run',
  },
  {
    id: 'keeps-nodes-without-provider-id',
    tags: [{ from: 'v1.30.0', to: 'v1.36.2' }],
    when: 'nodes-without-provider-id',
    says: 'a Node without spec.providerID is never deleted after its instance is gone',
    fixedIn: ['v1.37.0'],
    source: 'kubernetes/cloud-provider-aws#1471; pkg/providers/v1/instances_v2.go, InstanceExists, at v1.36.2:50; in no tag before v1.30.0',
  },
  {
    id: 'needs-instance-identity',
    tags: [{ from: 'v1.31.0', to: 'v1.31.0' }],
    when: 'no-instance-identity',
    says: 'it ends at start where the instance metadata service does not give the identity document of its instance',
    fixedIn: ['v1.31.1'],
    source: 'kubernetes/cloud-provider-aws#1027; pkg/providers/v1/aws_sdk.go:213 at v1.31.0, and at v1.31.1, which only logs it',
  },
  {
    id: 'adds-rules-again',
    tags: [
      { from: 'v1.29.9', to: 'v1.29.10' }, { from: 'v1.30.10', to: 'v1.30.10' }, { from: 'v1.31.9', to: 'v1.31.9' },
      { from: 'v1.32.4', to: 'v1.32.4' }, { from: 'v1.33.1', to: 'v1.33.1' },
    ],
    when: 'load-balancers',
    says: 'each reconcile of a load balancer adds rules of its security group that are there: it fails with InvalidPermission.Duplicate, and later '
      + 'changes of the Service never arrive',
    fixedIn: ['v1.32.5', 'v1.33.2', 'v1.34.0'],
    source: 'kubernetes/cloud-provider-aws#1222, #1207; pkg/providers/v1/sets_ippermissions.go, Difference, at each of these tags and those beside '
      + 'them',
  },
  {
    id: 'panics-at-ssl-negotiation-policy',
    tags: [{ from: 'v1.32.4', to: 'v1.32.4' }, { from: 'v1.33.1', to: 'v1.33.1' }],
    when: 'ssl-negotiation-policy',
    says: 'it panics when the policy of the annotation is not there yet, and again after each restart',
    fixedIn: ['v1.32.5', 'v1.33.2'],
    source: 'kubernetes/cloud-provider-aws#1223; pkg/providers/v1/aws_loadbalancer.go, ensureSSLNegotiationPolicy, at v1.32.4:1514; the other tags '
      + 'of the AWS SDK v2 have the guard, and that of v1 needs none',
  },
  {
    id: 'takes-running-instances-for-gone',
    tags: [{ from: 'v1.34.0', to: 'v1.34.0' }],
    when: 'always',
    says: 'an instance that runs is answered "not found" when it is asked for together with one that is gone, so its Node is deleted if it is not '
      + 'Ready; it can panic',
    fixedIn: ['v1.34.1'],
    source: 'kubernetes/cloud-provider-aws#1260; pkg/providers/v1/describe_instance_batch.go, execDescribeInstanceBatch, at v1.34.0:77',
  },
  {
    id: 'lists-no-routes',
    tags: [{ from: 'v1.34.0', to: 'v1.34.3' }, { from: 'v1.35.0', to: 'v1.35.2' }, { from: 'v1.36.0', to: 'v1.36.0' }],
    when: 'cloud-routes',
    says: 'routes are not listed where several instances have one ("expected to receive a single instance only"), so none is made or removed',
    fixedIn: ['v1.34.4', 'v1.35.3', 'v1.36.1'],
    source: 'kubernetes/cloud-provider-aws#1351, #1388; pkg/providers/v1/describe_instance_batch.go:54',
  },
  {
    id: 'revokes-other-rules',
    tags: [{ from: 'v1.36.0', to: 'v1.36.1' }],
    when: 'classic-security-groups',
    says: 'when a classic load balancer gets security groups by annotation, whole rules of the nodes\' security group are revoked with the one that '
      + 'refers to the old group, also those of the nodes among each other',
    fixedIn: ['v1.36.2', 'v1.37.0'],
    source: 'pkg/providers/v1/aws_loadbalancer.go, buildSecurityGroupRuleReferences, at v1.36.1:1917 and v1.36.2:1918; in no tag before v1.36.0',
  },
  {
    id: 'panics-at-instance-without-state',
    tags: [
      { from: 'v1.20.0', to: 'v1.32.8' }, { from: 'v1.33.0', to: 'v1.33.3' }, { from: 'v1.34.0', to: 'v1.34.2' },
      { from: 'v1.35.0', to: 'v1.35.1' },
    ],
    when: 'terminated-instance',
    says: 'it panics when EC2 describes a terminated instance without its state; it starts again',
    fixedIn: ['v1.33.4', 'v1.34.3', 'v1.35.2', 'v1.36.0'],
    source: 'kubernetes/cloud-provider-aws#1365; pkg/providers/v1/aws.go, InstanceExistsByProviderID, without a guard at v1.28.11 to v1.32.8',
  },
];

/**
 * The last tag of each line that was compared with the one before it, and whose reports were looked up (2026-11-28). From 1.30 on each change of the
 * code has a verdict, in scripts/facts/input/aws-ccm-verdicts.json. What is younger is unassessed: it is never a default, and always a warning.
 */
export const ASSESSED_TO: readonly string[] = [
  'v1.20.4', 'v1.21.7', 'v1.22.8', 'v1.23.21', 'v1.24.20', 'v1.25.16', 'v1.26.14', 'v1.27.10', 'v1.28.11', 'v1.29.10', 'v1.30.10', 'v1.31.9',
  'v1.32.8', 'v1.33.4', 'v1.34.4', 'v1.35.3', 'v1.36.2', 'v1.37.1',
];

/** Faults that no release has, though a table of ours said so; none so far. A feed says them of tables that are out. */
export const WITHDRAWN_FAULTS: readonly WithdrawnFault[] = [];

/** Those that are known. */
export function ccmFaults(): readonly AwsCcmFault[] {
  return inForce(AWS_CCM_FAULTS);
}

/** Whether the faults of a tag are known: none that is told is none that was found. */
export function isAssessed(tag: string): boolean {
  const { minor, patch } = parseRelease(tag);
  return assessed(inForce(ASSESSED_TO)).some(last => last.minor === minor && patch <= last.patch);
}

/** What is known against a tag. */
export function faultsOf(tag: string): readonly AwsCcmFault[] {
  const own = orderOf(tag);
  return ranges(ccmFaults()).filter(({ tags }) => tags.some(({ from, to }) => from <= own && own <= to)).map(({ fault }) => fault);
}

// Asked of each tag, for each place in which one is recommended.
const assessed = onceFor((tags: readonly string[]) => tags.map(parseRelease));
const ranges = onceFor((faults: readonly AwsCcmFault[]) =>
  faults.map(fault => ({ fault, tags: fault.tags.map(({ from, to }) => ({ from: orderOf(from), to: orderOf(to) })) })));

function orderOf(tag: string): number {
  const { minor, patch } = parseRelease(tag);
  return minor * 10_000 + patch;
}

/** The fault because of which a tag is no default of a cluster. */
export function faultToAvoid(tag: string, { cloudRoutes }: { readonly cloudRoutes: boolean }): AwsCcmFault | undefined {
  return faultsOf(tag).find(({ when }) => FAULT_CONDITIONS[when].isOrdinary || (when === 'cloud-routes' && cloudRoutes));
}
