import { isMap, listOf, mapOf, stringOf } from './data';
import { ObjectAt } from './documents';
import { RunDoubt } from './running';
import { Data, SourcePath } from '../edit/yaml/source-document';
import { groupOf } from '../facts/inert-kinds';

type DataMap = { readonly [key: string]: Data };

/** A workload whose pods are asked about. */
interface Asked {
  /** Of the workload and of its pods, as `group/Kind`. */
  readonly kinds: readonly string[];
  readonly name: string;
  readonly namespace: string;
  readonly podLabels: DataMap;
  readonly labels: DataMap;
  readonly namespaceLabels: DataMap;
}

/**
 * What changes the pods of a workload between the API server and etcd, so that its manifest does not say what runs: policies of Kyverno and
 * Gatekeeper, webhooks and MutatingAdmissionPolicies. One that provably does not match it, or sets only what is not looked at, leaves it as it
 * is. Static pods are not asked: the kubelet runs their files.
 */
export function mutationDoubts(object: ObjectAt, template: SourcePath, objects: readonly ObjectAt[]): readonly RunDoubt[] {
  const asked = askedOf(object, template, objects);
  return objects.filter(policy => changes(policy, asked, objects)).map(({ kind, name, file, document, base }) => ({
    path: template,
    what: `${kind} ${name} (${file}:${document.line(base.length === 0 ? ['kind'] : base)}) may change the pods of ${object.kind} ${object.name}`,
    fix: 'Give the workload as it is in the cluster, and leave the policy out of the input; or exclude the workload from it.',
  }));
}

function askedOf(object: ObjectAt, template: SourcePath, objects: readonly ObjectAt[]): Asked {
  const { kind, apiVersion, name, namespace = 'default', data, document } = object;
  const own = objects.find(one => one.kind === 'Namespace' && one.name === namespace);
  return {
    kinds: [`${groupOf(apiVersion)}/${kind}`, '/Pod'],
    name,
    namespace,
    podLabels: mapOf(mapOf(document.value([...template, 'metadata'])).labels),
    labels: mapOf(mapOf(data.metadata).labels),
    // The API server sets the first one on every namespace.
    namespaceLabels: { 'kubernetes.io/metadata.name': namespace, ...mapOf(mapOf(own?.data.metadata).labels) },
  };
}

function changes(policy: ObjectAt, asked: Asked, objects: readonly ObjectAt[]): boolean {
  const { kind, apiVersion, data } = policy;
  switch (groupOf(apiVersion)) {
    case 'kyverno.io': return (kind === 'ClusterPolicy' || (kind === 'Policy' && (policy.namespace ?? 'default') === asked.namespace))
      && listOf(mapOf(data.spec).rules).some(rule => isMap(rule) && kyvernoChanges(rule, asked));
    case 'policies.kyverno.io': return /Mutating\w*Policy$/.test(kind) && constraintsMatch(mapOf(mapOf(data.spec).matchConstraints), asked);
    case 'mutations.gatekeeper.sh': return kind !== 'AssignMetadata' && gatekeeperChanges(mapOf(data.spec), asked);
    case 'admissionregistration.k8s.io': return kind === 'MutatingWebhookConfiguration'
      ? listOf(data.webhooks).some(webhook => isMap(webhook) && webhookMatches(webhook, asked))
      : kind === 'MutatingAdmissionPolicy' && policyIsBound(policy, objects) && constraintsMatch(mapOf(mapOf(data.spec).matchConstraints), asked);
    default: return false;
  }
}

/** Without a binding a policy does nothing: kubernetes.io/docs/reference/access-authn-authz/mutating-admission-policy. */
function policyIsBound({ name }: ObjectAt, objects: readonly ObjectAt[]): boolean {
  return objects.some(one => one.kind === 'MutatingAdmissionPolicyBinding' && mapOf(one.data.spec).policyName === name);
}

/** https://kyverno.io/docs/policy-types/cluster-policy/match-exclude/ */
function kyvernoChanges({ match, exclude, mutate }: DataMap, asked: Asked): boolean {
  const { patchStrategicMerge, targets, ...others } = mapOf(mutate);
  if (mutate === undefined || targets !== undefined || (Object.keys(others).length === 0 && isHarmless(patchStrategicMerge))) return false;
  const filters = (from: Data | undefined) => {
    const { any, all, resources } = mapOf(from);
    return {
      any: listOf(any).map(one => mapOf(mapOf(one).resources)),
      all: [...listOf(all).map(one => mapOf(mapOf(one).resources)),
        ...isMap(resources) ? [resources] : []],
    };
  };
  const matched = filters(match);
  const excluded = filters(exclude);
  return asked.kinds.some(kind => {
    const is = (resource: DataMap) => resourceMatches(resource, kind, asked);
    const isKnown = (resource: DataMap) => hasOnlyKnown(resource) && is(resource);
    const may = matched.all.every(is) && (matched.any.length === 0 || matched.any.some(is));
    return may && !excluded.any.some(isKnown) && !(excluded.all.length > 0 && excluded.all.every(isKnown));
  });
}

/** What excludes something must be decided by what is known; what matches it need not. */
function hasOnlyKnown(resource: DataMap): boolean {
  return Object.keys(resource).every(key => ['kinds', 'name', 'names', 'namespaces', 'namespaceSelector', 'selector'].includes(key));
}

