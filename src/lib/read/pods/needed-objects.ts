import { AskedPod, placeIn } from './asked-pod';
import { mapOf, stringOf } from '../../edit/yaml/data';
import { objectShape } from '../../facts/object-shapes';
import { PRIORITY_CLASSES } from '../../facts/priority-classes';
import { grouped, onceFor } from '../../kubernetes/once-for';
import { lookAtMetadata } from '../../kubernetes/pod/looks';
import { Json, Look } from '../../kubernetes/pod/shape';
import { lookAtStored } from '../../kubernetes/workload/stored-check';
import { Doubt, NO_DOUBT } from '../../view/model';
import { ObjectAt } from '../documents/documents';
import { accountIn, podReferences } from '../documents/pod-references';

const byName = onceFor((objects: readonly ObjectAt[]) =>
  grouped(objects.filter(({ apiVersion }) => apiVersion === 'v1'), one => `${one.kind} ${one.name}`));

/**
 * What the objects that a pod needs say of whether it starts: one that the API server refuses is not there, and neither is one of another namespace.
 * What is nowhere in the input is taken to be in the cluster.
 */
export const neededObjects = onceFor((asked: AskedPod): readonly Doubt[] => {
  const { object, objects } = asked;
  const namespace = object.namespace ?? 'default';
  const doubts: Doubt[] = [];
  for (const { kind, name, isOptional, path } of neededOf(asked)) {
    const all = byName(objects).get(`${kind} ${name}`) ?? [];
    const own = all.filter(one => (one.namespace ?? 'default') === namespace);
    const looks = own.map(lookAtObject);
    const refused = looks.flatMap(look => look !== undefined && 'refused' in look ? [look.refused] : []);
    const open = looks.flatMap(look => look !== undefined && 'unknown' in look ? [look.unknown] : []);
    const of = `the pods of ${object.kind} ${object.name}`;
    if (refused.length > 0 && refused.length === own.length && !isOptional) {
      doubts.push({
        rule: 'pod-does-not-start',
        place: placeIn(asked, path),
        what: `${of} do not start: the API server refuses ${kind} ${name}, which they need: ${refused[0]}`,
        fix: `Correct ${kind} ${name}.`,
      });
    } else if (refused.length + open.length > 0) {
      doubts.push({
        place: placeIn(asked, path),
        what: `whether the API server takes ${kind} ${name}, of which ${of} are made, is not known: ${[...refused, ...open][0]}`,
        fix: `Correct ${kind} ${name}.`,
      });
    } else if (own.length === 0 && all.length > 0 && !isOptional) {
      doubts.push({
        place: placeIn(asked, path),
        what: `${of} need ${kind} ${name} in the namespace ${namespace}, and the input has it in ${all[0].namespace ?? 'no namespace'} only`,
        fix: `Give ${kind} ${name} of that namespace.`,
      });
    }
  }
  return [...doubts, ...priority(asked), ...namespaceOf(asked)];
});

const lookAtObject = onceFor(({ kind, data }: ObjectAt): Look => kind === 'ServiceAccount'
  ? lookAtMetadata(mapOf(data.metadata) as { readonly [key: string]: Json }) : lookAtStored(kind, data as Json, objectShape(kind)));

function neededOf({ object: { document }, template }: AskedPod) {
  const path = [...template, 'spec'];
  const spec = mapOf(document.value(path));
  const account = accountIn(spec);
  return [
    ...account === undefined ? [] : [{ kind: 'ServiceAccount', name: account, isOptional: false, path: [...path, 'serviceAccountName'] }],
    ...podReferences(spec, path).filter(({ kind }) => kind !== 'PersistentVolumeClaim'),
  ];
}

/**
 * A pod with another priority than that of its class is refused: k8s.io/kubernetes@v1.26.15 plugin/pkg/admission/priority/admission.go admitPod.
 * Without a class it is that of the default class, or 0.
 */
function priority(asked: AskedPod): readonly Doubt[] {
  const { object: { kind, name, document }, template, objects } = asked;
  const { priority: given, priorityClassName } = mapOf(document.value([...template, 'spec']));
  if (typeof given !== 'number') return NO_DOUBT.notAsked;
  const classes = objects.filter(one => one.kind === 'PriorityClass');
  const named = stringOf(priorityClassName);
  const own = named !== undefined && Object.hasOwn(PRIORITY_CLASSES, named) ? [PRIORITY_CLASSES[named]]
    : classes.filter(one => named === undefined ? one.data.globalDefault === true : one.name === named).map(({ data }) => data.value);
  const isRight = own.length > 0 ? own.every(value => value === given) : named === undefined && given === 0;
  return isRight ? NO_DOUBT.isRight : [{
    place: placeIn(asked, [...template, 'spec', 'priority']),
    what: `the pods of ${kind} ${name} have the priority ${given}, and are refused where that of ${named ?? 'the default class'} is another`
      + `${own.length > 0 ? ` (${own.map(String).join(', ')})` : ''}`,
    fix: 'Take priority out: the API server fills it in.',
  }];
}

/** A Namespace that the API server refuses is there only where it was before. */
function namespaceOf(asked: AskedPod): readonly Doubt[] {
  const { object: { kind, name, namespace, base }, objects } = asked;
  return (byName(objects).get(`Namespace ${namespace ?? 'default'}`) ?? NO_DOUBT.isGranted).flatMap(({ data }) => {
    const look = lookAtMetadata(mapOf(data.metadata) as { readonly [key: string]: Json });
    return look === undefined || !('refused' in look) ? NO_DOUBT.isRight : [{
      place: placeIn(asked, [...base, 'metadata', 'namespace']),
      what: `the API server refuses Namespace ${namespace ?? 'default'} of ${kind} ${name}: ${look.refused}`,
      fix: 'Correct the Namespace.',
    }];
  });
}
