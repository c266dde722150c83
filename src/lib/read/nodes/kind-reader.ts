import { readNode, ReadNode } from './node-reader';
import { NodeContext } from './static-pod-reader';
import { grouped } from '../../kubernetes/once-for';
import { SaidVersions } from '../../model/component-version';
import { flagOf, isOfControlPlane } from '../../view/ask';
import { ComponentView, KindView, PassedOver, Stop, Unread } from '../../view/model';
import { hostPortOf, isLoopback, servingAddress } from '../../view/serving';
import { ReadComponent } from '../component/component-reader';
import { Documents, ObjectAt, OtherText } from '../documents/documents';
import { NodeGroup, someNames } from '../input/node-kinds';
import { portsOfOthers } from '../pods/ports-of-others';

/** What the nodes of one kind are. */
export interface ReadKind {
  readonly view: KindView;
  readonly components: readonly ReadComponent[];
  readonly unread: readonly Unread[];
  /** Files that name a controller manager, and that the kubelet does not take. */
  readonly passedOver?: readonly PassedOver[];
  /** Files of the nodes that no reader took. */
  readonly rest: readonly OtherText[];
  /** Of each node, why its kubelet does not start what kubeadm writes. */
  readonly kubeletStops?: readonly (readonly Stop[])[];
  /** Pods of their static pod files, whatever they run. */
  readonly pods?: readonly ObjectAt[];
}

/** Nodes that are alike, and what was read of them. */
export interface ReadGroup {
  readonly group: NodeGroup;
  readonly kind: ReadKind;
}

/**
 * Reads nodes that exist together, as kinds: those apart that a workload can be kept to. Nodes with the same files share their components, so that
 * what is checked does not grow with the number of nodes.
 */
export function readKinds(group: NodeGroup, documents: Documents, said: SaidVersions): readonly ReadGroup[] {
  const ofGroup: Omit<NodeContext, 'node'> = { dir: group.dir, kind: group.name, documents, said, shared: new Map(), covered: new Set() };
  const read = group.nodes.map(node => ({ node, read: readNode({ ...ofGroup, node }) })).map(one => ({ ...one, ports: portsOf(one.read) }));
  const usual = read.find(({ ports }) => ports !== undefined)?.ports;
  const parts = [...grouped(read, one => placeOfNode(one.read, one.ports === usual ? undefined : one.ports)).values()];
  const first = parts.find(part => part.some(one => isOfControlPlane(one.read.view))) ?? parts[0];
  return parts.map((part): ReadGroup => {
    const names = part.map(({ node }) => node.name);
    const name = part === first ? group.name : `${group.name} (${someNames(names)})`;
    return {
      group: { ...group, name, partOf: group.name, nodes: part.map(({ node }) => node) },
      kind: kindOf(name, part.map(one => one.read)),
    };
  });
}

/** What decides where workloads go, and whether they start: whether it is registered; of one of the control plane, its labels and unusual ports. */
function placeOfNode({ view, components }: ReadNode, ports: string | undefined): string {
  const kubelet = components.find(one => one.view.component === 'kubelet')?.view;
  const labels = isOfControlPlane(view) ? kubelet && flagOf(kubelet, 'node-labels')?.value : undefined;
  return JSON.stringify([view.isUnregistered === true, labels, ports]);
}

/** What takes ports of a node of the control plane: which components, at which addresses, and which of these ports other static pods may have. */
function portsOf({ view, components, staticPodObjects }: ReadNode): string | undefined {
  if (!isOfControlPlane(view)) return undefined;
  const taken = components.flatMap(({ view: one }) => {
    const [port, address] = [hostPortOf(one), servingAddress(one)];
    return port === undefined ? [] : [{ port, by: one.component, at: address === undefined || isLoopback(address) ? address : 'its own' }];
  });
  const others = staticPodObjects.flatMap(object => [...portsOfOthers(object)]).filter(port => taken.some(one => one.port === port));
  return JSON.stringify([taken.map(one => JSON.stringify(one)).sort(), others.sort()]);
}

function kindOf(name: string, nodes: readonly ReadNode[]): ReadKind {
  const components = withTheirNodes(nodes).map(({ view, context }) =>
    view.kind === name ? { view, context } : { view: { ...view, kind: name }, context: { ...context, label: name } });
  return {
    view: {
      name,
      nodes: nodes.map(({ view }) => view.kind === name ? view : { ...view, kind: name }),
      external: components.some(({ view }) => isExternalHere(view)),
    },
    components,
    unread: nodes.flatMap(({ unread }) => unread),
    passedOver: nodes.flatMap(({ passedOver }) => passedOver),
    rest: nodes.flatMap(({ rest }) => rest),
    kubeletStops: nodes.map(({ kubeletStops }) => kubeletStops),
    pods: nodes.flatMap(({ staticPodObjects }) => staticPodObjects),
  };
}

/** Each component once, with the nodes that have it. */
function withTheirNodes(nodes: readonly ReadNode[]): readonly ReadComponent[] {
  const found = new Map<ReadComponent, number[]>();
  nodes.forEach(({ components }, index) => components.forEach(one => {
    const places = found.get(one);
    if (places) places.push(index);
    else found.set(one, [index]);
  }));
  return [...found].map(([{ view, context }, onNodes]) => ({ view: { ...view, node: nodes[onNodes[0]].view.name, onNodes }, context }));
}

function isExternalHere(view: ComponentView): boolean {
  return ['kube-apiserver', 'kubelet'].includes(view.component)
    && view.flags.filter(({ name }) => name === 'cloud-provider').at(-1)?.value === 'external';
}
