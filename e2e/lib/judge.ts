import { Outcome, WATCHED } from './outcome';
import { Overlap, Run } from './timeline';

/** Nothing ran twice, nobody was without a runner for longer than `gapSeconds`, and nothing was lost. */
export function safe(outcome: Outcome, gapSeconds: number): string[] {
  const longest = Math.max(0, ...outcome.gaps.map(({ from, to }) => to - from)) / 1000;
  return [
    ...outcome.overlaps.map(({ controller, processes }) => `${controller} ran twice: ${processes.join(' and ')}`),
    ...longest > gapSeconds ? [`nobody ran a controller for ${longest.toFixed(1)} s, more than ${gapSeconds.toFixed(1)} s`] : [],
    ...outcome.madeTwice.map(name => `load balancer ${name} was made twice`),
    ...lost(outcome),
  ];
}

/** As `safe`, but a process that was stopped by a signal may act for `windowSeconds` after it woke: a lease is not a fencing token. */
export function safeButForPauses(outcome: Outcome, gapSeconds: number, windowSeconds: number): string[] {
  const unexplained = outcome.overlaps.filter(overlap => !follows(overlap, outcome.runs, windowSeconds * 1000));
  return safe({ ...outcome, overlaps: unexplained }, gapSeconds);
}

/** Whether one of the two had just been continued when the overlap began, and ended within the window. */
function follows({ processes, from, to }: Overlap, runs: readonly Run[], window: number): boolean {
  return runs.some(({ process, paused = [] }) => processes.includes(process) && paused.some(pause => pause.to <= from && to <= pause.to + window));
}

/** The controllers were not run at the end, and nothing was run twice. */
export function silent(outcome: Outcome, seconds: number): string[] {
  const stillRunning = WATCHED.filter(controller =>
    !outcome.gaps.some(gap => gap.controller === controller && gap.to === outcome.during.to && gap.to - gap.from >= seconds * 1000));
  return [...outcome.overlaps.map(({ controller }) => `${controller} ran twice`), ...stillRunning.map(controller => `${controller} was run, and must not have been`)];
}

/** Two processes ran a controller, and the cloud saw both of them: the detector works. */
export function unsafe(outcome: Outcome): string[] {
  return [
    ...outcome.overlaps.some(({ controller }) => controller === 'service') ? [] : ['no overlap of the service controller was seen'],
    ...outcome.duplicates.length > 0 || outcome.madeTwice.length > 0 ? [] : ['the cloud did not see a second creator of a load balancer'],
  ];
}

function lost({ orphaned, unserved, deletedNodes }: Outcome): string[] {
  return [
    ...orphaned.map(name => `load balancer ${name} belongs to no Service`),
    ...unserved.map(name => `Service ${name} has no load balancer`),
    ...deletedNodes.map(name => `node ${name} was deleted`),
  ];
}
