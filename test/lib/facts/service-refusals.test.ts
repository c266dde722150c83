import { LoadBalancerService, SERVICE_REFUSALS, serviceRefusals } from '../../../src/lib/facts/service-refusals';
import { parseRelease } from '../../../src/lib/facts/since';

const PREFIX = 'service.beta.kubernetes.io/aws-load-balancer-';
const service = (annotations: Record<string, string>, more: Partial<LoadBalancerService> = {}): LoadBalancerService => ({
  annotations: Object.fromEntries(Object.entries(annotations).map(([name, value]) => [PREFIX + name, value])), protocols: ['TCP'], ...more,
});
const refused = (tag: string, one: LoadBalancerService) => serviceRefusals(parseRelease(tag), one).map(({ id }) => id);
const CLASSIC = 'a-1.eu-central-1.elb.amazonaws.com';
const NLB = 'a-1.elb.eu-central-1.amazonaws.com';

it('have ids that are unlike', () => expect(new Set(SERVICE_REFUSALS.map(({ id }) => id)).size).toBe(SERVICE_REFUSALS.length));

it.each<[string, LoadBalancerService, string, readonly string[], readonly string[]]>([
  ['attributes of a classic one', service({ 'target-group-attributes': 'preserve_client_ip.enabled=true' }), 'target-group-attributes-of-classic',
    ['v1.32.6', 'v1.33.3', 'v1.34.0', 'v1.34.2', 'v1.37.1'], ['v1.32.5', 'v1.33.2', 'v1.34.1', 'v1.31.9']],
  ['attributes that do not exist', service({ 'type': 'nlb', 'target-group-attributes': 'stickiness.enabled=true' }),
    'target-group-attributes-malformed', ['v1.32.6', 'v1.37.1'], ['v1.32.5', 'v1.34.1']],
  ['security groups of an NLB', service({ 'type': 'nlb', 'security-groups': 'sg-1' }), 'security-groups-of-nlb',
    ['v1.35.0', 'v1.36.2'], ['v1.34.4', 'v1.37.0', 'v1.37.1']],
  ['further security groups of an NLB', service({ 'type': 'nlb', 'extra-security-groups': 'sg-1' }), 'extra-security-groups-of-nlb',
    ['v1.35.0', 'v1.37.1'], ['v1.34.4']],
  ['a type that was changed to an NLB', service({ type: 'nlb' }, { hostname: CLASSIC }), 'type-of-load-balancer-changed',
    ['v1.36.0', 'v1.37.1'], ['v1.35.3']],
  ['a type that was changed to a classic one', service({}, { hostname: NLB }), 'type-of-load-balancer-changed', ['v1.36.0'], ['v1.35.3']],
  ['a classic one in China', service({}, { hostname: 'a-1.cn-north-1.elb.amazonaws.com.cn' }), 'type-of-load-balancer-changed',
    ['v1.37.1'], ['v1.35.3']],
])('%s', (_, one, id, refusing, taking) => {
  for (const tag of refusing) expect([tag, refused(tag, one)]).toEqual([tag, [id]]);
  for (const tag of taking) expect([tag, refused(tag, one)]).toEqual([tag, []]);
});

it.each<[string, readonly string[], boolean]>([
  ['preserve_client_ip.enabled=false', ['TCP'], true],
  ['preserve_client_ip.enabled=false', ['TCP', 'UDP'], false],
  ['preserve_client_ip.enabled=true', ['UDP'], true],
  [' proxy_protocol_v2.enabled=true , preserve_client_ip.enabled=true ', ['TCP'], true],
  ['proxy_protocol_v2.enabled=yes', ['TCP'], false],
  ['proxy_protocol_v2.enabled', ['TCP'], false],
  ['proxy_protocol_v2.enabled=', ['TCP'], false],
  ['', ['TCP'], true],
])('target group attributes "%s" for %j are taken: %s', (text, protocols, isTaken) =>
  expect(refused('v1.37.1', service({ 'type': 'nlb', 'target-group-attributes': text }, { protocols })).length === 0).toBe(isTaken));

it.each<[string, LoadBalancerService]>([
  ['one as it was made', service({}, { hostname: CLASSIC })],
  ['an NLB as it was made', service({ type: 'nlb' }, { hostname: NLB })],
  ['one without a load balancer', service({ type: 'nlb' })],
  ['one with an address', service({}, { hostname: undefined })],
  ['one of another controller', service({ 'type': 'external', 'extra-security-groups': 'sg-1' }, { hostname: NLB })],
  ['security groups of a classic one', service({ 'security-groups': 'sg-1', 'extra-security-groups': 'sg-2' })],
])('nothing is refused of %s', (_, one) => expect(refused('v1.36.2', one)).toEqual([]));
