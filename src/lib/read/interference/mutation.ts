import { mayPatch, patchedTarget, refersTo } from './manifest-patches';
import { fieldDecides, patchDecides } from '../../edit/deciding-fields';
import { Data, DataMap, isMap, listOf, mapOf, SourcePath, stringOf } from '../../edit/yaml/data';
import { groupOf } from '../../facts/inert-kinds';
import { onceFor } from '../../kubernetes/once-for';
import { Doubt } from '../../view/model';
import { ChangeTarget, changeTargets } from '../documents/change-targets';
import { ObjectAt, placeAt } from '../documents/documents';
import { selects, wildcard } from '../documents/label-match';

/**
 * What changes the objects that the pods of a workload come from between a manifest and etcd, so that the manifest does not say what runs: policies
 * of Kyverno and Gatekeeper, webhooks, MutatingAdmissionPolicies, and patches of what deploys it. One that provably does not match, or sets only
 * what is not looked at, leaves it as it is. Static pods are not asked: the kubelet runs their files.
 */
export function mutationDoubts(object: ObjectAt, template: SourcePath, objects: readonly ObjectAt[]): readonly Doubt[] {
  return changesOf(object, template, objects).map(({ policy, target }) => ({
    place: placeAt(object.file, object.document, template),
    what: `${shownPolicy(policy)} may change ${target.what}`,
    fix: 'Give the objects as they are in the cluster, and leave the policy out of the input; or exclude the workload from it.',
  }));
}

/** What may change, for each policy the first of it. */
export function changesOf(
  object: ObjectAt, template: SourcePath, objects: readonly ObjectAt[],
): readonly { readonly policy: ObjectAt; readonly target: ChangeTarget }[] {
  const policies = changing(objects);
  if (policies.length === 0) return [];
  const targets = changeTargets(object, template, objects);
  return policies.flatMap(policy => {
    const target = targets.find(one => changes(policy, one, objects)) ?? patchedTarget(policy, { object, template, targets, objects });
    return target === undefined ? [] : [{ policy, target }];
  });
}

/** Its kind and name, and where it is. */
export function shownPolicy({ kind, name, file, document, base }: ObjectAt): string {
  return `${kind} ${name} (${file}:${document.line(base.length === 0 ? ['kind'] : base)})`;
}

const GROUPS = ['kyverno.io', 'policies.kyverno.io', 'mutations.gatekeeper.sh', 'admissionregistration.k8s.io', 'velero.io'];

/** What may change an object, of all that the input has: each workload asks. */
const changing = onceFor((objects: readonly ObjectAt[]) => objects.filter(one => GROUPS.includes(groupOf(one.apiVersion)) || mayPatch(one)));

/** What deletes a lock of itself, or puts back what it was: policies that clean up, and restores. */
export function lockDeletions(lock: Pick<ChangeTarget, 'kind' | 'name' | 'namespace'>, objects: readonly ObjectAt[]): readonly ObjectAt[] {
  const deleting = changing(objects).filter(({ kind }) => /Cleanup|Deleting|^Restore$/.test(kind));
  if (deleting.length === 0) return [];
  const target: ChangeTarget = {
    ...lock,
    group: lock.kind === 'Lease' ? 'coordination.k8s.io' : '',
    resource: `${lock.kind.toLowerCase().replace(/s$/, '')}s`,
    labels: { known: {}, open: 'all' },
    namespaceLabels: { known: { 'kubernetes.io/metadata.name': lock.namespace ?? '' }, open: 'all' },
    selected: [],
    what: lock.name ?? lock.kind,
    isOfWorkload: false,
  };
  return deleting.filter(policy => changes(policy, target, objects));
}

