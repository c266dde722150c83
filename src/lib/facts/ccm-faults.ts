import { parseRelease } from './since';

/**
 * When a fault shows. `always`: in any cluster. `load-balancers`: with a Service of type LoadBalancer that has a security group of the
 * cloud-controller-manager's own. `cloud-routes`: with --configure-cloud-routes. `classic-security-groups`: when a classic load balancer gets the
 * annotation aws-load-balancer-security-groups. `no-instance-identity`: where the instance metadata service does not answer.
 * `terminated-instance`: when EC2 describes a terminated instance without its state.
 */
export type FaultCondition =
  'always' | 'load-balancers' | 'cloud-routes' | 'classic-security-groups' | 'no-instance-identity' | 'terminated-instance';

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
  /** The first and the last tag of each range were read, and those beside them, if nothing else is said. */
  readonly source: string;
}

export const AWS_CCM_FAULTS: readonly AwsCcmFault[] = [
  {
    id: 'no-provider-id-1-24-0',
    tags: [{ from: 'v1.24.0', to: 'v1.24.0' }],
    when: 'always',
    says: 'nodes stay without a provider ID',
    fixedIn: ['v1.24.1'],
    source: 'siderolabs/cluster-api-templates#23',
  },
  {
    id: 'no-provider-id-1-28',
    tags: [{ from: 'v1.28.1', to: 'v1.28.4' }],
    when: 'always',
    says: 'nodes can stay without a provider ID and are then missing from load balancers',
    fixedIn: ['v1.28.5'],
    source: 'kubernetes/kops#16496',
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
 * The last tag of each line that was compared with the one before it, and whose reports were looked up (2026-11-28). What is younger is unassessed:
 * it is never a default, and always a warning.
 */
export const ASSESSED_TO: readonly string[] = [
  'v1.20.4', 'v1.21.7', 'v1.22.8', 'v1.23.21', 'v1.24.20', 'v1.25.16', 'v1.26.14', 'v1.27.10', 'v1.28.11', 'v1.29.10', 'v1.30.10', 'v1.31.9',
  'v1.32.8', 'v1.33.4', 'v1.34.4', 'v1.35.3', 'v1.36.2', 'v1.37.1',
];

/** Whether the faults of a tag are known: none that is told is none that was found. */
export function isAssessed(tag: string): boolean {
  const { minor, patch } = parseRelease(tag);
  return ASSESSED_TO.map(parseRelease).some(last => last.minor === minor && patch <= last.patch);
}

/** What is known against a tag. */
export function faultsOf(tag: string): readonly AwsCcmFault[] {
  const order = (text: string) => {
    const { minor, patch } = parseRelease(text);
    return minor * 10_000 + patch;
  };
  return AWS_CCM_FAULTS.filter(({ tags }) => tags.some(({ from, to }) => order(from) <= order(tag) && order(tag) <= order(to)));
}

/** Conditions that a cluster meets without doing anything out of the ordinary, so that a default has to avoid their faults. */
const ORDINARY: readonly FaultCondition[] = ['always', 'load-balancers'];

/** The fault because of which a tag is no default of a cluster. */
export function faultToAvoid(tag: string, { cloudRoutes }: { readonly cloudRoutes: boolean }): AwsCcmFault | undefined {
  return faultsOf(tag).find(({ when }) => ORDINARY.includes(when) || (when === 'cloud-routes' && cloudRoutes));
}
