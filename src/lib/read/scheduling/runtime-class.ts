import { isMap, listOf, mapOf, SourcePath, stringOf } from '../../edit/yaml/data';
import { grouped, onceFor } from '../../kubernetes/once-for';
import { Doubt, NO_DOUBT, PodFacts, Toleration } from '../../view/model';
import { ObjectAt, placeAt } from '../documents/documents';

/** The RuntimeClass that a pod asks for. */
export function runtimeClassOf({ document }: ObjectAt, template: SourcePath): string | undefined {
  return stringOf(mapOf(document.value([...template, 'spec'])).runtimeClassName);
}

/** Its `scheduling` is added to that of the pod: k8s.io/kubernetes@v1.26.15 plugin/pkg/admission/runtimeclass/admission.go setScheduling. */
export function withRuntimeClass(facts: PodFacts, name: string | undefined, objects: readonly ObjectAt[]): PodFacts {
  const scheduling = mapOf(classNamed(name, objects)?.data.scheduling);
  const asked = Object.entries(mapOf(scheduling.nodeSelector)).map(([key, value]) => ({ key, operator: 'In', values: [String(value)] }));
  return {
    ...facts,
    nodeTerms: facts.nodeTerms.map(term => [...term, ...asked]),
    tolerations: [...facts.tolerations, ...listOf(scheduling.tolerations).filter(isMap).map(item => ({ ...item }) as Toleration)],
  };
}

/** One that is not in the input may ask for any nodes, and a pod of one that is not in the cluster is refused. */
export function classDoubts(object: ObjectAt, template: SourcePath, objects: readonly ObjectAt[]): readonly Doubt[] {
  const name = runtimeClassOf(object, template);
  if (name === undefined || name === '' || classNamed(name, objects)) return NO_DOUBT.isRight;
  return [{
    place: placeAt(object.file, object.document, [...template, 'spec', 'runtimeClassName']),
    what: `${object.kind} ${object.name} asks for the RuntimeClass ${name}, which is not in the input and may say on which nodes it runs`,
    fix: 'Add the RuntimeClass to the input, or remove runtimeClassName.',
  }];
}

function classNamed(name: string | undefined, objects: readonly ObjectAt[]): ObjectAt | undefined {
  return name === undefined ? undefined : classes(objects).get(name)?.[0];
}

const classes = onceFor((objects: readonly ObjectAt[]) =>
  grouped(objects.filter(({ kind, apiVersion }) => kind === 'RuntimeClass' && apiVersion.startsWith('node.k8s.io/')), ({ name }) => name));