function changes(policy: ObjectAt, target: ChangeTarget, objects: readonly ObjectAt[]): boolean {
  const { kind, apiVersion, data } = policy;
  const spec = mapOf(data.spec);
  const isInReach = policy.namespace === undefined || policy.namespace === target.namespace;
  switch (groupOf(apiVersion)) {
    case 'kyverno.io':
      if (/^(?:Cluster)?CleanupPolicy$/.test(kind)) return isInReach && target.name !== undefined && !isMade(target) && kyvernoMatches(spec, target);
      return (kind === 'ClusterPolicy' || (kind === 'Policy' && (policy.namespace ?? 'default') === target.namespace))
        && listOf(spec.rules).some(rule => isMap(rule) && (kyvernoChanges(rule, target) || kyvernoMakes(rule, target)));
    case 'policies.kyverno.io': return isInReach && ofPolicies(kind, spec, target);
    case 'velero.io': return kind === 'Restore' && restores(data, target);
    case 'mutations.gatekeeper.sh': return gatekeeperChanges(spec, target);
    case 'admissionregistration.k8s.io': return kind === 'MutatingWebhookConfiguration'
      ? listOf(data.webhooks).some(webhook => isMap(webhook) && webhookMatches(webhook, target))
      : kind === 'MutatingAdmissionPolicy' && policyIsBound(policy, objects) && constraintsMatch(mapOf(spec.matchConstraints), target);
    default: return false;
  }
}

/** With existingResourcePolicy alone it changes what is there, until it is over: https://velero.io/docs/v1.14/restore-reference/. */
function restores({ spec, status }: DataMap, { namespace, resource, group }: ChangeTarget): boolean {
  const { existingResourcePolicy, includedNamespaces, excludedNamespaces, includedResources, excludedResources } = mapOf(spec);
  const names = [resource, resource.replace(/s$/, ''), `${resource}.${group}`];
  const holds = (list: Data | undefined, own: readonly string[]) => listOf(list).some(one => one === '*' || own.includes(String(one).toLowerCase()));
  const isIn = (included: Data | undefined, excluded: Data | undefined, own: readonly string[]) =>
    (listOf(included).length === 0 || holds(included, own)) && !holds(excluded, own);
  return existingResourcePolicy === 'update' && !/^(?:Completed|PartiallyFailed|Failed|FailedValidation)$/.test(String(mapOf(status).phase))
    && (namespace === undefined || isIn(includedNamespaces, excludedNamespaces, [namespace])) && isIn(includedResources, excludedResources, names);
}

/** Whether a controller makes it again where it is deleted. */
function isMade({ kind, isOfWorkload }: ChangeTarget): boolean {
  return isOfWorkload && ['Pod', 'ReplicaSet', 'ControllerRevision'].includes(kind);
}

/** Policies of Kyverno in CEL, https://kyverno.io/docs/policy-types/. What their expressions say is not evaluated. */
function ofPolicies(kind: string, spec: DataMap, target: ChangeTarget): boolean {
  const { matchConstraints, targetMatchConstraints } = spec;
  if (/Mutating\w*Policy$/.test(kind)) {
    const { expression, ...others } = mapOf(targetMatchConstraints);
    return constraintsMatch(mapOf(matchConstraints), target) || (expression !== undefined && others.resourceRules === undefined)
      || constraintsMatch(others, target);
  }
  if (/Deleting\w*Policy$/.test(kind)) {
    return target.name !== undefined && !isMade(target) && constraintsMatch(whateverIsAsked(matchConstraints), target);
  }
  // Its expressions name what they copy, and where to.
  return /Generating\w*Policy$/.test(kind) && target.name !== undefined && target.isOfWorkload && !isMade(target)
    && [target.resource, target.name].some(name => JSON.stringify(spec).includes(`"${name}\\"`) || JSON.stringify(spec).includes(`\\"${name}`));
}

/** What deletes on a schedule waits for no request. */
function whateverIsAsked(constraints: Data | undefined): DataMap {
  const { resourceRules, ...others } = mapOf(constraints);
  return { ...others, resourceRules: listOf(resourceRules).map(rule => ({ ...mapOf(rule), operations: ['*'] })) };
}

/** Without a binding a policy does nothing: kubernetes.io/docs/reference/access-authn-authz/mutating-admission-policy. */
function policyIsBound({ name }: ObjectAt, objects: readonly ObjectAt[]): boolean {
  return objects.some(one => one.kind === 'MutatingAdmissionPolicyBinding' && mapOf(one.data.spec).policyName === name);
}

