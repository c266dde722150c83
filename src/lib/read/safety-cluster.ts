import { saysExternal } from './component-reader';
import { firstOfEach } from '../kubernetes/first-of-each';
import { grouped } from '../kubernetes/once-for';
import { Behaviours, distinct } from '../model/behaviour';
import { Cluster, NodeKind, Workload } from '../model/cluster';
import { runsTwice } from '../proof/exclusivity';
import { ComponentView, KindView } from '../view/model';

/**
 * What was read, as the safety model wants it: kinds of node that run something, and workloads. Workers are no kind of their own: a mix of workers
 * alone is no cluster. Where their kubelets are external, that counts in the mixes of nodes that are external too, since no worker is newer than its
 * API server. Kinds that do the same are one, and so are workloads.
 */
export function safetyCluster(
  kinds: readonly KindView[], components: readonly ComponentView[], declaredGaps?: readonly string[], behaviours: Behaviours = new Behaviours(),
): Cluster {
  const ofKind = grouped(components, ({ kind }) => kind);
  const running = kinds.map((kind): NodeKind => ({
    name: kind.name,
    processes: distinct((ofKind.get(kind.name) ?? []).flatMap(({ process }) => process ?? []), behaviours),
    external: kind.external || (ofKind.get(kind.name) ?? []).some(saysExternal),
    nodes: kind.nodes.length || undefined,
  }));
  const controlPlanes = running.filter(({ processes }) => processes.length > 0);
  const workersExternal = running.some(({ processes, external }) => processes.length === 0 && external);
  const workloads = components.filter(({ kind }) => kind === undefined)
    .flatMap(({ process, onlyOn }): Workload[] => process ? [{ process, onlyOn }] : []);
  const placed = workloads.map(({ process, onlyOn }) => ({ process, onlyOn: controlPlanes.length === 0 ? undefined : onlyOn }));
  const merged = mergedKinds(controlPlanes, placed, behaviours);
  const renamed = (names: readonly string[]) => [...new Set(names.map(name => merged.names.get(name) ?? name))];
  return {
    kinds: merged.kinds,
    workloads: distinctWorkloads(placed.map(({ process, onlyOn }) => ({ process, onlyOn: onlyOn && renamed(onlyOn) })), behaviours),
    external: workersExternal && !controlPlanes.some(({ external }) => external === true),
    declaredGaps,
  };
}

interface MergedKinds {
  readonly kinds: readonly NodeKind[];
  /** The name under which each is kept. */
  readonly names: ReadonlyMap<string, string>;
}

/** One of each kind of node that behaves the same and can have the same workloads. */
function mergedKinds(kinds: readonly NodeKind[], workloads: readonly Workload[], behaviours: Behaviours): MergedKinds {
  const kept = new Map<string, NodeKind>();
  const names = new Map<string, string>();
  for (const kind of kinds) {
    const hosts = workloads.map(({ onlyOn }) => onlyOn === undefined || onlyOn.includes(kind.name));
    const key = JSON.stringify([kind.processes.map(process => behaviours.of(process)).sort(), kind.external, hosts]);
    const same = kept.get(key);
    kept.set(key, same ? { ...same, nodes: same.nodes === undefined || kind.nodes === undefined ? undefined : same.nodes + kind.nodes } : kind);
    names.set(kind.name, (same ?? kind).name);
  }
  return { kinds: [...kept.values()], names };
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
