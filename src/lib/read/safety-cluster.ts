import { saysExternal } from './component-reader';
import { Cluster, NodeKind } from '../model/cluster';
import { Process } from '../model/process';
import { ComponentView, KindView } from '../rules/model';

/**
 * What was read, as the safety model wants it: kinds of node that run something, and workloads. Workers are no kind of their own: a mix of workers alone is no
 * cluster. Where their kubelets are external, that counts in the mixes of nodes that are external too, since no worker is newer than its API server.
 */
export function safetyCluster(kinds: readonly KindView[], components: readonly ComponentView[], declaredGaps?: readonly string[]): Cluster {
  const running = kinds.map((kind): NodeKind => ({
    name: kind.name,
    processes: distinct(components.filter(view => view.kind === kind.name).flatMap(({ process }) => process ?? [])),
    external: kind.external || components.some(view => view.kind === kind.name && saysExternal(view)),
    nodes: kind.nodes.length || undefined,
  }));
  const controlPlanes = running.filter(({ processes }) => processes.length > 0);
  const workersExternal = running.some(({ processes, external }) => processes.length === 0 && external);
  const workloads = components.filter(({ kind }) => kind === undefined).flatMap(({ process, onlyOn }) => process ? [{ process, onlyOn }] : []);
  return {
    kinds: controlPlanes,
    workloads: workloads.map(({ process, onlyOn }) => ({ process, onlyOn: controlPlanes.length === 0 ? undefined : onlyOn })),
    external: workersExternal && !controlPlanes.some(({ external }) => external === true),
    declaredGaps,
  };
}

/** One of each behaviour: a hundred nodes that do the same are one process in the model. */
export function distinct(processes: readonly Process[]): readonly Process[] {
  const byBehaviour = new Map<string, Process>();
  for (const process of processes) {
    const key = behaviour(process);
    if (!byBehaviour.has(key)) byBehaviour.set(key, process);
  }
  return [...byBehaviour.values()];
}

// A process is a value that never changes, and a proof compares the same ones over and over.
const behaviours = new WeakMap<Process, string>();

/** All that the checks look at. */
function behaviour(process: Process): string {
  const known = behaviours.get(process);
  if (known !== undefined) return known;
  const text = describe(process);
  behaviours.set(process, text);
  return text;
}

function describe({ component, version, replication, mainLock, migrationLock, migration, controllers, fate, durations, external }: Process): string {
  return JSON.stringify([
    component, version.toString(), replication, [...mainLock], [...migrationLock ?? []], migration?.leaderName, [...migration?.listed ?? []],
    [...controllers], fate, durations, external,
  ]);
}