/** https://kyverno.io/docs/policy-types/cluster-policy/mutate/: `targets` are changed instead of what matches. */
export function kyvernoChanges(rule: DataMap, target: ChangeTarget): boolean {
  const { patchStrategicMerge, patchesJson6902, targets, mutateExistingOnPolicyUpdate: _, ...others } = mapOf(rule.mutate);
  const isHarmless = Object.keys(others).length === 0 && !patchDecides(patchStrategicMerge ?? patchesJson6902, target.selected);
  if (rule.mutate === undefined || isHarmless) return false;
  return targets === undefined ? kyvernoMatches(rule, target) : listOf(targets).some(one => refersTo(mapOf(one), target));
}

/** https://kyverno.io/docs/policy-types/cluster-policy/generate/: what is made comes over what is there; a copy of a workload runs beside it. */
function kyvernoMakes({ generate }: DataMap, target: ChangeTarget): boolean {
  const { foreach, ...own } = mapOf(generate);
  return [own, ...listOf(foreach).map(mapOf)].some(({ clone, cloneList, ...made }) => {
    const isWorkload = target.isOfWorkload && !isMade(target);
    const { kinds, namespace, selector } = mapOf(cloneList);
    return (made.kind !== undefined && made.name !== undefined && refersTo(made, target))
      || (isWorkload && isMap(clone) && refersTo({ kind: made.kind, ...clone }, target))
      || (isWorkload && listOf(kinds).some(kind => refersTo({ kind: String(kind).split('/').at(-1)!, namespace, selector }, target)));
  });
}

/** Whether a rule may match an object, by what is known of it: https://kyverno.io/docs/policy-types/cluster-policy/match-exclude. */
export function kyvernoMatches({ match, exclude }: DataMap, target: ChangeTarget): boolean {
  const filters = (from: Data | undefined) => {
    const { any, all, resources } = mapOf(from);
    return {
      any: listOf(any).map(one => mapOf(mapOf(one).resources)),
      all: [...listOf(all).map(one => mapOf(mapOf(one).resources)), ...isMap(resources) ? [resources] : []],
    };
  };
  const matched = filters(match);
  const excluded = filters(exclude);
  const is = (resource: DataMap) => resourceMatches(resource, target) !== 'no';
  const isKnown = (resource: DataMap) => hasOnlyKnown(resource) && resourceMatches(resource, target) === 'yes';
  const may = matched.all.every(is) && (matched.any.length === 0 || matched.any.some(is));
  return may && !excluded.any.some(isKnown) && !(excluded.all.length > 0 && excluded.all.every(isKnown));
}

/** Whether a rule matches it by what is known alone, and nothing may exclude it. */
export function kyvernoSurelyMatches({ match, exclude }: DataMap, target: ChangeTarget): boolean {
  const { any, all, ...others } = mapOf(match);
  const isOfGroup = (kind: Data) => kind === target.kind || kind === `${target.group === '' ? '' : `${target.group}/`}v1/${target.kind}`;
  const is = (one: Data) => {
    const { resources, ...users } = mapOf(one);
    return Object.keys(users).length === 0 && isMap(resources) && hasOnlyKnown(resources) && listOf(resources.kinds).some(isOfGroup)
      && resourceMatches(resources, target) === 'yes';
  };
  const [every, some] = [listOf(all), listOf(any)];
  return exclude === undefined && Object.keys(others).length === 0 && every.length + some.length > 0 && every.every(is)
    && (some.length === 0 || some.some(is));
}

/** What excludes something must be decided by what is known; what matches it need not. */
function hasOnlyKnown(resource: DataMap): boolean {
  return Object.keys(resource).every(key => ['kinds', 'name', 'names', 'namespaces', 'namespaceSelector', 'selector'].includes(key));
}

function resourceMatches({ kinds, name, names, namespaces, namespaceSelector, selector }: DataMap, target: ChangeTarget): 'yes' | 'no' | 'maybe' {
  const kindIn = (text: string) => text.split(/[./]/).find(part => /^[A-Z*]/.test(part)) ?? '*';
  const isKind = kinds === undefined || listOf(kinds).some(text => wildcard(kindIn(String(text)), target.kind));
  const patterns = [...name === undefined ? [] : [name], ...listOf(names)].map(String);
  const isCalled = patterns.length === 0 || target.name === undefined || patterns.some(pattern => wildcard(pattern, target.name!));
  // Of a namespace, its own name is asked for.
  const space = target.kind === 'Namespace' ? target.name : target.namespace;
  const isThere = namespaces === undefined || listOf(namespaces).some(pattern => space !== undefined && wildcard(String(pattern), space));
  if (!isKind || !isCalled || !isThere) return 'no';
  const selected = [
    ...namespaceSelector === undefined || space === undefined ? [] : [selects(namespaceSelector, target.namespaceLabels)],
    ...selector === undefined ? [] : [selects(selector, target.labels)],
    ...patterns.length > 0 && target.name === undefined ? ['maybe' as const] : [],
  ];
  return selected.includes('no') ? 'no' : selected.includes('maybe') ? 'maybe' : 'yes';
}

