/** How many nodes; `all`: each of a group, whose number is not said. */
export type Amount = number | 'all';

/** What something that replaces nodes can do to a group of n at once; what is undefined is not known. */
export interface RolloutBounds {
  /** n */
  readonly nodes?: number;
  /** s: old and new ones together are at most n + s. */
  readonly surge?: number;
  /** u: those that are ready are at least n - u. */
  readonly unavailable?: Amount;
}

/** Old and new nodes together. */
export function mostNodes({ nodes, surge }: RolloutBounds): number | undefined {
  return nodes === undefined || surge === undefined ? undefined : nodes + surge;
}

/** Nodes that stay ready. */
export function leastReady(bounds: RolloutBounds): number | undefined {
  const taken = takenOf(bounds);
  return bounds.nodes === undefined || taken === undefined ? undefined : bounds.nodes - taken;
}

/** Whether no node is left for a time; undefined: not known. */
export function takesAll({ nodes, unavailable }: RolloutBounds): boolean | undefined {
  if (unavailable === undefined || unavailable === 0) return unavailable === 0 ? false : undefined;
  if (unavailable === 'all') return nodes !== 0;
  return nodes === undefined ? undefined : nodes > 0 && unavailable >= nodes;
}

/** A control plane while its nodes are replaced. */
export interface ControlPlaneMix {
  /** Its nodes, and how many of them are away at once; undefined: not known. */
  readonly members?: number;
  readonly away?: number;
  /** What is left; `no-quorum`: too few members for an etcd that runs on its nodes. */
  readonly left: 'enough' | 'no-quorum' | 'none' | 'unknown';
}

/** Groups that together are a control plane. */
export interface ControlPlaneGroups {
  readonly groups: readonly RolloutBounds[];
  /** Whether one group is done before the next begins. */
  readonly isSerial: boolean;
  /** Control-plane nodes that are known, also those of no group. */
  readonly atLeast: number;
}

/**
 * Every mix of old and new nodes is one of the mixes of any number that exclusivity and liveness are checked in, but for the one without nodes. So it
 * is counted here whether that one can be reached, and whether etcd keeps the majority of its members.
 */
export function controlPlaneMix({ groups, isSerial, atLeast }: ControlPlaneGroups): ControlPlaneMix {
  const total = sum(groups.map(({ nodes }) => nodes));
  const taken = groups.map(takenOf);
  const away = isSerial ? (taken.includes(undefined) ? undefined : Math.max(...taken as number[])) : sum(taken);
  const members = total === undefined ? undefined : Math.max(total, atLeast);
  const known = { members, away };
  if (away === 0) return { ...known, left: 'enough' };
  if (members === undefined || away === undefined) {
    const isWhole = (!isSerial || groups.length === 1) && groups.every(one => takesAll(one) === true);
    return { ...known, left: isWhole ? 'none' : 'unknown' };
  }
  if (away >= members) return { ...known, left: 'none' };
  return { ...known, left: away > (members - 1) / 2 ? 'no-quorum' : 'enough' };
}

/** The worse of two that are about one group. */
export function worse(one: RolloutBounds, other: RolloutBounds): RolloutBounds {
  const [first, second] = [one.unavailable, other.unavailable];
  const unavailable = first === undefined || second === undefined ? undefined : first === 'all' || second === 'all' ? 'all' : Math.max(first, second);
  return { nodes: one.nodes ?? other.nodes, unavailable };
}

function takenOf({ nodes, unavailable }: RolloutBounds): number | undefined {
  if (unavailable === 'all') return nodes;
  return unavailable === undefined ? undefined : Math.min(unavailable, nodes ?? unavailable);
}

function sum(numbers: readonly (number | undefined)[]): number | undefined {
  return numbers.reduce((all, one) => all === undefined || one === undefined ? undefined : all + one, 0);
}
