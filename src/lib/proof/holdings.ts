import { Demand, isFor } from '../model/cluster';
import { disjoint, LockSet, NO_LOCK, union } from '../model/lock';
import { controllerIn, Process } from '../model/process';

/** What one process has got: nothing, its main lock, or the migration lock as well. */
export type Grip = 'nothing' | 'main' | 'both';

/** What a process holds. */
export function locksAt(process: Process, grip: Grip): LockSet {
  if (grip === 'nothing') return NO_LOCK;
  return grip === 'both' ? union(process.mainLock, process.migrationLock!) : process.mainLock;
}

/** One choice of lock holders that lasts: no process can take another lock until one is lost. */
export interface Holding {
  readonly grips: ReadonlyMap<Process, Grip>;
  /** Whether some process runs the controller, for the cloud that is asked for. */
  runs(demand: Demand): boolean;
}

/**
 * Every lasting choice of holders among these processes. Each lock that a process bids for has exactly one holder; a process bids for its migration
 * lock only with its main lock in hand, which it always has where that is empty. More replicas of a process add no choice: of those that share a
 * lock, one holds it.
 */
export function holdings(processes: readonly Process[]): readonly Holding[] {
  const contenders = processes.filter(process => process.fate.kind !== 'fails-at-start');
  return extend(contenders, []).filter(grips => lasts(contenders, grips)).map(grips => holding(processes, contenders, grips));
}

/** Grips of the first contenders, in all ways that no two of them hold the same element. */
function extend(contenders: readonly Process[], grips: readonly Grip[]): readonly (readonly Grip[])[] {
  if (grips.length === contenders.length) return [grips];
  const next = contenders[grips.length];
  const held = elements(contenders, grips);
  const options: Grip[] = ['nothing'];
  if (disjoint(next.mainLock, held)) {
    options.push('main');
    if (bids(next) && disjoint(next.migrationLock!, held)) options.push('both');
  }
  return options.flatMap(option => extend(contenders, [...grips, option]));
}

function lasts(contenders: readonly Process[], grips: readonly Grip[]): boolean {
  return contenders.every((process, i) => {
    const others = elements(contenders, grips.map((grip, j) => j === i ? 'nothing' : grip));
    if (grips[i] === 'nothing') return !disjoint(process.mainLock, others);
    return grips[i] === 'both' || !bids(process) || !disjoint(process.migrationLock!, others);
  });
}

/** A process that dies after its main lock never gets as far as its migration lock. */
function bids(process: Process): boolean {
  return process.migrationLock !== undefined && process.fate.kind !== 'dies-after-main-lock';
}

function elements(contenders: readonly Process[], grips: readonly Grip[]): LockSet {
  return union(...grips.map((grip, i) => locksAt(contenders[i], grip)));
}

function holding(processes: readonly Process[], contenders: readonly Process[], choice: readonly Grip[]): Holding {
  const grips = new Map<Process, Grip>(processes.map(process => [process, 'nothing']));
  contenders.forEach((process, i) => grips.set(process, choice[i]));
  const dying = dyingIn(grips);
  const isRun = (demand: Demand) => [...grips].some(([process, grip]) =>
    !dying.has(process) && isFor(process, demand) && runs(process, grip, demand.controller));
  return { grips, runs: isRun };
}

/**
 * Processes that do not last: those that die of a lock they have, and those that would die of the migration lock and wait only for such a
 * process, whose lease lapses each time. A process that dies runs nothing: what it starts is gone in the same moment.
 */
function dyingIn(grips: ReadonlyMap<Process, Grip>): ReadonlySet<Process> {
  const dying = new Set<Process>();
  for (let before = -1; before < dying.size;) {
    before = dying.size;
    for (const process of grips.keys()) {
      if (dies(process, grips, dying)) dying.add(process);
    }
  }
  return dying;
}

function dies(process: Process, grips: ReadonlyMap<Process, Grip>, dying: ReadonlySet<Process>): boolean {
  const { kind } = process.fate;
  if (kind === 'dies-after-main-lock') return true;
  if (kind !== 'dies-after-migration-lock') return false;
  const others = [...grips].filter(([other]) => other !== process && !dying.has(other));
  return disjoint(process.migrationLock!, elements(others.map(([other]) => other), others.map(([, held]) => held)));
}

function runs(process: Process, grip: Grip, controller: string): boolean {
  if (grip === 'nothing') return false;
  const { under } = controllerIn(process, controller);
  return under === 'main' || (under === 'migration' && grip === 'both');
}