function resourceMatches(resource: DataMap, kind: string, asked: Asked): boolean {
  const { kinds, name, names, namespaces, namespaceSelector, selector } = resource;
  const [group, own] = kind.split('/');
  const isPod = own === 'Pod' && group === '';
  const kindIn = (text: string) => text.split(/[./]/).find(part => /^[A-Z*]/.test(part)) ?? '*';
  const isKind = kinds === undefined || listOf(kinds).some(text => wildcard(kindIn(String(text)), own));
  // The names of pods are made of that of their workload.
  const called = isPod ? `${asked.name}-abcde` : asked.name;
  const patterns = [...name === undefined ? [] : [name], ...listOf(names)].map(String);
  return isKind && (patterns.length === 0 || patterns.some(pattern => wildcard(pattern, called)))
    && (namespaces === undefined || listOf(namespaces).some(pattern => wildcard(String(pattern), asked.namespace)))
    && (namespaceSelector === undefined || selects(namespaceSelector, asked.namespaceLabels))
    && (selector === undefined || selects(selector, isPod ? asked.podLabels : asked.labels));
}

const HARMLESS_LOCATION = /^(?:metadata\.(?:labels|annotations)|spec\.containers\[[^\]]*\]\.(?:resources|imagePullPolicy|securityContext))\b/;

/** https://open-policy-agent.github.io/gatekeeper/website/docs/mutation */
function gatekeeperChanges({ applyTo, match, location }: DataMap, { kinds, namespace, namespaceLabels, podLabels, labels, name }: Asked): boolean {
  if (HARMLESS_LOCATION.test(String(location ?? ''))) return false;
  const ofKind = (list: Data | undefined) => listOf(list).some(one => isMap(one) && kinds.some(kind => {
    const [group, own] = kind.split('/');
    const isGroup = one.groups === undefined ? one.apiGroups === undefined || has(one.apiGroups, group) : has(one.groups, group);
    return isGroup && (one.kinds === undefined || has(one.kinds, own));
  }));
  const { kinds: matched, namespaces, excludedNamespaces, namespaceSelector, labelSelector, name: pattern, scope } = mapOf(match);
  return (applyTo === undefined || ofKind(applyTo)) && (matched === undefined || ofKind(matched)) && scope !== 'Cluster'
    && (namespaces === undefined || listOf(namespaces).some(one => wildcard(String(one), namespace)))
    && !listOf(excludedNamespaces).some(one => wildcard(String(one), namespace))
    && (namespaceSelector === undefined || selects(namespaceSelector, namespaceLabels))
    && (labelSelector === undefined || selects(labelSelector, podLabels) || selects(labelSelector, labels))
    && (pattern === undefined || wildcard(String(pattern), name) || wildcard(String(pattern), `${name}-abcde`));
}

/** https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#webhook-configuration */
function webhookMatches({ rules, namespaceSelector, objectSelector }: DataMap, asked: Asked): boolean {
  return constraintsMatch({ resourceRules: rules ?? [], namespaceSelector: namespaceSelector ?? {}, objectSelector: objectSelector ?? {} }, asked);
}

function constraintsMatch({ resourceRules, namespaceSelector = {}, objectSelector = {} }: DataMap, asked: Asked): boolean {
  const { kinds, namespaceLabels, labels, podLabels } = asked;
  const [own] = kinds;
  const resources = [['', 'pods', podLabels], [own.slice(0, own.indexOf('/')), `${own.slice(own.indexOf('/') + 1).toLowerCase()}s`, labels]] as const;
  return selects(namespaceSelector, namespaceLabels) && resources.some(([group, resource, ownLabels]) => selects(objectSelector, ownLabels)
    && listOf(resourceRules).some(rule => isMap(rule) && has(rule.apiGroups, group) && rule.scope !== 'Cluster'
      && listOf(rule.resources).some(one => one === '*' || one === '*/*' || one === resource)
      && listOf(rule.operations).some(one => one === '*' || one === 'CREATE' || one === 'UPDATE')));
}

function has(list: Data | undefined, text: string): boolean {
  return listOf(list).some(one => one === '*' || one === text);
}

/** A label selector, also with wildcards as Kyverno has them. */
function selects(selector: Data, labels: DataMap): boolean {
  const { matchLabels, matchExpressions } = mapOf(selector);
  const isIn = Object.entries(mapOf(matchLabels)).every(([key, value]) =>
    Object.entries(labels).some(([name, text]) => wildcard(key, name) && wildcard(String(value), String(text))));
  return isIn && listOf(matchExpressions).every(one => {
    const { key, operator, values } = mapOf(one);
    const value = stringOf(labels[String(key)]);
    switch (operator) {
      case 'In': return value !== undefined && listOf(values).includes(value);
      case 'NotIn': return value === undefined || !listOf(values).includes(value);
      case 'Exists': return value !== undefined;
      case 'DoesNotExist': return value === undefined;
      default: return true;
    }
  });
}

/** `*` and `?` as in file names. */
function wildcard(pattern: string, text: string): boolean {
  return new RegExp(`^${pattern.slice(0, 300).replace(/[.+^${}()|[\]\\]/g, '\\$&').replace(/\*+/g, '.*').replace(/\?/g, '.')}$`).test(text);
}

/** Fields of a pod that decide nothing of what is checked; Kyverno's anchors, `+(name)`, are taken off. */
const HARMLESS = /^(?:labels|annotations|resources|imagePullPolicy|securityContext|imagePullSecrets|terminationGracePeriodSeconds|name)$/;

function isHarmless(patch: Data | undefined): boolean {
  if (Array.isArray(patch)) return patch.every(isHarmless);
  if (!isMap(patch)) return false;
  return Object.entries(patch).every(([key, value]) => {
    const field = /^[+=<^X]*\(?([^()]*)\)?$/.exec(key)?.[1] ?? key;
    return HARMLESS.test(field) || (/^(?:metadata|spec|template|containers|initContainers)$/.test(field) && isHarmless(value));
  });
}
