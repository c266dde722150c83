import { CounterExample } from './counterexample';
import { crossedLocks } from './crossed-locks';
import { overlaps } from './exclusivity';
import { mixesWithinLimits, refuseBeyondLimits } from './limits';
import { starvations } from './liveness';
import { overlapStory } from './overlap-story';
import { starvationStory } from './starvation-story';
import { TimingViolation, timingViolations } from './timing';
import { Cluster, processesOf } from '../model/cluster';

/** One of the two promises, and where it breaks. */
export interface PromiseKept {
  readonly holds: boolean;
  readonly counterexamples: readonly CounterExample[];
}

/** What the checks say about everything that may exist at once. */
export interface Verdict {
  /** No controller is run by two processes at once, in any mix. */
  readonly exclusivity: PromiseKept;
  /** Every controller that has to run is run, in every mix, whichever process wins the locks. */
  readonly liveness: PromiseKept;
  /** Controllers that no process runs because the input says so: no breach, but worth a warning. */
  readonly declaredGaps: readonly CounterExample[];
  /** Durations under which a lock does not keep two holders apart. */
  readonly timing: readonly TimingViolation[];
  /** Why not every mix was looked at, and liveness may be broken in another one; none: each was. */
  readonly beyondLimits?: string;
}

/**
 * @throws if the input is beyond what the checks enumerate
 */
export function judge(cluster: Cluster): Verdict {
  refuseBeyondLimits(cluster);
  return judgeWithinLimits(cluster);
}

/** As `judge`, and of what is beyond the limits as far as these go: the verdict says so. */
export function judgeWithinLimits(cluster: Cluster): Verdict {
  const processes = processesOf(cluster);
  const { mixes, beyond } = mixesWithinLimits(cluster);
  const starved = starvations(cluster, mixes);
  return {
    ...beyond && { beyondLimits: `${beyond.got} ${beyond.what} differ, and every mix of at most ${beyond.most} is looked at` },
    exclusivity: promise(overlaps(processes).map(overlapStory)),
    liveness: promise([...crossedLocks(processes), ...starved.filter(one => !one.declared).map(starvationStory)]),
    declaredGaps: starved.filter(one => one.declared).map(starvationStory),
    timing: timingViolations(processes),
  };
}

function promise(counterexamples: readonly CounterExample[]): PromiseKept {
  return { holds: counterexamples.length === 0, counterexamples };
}
