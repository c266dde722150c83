import { Cluster, processesOf } from '../model/cluster';
import { allLocks } from '../model/process';

/** Kinds of node. Each combination is checked, so the cost doubles with each kind. */
export const MAX_KINDS = 6;
/** Processes that are described, each of which stands for any number of replicas. */
export const MAX_PROCESSES = 12;
/** Distinct lock objects. Each choice of holders is checked. */
export const MAX_LOCKS = 10;

/**
 * @throws if the input is larger than the checks enumerate; the number of nodes is no limit
 */
export function refuseBeyondLimits(cluster: Cluster): void {
  const processes = processesOf(cluster);
  const locks = new Set(processes.flatMap(process => [...allLocks(process)]));
  refuse('kinds of node', cluster.kinds.length, MAX_KINDS, 'describe nodes that are alike as one kind');
  refuse('processes', processes.length, MAX_PROCESSES, 'describe processes that are alike once, as one kind of node');
  refuse('distinct locks', locks.size, MAX_LOCKS, 'let processes of one component share their --leader-elect-resource-name');
}

function refuse(what: string, got: number, most: number, todo: string): void {
  if (got > most) throw new Error(`too many ${what} to check every mix of: ${got}; at most ${most} are accepted, any number of nodes each; ${todo}`);
}
