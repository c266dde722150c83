import { readNode, ReadNode } from './node-reader';
import { NodeContext } from './static-pod-reader';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { grouped, onceFor } from '../../kubernetes/once-for';
import { SaidVersions } from '../../model/component-version';
import { flagOf, isOfControlPlane } from '../../view/ask';
import { Doubt, KindView, PassedOver } from '../../view/model';
import { ReadComponent } from '../component/component-reader';
import { AskedTexts, Documents, ObjectAt, OtherText } from '../documents/documents';
import { FileContent } from '../input/input';
import { contentOnNode, NodeFolderPath } from '../input/layout';
import { NodeGroup, someNames } from '../input/node-kinds';
import { nodeObjects } from '../scheduling/node-objects';

/** What the nodes of one kind are. */
export interface ReadKind {
  readonly view: KindView;
  readonly components: readonly ReadComponent[];
  readonly unread: readonly Doubt[];
  /** Files that name a controller manager, and that the kubelet does not take. */
  readonly passedOver?: readonly PassedOver[];
  /** Files of the nodes that no reader took. */
  readonly rest: readonly OtherText[];
  /** Units that were read, of which other commands than that of the component are not. */
  readonly units?: readonly OtherText[];
  /** Of each node, why its kubelet does not start what kubeadm writes. */
  readonly kubeletStops?: readonly (readonly Doubt[])[];
  /** Of each node, whether it is certain that its kubelet starts no static pod. */
  readonly startsNone?: readonly boolean[];
  /** Pods of the static pod files of each node, whatever they run. */
  readonly pods?: readonly (readonly ObjectAt[])[];
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
export function readKinds(group: NodeGroup, documents: Documents, said: SaidVersions, objects: readonly ObjectAt[] = []): readonly ReadGroup[] {
  const ofGroup: Omit<NodeContext, 'node'> = { dir: group.dir, kind: group.name, documents, said, shared: new Map(), covered: new Set() };
  const read = group.nodes.map(node => ({ node, read: readNode({ ...ofGroup, node: withKubelet(node, objects) }) }));
  const parts = [...grouped(read, one => placeOfNode(one.read)).values()];
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

/** Nodes of which all that decides what they are is theirs, and what was read of them. */
interface KnownKinds {
  readonly group: NodeGroup;
  readonly read: readonly ReadGroup[];
  readonly asked: AskedTexts;
}

/**
 * Kinds that were read before, for inputs that hold the same nodes one after the other, as the phases of a migration do: no node is read twice that
 * has the same files in the same folder. All that is said besides has to be the same for each of the inputs.
 */
export class KindsReadBefore {
  private readonly known: KnownKinds[] = [];

  /** As `readKinds`. */
  public of(group: NodeGroup, documents: Documents, said: SaidVersions, objects: readonly ObjectAt[]): readonly ReadGroup[] {
    // Of another one, its Node may say the release.
    if (!group.nodes.every(({ side, version }) => side !== undefined || version !== undefined)) return readKinds(group, documents, said, objects);
    const known = this.known.find(one => isSameGroup(one.group, group));
    if (known) {
      documents.takeAsked(known.asked);
      const nodes = new Map(known.group.nodes.map((node, index) => [node, group.nodes[index]]));
      return known.read.map(one => ({ ...one, group: { ...one.group, nodes: one.group.nodes.map(node => nodes.get(node)!) } }));
    }
    const { made, asked } = documents.asking(() => readKinds(group, documents, said));
    this.known.push({ group, read: made, asked });
    return made;
  }
}

function isSameGroup(one: NodeGroup, other: NodeGroup): boolean {
  return one.name === other.name && one.dir === other.dir && one.side === other.side && one.nodes.length === other.nodes.length
    && one.nodes.every((node, index) => isSameNode(node, other.nodes[index]));
}

function isSameNode(one: NodeFolderPath, other: NodeFolderPath): boolean {
  return one.root === other.root && one.directory.name === other.directory.name && one.role === other.role && one.side === other.side
    && String(one.version) === String(other.version) && one.paths.length === other.paths.length
    && one.paths.every((path, index) => path === other.paths[index] && isSameText(contentOnNode(one, path)!, contentOnNode(other, path)!));
}

function isSameText(one: FileContent, other: FileContent): boolean {
  return 'text' in one && 'text' in other && one.text === other.text && one.origin === undefined && other.origin === undefined;
}

/** A node with the release of its kubelet, as the Node of its name says it. A folder of one side of a migration is what its node will be. */
function withKubelet(node: NodeFolderPath, objects: readonly ObjectAt[]): NodeFolderPath {
  if (node.side !== undefined || node.version !== undefined) return node;
  const found = nodesByName(objects).get(node.name)?.[0];
  return found === undefined ? node : { ...node, kubeletVersion: KubernetesVersion._readStart(found.kubeletVersion) };
}

const nodesByName = onceFor((objects: readonly ObjectAt[]) => grouped(nodeObjects(objects), ({ name }) => name));

/** What decides where workloads go: whether it is registered, and the labels of one of the control plane. */
function placeOfNode({ view, components }: ReadNode): string {
  const kubelet = components.find(one => one.view.component === 'kubelet')?.view;
  const labels = isOfControlPlane(view) ? kubelet && flagOf(kubelet, 'node-labels')?.value : undefined;
  return JSON.stringify([view.isUnregistered === true, labels]);
}

function kindOf(name: string, nodes: readonly ReadNode[]): ReadKind {
  const components = withTheirNodes(nodes).map(({ view, context }) =>
    view.kind === name ? { view, context } : { view: { ...view, kind: name }, context: { ...context, label: name } });
  return {
    view: {
      name,
      nodes: nodes.map(({ view }) => view.kind === name ? view : { ...view, kind: name }),
      external: components.some(({ view }) => ['kube-apiserver', 'kubelet'].includes(view.component)
        && flagOf(view, 'cloud-provider')?.value === 'external'),
    },
    components,
    unread: nodes.flatMap(({ unread }) => unread),
    passedOver: nodes.flatMap(({ passedOver }) => passedOver),
    rest: nodes.flatMap(({ rest }) => rest),
    units: nodes.flatMap(({ units }) => units),
    kubeletStops: nodes.map(({ kubeletStops }) => kubeletStops),
    startsNone: nodes.map(one => one.startsNone),
    pods: nodes.map(({ staticPodObjects }) => staticPodObjects),
  };
}

/** Each component once, with the nodes that have it. */
function withTheirNodes(nodes: readonly ReadNode[]): readonly ReadComponent[] {
  const placed = nodes.flatMap(({ components }, index) => components.map(component => ({ component, index })));
  return [...grouped(placed, ({ component }) => component)].map(([{ view, context }, places]) => {
    const onNodes = places.map(({ index }) => index);
    return { view: { ...view, node: nodes[onNodes[0]].view.name, onNodes }, context };
  });
}
