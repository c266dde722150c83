import { Outcome, WATCHED } from './outcome';

/** Nothing ran twice, nobody was without a runner for longer than `gapSeconds`, nothing was denied, and nothing was lost. */
export function safe(outcome: Outcome, gapSeconds = Infinity): string[] {
  const longest = Math.max(0, ...outcome.gaps.map(({ from, to }) => to - from)) / 1000;
  return [
    ...outcome.overlaps.map(({ controller, processes }) => `${controller} ran twice: ${processes.join(' and ')}`),
    ...longest > gapSeconds ? [`nobody ran a controller for ${longest.toFixed(1)} s, more than ${gapSeconds.toFixed(1)} s`] : [],
    ...outcome.madeTwice.map(name => `load balancer ${name} was made twice`),
    ...outcome.ranWithoutLeading.map(process => `${process} ran a controller and never said that it leads`),
    ...outcome.denied.map(right => `denied: ${right}`),
    ...lost(outcome),
  ];
}

/** The controllers were not run at the end, and nothing was run twice. */
export function silent(outcome: Outcome, seconds: number): string[] {
  const stillRunning = WATCHED.filter(controller =>
    !outcome.gaps.some(gap => gap.controller === controller && gap.to === outcome.during.to && gap.to - gap.from >= seconds * 1000));
  return [...outcome.overlaps.map(({ controller }) => `${controller} ran twice`), ...stillRunning.map(controller => `${controller} was run, and must not have been`)];
}

/** Two processes ran a controller, and the cloud saw both of them and refused the second creator of a load balancer: the detector works. */
export function unsafe(outcome: Outcome): string[] {
  return [
    ...outcome.overlaps.some(({ controller }) => controller === 'service') ? [] : ['no overlap of the service controller was seen'],
    ...outcome.contested.length > 0 ? [] : ['the cloud did not see two processes work on one load balancer'],
    ...outcome.duplicates.length > 0 ? [] : ['the cloud did not refuse a second creator of a load balancer'],
  ];
}

function lost({ orphaned, unserved, deletedNodes }: Outcome): string[] {
  return [
    ...orphaned.map(name => `load balancer ${name} belongs to no Service`),
    ...unserved.map(name => `Service ${name} has no load balancer`),
    ...deletedNodes.map(name => `node ${name} was deleted`),
  ];
}
