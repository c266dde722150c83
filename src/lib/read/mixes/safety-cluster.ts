import { NodeForm } from './node-forms';
import { firstOfEach } from '../../kubernetes/once-for';
import { Behaviours, distinct } from '../../model/behaviour';
import { Cluster, NodeKind, Workload } from '../../model/cluster';
import { Process } from '../../model/process';
import { runsTwice } from '../../proof/exclusivity';
import { ComponentView } from '../../view/model';
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

interface MergedKinds {
  readonly kinds: readonly NodeKind[];
  /** The names under which the forms of each kind that was read are kept. */
  readonly names: ReadonlyMap<string, readonly { readonly name: string; readonly form: Form }[]>;
}

/** One of each kind of node that behaves the same and can have the same workloads. */
function mergedKinds(forms: readonly Form[], workloads: readonly Placed[], behaviours: Behaviours): MergedKinds {
  const kept = new Map<string, Form[]>();
  for (const form of forms) {
    const hosts = workloads.map(one => isOn(one, form));
    const key = JSON.stringify([form.processes.map(process => behaviours.of(process)).sort(), form.external, hosts]);
    const same = kept.get(key);
    if (same) same.push(form);
    else kept.set(key, [form]);
  }
  const merged = [...kept.values()];
  const firsts = merged.map(([{ kind }]) => kind);
  const names = new Map<string, { readonly name: string; readonly form: Form }[]>();
  const kinds = merged.map((alike, index): NodeKind => {
    const [{ kind, processes, external }] = alike;
    const nodes = alike.flatMap(one => one.nodes.map(node => node.name));
    const isOnly = firsts.filter(first => first === kind).length === 1;
    const name = isOnly ? kind : `${kind} (${nodes.length === 0 ? `form ${index + 1}` : someNames(nodes)})`;
    for (const form of alike) names.set(form.kind, [...names.get(form.kind) ?? [], { name, form }]);
    return { name, processes, external, nodes: nodes.length === 0 ? undefined : nodes };
  });
  return { kinds, names };
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
