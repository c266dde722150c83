import { isMap, listOf, mapOf, stringOf } from './data';
import { ObjectAt } from './documents';
import { templateOf } from './pod-templates';
import { Data, SourcePath } from '../edit/yaml/source-document';
import { grouped, onceFor } from '../kubernetes/once-for';

type DataMap = { readonly [key: string]: Data };

/** A workload, beside the others of the input. */
interface Beside {
  readonly object: ObjectAt;
  readonly template: SourcePath;
  readonly objects: readonly ObjectAt[];
}

/** A label selector: k8s.io/apimachinery@v0.26.15 pkg/apis/meta/v1/helpers.go LabelSelectorAsSelector. What is not known of it matches. */
export function selectorMatches(selector: Data | undefined, labels: DataMap): boolean {
  const { matchLabels, matchExpressions } = mapOf(selector);
  return Object.entries(mapOf(matchLabels)).every(([key, value]) => labels[key] === value)
    && listOf(matchExpressions).filter(isMap).every(({ key, operator, values }) => {
      const value = labels[String(key)];
      switch (operator) {
        case 'In': return value !== undefined && listOf(values).includes(value);
        case 'NotIn': return value === undefined || !listOf(values).includes(value);
        case 'Exists': return value !== undefined;
        case 'DoesNotExist': return value === undefined;
        default: return true;
      }
    });
}

/** Labels that pods of a workload have. */
export function podLabels({ document }: ObjectAt, template: SourcePath): DataMap {
  return mapOf(mapOf(document.value([...template, 'metadata'])).labels);
}

const podsByNamespace = onceFor((objects: readonly ObjectAt[]) => grouped(
  objects.flatMap(object => {
    const template = templateOf(object);
    return template === undefined ? [] : [{ object, labels: podLabels(object, template) }];
  }),
  ({ object: { namespace = 'default' } }) => namespace,
));

/**
 * Whether a term of pod affinity selects pods of the workload, and of no other: by a label that its own selector asks for, and that no other pod of
 * the input has.
 */
export function selectsOnlyItself({ labelSelector, namespaces }: DataMap, { object, template, objects }: Beside): boolean {
  const { namespace = 'default' } = object;
  if (!selectorMatches(labelSelector, podLabels(object, template)) || listOf(namespaces).some(one => one !== namespace)) return false;
  const { matchLabels, matchExpressions } = mapOf(labelSelector);
  const asked = [...Object.keys(mapOf(matchLabels)), ...listOf(matchExpressions).map(mapOf)
    .filter(({ operator, values }) => operator === 'In' && listOf(values).length === 1).map(({ key }) => stringOf(key))];
  const own = mapOf(mapOf(object.data.spec).selector);
  const isOwn = (key: string | undefined) => key !== undefined
    && (Object.hasOwn(mapOf(own.matchLabels), key) || listOf(own.matchExpressions).some(one => mapOf(one).key === key));
  const others = (podsByNamespace(objects).get(namespace) ?? []).filter(one => one.object !== object && !isOfWorkload(one.object, object));
  return asked.some(isOwn) && !others.some(({ labels }) => selectorMatches(labelSelector, labels));
}

/** Another form of the same object, or a pod that it made. */
function isOfWorkload(one: ObjectAt, { kind, name }: ObjectAt): boolean {
  return (one.kind === kind && one.name === name)
    || listOf(mapOf(one.data.metadata).ownerReferences).map(mapOf).some(owner => String(owner.name ?? '').startsWith(name));
}
