import { AwsCcmChange } from './ccm-changes';
import { LEFT_TO_ANOTHER } from './load-balancer-changes';
import { hasSince, Release } from './since';

/** What a Service of type LoadBalancer says that its cloud-controller-manager looks at before it calls AWS. */
export interface LoadBalancerService {
  readonly annotations: Readonly<Record<string, string>>;
  /** Protocols of its ports: `TCP` where none is said. */
  readonly protocols: readonly string[];
  /** The name of the load balancer that it has, by its status. */
  readonly hostname?: string;
}

/** Something that a release refuses of a Service before a call to AWS: it gets no load balancer, and one that is there is never updated again. */
export interface ServiceRefusal extends AwsCcmChange {
  /** Kebab-case, never reused. */
  readonly id: string;
  /** First release that takes it again; none: the newest refuses it. */
  readonly until?: string;
  /** Whether it is about a change of the Service: one that stays as it is is never refused, and may be by what is done to it later. */
  readonly isOfChange?: boolean;
  /** The annotation that it is about. */
  readonly annotation: string;
  /** What is refused, as a sentence without its end. */
  readonly says: string;
  readonly fix: string;
  refuses(service: LoadBalancerService): boolean;
}

const PREFIX = 'service.beta.kubernetes.io/aws-load-balancer-';
const TYPE = `${PREFIX}type`;
const ATTRIBUTES = `${PREFIX}target-group-attributes`;
const SECURITY_GROUPS = `${PREFIX}security-groups`;
const EXTRA_SECURITY_GROUPS = `${PREFIX}extra-security-groups`;
const READ_AT = ['v1.36.1', 'v1.37.0', 'v1.37.1'];
const SOURCE = 'kubernetes/cloud-provider-aws pkg/providers/v1/aws_validations.go, at each of these tags and the one before it';

export const SERVICE_REFUSALS: readonly ServiceRefusal[] = [
  {
    id: 'target-group-attributes-of-classic',
    since: ['1.32.6', '1.33.3', '1.34.2'],
    // v1.34.1 was tagged on a branch without it.
    also: ['1.34.0'],
    annotation: ATTRIBUTES,
    says: 'target group attributes of a classic load balancer, which has no target group',
    fix: `Remove the annotation ${ATTRIBUTES}, or set ${TYPE} to nlb in a new Service.`,
    readAt: READ_AT,
    source: SOURCE,
    refuses: service => ATTRIBUTES in service.annotations && !isNlb(service),
  },
  {
    id: 'target-group-attributes-malformed',
    since: ['1.32.6', '1.33.3', '1.34.2'],
    also: ['1.34.0'],
    annotation: ATTRIBUTES,
    says: 'target group attributes other than preserve_client_ip.enabled and proxy_protocol_v2.enabled with true or false; for UDP, '
      + 'preserve_client_ip.enabled=false',
    fix: 'Correct the attributes: name=value, separated by commas.',
    readAt: READ_AT,
    source: SOURCE,
    refuses: service => isNlb(service) && ATTRIBUTES in service.annotations
      && !attributes(service).every(([name, value]) => isTaken(name, value, service)),
  },
  {
    id: 'security-groups-of-nlb',
    since: ['1.35.0'],
    until: '1.37.0',
    annotation: SECURITY_GROUPS,
    says: 'security groups of a network load balancer that are given by annotation',
    fix: `Take the annotation ${SECURITY_GROUPS} away, or stay on 1.34 until 1.37.0, which sets them.`,
    readAt: READ_AT,
    source: `${SOURCE}; #1379`,
    refuses: service => isNlb(service) && SECURITY_GROUPS in service.annotations,
  },
  {
    id: 'extra-security-groups-of-nlb',
    since: ['1.35.0'],
    annotation: EXTRA_SECURITY_GROUPS,
    says: 'further security groups of a network load balancer',
    fix: `Take the annotation ${EXTRA_SECURITY_GROUPS} away: a network load balancer never had them.`,
    readAt: READ_AT,
    source: SOURCE,
    refuses: service => isNlb(service) && EXTRA_SECURITY_GROUPS in service.annotations,
  },
  {
    id: 'type-of-load-balancer-changed',
    since: ['1.36.0'],
    isOfChange: true,
    annotation: TYPE,
    says: 'another type of load balancer than the one that is there; it is taken for a classic one where its name ends in .elb.amazonaws.com, which '
      + 'those of other partitions (amazonaws.com.cn) do not',
    fix: `Restore the annotation ${TYPE}, or recreate the Service; in a partition whose names end otherwise, use network load balancers.`,
    readAt: READ_AT,
    source: `${SOURCE}; #1325`,
    refuses: service => service.hostname !== undefined && isNlb(service) === service.hostname.endsWith('.elb.amazonaws.com'),
  },
];

/** What a release refuses of a Service; nothing of one that it leaves to another controller. */
export function serviceRefusals(release: Release, service: LoadBalancerService): readonly ServiceRefusal[] {
  const { annotation, values } = LEFT_TO_ANOTHER;
  if ((values as readonly string[]).includes(service.annotations[annotation])) return [];
  return SERVICE_REFUSALS.filter(one => isRefusedBy(release, one) && one.refuses(service));
}

/** Whether a release looks for it. */
export function isRefusedBy(release: Release, { since, also = [], until }: ServiceRefusal): boolean {
  const isOn = hasSince(release, since) || also.includes(`1.${release.minor}.${release.patch}`);
  return isOn && !(until !== undefined && hasSince(release, [until]));
}

function isNlb({ annotations }: LoadBalancerService): boolean {
  return annotations[TYPE] === 'nlb';
}

/** As the release splits them: `name=value, name=value`; of a name that stands alone the value is empty. */
function attributes({ annotations }: LoadBalancerService): readonly (readonly [string, string])[] {
  return annotations[ATTRIBUTES].trim().split(',').map(part => part.trim().split('=')).filter(([name]) => name !== '')
    .map(([name, value = '']) => [name, value] as const);
}

function isTaken(name: string, value: string, { protocols }: LoadBalancerService): boolean {
  if (!['preserve_client_ip.enabled', 'proxy_protocol_v2.enabled'].includes(name) || !['true', 'false'].includes(value)) return false;
  return !(name === 'preserve_client_ip.enabled' && value === 'false' && protocols.some(protocol => protocol === 'UDP' || protocol === 'TCP_UDP'));
}
