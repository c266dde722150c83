import { stopsAfter, waitsFor } from './timing';
import { Process } from '../model/process';

/** Longest times without a runner when a leader goes and a successor is there, in milliseconds, with a healthy API. */
export interface GapBounds {
  /** The holder is killed, stopped, or its node is lost, and the successor already bids for the lock. */
  readonly alreadyBidding: number;
  /** The successor must first win its main lock. The time from there to its first bid for the migration lock comes on top. */
  readonly mainLockFirst: number;
  /** The leader cannot renew any more: it stops at most this long after its last renewal; then one of the others, counted from that renewal. */
  readonly leaderStopsAfter: number;
}

/**
 * client-go waits up to retryPeriod x (1 + JitterFactor) between two bids: k8s.io/client-go@v0.26.15 tools/leaderelection/leaderelection.go:69,252.
 */
const LONGEST_RETRY = 2.2;

/**
 * @param leader the process that held the lock
 * @param successor the process that takes over
 * @param mainLockHolder who held the successor's main lock: the leader itself, unless the two have different main locks
 */
export function gapBounds(leader: Process, successor: Process, mainLockHolder: Process = leader): GapBounds {
  const retry = longestRetry(successor);
  const lease = waitsFor(successor, leader);
  return {
    alreadyBidding: lease + 2 * retry,
    mainLockFirst: waitsFor(successor, mainLockHolder) + 2 * retry + lease + retry,
    leaderStopsAfter: stopsAfter(leader),
  };
}

/** The longest of several. */
export function longestGap(all: readonly GapBounds[]): GapBounds {
  const longest = (key: keyof GapBounds) => Math.max(...all.map(bounds => bounds[key]));
  return { alreadyBidding: longest('alreadyBidding'), mainLockFirst: longest('mainLockFirst'), leaderStopsAfter: longest('leaderStopsAfter') };
}

/** Longest time between two bids: J of the documentation. */
export function longestRetry({ durations }: Process): number {
  return LONGEST_RETRY * durations.retryPeriod;
}

/** The bounds in one line for people, seconds with one decimal. */
export function describeGap(bounds: GapBounds): string {
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  return `no process runs the controllers for less than ${seconds(bounds.alreadyBidding)} when the successor already bids for the lock, and less `
    + `than ${seconds(bounds.mainLockFirst)} plus its start-up when it must first win its main lock; a leader that cannot renew stops within `
    + `${seconds(bounds.leaderStopsAfter)} of its last renewal`;
}
