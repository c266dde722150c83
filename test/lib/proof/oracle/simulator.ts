import * as fc from 'fast-check';
/* eslint-disable no-bitwise -- a state is one small integer: the search visits many millions of them */
import { Behaviour } from './behaviour';
import { recurrent } from './recurrent';
import { WATCHED, Watched } from './specification';

/**
 * Explores every interleaving of a handful of processes: each can win a lock, be killed or lose its lease (both end the process and leave the lease
 * held by a process that is gone), start again as a new one that has observed nothing, and take a lease only after it has itself seen it unrenewed
 * for a lease duration. The two writes of an `endpointsleases` lock count as one step.
 */
export interface Observation {
  /** Controllers that two processes ran at the same time in some reachable state. */
  readonly overlapping: ReadonlySet<Watched>;
  /** Controllers that, from some reachable state on and with no further fault, no process runs throughout. */
  readonly starvable: ReadonlySet<Watched>;
}

export function simulate(processes: readonly Behaviour[]): Observation {
  const key = processes.map(process => JSON.stringify(process)).sort().join();
  const known = seen.get(key) ?? search(processes);
  seen.set(key, known);
  return known;
}

/** Generated mixes often differ only in what does not matter here. */
const seen = new Map<string, Observation>();

function search(processes: readonly Behaviour[]): Observation {
  const world = new World(processes.filter(process => process.main !== undefined));
  const reachable = explore([0], state => world.anything(state));
  const overlapping = new Set<Watched>();
  for (const state of reachable) {
    WATCHED.forEach((controller, i) => {
      const runners = world.runners(i, state);
      if ((runners & runners - 1) !== 0) overlapping.add(controller);
    });
  }
  return { overlapping, starvable: starvable(world, reachable) };
}

/** A controller can be starved where the undisturbed world can go round for ever without one process that runs it all the time. */
function starvable(world: World, reachable: ReadonlySet<number>): ReadonlySet<Watched> {
  const next = new Map<number, readonly number[]>();
  explore([...reachable], state => {
    const successors = world.undisturbed(state);
    next.set(state, successors);
    return successors;
  });
  const rounds = recurrent(next);
  return new Set(WATCHED.filter((_, i) => rounds.some(states => states.reduce((steady, state) => steady & world.runners(i, state), ~0) === 0)));
}

function explore(from: readonly number[], next: (state: number) => readonly number[]): Set<number> {
  const found = new Set(from);
  const open = [...from];
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    for (const successor of next(state)) {
      if (found.has(successor)) continue;
      found.add(successor);
      open.push(successor);
    }
  }
  return found;
}

/** What an instance is at; two bits each, lowest first. Zero is the start: everybody down, every lease free. */
const DOWN = 0;
const BIDS = 1;
const HAS_MAIN = 2;
const HAS_BOTH = 3;

/** A free lease. Others hold the number of their holder, or, after its death, `dead` plus the set of instances that have waited long enough. */
const FREE = 0;

/** Two objects that everybody takes and leaves together are one lease here. */
function distinctObjects(processes: readonly Behaviour[]): readonly string[] {
  const users = (name: string) => processes.map(process => `${process.main!.includes(name)}/${process.migration?.includes(name)}`).join();
  const all = new Set(processes.flatMap(process => [...process.main!, ...process.migration ?? []]));
  return [...new Map([...all].map(name => [users(name), name])).values()];
}

class World {
  private readonly count: number;
  private readonly dead: number;
  private readonly width: number;
  private readonly leases: number;
  private readonly main: readonly (readonly number[])[];
  private readonly migration: readonly (readonly number[] | undefined)[];
  /** Per controller and instance: the lowest state in which the instance runs it. */
  private readonly runsFrom: readonly (readonly number[])[];

  public constructor(private readonly processes: readonly Behaviour[]) {
    const names = distinctObjects(processes);
    this.count = processes.length;
    this.dead = 1 << this.count;
    this.width = this.count + 1;
    this.leases = names.length;
    // A state is one integer: a property passes over the few mixes that do not fit, of three processes with seven Leases or more.
    fc.pre(2 * this.count + this.leases * this.width <= 31);
    const indexes = (objects: readonly string[]) => objects.map(name => names.indexOf(name)).filter(index => index >= 0);
    this.main = processes.map(process => indexes(process.main!));
    this.migration = processes.map(process => process.migration && indexes(process.migration));
    this.runsFrom = WATCHED.map(controller => processes.map(process =>
      process.underMain.includes(controller) ? HAS_MAIN : process.underMigration.includes(controller) ? HAS_BOTH : HAS_BOTH + 1));
  }

