import { CloudMode } from './cloud-mode';
import { ControllerState } from './controller-state';
import { Migration } from './migration';
import { Bid } from './readiness';

/** How a process ends, if it does not run on. */
export interface Fate {
  /** `fails-at-start`: holds nothing. `dies-after-...`: wins that lock, keeps it from others until it expires, and starts over. */
  readonly kind: 'runs' | 'fails-at-start' | 'dies-after-main-lock' | 'dies-after-migration-lock';
  /** Why, in the component's words where it has any. */
  readonly cause?: string;
  /** Whether controllers run at all, if only in the moment before it dies. */
  readonly startsControllers: boolean;
}

export function fateOf(
  problems: readonly string[], cloud: CloudMode, controllers: readonly ControllerState[], migration: Migration | undefined, bid: Bid,
): Fate {
  const validation = cloud.failure?.when === 'flag-validation' ? [cloud.failure.error] : [];
  const atStart = [...problems, ...validation];
  if (atStart.length > 0) return { kind: 'fails-at-start', cause: atStart.join('; '), startsControllers: false };
  // CreateControllerContext comes before the first controller.
  if (cloud.failure) return { kind: 'dies-after-main-lock', cause: cloud.failure.error, startsControllers: false };
  const cause = breaking(controllers, 'main') ?? afterMainLock(migration, bid);
  if (cause !== undefined) return { kind: 'dies-after-main-lock', cause, startsControllers: true };
  const later = bid === 'yes' ? breaking(controllers, 'migration') : undefined;
  if (later !== undefined) return { kind: 'dies-after-migration-lock', cause: later, startsControllers: true };
  return { kind: 'runs', startsControllers: true };
}

function breaking(controllers: readonly ControllerState[], under: ControllerState['under']): string | undefined {
  return controllers.find(state => state.breaks !== undefined && state.under === under)?.breaks;
}

function afterMainLock(migration: Migration | undefined, bid: Bid): string | undefined {
  if (!migration || bid === 'never') return undefined;
  if (bid === 'crashes') return 'the service account token controller has no --service-account-private-key-file and crashes with Leader Migration on';
  return migration.fatalLock === undefined ? undefined : `error creating lock: ${migration.fatalLock}`;
}
