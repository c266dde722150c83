import { denied } from './audit';
import { actsAfterWaking } from './bounds';
import { CloudRequest } from './cloud';
import { Cluster } from './cluster';
import { contested, creations, touchedByWoken } from './load';
import { followsPause, Gap, gaps, Overlap, overlaps, Run, Span, within, woken } from './timeline';
import { Trace } from './trace';

/** The controllers that must always run somewhere, by the name they have in our tables. */
export const WATCHED = ['service', 'route', 'cloud-node-lifecycle'];

/** A process that runs for so long has been asked for its metrics several times. */
const SEEN_MS = 5_000;

/** What was seen. */
export interface Outcome {
  readonly during: Span;
  readonly runs: readonly Run[];
  /** Who held which lock, and who ran which controller, when. */
  readonly trace: Trace;
  readonly overlaps: readonly Overlap[];
  /** Overlaps with a process that had just been continued: a lease is not a fencing token (design, section 2a). */
  readonly afterWaking: readonly Overlap[];
  /**
   * Load balancers that such a process worked on at that time, and another at some time: what becomes of them is the limit of the promise too. A
   * successor may have found nothing to delete before, and the woken process then makes what it was about to make.
   */
  readonly touchedAfterWaking: readonly string[];
  /** All times in which no process ran a watched controller. */
  readonly gaps: readonly Gap[];
  /** Times in which steps were carried out whose gap the plan declares. */
  readonly declared: readonly Span[];
  /** Watched controllers that no process ran at the end, and for longer than a change of leaders takes. */
  readonly starving: readonly string[];
  /** Load balancers that two processes made, or that one came second with. */
  readonly madeTwice: readonly string[];
  readonly duplicates: readonly CloudRequest[];
  /** Load balancers that two processes worked on while both ran the service controller, by the log of the cloud. */
  readonly contested: readonly string[];
  /** Load balancers that belong to no Service, and Services without one. */
  readonly orphaned: readonly string[];
  readonly unserved: readonly string[];
  readonly deletedNodes: readonly string[];
  /** Processes that ran a watched controller for a while and never said of themselves that they lead. */
  readonly ranWithoutLeading: readonly string[];
  /** How often the Lease of the migration went to another holder. */
  readonly handovers: number;
  /** Requests that an API server denied to the end, by its audit log. */
  readonly denied: readonly string[];
}

/**
 * Reads the evidence of a time. The load must have ended; deletions that are under way are waited for by the caller.
 *
 * @param declared when steps were carried out whose gap the plan declares
 * @param patience seconds without a runner at the end that are no change of leaders any more
 */
export async function outcomeOf(cluster: Cluster, during: Span, declared: readonly Span[], patience: number): Promise<Outcome> {
  const runs = within(cluster.recorder.runs(), during);
  const requests = cluster.cloud.requests().filter(({ at }) => at >= during.from);
  const { creators, duplicates } = creations(requests);
  const services = await cluster.load.services();
  const existing = await cluster.cloud.loadBalancers();
  const found = overlaps(runs.filter(({ controller }) => WATCHED.includes(controller)));
  const window = actsAfterWaking() * 1000;
  const afterWaking = found.filter(overlap => followsPause(overlap, runs, window));
  const touchedAfterWaking = touchedByWoken(requests, afterWaking.filter(({ controller }) => controller === 'service')
    .map(overlap => ({ ...overlap, key: cluster.recorder.accessKey(woken(overlap, runs, window)!) })));
  const isOurs = (name: string): boolean => !touchedAfterWaking.includes(name);
  const wanted = new Set(services.map(({ loadBalancer }) => loadBalancer));
  const idle = WATCHED.flatMap(controller => gaps(runs, controller, during));
  return {
    during,
    runs,
    trace: cluster.recorder.trace(during),
    overlaps: found.filter(overlap => !followsPause(overlap, runs, window)),
    afterWaking,
    touchedAfterWaking,
    gaps: idle,
    declared,
    starving: idle.filter(({ from, to }) => to === during.to && to - from > patience * 1000).map(({ controller }) => controller).sort(),
    madeTwice: [...creators].filter(([name, keys]) => keys.length > 1 && isOurs(name)).map(([name]) => name),
    duplicates,
    contested: contested(requests, found.filter(({ controller }) => controller === 'service')),
    orphaned: existing.filter(name => !wanted.has(name) && isOurs(name)),
    unserved: services.filter(({ loadBalancer }) => !existing.includes(loadBalancer) && isOurs(loadBalancer)).map(({ name }) => name),
    deletedNodes: await cluster.nodeObjects.missing(),
    ranWithoutLeading: [...new Set(runs.filter(run => WATCHED.includes(run.controller) && run.to - run.from > SEEN_MS).map(run => run.process))]
      .filter(process => !cluster.recorder.hasLed(process)),
    handovers: cluster.recorder.handovers(during),
    denied: denied(cluster.audit().filter(({ requestReceivedTimestamp }) => Date.parse(requestReceivedTimestamp) >= during.from)),
  };
}

/** For people: one line per finding. */
export function describeOutcome(outcome: Outcome): string[] {
  const { overlaps: found, afterWaking, gaps: all, contested: both, madeTwice, duplicates, during } = outcome;
  const { orphaned, unserved, deletedNodes, ranWithoutLeading, denied: rights } = outcome;
  const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;
  const at = (instant: number): string => `at ${seconds(instant - during.from)}`;
  return [
    ...found.map(({ controller, processes, from, to }) => `overlap of ${seconds(to - from)} ${at(from)}: ${controller} in `
      + `${processes.join(' and ')}`),
    ...afterWaking.map(({ controller, from, to }) => `overlap of ${seconds(to - from)} ${at(from)} after a process woke: ${controller}`),
    ...outcome.touchedAfterWaking.map(name => `load balancer ${name} was worked on by a process that had just woken, and by its successor`),
    ...all.map(({ controller, from, to }) => `gap of ${seconds(to - from)} ${at(from)}: ${controller}`),
    ...outcome.starving.map(controller => `no process came to run ${controller}`),
    ...both.length > 0 ? [`${both.length} load balancers were worked on by two processes at a time`] : [],
    ...madeTwice.map(name => `load balancer ${name} was made twice`),
    ...duplicates.map(({ key, name }) => `${key} came second with load balancer ${name}`),
    ...orphaned.map(name => `load balancer ${name} belongs to no Service`),
    ...unserved.map(name => `Service ${name} has no load balancer`),
    ...deletedNodes.map(name => `node ${name} was deleted`),
    ...ranWithoutLeading.map(process => `${process} ran a controller and never said that it leads`),
    ...outcome.handovers > 0 ? [`the Lease of the migration went to another holder ${outcome.handovers} times`] : [],
    ...rights.map(right => `denied: ${right}`),
  ];
}
