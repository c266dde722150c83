import { StrategyKind } from '../../migration/migration-strategy';
import { longestWait } from '../action';
import { Transition } from '../app/context';
import { Coexistence } from '../coexistence';
import { NO_GAP } from '../gap';
import { StepDraft, StepRow } from '../step';

/** What a transition has in one place: a step, one for each node, or none where there is nothing to do. */
export type Row = (transition: Transition) => StepRow | readonly StepRow[] | undefined;

/** Rows that follow each other, during which the same may run simultaneously. */
export type Stage = (transition: Transition) => readonly StepDraft[];

/** What holds of a transition, or does not. */
export type Condition = (transition: Transition) => boolean;

/** Unless its row says more, a step changes and asks nothing, waits for what it proves, and leaves no controller without a runner. */
export function during(coexistence: Coexistence | ((transition: Transition) => Coexistence), ...rows: readonly Row[]): Stage {
  return transition => rows.flatMap(row => row(transition) ?? []).map((step): StepDraft => ({
    changes: [],
    before: [],
    run: [],
    undo: [],
    proof: [],
    waitFor: 'nothing',
    atMostSeconds: longestWait([...step.run ?? [], ...step.proof ?? []]),
    coexistence: typeof coexistence === 'function' ? coexistence(transition) : coexistence,
    gap: NO_GAP,
    ...step,
  }));
}

/** A row that is there where something holds. */
export function when(condition: Condition, row: Row): Row {
  return transition => condition(transition) ? row(transition) : undefined;
}

export function either(...conditions: readonly Condition[]): Condition {
  return transition => conditions.some(condition => condition(transition));
}

export function not(condition: Condition): Condition {
  return transition => !condition(transition);
}

/** Whether controllers move under the migration Lease. */
export function migrates({ app }: Pick<Transition, 'app'>): boolean {
  return app.strategy === StrategyKind.LEADER_MIGRATION;
}

/** Whether the plan begins with the transition: then nothing is known about what was done before. */
export function isFirst(transition: Transition): boolean {
  return transition.isFirst;
}
