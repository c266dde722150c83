import { FIRST_LEADER_SECONDS } from './bounds';
import { Outcome, WATCHED } from './outcome';
import { Prediction } from './predict';
import { outside } from './timeline';

/**
 * Nothing ran twice, no controller was without a runner for longer than `gapSeconds`, nothing was denied, and nothing was lost. Of a gap that is
 * declared only what lies outside the steps that declare it is measured: until a process leads after them.
 */
export function safe(outcome: Outcome, gapSeconds = FIRST_LEADER_SECONDS): string[] {
  const undeclared = outcome.gaps.flatMap(gap => outside(gap, outcome.declared));
  const longest = Math.max(0, ...undeclared.map(({ from, to }) => to - from)) / 1000;
  return [
    ...outcome.overlaps.map(({ controller, processes }) => `${controller} ran twice: ${processes.join(' and ')}`),
    ...longest > gapSeconds ? [`no process ran a controller for ${longest.toFixed(1)} s, more than ${gapSeconds.toFixed(1)} s`] : [],
    ...outcome.madeTwice.map(name => `load balancer ${name} was made twice`),
    ...outcome.ranWithoutLeading.map(process => `${process} ran a controller and never said that it leads`),
    ...outcome.denied.map(right => `denied: ${right}`),
    ...lost(outcome),
  ];
}

/** All is as it must be, but that no process came to run what was predicted: the detector works. Services wait meanwhile, so that is not asked. */
export function starved({ overlaps, starving, ranWithoutLeading, deletedNodes }: Outcome, _: number | undefined, predicted: Prediction): string[] {
  return [
    ...overlaps.map(({ controller }) => `${controller} ran twice`),
    ...ranWithoutLeading.map(process => `${process} ran a controller and never said that it leads`),
    ...deletedNodes.map(name => `node ${name} was deleted`),
    ...predicted.starving.length > 0 ? [] : ['no controller was predicted to be without a runner'],
    ...predicted.starving.filter(controller => WATCHED.includes(controller) && !starving.includes(controller))
      .map(controller => `${controller} was predicted to be without a runner, and a process was seen to run it`),
  ];
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
