import { nodeObjects } from './node-objects';
import { asksForControlPlane, closingTaints, LabelledKind, matchesLabels } from './placement';
import { Amounts, requestsOf, sumOf } from './pod-resources';
import { effectiveRequests } from './quotas';
import { DataMap, listOf, mapOf, SourcePath, stringOf } from '../../edit/yaml/data';
import { grouped, onceFor } from '../../kubernetes/once-for';
import { wholes } from '../../kubernetes/quantity';
import { Doubt, NO_DOUBT, NodeObjectView, PodFacts } from '../../view/model';
import { isOver, mirroredNode } from '../component/live-pods';
import { ObjectAt, placeAt } from '../documents/documents';
import { templateOf } from '../documents/pod-templates';

export interface RoomContext {
  readonly facts: PodFacts;
  /** Kinds that its pods can be on; undefined: all. */
  readonly able: readonly string[] | undefined;
  readonly kinds: readonly LabelledKind[];
  readonly objects: readonly ObjectAt[];
}

/**
 * Why no node of the input has room for a pod of a workload: what it asks for is more than any Node has for pods, or the kubelets take no more pods
 * than their static pods. k8s.io/kubernetes@v1.26.15 pkg/scheduler/framework/plugins/noderesources/fit.go fitsRequest.
 */
export function roomDoubts(object: ObjectAt, template: SourcePath, context: RoomContext): readonly Doubt[] {
  const { facts, kinds, able, objects } = context;
  const spec = mapOf(object.document.value([...template, 'spec']));
  const requests = effectiveRequests(object, spec, objects);
  const rooms = kinds.filter(({ name }) => able === undefined || able.includes(name)).flatMap(kind => kind.rooms ?? []);
  const nodes = nodeObjects(objects).filter(node => matchesLabels(facts.nodeTerms, node.name, node.labels)
    && closingTaints({ ...facts, kind: object.kind }, node).length === 0);
  const taken = (node: NodeObjectView) => {
    const ofFiles = rooms.find(({ name }) => name === node.name);
    const pods = onNode(node.name, object, spec, objects).filter(pod => ofFiles === undefined || mirroredNode(pod) === undefined);
    return sumOf([...ofFiles === undefined ? [] : [ofFiles.taken], ...pods.map(pod => requestsOf(mapOf(pod.data.spec)))]);
  };
  const lacking = nodes.map(node => lackOf(requests, node.allocatable, taken(node)));
  const place = placeAt(object.file, object.document, [...template, 'spec']);
  const of = `${object.kind} ${object.name}`;
  if (nodes.length > 0 && lacking.every(lack => lack !== undefined)) {
    return [{
      place,
      what: `no Node of the input has room for a pod of ${of}: it asks for more ${[...new Set(lacking)].join(', ')} than they have`,
      fix: 'Ask for less, or give the nodes that it is meant for.',
    }];
  }
  const meant = asksForControlPlane(facts.nodeTerms) ? rooms.filter(({ isControlPlane }) => isControlPlane) : rooms;
  const beside = everywhere(objects).filter(other => other !== object).length;
  const isFull = meant.length > 0 && meant.every(({ maxPods, staticPods }) => maxPods !== undefined && maxPods - staticPods - beside < 1);
  return !isFull ? NO_DOUBT.isRight : [{
    place,
    what: `the kubelets of the nodes for ${of} take ${Math.max(...meant.map(({ maxPods }) => maxPods!))} pods at most, and their static pods and the `
      + 'DaemonSets of the input are as many',
    fix: 'Raise maxPods of the kubelets.',
  }];
}

/** What a pod asks for, and a node does not have. */
function lackOf(requests: Amounts, allocatable: NodeObjectView['allocatable'], taken: Amounts): string | undefined {
  if (allocatable === undefined) return undefined;
  // What is written in another way is enough for all that is known.
  const left = (key: string) => (allocatable.has(key) ? allocatable.get(key) : 0n);
  const pods = left('pods');
  if (allocatable.has('pods') && pods !== undefined && pods < wholes(1)) return 'pods';
  return [...requests].find(([key, amount]) => {
    const most = left(key);
    return most !== undefined && amount > 0n && amount > most - (taken.get(key) ?? 0n);
  })?.[0];
}

const podsOfNodes = onceFor((objects: readonly ObjectAt[]) => grouped(
  objects.filter(object => object.kind === 'Pod' && object.apiVersion === 'v1' && !isOver(object)),
  ({ data }) => stringOf(mapOf(data.spec).nodeName) ?? '',
));

/** Pods of a node that do not make way: those of other workloads that are as critical as any, and all where the workload has no priority. */
function onNode(node: string, object: ObjectAt, spec: DataMap, objects: readonly ObjectAt[]): readonly ObjectAt[] {
  const hasPriority = spec.priorityClassName !== undefined;
  return (podsOfNodes(objects).get(node) ?? []).filter(({ data }) => {
    const owners = listOf(mapOf(data.metadata).ownerReferences).map(mapOf);
    const isOwn = owners.some(owner => String(owner.name ?? '').startsWith(object.name));
    return !isOwn && (!hasPriority || /^system-/.test(String(mapOf(data.spec).priorityClassName)));
  });
}

/** DaemonSets that have a pod on every node. */
const everywhere = onceFor((objects: readonly ObjectAt[]) => objects.filter(object => {
  const template = object.kind === 'DaemonSet' ? templateOf(object) : undefined;
  const spec = template && mapOf(object.document.value([...template, 'spec']));
  return spec !== undefined && spec.nodeSelector === undefined && spec.affinity === undefined
    && listOf(spec.tolerations).map(mapOf).some(({ key, operator }) => !key && operator === 'Exists');
}));
