import { StrategyKind } from '../migration/migration-strategy';

/** Where a cluster stands: before the migration, or in one of its phases. */
export enum PlanState {
  /** Before the migration. */
  NOT_STARTED = 'not-started',
  /** In phase `MigrationPhase.N`. */
  N = 'n',
  /** In phase `MigrationPhase.MIXED`. */
  MIXED = 'mixed',
  /** In phase `MigrationPhase.N_PLUS_1`. */
  N_PLUS_1 = 'n-plus-1',
  /** In phase `MigrationPhase.DISABLED`. */
  DISABLED = 'disabled',
}

/** State `disabled` as an earlier synthesis wrote it, with the cloud-controller-manager that an upgrade replaces: no phase of the app. */
export const BEFORE_UPGRADE = 'disabled-before';

/** State `disabled` between two hops of a chain of upgrades, by the number of the hop that leads to it. */
export type HopState = `disabled-hop-${number}`;

/** The states of so many upgrades in a row, first and last included. */
export function statesOfHops(count: number): readonly WrittenState[] {
  const between = Array.from({ length: count - 1 }, (_, index): HopState => `disabled-hop-${index + 1}`);
  return [BEFORE_UPGRADE, ...between, 'disabled'];
}

/** What a chain has between two hops, while its API servers are upgraded: nodes of both of their releases. No step leads to it. */
export const SERVERS_BEFORE = 'disabled-servers-before';

/** A state as files have it. */
export type PlanStateName = `${PlanState}` | typeof BEFORE_UPGRADE | HopState | typeof SERVERS_BEFORE;

/** A state that something was synthesized for. */
export type WrittenState = Exclude<PlanStateName, 'not-started'>;

/** All states, forward. */
export const STATES: readonly PlanStateName[] = Object.values(PlanState);

/** @throws if the text is no state */
export function parseState(option: string, text: string): PlanStateName {
  const state = STATES.find(known => known === text);
  if (!state) throw new Error(`${option} '${text}' is not a state; accepted: ${STATES.map(known => `'${known}'`).join(', ')}`);
  return state;
}

/**
 * The states on the way, first and last included. No state is skipped: Leader Migration is on in every component before two of them share the
 * controllers, and on again before a node of version N returns.
 *
 * @throws if the strategy has no such state
 */
export function route(from: PlanStateName, to: PlanStateName, strategy: StrategyKind): readonly PlanStateName[] {
  const known = STATES.filter(state => state !== 'mixed' || strategy !== StrategyKind.DOWNTIME);
  for (const state of [from, to]) {
    if (!known.includes(state)) {
      throw new Error(`state '${state}' does not exist with strategy '${strategy}': every node is changed while nothing `
      + 'runs; plan from \'n\' to \'n-plus-1\'');
    }
  }
  if (from === to) throw new Error(`the cluster is to go from '${from}' to '${to}': there is nothing to plan; give two different states`);
  const [a, b] = [known.indexOf(from), known.indexOf(to)];
  return a < b ? known.slice(a, b + 1) : known.slice(b, a + 1).reverse();
}
