import { ObjectAt } from './documents';
import { templateOf } from './pod-templates';
import { DataMap, listOf, mapOf, SourcePath } from '../../edit/yaml/data';
import { requirementsOf, selectorMatches } from '../../kubernetes/label-selector';
import { grouped, onceFor } from '../../kubernetes/once-for';

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

/** Whether a term selects pods of the workload alone: by a label that its own selector asks for, and that no other pod of the input has. */
export function selectsOnlyItself(
  { labelSelector, namespaces }: DataMap, object: ObjectAt, template: SourcePath, objects: readonly ObjectAt[],
): boolean {
  const { namespace = 'default' } = object;
  if (!selectorMatches(labelSelector, podLabels(object, template)) || listOf(namespaces).some(one => one !== namespace)) return false;
  const asked = requirementsOf(labelSelector).filter(({ operator, values }) => operator === 'In' && values.length === 1);
  const own = new Set(requirementsOf(mapOf(object.data.spec).selector).map(({ key }) => key));
  const others = (podsByNamespace(objects).get(namespace) ?? []).filter(one => one.object !== object && !isOfWorkload(one.object, object));
  return asked.some(({ key }) => own.has(key)) && !others.some(({ labels }) => selectorMatches(labelSelector, labels));
}

/** Another form of the same object, or a pod that it made. */
function isOfWorkload(one: ObjectAt, { kind, name }: ObjectAt): boolean {
  return (one.kind === kind && one.name === name)
    || listOf(mapOf(one.data.metadata).ownerReferences).map(mapOf).some(owner => String(owner.name ?? '').startsWith(name));
}