/** `spec.containers[name:*].resources.limits`. */
function gatekeeperChanges(spec: DataMap, target: ChangeTarget): boolean {
  const keys = (stringOf(spec.location) ?? '').replace(/\[[^\]]{0,1000}\]/g, '').match(/"[^"]*"|[^.]+/g) ?? [];
  const { value } = mapOf(mapOf(spec.parameters).assign);
  return gatekeeperMatches(spec, target) && fieldDecides(keys.map(key => key.replace(/"/g, '')), value ?? '', target.selected);
}

/** https://open-policy-agent.github.io/gatekeeper/website/docs/mutation and docs/howto */
export function gatekeeperMatches({ applyTo, match }: DataMap, { group, kind, name, namespace, labels, namespaceLabels }: ChangeTarget): boolean {
  const ofKind = (list: Data | undefined) => listOf(list).some(one => isMap(one)
    && (one.groups === undefined ? one.apiGroups === undefined || has(one.apiGroups, group) : has(one.groups, group))
    && (one.kinds === undefined || has(one.kinds, kind)));
  const { kinds: matched, namespaces, excludedNamespaces, namespaceSelector, labelSelector, name: pattern, scope } = mapOf(match);
  const isThere = (pattern_: Data) => namespace !== undefined && wildcard(String(pattern_), namespace);
  return (applyTo === undefined || ofKind(applyTo)) && (matched === undefined || ofKind(matched))
    && scope !== (namespace === undefined ? 'Namespaced' : 'Cluster')
    && (namespaces === undefined || listOf(namespaces).some(isThere))
    && !listOf(excludedNamespaces).some(isThere)
    && (namespaceSelector === undefined || selects(namespaceSelector, namespaceLabels) !== 'no')
    && (labelSelector === undefined || selects(labelSelector, labels) !== 'no')
    && (pattern === undefined || name === undefined || wildcard(String(pattern), name));
}

/** https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#webhook-configuration */
export function webhookMatches({ rules, namespaceSelector, objectSelector }: DataMap, target: ChangeTarget): boolean {
  return constraintsMatch({ resourceRules: rules ?? [], namespaceSelector: namespaceSelector ?? {}, objectSelector: objectSelector ?? {} }, target);
}

export function constraintsMatch(
  { resourceRules, excludeResourceRules, namespaceSelector = {}, objectSelector = {} }: DataMap, target: ChangeTarget,
): boolean {
  const { kind, namespace, labels, namespaceLabels } = target;
  // Other objects without a namespace are never left out by one.
  const isThere = (namespace === undefined && kind !== 'Namespace') || selects(namespaceSelector, namespaceLabels) !== 'no';
  return isThere && selects(objectSelector, labels) !== 'no' && listOf(resourceRules).some(rule => isMap(rule) && ruleMatches(rule, target))
    && !listOf(excludeResourceRules).some(rule => isMap(rule) && rule.resourceNames === undefined && ruleMatches(rule, target));
}

function ruleMatches({ apiGroups, scope, resources, resourceNames, operations }: DataMap, target: ChangeTarget): boolean {
  const { group, resource, name, namespace, isOfWorkload } = target;
  return has(apiGroups, group) && scope !== (namespace === undefined ? 'Namespaced' : 'Cluster')
    && listOf(resources).some(one => one === '*' || one === '*/*' || one === resource)
    && (resourceNames === undefined || name === undefined || isOfWorkload || has(resourceNames, name))
    && (operations === undefined || listOf(operations).some(one => one === '*' || one === 'CREATE' || one === 'UPDATE'));
}

export function has(list: Data | undefined, text: string): boolean {
  return listOf(list).some(one => one === '*' || one === text);
}
