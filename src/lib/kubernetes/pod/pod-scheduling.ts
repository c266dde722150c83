import { isIP } from 'node:net';
import {
  between, given, Item, itemAt, itemsAt, itemsOf, lookAtRequirements, lookAtSelector, notEmpty, oneOf, oneOfGiven, qualified, required,
  requiredOneOf, SUBDOMAIN,
} from './looks';
import { Json, Look } from './shape';

const NODE_OPERATORS = ['In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', 'Lt'];

/** Where pods are placed and which names they know: k8s.io/kubernetes@v1.26.15 pkg/apis/core/validation/validation.go ValidatePodSpec. */
export function lookAtScheduling(spec: Item): readonly Look[] {
  return [
    ...lookAtAffinity(itemAt(spec, 'affinity')),
    ...lookAtSpread(itemsAt(spec, 'topologySpreadConstraints')),
    ...itemsAt(spec, 'hostAliases').flatMap(({ ip, hostnames }) => [
      address(ip, 'spec.hostAliases: ip'),
      ...itemsOf(hostnames).map(name => required(name, 'spec.hostAliases: hostnames', SUBDOMAIN)),
    ]),
    ...lookAtDns(itemAt(spec, 'dnsConfig'), spec.dnsPolicy),
    ...itemsAt(spec, 'readinessGates').map(({ conditionType }) => qualified(String(conditionType ?? ''), 'spec.readinessGates')),
    (spec.runtimeClassName ?? null) !== null ? required(spec.runtimeClassName, 'spec.runtimeClassName', SUBDOMAIN) : undefined,
    oneOfGiven(spec.preemptionPolicy, 'spec.preemptionPolicy', ['PreemptLowerPriority', 'Never']),
  ];
}

function lookAtAffinity(affinity: Item): readonly Look[] {
  const path = 'spec.affinity.nodeAffinity';
  const nodes = itemAt(affinity, 'nodeAffinity');
  const hard = nodes.requiredDuringSchedulingIgnoredDuringExecution;
  const terms = itemsAt(itemAt(nodes, 'requiredDuringSchedulingIgnoredDuringExecution'), 'nodeSelectorTerms');
  const soft = itemsAt(nodes, 'preferredDuringSchedulingIgnoredDuringExecution');
  return [
    notEmpty(hard) && terms.length === 0 ? { refused: `${path} has no nodeSelectorTerms` } : undefined,
    ...soft.map(({ weight }) => between(weight, `${path}: weight`, 1, 100)),
    ...[...terms, ...soft.map(one => itemAt(one, 'preference'))].flatMap(term => [
      ...lookAtRequirements(term, path, NODE_OPERATORS),
      ...itemsAt(term, 'matchFields').flatMap(one => [
        one.key === 'metadata.name' ? undefined : { refused: `${path}.matchFields has the key ${JSON.stringify(one.key ?? null)}` },
        requiredOneOf(one.operator, `${path}.matchFields: operator`, ['In', 'NotIn']),
        itemsOf(one.values).length === 1 ? undefined : { refused: `${path}.matchFields takes one value` },
      ]),
    ]),
    ...['podAffinity', 'podAntiAffinity'].flatMap(kind => lookAtPodAffinity(itemAt(affinity, kind), `spec.affinity.${kind}`)),
  ];
}

function lookAtPodAffinity(affinity: Item, path: string): readonly Look[] {
  const soft = itemsAt(affinity, 'preferredDuringSchedulingIgnoredDuringExecution');
  return [
    ...soft.map(({ weight }) => between(weight, `${path}: weight`, 1, 100)),
    ...[...itemsAt(affinity, 'requiredDuringSchedulingIgnoredDuringExecution'), ...soft.map(one => itemAt(one, 'podAffinityTerm'))].flatMap(term => [
      notEmpty(term.topologyKey) ? qualified(String(term.topologyKey), `${path}: topologyKey`) : given(term.topologyKey, `${path}: topologyKey`),
      ...['labelSelector', 'namespaceSelector'].flatMap(key => lookAtSelector(itemAt(term, key), `${path}.${key}`)),
    ]),
  ];
}

