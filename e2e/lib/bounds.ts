import { ccmMigration } from './cli';
import { FAST, LeaseTimes } from './input';
import { upgradeFlags } from './synth';

/** From the start of a process to its first bid for the migration lock, with a busy machine: it must sync its caches first. */
const START_SECONDS = 15;

/** From the start of the first process to its leading, with a Lease that one which is gone may still hold. */
export const FIRST_LEADER_SECONDS = START_SECONDS + FAST.leaseSeconds;

interface PlanAnswer {
  /** Kinds of steps, by their names. */
  readonly kinds: Readonly<Record<string, { readonly gap: { readonly mainLockFirst?: number } }>>;
}

/**
 * How long no process may run the controllers when a leader ends: the longest bound that `ccm-migration plan` prints for a step of the way to the
 * end, and the start-up that it says comes on top. None where the strategy declares its gap: that lasts as long as the steps take.
 */
export async function gapBound(folder: string, isUpgrade: boolean): Promise<number | undefined> {
  const ways = isUpgrade ? [upgradeFlags(folder)]
    : [['--from', 'n', '--to', 'n-plus-1'], ['--from', 'n-plus-1', '--to', 'disabled']];
  const plans = await Promise.all(ways.map(way => ccmMigration<PlanAnswer>('plan', folder, ...way)));
  const bounds = plans.flatMap(({ kinds }) => Object.values(kinds).flatMap(({ gap }) => gap.mainLockFirst ?? []));
  return bounds.length === 0 ? undefined : Math.max(...bounds) + START_SECONDS;
}

/** How long a process may act after it was stopped and continued: design, section 2a. */
export function actsAfterWaking({ renewSeconds, retrySeconds }: LeaseTimes = FAST): number {
  return renewSeconds + retrySeconds;
}
