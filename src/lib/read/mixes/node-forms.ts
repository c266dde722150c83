import { CCM, KCM } from '../../kubernetes/component';
import { grouped } from '../../kubernetes/once-for';
import { isOfControlPlane } from '../../view/ask';
import { ComponentView, KindView, NodeView } from '../../view/model';
import { saysExternal } from '../component/component-reader';

/** Nodes of one kind that run the same components: what the proof puts together to mixes. */
export interface NodeForm {
  /** The kind that they are of. */
  readonly kind: string;
  /** Nodes that are yet to be made: none. */
  readonly nodes: readonly NodeView[];
  /** Which of the components they run that can hold a lock, by their places in the list of components. */
  readonly managers: readonly number[];
  /** Whether they are of the control plane, whatever they run. */
  readonly isControlPlane: boolean;
  /** Whether one of their components says `--cloud-provider=external`. */
  readonly external: boolean;
}

/** The nodes of each kind, by what they run. One that runs nothing stays a node: its neighbours do not run in its place. */
export function nodeForms(kinds: readonly KindView[], views: readonly ComponentView[]): readonly NodeForm[] {
  const indexed = views.map((view, index) => ({ view, index }));
  const ofKind = grouped(indexed, ({ view }) => view.kind);
  const keptOff = [...new Set(views.flatMap(({ stopped }) => stopped?.keptOff ? [new Set(stopped.keptOff.nodes)] : []))];
  return kinds.flatMap(kind => formsOf(kind, ofKind.get(kind.name) ?? [], keptOff));
}

interface Indexed {
  readonly view: ComponentView;
  readonly index: number;
}

function formsOf(kind: KindView, own: readonly Indexed[], keptOff: readonly ReadonlySet<NodeView>[]): readonly NodeForm[] {
  if (kind.nodes.length === 0) return [formOf(kind, [], own)];
  const ofAll = own.filter(({ view }) => view.node === undefined);
  const ofNode = kind.nodes.map((): Indexed[] => []);
  const placed = own.filter(({ view }) => view.node !== undefined);
  const indexOf = new Map(kind.nodes.map(({ name }, index) => [name, index]));
  for (const one of placed) {
    for (const index of one.view.onNodes ?? [indexOf.get(one.view.node!)!]) ofNode[index].push(one);
  }
  const nodes = kind.nodes.map((node, index) => ({ node, run: [...ofNode[index], ...node.role === 'control-plane' ? ofAll : []] }));
  const alike = grouped(nodes, ({ node, run }) => JSON.stringify([
    isOfControlPlane(node), run.some(({ view }) => saysExternal(view)), run.filter(isManager).map(({ index }) => index),
    keptOff.map(some => some.has(node)),
  ]));
  const forms = [...alike.values()].map(some => formOf(kind, some.map(({ node }) => node), some[0].run));
  // What kubeadm is told is for nodes that are yet to be made, where none of these is one.
  return ofAll.length === 0 || kind.nodes.some(({ role }) => role === 'control-plane') ? forms : [...forms, formOf(kind, [], ofAll)];
}

function formOf({ name }: KindView, nodes: readonly NodeView[], run: readonly Indexed[]): NodeForm {
  return {
    kind: name,
    nodes,
    managers: run.filter(isManager).map(({ index }) => index),
    isControlPlane: nodes.some(isOfControlPlane),
    external: run.some(({ view }) => saysExternal(view)),
  };
}

function isManager({ view: { component } }: Indexed): boolean {
  return component === KCM || component === CCM;
}