function lookAtSpread(constraints: readonly Item[]): readonly Look[] {
  const path = 'spec.topologySpreadConstraints';
  const kinds = constraints.map(({ topologyKey, whenUnsatisfiable }) => JSON.stringify([topologyKey, whenUnsatisfiable]));
  return [
    ...constraints.flatMap(one => [
      between(one.maxSkew, `${path}: maxSkew`, 1, Infinity),
      given(one.topologyKey, `${path}: topologyKey`),
      requiredOneOf(one.whenUnsatisfiable, `${path}: whenUnsatisfiable`, ['DoNotSchedule', 'ScheduleAnyway']),
      notEmpty(one.minDomains) ? between(one.minDomains, `${path}: minDomains`, 1, Infinity) : undefined,
      notEmpty(one.minDomains) && one.whenUnsatisfiable === 'ScheduleAnyway' ? { refused: `${path}: minDomains is for DoNotSchedule` } : undefined,
      ...['nodeAffinityPolicy', 'nodeTaintsPolicy'].map(key => oneOf(one[key], `${path}: ${key}`, ['Honor', 'Ignore'])),
      ...lookAtSelector(itemAt(one, 'labelSelector'), `${path}.labelSelector`),
    ]),
    new Set(kinds).size === kinds.length ? undefined : { refused: `${path} has a topologyKey twice` },
  ];
}

/** Most name servers that a resolver takes; for search paths, releases before 1.28 take fewer. */
const MOST_NAME_SERVERS = 3;
const MOST_SEARCHES = 32;

function lookAtDns(config: Item, policy: Json | undefined): readonly Look[] {
  const path = 'spec.dnsConfig';
  const servers = itemsOf(config.nameservers);
  const searches = itemsOf(config.searches);
  return [
    policy === 'None' && servers.length === 0 ? { refused: 'dnsPolicy None needs nameservers in dnsConfig' } : undefined,
    servers.length > MOST_NAME_SERVERS ? { refused: `${path} has ${servers.length} nameservers, and ${MOST_NAME_SERVERS} are taken` } : undefined,
    searches.length > MOST_SEARCHES ? { refused: `${path} has ${searches.length} searches, and ${MOST_SEARCHES} are taken` } : undefined,
    ...servers.map(server => address(server, `${path}.nameservers`)),
    ...searches.map(search => search === '.' ? undefined : required(String(search).replace(/\.$/, ''), `${path}.searches`, SEARCH)),
    ...itemsAt(config, 'options').map(({ name }) => given(name, `${path}.options: name`)),
  ];
}

/** Later releases take underscores. */
const SEARCH = /^(?=.{1,253}$)[a-z0-9_](?:[-a-z0-9_]*[a-z0-9_])?(?:\.[a-z0-9_](?:[-a-z0-9_]*[a-z0-9_])?)*$/;

/**
 * Whether some releases take the domains that a pod searches, and others do not: k8s.io/kubernetes pkg/apis/core/validation, validatePodDNSConfig of
 * v1.20.0 (6 of them, 256 characters, no underscores) and v1.37.2.
 */
export function dnsDependsOnRelease(config: Item): boolean {
  const searches = itemsOf(config.searches).map(String);
  return searches.length > 6 || searches.join(' ').length > 256 || searches.some(search => search === '.' || search.includes('_'));
}

/**
 * k8s.io/kubernetes pkg/apis/core/validation, ValidateHostAliases of v1.20.0, v1.23.0, v1.30.0 and v1.37.2: no release takes a zone; zeros in front,
 * and IPv4 written as IPv6, are taken by some.
 */
function address(value: Json | undefined, path: string): Look {
  const text = typeof value === 'string' ? value : '';
  const isSloppy = /^::ffff:[^%]*$/i.test(text) || (/(?:^|\.)0\d/.test(text) && isIP(text.replace(/(^|\.)0+(?=\d)/g, '$1')) === 4);
  if (isSloppy) return { unknown: `${path} is ${text}, which not every release takes for an address` };
  if (isIP(text) !== 0 && !text.includes('%')) return undefined;
  return { refused: `${path} must be an IP address, got ${JSON.stringify(value ?? null)}` };
}
