import { CloudMode } from './cloud-mode';
import { ControllerState } from './controller-state';
import { EndCause } from './end-cause';
import { Migration } from './migration';
import { Bid } from './readiness';

/** How a process ends, if it does not run on. */
export interface Fate {
  /** `fails-at-start`: holds nothing. `dies-after-...`: wins that lock, keeps it from others until it expires, and starts over. */
  readonly kind: 'runs' | 'fails-at-start' | 'dies-after-main-lock' | 'dies-after-migration-lock';
  /** Why; none: it runs. At start all that it would find are told, later only the first. */
  readonly causes: readonly EndCause[];
  /** Whether controllers run at all, if only in the moment before it dies. */
  readonly startsControllers: boolean;
}

export function fateOf(
  problems: readonly EndCause[], cloud: CloudMode, controllers: readonly ControllerState[], migration: Migration | undefined, bid: Bid,
): Fate {
  const validation = cloud.failure?.when === 'flag-validation' ? [cloud.failure.cause] : [];
  const atStart = [...problems, ...validation];
  if (atStart.length > 0) return { kind: 'fails-at-start', causes: atStart, startsControllers: false };
  // CreateControllerContext comes before the first controller.
  if (cloud.failure) return { kind: 'dies-after-main-lock', causes: [cloud.failure.cause], startsControllers: false };
  const cause = breaking(controllers, 'main') ?? afterMainLock(migration, bid);
  if (cause !== undefined) return { kind: 'dies-after-main-lock', causes: [cause], startsControllers: true };
  const later = bid === 'yes' ? breaking(controllers, 'migration') : undefined;
  if (later !== undefined) return { kind: 'dies-after-migration-lock', causes: [later], startsControllers: true };
  return { kind: 'runs', causes: [], startsControllers: true };
}

function breaking(controllers: readonly ControllerState[], under: ControllerState['under']): EndCause | undefined {
  return controllers.find(state => state.breaks !== undefined && state.under === under)?.breaks;
}

function afterMainLock(migration: Migration | undefined, bid: Bid): EndCause | undefined {
  if (!migration || bid === 'never') return undefined;
  if (bid === 'crashes') {
    return {
      concern: 'command-line',
      text: 'the service account token controller has no --service-account-private-key-file and crashes with Leader Migration on',
      flags: ['service-account-private-key-file'],
    };
  }
  return migration.fatalLock === undefined ? undefined
    : { concern: 'lock-kind', text: `error creating lock: ${migration.fatalLock}`, flags: ['leader-migration-config'] };
}
