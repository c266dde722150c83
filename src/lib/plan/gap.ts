import { AppPhase, MigrationApp, phaseOf } from './app/app';
import { ccmProcess, kcmProcess } from './coexistence';
import { NodeSide } from '../kubernetes/node';
import { MigrationPhase } from '../migration/migration-phase';
import { StrategyKind } from '../migration/migration-strategy';
import { Process } from '../model/process';
import { describeGap, gapBounds, longestGap, longestRetry } from '../proof/gap';

/** How long no process runs the controllers because of a step, in seconds. */
export interface StepGap {
  /** The successor already bids for the lock. */
  readonly alreadyBidding?: number;
  /** The successor must first win its main lock; its start-up comes on top. */
  readonly mainLockFirst?: number;
  /** The successor may only come once this step has placed it: within so many seconds of what is not bounded, kubeadm's own upgrade. */
  readonly untilPlaced?: number;
  /** The API server of the only control-plane node is replaced: until it answers again, which the wait of the step bounds. */
  readonly withoutApi?: true;
  /** The strategy has it: it lasts until a later step ends it. */
  readonly declared?: true;
  readonly text: string;
}

export const NO_GAP: StepGap = { text: 'none: no process that runs the controllers is stopped' };

/** Where no other API server answers. */
export const ALONE = 'while the API server of the only control-plane node is replaced no Lease is renewed, so no controller runs until it '
  + 'answers again, which has no bound but the wait of the step';

/** Who may lead before a step, and after. */
export type Handover = 'among-kcm' | 'kcm-to-ccm' | 'ccm-to-kcm' | 'among-ccm';

/** How long a lock goes without a holder in a step that stops processes one after another. */
export function handoverGap(app: MigrationApp, handover: Handover, released: boolean): StepGap {
  const kcm = firstKcm(app);
  const ccms = ccmsOf(app);
  const [ccm] = ccms;
  const pairs: readonly (readonly [Process, Process | undefined])[] = {
    'among-kcm': [[kcm, kcm] as const],
    // The node that is stopped may hold the lock, and another one of its own kind may take it over first.
    'kcm-to-ccm': [[kcm, ccm] as const, [kcm, kcm] as const],
    'ccm-to-kcm': [[ccm ?? kcm, kcm] as const, [ccm ?? kcm, ccm] as const],
    'among-ccm': ccms.flatMap(leader => ccms.map(successor => [leader, successor] as const)),
  }[handover];
  const bound = pairs.flatMap(([leader, successor]) => successor ? [{ leader, successor }] : []);
  const worst = longestGap(bound.map(({ leader, successor }) => gapBounds(leader, successor)));
  const retry = Math.max(...bound.map(({ successor }) => longestRetry(successor)));
  const release = released ? `; with its Lease released, the next bidder starts within ${(retry / 1000).toFixed(1)} s of that` : '';
  return {
    alreadyBidding: worst.alreadyBidding / 1000,
    mainLockFirst: worst.mainLockFirst / 1000,
    text: `if the leader is among what is stopped: ${describeGap(worst)}${release}`,
  };
}

/** A gap that the strategy declares: it lasts until a later step ends it. */
export function declaredGap(app: MigrationApp, ends: string): StepGap {
  const what = app.strategy === StrategyKind.DOWNTIME ? 'no kube-controller-manager runs' : 'no process runs service, route and cloud-node-lifecycle';
  return {
    declared: true,
    text: `declared by strategy '${app.strategy}': ${what} until ${ends}, so it lasts as long as you take; the waits of the steps in between `
    + 'are its bound',
  };
}

/** What ends a declared gap on the way back, at the latest: until then one without the cloud controllers may lead. */
export const ALL_HAVE_THEM_AGAIN = 'every kube-controller-manager is back in state `not-started`';

/** How long a shell waits until a lease cannot be held any more without a renewal, in whole seconds. */
export function leaseSeconds(app: MigrationApp): number {
  return Math.ceil(Math.max(...[firstKcm(app), ...ccmsOf(app)].map(({ durations }) => durations.lease)) / 1000) + 2;
}

/** How long to wait for a new leader: the longest gap, and a minute for its start. */
export function takeoverSeconds(app: MigrationApp): number {
  const { mainLockFirst = 0 } = handoverGap(app, app.upgrade ? 'among-ccm' : 'kcm-to-ccm', false);
  return Math.ceil(mainLockFirst) + 60;
}

/** Seconds that a new leader gets to look at every Service, and to try again what failed while there was no leader. */
export const SERVICES_SECONDS = 120;

/** kube-controller-manager as it is when the controllers begin to move, or in the steady state. */
function firstKcm(app: MigrationApp): Process {
  const reached = [...app.phases.keys()].at(-1)!;
  return kcmProcess(app, app.upgrade ? { state: reached, side: NodeSide.N_PLUS_1 } : { state: 'n', side: NodeSide.N })!;
}

/** Cloud-controller-managers that exclude each other by their main Lease. */
function ccmsOf(app: MigrationApp): readonly Process[] {
  const phases = app.upgrade ? [...app.phases.values()] : [phaseWithCcm(app)];
  return phases.flatMap(phase => ccmProcess(phase) ?? []);
}

function phaseWithCcm(app: MigrationApp): AppPhase {
  return app.phases.get(MigrationPhase.N_PLUS_1) ?? app.phases.get(MigrationPhase.DISABLED) ?? app.phases.get(MigrationPhase.MIXED)
    ?? phaseOf(app, 'n');
}
