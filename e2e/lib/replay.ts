import { outside, overlaps, Span } from './timeline';
import { Holding, modelled, Trace, TracedProcess } from './trace';
import { disjoint, lockNames, LockSet } from '../../src/lib/model/lock';
import { locksToRun } from '../../src/lib/model/process';

/**
 * What a trace shows that the model says cannot be:
 *
 * - a process runs a controller that it never runs, or says meanwhile that it does not hold a lock which it needs for that;
 * - two processes hold one lock;
 * - two processes run a controller that one lock keeps apart.
 *
 * A process that was stopped and woke may act for a while without its locks: nothing is concluded from that time.
 *
 * @param wakingMs how long
 */
export function replay({ processes, held, runs }: Trace, wakingMs: number): readonly string[] {
  const byName = new Map(processes.map(process => [process.name, process]));
  const models = new Map(processes.map(process => [process.name, modelled(process)]));
  const needed = (name: string, controller: string): LockSet | undefined => {
    const model = models.get(name);
    return model && locksToRun(model, controller);
  };
  const certain = held.flatMap(one => whileAwake(one, byName.get(one.process), wakingMs));
  const awake = runs.flatMap(run => whileAwake(run, byName.get(run.process), wakingMs));
  return [...new Set([
    ...runs.flatMap(({ process, controller }) => {
      if (!byName.has(process)) return [`${process} ran ${controller}, and what it was started with was not recorded`];
      return needed(process, controller) === undefined ? [`${process} ran ${controller}, which the model says that it never does`] : [];
    }),
    ...awake.flatMap(({ process, controller, ...span }) => {
      const locks = lockNames(needed(process, controller) ?? new Set());
      const said = certain.filter(one => one.process === process && meet(one, span));
      return locks.filter(lock => said.some(({ leases }) => !leases.includes(lock)))
        .map(lock => `${process} ran ${controller} and did not hold ${lock}, which the model says that it needs`);
    }),
    ...certain.flatMap((one, index) => certain.slice(index + 1).flatMap(other => !meet(one, other) ? []
      : one.leases.filter(lease => other.leases.includes(lease)).map(lease => `${one.process} and ${other.process} held ${lease}`))),
    ...overlaps(awake).flatMap(({ controller, processes: [one, other] }) => {
      const [a, b] = [needed(one, controller), needed(other, controller)];
      if (a === undefined || b === undefined || disjoint(a, b)) return [];
      const common = lockNames(a).filter(lock => lockNames(b).includes(lock));
      return [`${one} and ${other} ran ${controller}, and the model says that they need ${common.join(' and ')} both`];
    }),
  ])];
}

/** What of it was said while the process was neither stopped nor had just woken. */
function whileAwake<T extends Span>(time: T, process: TracedProcess | undefined, wakingMs: number): readonly T[] {
  const pauses = (process?.paused ?? []).map(({ from, to }) => ({ from, to: to + wakingMs }));
  return outside({ from: time.from, to: time.to }, pauses).map(span => ({ ...time, ...span }));
}

function meet(one: Span, other: Span): boolean {
  return Math.max(one.from, other.from) < Math.min(one.to, other.to);
}

/** For people: what a trace is of. */
export function described({ processes, held, runs }: Trace): string {
  const locks = new Set(held.flatMap(({ leases }: Holding) => leases));
  const names = [...locks].sort().join(', ') || 'no lock';
  return `${processes.length} processes, ${held.length} times in which they held ${names}, ${runs.length} in which they `
    + 'ran controllers';
}