  /** Whatever can happen, faults included. */
  public anything(state: number): readonly number[] {
    const next = this.moves(state);
    for (let i = 0; i < this.count; i++) next.push(this.at(state, i) === DOWN ? this.started(state, i) : this.ended(state, i));
    for (let lease = 0; lease < this.leases; lease++) {
      if (this.lease(state, lease) >= this.dead) next.push(this.lapsed(state, lease));
    }
    return next;
  }

  /**
   * What must happen when nothing fails any more: bids are quick; when no process can bid, time passes for all alike, so that those that are down
   * have started and those that wait have seen every dead lease lapse.
   */
  public undisturbed(state: number): readonly number[] {
    const moves = this.moves(state);
    if (moves.length > 0) return moves;
    let later = state;
    for (let i = 0; i < this.count; i++) if (this.at(later, i) === DOWN) later = this.started(later, i);
    for (let lease = 0; lease < this.leases; lease++) if (this.lease(later, lease) >= this.dead) later = this.lapsed(later, lease);
    return [later];
  }

  /** The instances that run a controller, as a set. */
  public runners(controller: number, state: number): number {
    let set = 0;
    for (let i = 0; i < this.count; i++) if (this.at(state, i) >= this.runsFrom[controller][i]) set |= 1 << i;
    return set;
  }

  /** Locks won, and processes that die of what they have won. */
  private moves(state: number): number[] {
    const next: number[] = [];
    for (let i = 0; i < this.count; i++) {
      const at = this.at(state, i);
      const { dies } = this.processes[i];
      if (at === BIDS) this.bid(state, i, this.main[i], HAS_MAIN, next);
      else if (at === HAS_MAIN && dies === 'at main') next.push(this.ended(state, i));
      else if (at === HAS_MAIN && this.migration[i]) this.bid(state, i, this.migration[i]!, HAS_BOTH, next);
      else if (at === HAS_BOTH && dies === 'at migration') next.push(this.ended(state, i));
    }
    return next;
  }

  private bid(state: number, i: number, leases: readonly number[], then: number, next: number[]): void {
    let won = this.put(state, i, then);
    for (const lease of leases) {
      const holder = this.lease(state, lease);
      const waited = holder >= this.dead && (holder & 1 << i) !== 0;
      // A lease with its own identity in it is its own, even when another elector of the same process put it there.
      if (holder !== FREE && holder !== i + 1 && !waited) return;
      won = this.hold(won, lease, i + 1);
    }
    next.push(won);
  }

  /** Gone, with its leases left behind and all that it had observed forgotten. */
  private ended(state: number, i: number): number {
    let next = this.put(state, i, DOWN);
    for (let lease = 0; lease < this.leases; lease++) {
      const holder = this.lease(state, lease);
      if (holder === i + 1) next = this.hold(next, lease, this.dead);
      else if (holder >= this.dead) next = this.hold(next, lease, holder & ~(1 << i));
    }
    return next;
  }

  private started(state: number, i: number): number {
    return this.put(state, i, this.main[i].length === 0 ? HAS_MAIN : BIDS);
  }

  /** A lease duration without a renewal, seen by all who are there. */
  private lapsed(state: number, lease: number): number {
    let waited = this.dead;
    for (let i = 0; i < this.count; i++) if (this.at(state, i) !== DOWN) waited |= 1 << i;
    return this.hold(state, lease, waited);
  }

  private at(state: number, i: number): number { return state >> 2 * i & 3; }

  private put(state: number, i: number, value: number): number { return state & ~(3 << 2 * i) | value << 2 * i; }

  private lease(state: number, lease: number): number {
    return state >> 2 * this.count + lease * this.width & (1 << this.width) - 1;
  }

  private hold(state: number, lease: number, holder: number): number {
    const shift = 2 * this.count + lease * this.width;
    return state & ~((1 << this.width) - 1 << shift) | holder << shift;
  }
}
