import { NodeForm } from './node-forms';
import { firstOfEach } from '../../kubernetes/first-of-each';
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
  const all = forms.map(({ kind, nodes, managers, isControlPlane, external }): Form => ({
    kind,
    nodes,
    isControlPlane,
    processes: distinct(managers.flatMap(index => components[index].process ?? []), behaviours),
    external: external || doubted?.has(kind) === true,
  }));
  const controlPlanes = all.filter(({ processes, isControlPlane }) => isControlPlane || processes.length > 0);
  const workersExternal = all.some(({ processes, isControlPlane, external }) => !isControlPlane && processes.length === 0 && external);
  const workloads = components.filter(({ kind }) => kind === undefined)
    .flatMap(({ process, onlyOn }): Workload[] => process ? [{ process, onlyOn }] : []);
  const placed = workloads.map(({ process, onlyOn }) => ({ process, onlyOn: controlPlanes.length === 0 ? undefined : onlyOn }));
  const { kinds, names } = mergedKinds(controlPlanes, placed, behaviours);
  const renamed = (kindNames: readonly string[]) => [...new Set(kindNames.flatMap(name => names.get(name) ?? name))];
  return {
    kinds,
    workloads: distinctWorkloads(placed.map(({ process, onlyOn }) => ({ process, onlyOn: onlyOn && renamed(onlyOn) })), behaviours),
    external: workersExternal && !controlPlanes.some(({ external }) => external),
    declaredGaps,
  };
}

interface Form {
  readonly kind: string;
  readonly nodes: readonly string[];
  readonly isControlPlane: boolean;
  readonly processes: readonly Process[];
  readonly external: boolean;
}

interface MergedKinds {
  readonly kinds: readonly NodeKind[];
  /** The names under which the nodes of each kind that was read are kept. */
  readonly names: ReadonlyMap<string, readonly string[]>;
}

/** One of each kind of node that behaves the same and can have the same workloads. */
function mergedKinds(forms: readonly Form[], workloads: readonly Workload[], behaviours: Behaviours): MergedKinds {
  const kept = new Map<string, Form[]>();
  for (const form of forms) {
    const hosts = workloads.map(({ onlyOn }) => onlyOn === undefined || onlyOn.includes(form.kind));
    const key = JSON.stringify([form.processes.map(process => behaviours.of(process)).sort(), form.external, hosts]);
    const same = kept.get(key);
    if (same) same.push(form);
    else kept.set(key, [form]);
  }
  const merged = [...kept.values()];
  const firsts = merged.map(([{ kind }]) => kind);
  const names = new Map<string, string[]>();
  const kinds = merged.map((alike, index): NodeKind => {
    const [{ kind, processes, external }] = alike;
    const nodes = alike.flatMap(one => one.nodes);
    const isOnly = firsts.filter(first => first === kind).length === 1;
    const name = isOnly ? kind : `${kind} (${nodes.length === 0 ? `form ${index + 1}` : someNames(nodes)})`;
    for (const one of new Set(alike.map(form => form.kind))) names.set(one, [...names.get(one) ?? [], name]);
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
