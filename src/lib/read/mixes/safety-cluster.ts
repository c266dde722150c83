import { CCM, KCM } from '../../kubernetes/component';
import { firstOfEach, grouped } from '../../kubernetes/once-for';
import { Behaviours, distinct } from '../../model/behaviour';
import { Cluster, NodeKind, Workload } from '../../model/cluster';
import { Process } from '../../model/process';
import { runsTwice } from '../../proof/exclusivity';
import { isOfControlPlane } from '../../view/ask';
import { ComponentView, KindView, NodeView } from '../../view/model';
import { saysExternal } from '../component/component-reader';
import { someNames } from '../input/node-kinds';

/** What was read, as far as the safety model looks at it. */
export interface ReadCluster {
  readonly forms: readonly NodeForm[];
  /** In the order in which `forms` names them. */
  readonly components: readonly ComponentView[];
  /** Kinds whose kubelets are taken to be external. */
  readonly external?: ReadonlySet<string>;
  readonly declaredGaps?: readonly string[];
}

/**
 * What was read, as the safety model wants it: kinds of control-plane nodes, whether they run something or not, and workloads. Workers are no kind of
 * their own: a mix of workers alone is no cluster. Where their kubelets are external, that counts in the mixes of nodes that are external too, since
 * no worker is newer than its API server. Kinds that do the same are one, whichever folders they come from, and so are workloads.
 */
export function safetyCluster(read: ReadCluster, behaviours: Behaviours = new Behaviours()): Cluster {
  const { forms, components, external: doubted, declaredGaps } = read;
  const all = forms.map((form): Form => ({
    ...form,
    processes: distinct(form.managers.map(index => components[index])
      .flatMap(view => (isOn(view, form) ? view.process : view.keptOff?.process) ?? []), behaviours),
    external: form.external || doubted?.has(form.kind) === true,
  }));
  const controlPlanes = all.filter(({ processes, isControlPlane }) => isControlPlane || processes.length > 0);
  const workersExternal = all.some(({ processes, isControlPlane, external }) => !isControlPlane && processes.length === 0 && external);
  const workloads = components.filter(({ kind }) => kind === undefined)
    .flatMap(({ process, onlyOn, keptOff }): Placed[] => process ? [{ process, onlyOn, keptOff }] : []);
  const placed = workloads.map(one => controlPlanes.length === 0 ? { process: one.process } : one);
  const { kinds, names } = mergedKinds(controlPlanes, placed, behaviours);
  const renamed = (one: Placed) => one.onlyOn && [...new Set(one.onlyOn.flatMap(kind =>
    names.get(kind)?.filter(({ form }) => isOn(one, form)).map(({ name }) => name) ?? kind))];
  return {
    kinds,
    workloads: distinctWorkloads(placed.map(one => ({ process: one.process, onlyOn: renamed(one) })), behaviours),
    external: workersExternal && !controlPlanes.some(({ external }) => external),
    declaredGaps,
  };
}

interface Form extends NodeForm {
  readonly processes: readonly Process[];
}

/** A process of the cluster, and where it can be. */
type Placed = Pick<ComponentView, 'onlyOn' | 'keptOff'> & { readonly process: Process };

/** Whether a component can be on nodes of a form. */
function isOn({ onlyOn, keptOff }: Pick<ComponentView, 'onlyOn' | 'keptOff'>, { kind, nodes: [first] }: NodeForm): boolean {
  return (onlyOn === undefined || onlyOn.includes(kind)) && keptOff?.nodes.includes(first) !== true;
}

/**
 * One of each kind of node that behaves the same and can have the same workloads, and the names under which the forms of each kind that was read are
 * kept.
 */
function mergedKinds(forms: readonly Form[], workloads: readonly Placed[], behaviours: Behaviours) {
  const merged = [...grouped(forms, form => JSON.stringify([
    form.processes.map(process => behaviours.of(process)).sort(), form.external, workloads.map(one => isOn(one, form)),
  ])).values()];
  const firsts = merged.map(([{ kind }]) => kind);
  const named = merged.map((alike, index) => {
    const [{ kind, processes, external }] = alike;
    const nodes = alike.flatMap(one => one.nodes.map(node => node.name));
    const isOnly = firsts.filter(first => first === kind).length === 1;
    const name = isOnly ? kind : `${kind} (${nodes.length === 0 ? `form ${index + 1}` : someNames(nodes)})`;
    const made: NodeKind = { name, processes, external, nodes: nodes.length === 0 ? undefined : nodes };
    return { alike, kind: made };
  });
  const names = grouped(named.flatMap(({ alike, kind: { name } }) => alike.map(form => ({ name, form }))), ({ form }) => form.kind);
  return { kinds: named.map(({ kind }) => kind), names };
}

/** One of each behaviour. Of those that never exist twice by themselves two are kept: one beside the other runs twice all the same. */
function distinctWorkloads(workloads: readonly Workload[], behaviours: Behaviours): readonly Workload[] {
  const counts = new Map<string, number>();
  return firstOfEach(workloads, ({ process, onlyOn }) => {
    const key = JSON.stringify([behaviours.of(process), onlyOn]);
    if (runsTwice(process)) return key;
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    return `${Math.min(count, 1)} ${key}`;
  });
}

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
