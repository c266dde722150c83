import { Cluster, mixOf, Mix, mixesOf, processesOf } from '../model/cluster';
import { allLocks, Process } from '../model/process';

/** Kinds of node. Each combination is checked, so the cost doubles with each kind. */
export const MAX_KINDS = 6;
/** Processes that are described, each of which stands for any number of replicas. */
export const MAX_PROCESSES = 12;
/** Distinct lock objects. Each choice of holders is checked. */
export const MAX_LOCKS = 10;

/** Mixes of two kinds that are looked at where there are more kinds than all combinations can be of. */
const MOST_MIXES = 300;

interface Limit {
  readonly what: string;
  readonly got: number;
  readonly most: number;
  readonly todo: string;
}

/** Mixes to look at. */
export interface Mixes {
  readonly mixes: readonly Mix[];
  /** What there is too much of to look at every mix; none: these are all. */
  readonly beyond?: Limit;
}

/** Every mix of a cluster; where these are too many, the smallest: what breaks there breaks, and what holds there may break in others. */
export function mixesWithinLimits(cluster: Cluster): Mixes {
  const beyond = limitsOf(cluster).find(({ got, most }) => got > most);
  if (beyond === undefined) return { mixes: mixesOf(cluster) };
  const names = cluster.kinds.map(({ name }) => name);
  const small = [...names.map(name => [name]), ...pairsOf(names)].slice(0, MOST_MIXES);
  const isSmall = ({ processes }: Mix) => processes.length <= MAX_PROCESSES && locksOf(processes) <= MAX_LOCKS;
  return { mixes: small.map(kinds => mixOf(cluster, kinds)).filter(isSmall), beyond };
}

/**
 * @throws if the input is larger than the checks enumerate; the number of nodes is no limit
 */
export function refuseBeyondLimits(cluster: Cluster): void {
  for (const { what, got, most, todo } of limitsOf(cluster)) {
    if (got <= most) continue;
    throw new Error(`too many ${what} to check every mix of: ${got}; at most ${most} are accepted, any number of nodes each; ${todo}`);
  }
}

function limitsOf(cluster: Cluster): readonly Limit[] {
  const processes = processesOf(cluster);
  return [
    { what: 'kinds of node', got: cluster.kinds.length, most: MAX_KINDS, todo: 'describe nodes that are alike as one kind' },
    { what: 'processes', got: processes.length, most: MAX_PROCESSES, todo: 'describe processes that are alike once, as one kind of node' },
    {
      what: 'distinct locks',
      got: locksOf(processes),
      most: MAX_LOCKS,
      todo: 'let processes of one component share their --leader-elect-resource-name',
    },
  ];
}

function locksOf(processes: readonly Process[]): number {
  return new Set(processes.flatMap(process => [...allLocks(process)])).size;
}

function* pairsOf(names: readonly string[]): Iterable<readonly string[]> {
  for (const [index, first] of names.entries()) {
    for (const second of names.slice(index + 1)) yield [first, second];
  }
}
