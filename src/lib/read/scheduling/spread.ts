import { nodeObjects } from './node-objects';
import { matchesLabels } from './placement';
import { RoomContext } from './room';
import { listOf, mapOf, SourcePath, stringOf } from '../../edit/yaml/data';
import { labelSetter } from '../../facts/node-labels';
import { Doubt, NO_DOUBT } from '../../view/model';
import { ObjectAt, placeAt } from '../documents/documents';
import { selectsOnlyItself } from '../documents/own-pods';

/**
 * Constraints of topology spread that keep a pod waiting: no pod goes to a node without the label, and other pods may stand in the way of what they
 * count. k8s.io/kubernetes@v1.26.15 pkg/scheduler/framework/plugins/podtopologyspread/filtering.go.
 */
export function spreadDoubts(object: ObjectAt, template: SourcePath, { facts, kinds, objects }: RoomContext): readonly Doubt[] {
  const constraints = listOf(mapOf(object.document.value([...template, 'spec'])).topologySpreadConstraints).map(mapOf);
  const nodes = nodeObjects(objects).filter(({ name, labels }) => matchesLabels(facts.nodeTerms, name, labels));
  return constraints.flatMap(({ topologyKey, whenUnsatisfiable, labelSelector }, index): readonly Doubt[] => {
    const key = stringOf(topologyKey) ?? '';
    if (whenUnsatisfiable === 'ScheduleAnyway') return NO_DOUBT.isRight;
    const place = placeAt(object.file, object.document, [...template, 'spec', 'topologySpreadConstraints', index]);
    const at = (what: string, fix: string): Doubt => ({ place, what, fix });
    const isThere = nodes.length > 0 ? nodes.some(({ labels }) => labels.has(key))
      : labelSetter(key) === 'kubelet' || kinds.some(({ labels }) => labels.some(map => map.has(key)));
    const of = `pods of ${object.kind} ${object.name}`;
    return [
      ...isThere ? NO_DOUBT.isRight : [at(
        `${of} are scheduled on nodes with the label ${key} only, ${nodes.length > 0 ? 'and none of the Nodes has it' : labelSetter(key) === 'cloud'
          ? 'which a node does not have before a cloud controller has initialized it' : 'and nothing in the input says which nodes have it'}`,
        'Spread over kubernetes.io/hostname, or write whenUnsatisfiable: ScheduleAnyway.',
      )],
      ...labelSelector === undefined || selectsOnlyItself({ labelSelector }, object, template, objects) ? NO_DOUBT.isRight
        : [at(`${of} are spread by a selector that counts other pods`, 'Select the pods of the workload alone.')],
    ];
  });
}
