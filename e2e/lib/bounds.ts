import { FAST, LeaseTimes } from './input';

/** A retry comes at most this much later than its period (client-go's jitter of 1.2). */
const JITTER = 2.2;

/** From the start of a process to its first bid for the migration lock, with a busy machine: it must sync its caches first. */
const START_SECONDS = 15;

/** The longest time without a runner when a leader's node is replaced: design, section 2a (b). */
export function upgradeGap({ leaseSeconds, retrySeconds }: LeaseTimes = FAST): number {
  const j = retrySeconds * JITTER;
  return leaseSeconds + 2 * j + START_SECONDS + leaseSeconds + j;
}

/** How long a process may act after it was stopped and continued: design, section 2a. */
export function actsAfterWaking({ renewSeconds, retrySeconds }: LeaseTimes = FAST): number {
  return renewSeconds + retrySeconds;
}
