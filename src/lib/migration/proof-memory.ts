import { Cluster } from '../model/cluster';
import { modelProcess, Process, ProcessInput } from '../model/process';
import { judge, Verdict } from '../proof/verdict';
import { remember } from '../remember';

/** An app writes several phases, and phases share their processes: equal input is modelled once. Bounded, for programs that write many clusters. */
const KEPT = 256;
const processes = new Map<string, Process>();
const verdicts = new Map<string, Verdict>();
const numbers = new WeakMap<Process, number>();
let count = 0;

/** The process of a phase. */
export function modelled(input: ProcessInput): Process {
  return remember(processes, keyOfInput(input), () => {
    const process = modelProcess(input);
    numbers.set(process, ++count);
    return process;
  }, KEPT);
}

/**
 * The verdict about what several clusters of modelled processes are when they are put together.
 *
 * @param make puts them together, where the verdict is not known yet
 */
export function judged(clusters: readonly Cluster[], declaredGaps: readonly string[], make: () => Cluster): Verdict {
  return remember(verdicts, JSON.stringify([clusters.map(keyOfCluster), declaredGaps]), () => judge(make()), KEPT);
}

function keyOfInput({ dir, label, component, version, flags, configText, replication, cloudHasRoutes, hasNodeIpam }: ProcessInput): string {
  return JSON.stringify([dir, label, component, version.minor, version.patch, configText, replication, cloudHasRoutes, hasNodeIpam, flags]);
}

function keyOfCluster({ kinds, workloads, external }: Cluster): unknown {
  return [
    kinds.map(kind => [kind.name, kind.external, kind.nodes, kind.processes.map(process => numbers.get(process))]),
    workloads.map(({ process, onlyOn }) => [numbers.get(process), onlyOn]),
    external,
  ];
}
