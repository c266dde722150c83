import { controllersOf } from '../model/cluster';
import { disjoint, LockSet } from '../model/lock';
import { locksToRun, Process } from '../model/process';

/** Two processes that can run a controller at once. */
export interface Overlap {
  readonly controller: string;
  readonly processes: readonly [Process, Process];
  /** What each holds while it runs the controller; no element in common. */
  readonly locks: readonly [LockSet, LockSet];
}

/**
 * Every controller that two processes can run at the same time. Exact for every mix of any size: a process runs a controller when it holds that
 * controller's locks, and two processes can hold two sets at once iff the sets share nothing, whatever the others do.
 */
export function overlaps(processes: readonly Process[]): readonly Overlap[] {
  const pairs = processes.flatMap((first, i) => processes.slice(i)
    .filter(second => second !== first || runsTwice(first))
    .map(second => [first, second] as const));
  const controllers = controllersOf(processes);
  return pairs.flatMap(pair => controllers.flatMap(controller => overlap(controller, pair)));
}

function overlap(controller: string, pair: readonly [Process, Process]): readonly Overlap[] {
  const first = locksToRun(pair[0], controller);
  const second = locksToRun(pair[1], controller);
  return first && second && disjoint(first, second) ? [{ controller, processes: pair, locks: [first, second] }] : [];
}

/** Whether two copies of one process can exist at once, if only while a Deployment of one replica rolls. */
export function runsTwice({ replication }: Process): boolean {
  return replication.kind === 'per-node' || replication.replicas > 1 || replication.strategy === 'RollingUpdate';
}
