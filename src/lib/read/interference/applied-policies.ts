import { changesOf, kyvernoChanges, kyvernoSurelyMatches } from './mutation';
import { patchSaysWhat } from '../../edit/deciding-fields';
import { Data, DataMap, isMap, listOf, mapOf, SourcePath, stringOf } from '../../edit/yaml/data';
import { groupOf } from '../../facts/inert-kinds';
import { KYVERNO_LEAVES_OUT, PLAIN_POLICY } from '../../facts/kyverno';
import { kyvernoPatched } from '../../installers/kyverno-patches';
import { onceFor } from '../../kubernetes/once-for';
import { ChangeTarget, changeTargets } from '../documents/change-targets';
import { ObjectAt } from '../documents/documents';
import { selects, wildcard } from '../documents/label-match';

/** A workload as the API server keeps it, and the objects beside it without what made it so. */
export interface Admitted {
  readonly object: ObjectAt;
  readonly objects: readonly ObjectAt[];
}

/**
 * A workload as a policy of Kyverno makes it or its pods; undefined: none does, or it is not sure that it does, or how. A policy is applied where it
 * alone changes the workload, certainly matches it, and has a plain patch: without variables, conditions and anchors other than `(name)` of the items
 * of a list, and `+(key)`. What says what a container runs is not applied: pods that were there before run something else.
 */
export function asAdmitted(object: ObjectAt, template: SourcePath, objects: readonly ObjectAt[]): Admitted | undefined {
  const changes = changesOf(object, template, objects);
  if (changes.length !== 1 || groupOf(changes[0].policy.apiVersion) !== 'kyverno.io') return undefined;
  const [{ policy }] = changes;
  const { rules, ...spec } = mapOf(policy.data.spec);
  if (!Object.entries(spec).every(([key, value]) => PLAIN_POLICY[key]?.(value)) || isLeftOut(object, objects)) return undefined;
  const targets = changeTargets(object, template, objects).filter(({ isOfWorkload }) => isOfWorkload);
  const data = unless(() => listOf(rules).map(mapOf).reduce((made, rule) => ruled(made, rule, { targets, template, object }), object.document.data));
  if (data === undefined) return undefined;
  const document = object.document.changed(data);
  return { object: { ...object, document, data: mapOf(document.value(object.base)) }, objects: withoutMutation(objects)(policy) };
}

/** Undefined: it is not sure. What cannot be applied, and what is no JSON, are errors. */
function unless<T>(made: () => T): T | undefined {
  try {
    return made();
  } catch {
    return undefined;
  }
}

/** @throws if what a rule does is not sure */
function ruled(
  data: DataMap, rule: DataMap, { targets, template, object }: { targets: readonly ChangeTarget[]; template: SourcePath; object: ObjectAt },
): DataMap {
  const changed = targets.filter(target => kyvernoChanges(rule, target));
  const { mutate, match: _, exclude: __, name: ___, skipBackgroundRequests: ____, ...others } = rule;
  const { patchStrategicMerge, patchesJson6902, ...rest } = mapOf(mutate);
  const patch = patchStrategicMerge ?? patchesJson6902;
  if (changed.length === 0) return data;
  const [target, other] = changed;
  const isPlain = other === undefined && Object.keys(others).length === 0 && Object.keys(rest).length === 0 && kyvernoSurelyMatches(rule, target)
    && (target.kind === 'Pod' || target.kind === object.kind) && !patchSaysWhat(patch);
  if (!isPlain) throw new Error('it is not plain');
  const path = target.kind === object.kind ? object.base : template;
  return put(data, path, kyvernoPatched(path.reduce<Data>((value, step) => mapOf(value)[step] ?? null, data), patch, wildcard));
}

/** A copy with another value at a path. */
function put<T extends Data | DataMap>(within: T, [step, ...rest]: SourcePath, value: Data): T {
  if (step === undefined) return value as T;
  const inner = put((within as { readonly [key: string | number]: Data })[step], rest, value);
  return (Array.isArray(within) ? within.map((one, index) => index === step ? inner : one) : { ...within as DataMap, [step]: inner }) as T;
}

/** Whether Kyverno leaves an object alone, or may: by its ConfigMap, or without one by what it is installed with. */
function isLeftOut({ kind, name, namespace = 'default' }: ObjectAt, objects: readonly ObjectAt[]): boolean {
  const [own, other] = objects.filter(one => one.kind === 'ConfigMap' && one.name === 'kyverno');
  if ((own as ObjectAt | undefined) === undefined) return KYVERNO_LEAVES_OUT.includes(namespace);
  const { resourceFilters, webhooks = '{}', excludeUsernames = '', excludeRoles = '', excludeClusterRoles = '' } = mapOf(own.data.data);
  if (other !== undefined || [excludeUsernames, excludeRoles, excludeClusterRoles].some(one => one !== '')) return true;
  const filters = [...(stringOf(resourceFilters) ?? '[*,*,*]').matchAll(/\[([^[\]]*)\]/g)].map(([, text]) => text.split(',').map(one => one.trim()));
  const isFiltered = filters.some(([kinds = '*', space = '*', names = '*']) =>
    [kind, 'Pod'].some(one => wildcard(kinds.split('/')[0], one)) && wildcard(space, namespace) && (wildcard(names, name) || names.includes('*')));
  const hooks = unless(() => JSON.parse(String(webhooks)) as Data) ?? null;
  const labels = { known: { 'kubernetes.io/metadata.name': namespace, ...labelsOf(namespace, objects) }, open: [] };
  const isReached = (hook: Data) => {
    const { namespaceSelector = {}, ...rest } = mapOf(hook);
    return isMap(hook) && Object.keys(rest).length === 0 && selects(namespaceSelector, labels) === 'yes';
  };
  return isFiltered || !(Array.isArray(hooks) ? hooks : [hooks]).every(isReached);
}

function labelsOf(namespace: string, objects: readonly ObjectAt[]): DataMap {
  return mapOf(mapOf(objects.find(one => one.kind === 'Namespace' && one.name === namespace)?.data.metadata).labels);
}

/** The objects with one of their policies changing nothing: each workload that it changes asks. */
const withoutMutation = onceFor((objects: readonly ObjectAt[]) => onceFor((policy: ObjectAt): readonly ObjectAt[] => {
  const spec = mapOf(policy.data.spec);
  const rules = listOf(spec.rules).map(rule => {
    const { mutate: _, ...others } = mapOf(rule);
    return others;
  });
  return objects.map(one => one === policy ? { ...policy, data: { ...policy.data, spec: { ...spec, rules } } } : one);
}));
