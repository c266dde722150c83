/** Milliseconds since the epoch. */
export type Instant = number;

/** One process running one controller: from its first sign until the process ended. */
export interface Run {
  readonly controller: string;
  /** Which process, for a person: `kube-controller-manager 1.26.15 on ip-10-0-1-10 (pid 123)`. */
  readonly process: string;
  readonly from: Instant;
  readonly to: Instant;
  /** Times in which the process was stopped by a signal: it can do nothing then. */
  readonly paused?: readonly Span[];
}

export interface Span {
  readonly from: Instant;
  readonly to: Instant;
}

/** Two processes that ran one controller at the same time. */
export interface Overlap extends Span {
  readonly controller: string;
  readonly processes: readonly [string, string];
}

/** A time in which no process ran a controller. */
export interface Gap extends Span {
  readonly controller: string;
}

/** What ran in a time: what began before it began with it, and what ended before it is not there. */
export function within(runs: readonly Run[], { from, to }: Span): Run[] {
  return runs.map(run => ({ ...run, from: Math.max(run.from, from), to: Math.min(run.to, to) })).filter(run => run.from < run.to);
}

/** Every time in which two processes, both able to act, ran the same controller. */
export function overlaps(runs: readonly Run[]): Overlap[] {
  const found: Overlap[] = [];
  runs.forEach((one, index) => {
    for (const other of runs.slice(index + 1)) {
      if (one.controller !== other.controller || one.process === other.process) continue;
      for (const a of active(one)) {
        for (const b of active(other)) {
          const from = Math.max(a.from, b.from);
          const to = Math.min(a.to, b.to);
          if (from < to) found.push({ controller: one.controller, processes: [one.process, other.process], from, to });
        }
      }
    }
  });
  return found.sort((a, b) => a.from - b.from);
}

/** The one of the two processes that had just been continued when the overlap began, if the overlap ended within the window after that. */
export function woken({ processes, from, to }: Overlap, runs: readonly Run[], window: number): string | undefined {
  const justContinued = ({ paused = [] }: Run): boolean => paused.some(pause => pause.to <= from && to <= pause.to + window);
  return runs.find(run => processes.includes(run.process) && justContinued(run))?.process;
}

/** Whether the overlap is one with a process that had just been continued. */
export function followsPause(overlap: Overlap, runs: readonly Run[], window: number): boolean {
  return woken(overlap, runs, window) !== undefined;
}

/** Every time within `during` in which no process that is able to act ran the controller. */
export function gaps(runs: readonly Run[], controller: string, during: Span): Gap[] {
  const spans = runs.filter(run => run.controller === controller).flatMap(active).sort((a, b) => a.from - b.from);
  const found: Gap[] = [];
  let covered = during.from;
  for (const { from, to } of [...spans, { from: during.to, to: during.to }]) {
    const until = Math.min(from, during.to);
    if (until > covered) found.push({ controller, from: covered, to: until });
    covered = Math.max(covered, to);
  }
  return found;
}

/** What remains of a time without these others. */
export function outside({ from, to }: Span, others: readonly Span[]): Span[] {
  return others.reduce<Span[]>((left, other) => left.flatMap(span => [
    { from: span.from, to: Math.min(span.to, other.from) }, { from: Math.max(span.from, other.to), to: span.to },
  ]).filter(span => span.from < span.to), [{ from, to }]);
}

/** The run without the times in which the process was stopped. */
function active({ from, to, paused = [] }: Run): Span[] {
  const spans: Span[] = [];
  let start = from;
  for (const pause of [...paused].sort((a, b) => a.from - b.from)) {
    if (pause.from > start) spans.push({ from: start, to: Math.min(pause.from, to) });
    start = Math.max(start, pause.to);
  }
  if (start < to) spans.push({ from: start, to });
  return spans;
}
