import { PlanAction } from './action';
import { StepDraft } from './step';

/** A part of what a step does, with what takes that back. */
export interface Move {
  readonly there: readonly PlanAction[];
  readonly back: readonly PlanAction[];
  /** Why nothing takes it back. */
  readonly stays?: string;
}

/** What a step does, and its way back: the last move is taken back first. */
export function wayOf(...moves: readonly Move[]): Pick<StepDraft, 'run' | 'undo'> {
  return { run: moves.flatMap(({ there }) => there), undo: [...moves].reverse().flatMap(({ back }) => back) };
}

/** A step that another one begins or ends with. */
export function moveOf({ run, undo }: Pick<StepDraft, 'run' | 'undo'>): Move {
  return { there: run, back: undo };
}

/**
 * Actions whose rows say what takes them back, on the same nodes.
 *
 * @throws if a row does not say it: then the step does (`move`), or says why nothing does (`stays`)
 */
export function done(...actions: readonly PlanAction[]): Move {
  const back = [...actions].reverse().flatMap(({ kind, given, each }) => {
    if (kind.back === undefined) throw new Error(`action '${kind.do}' does not say what takes it back; give it with the step, or say why it stays`);
    return { ...kind.back(given), ...each === undefined ? {} : { each } };
  });
  return { there: actions, back };
}

/** Where what takes it back depends on the step. */
export function move(there: readonly PlanAction[], back: readonly PlanAction[]): Move {
  return { there, back };
}

/** What no way back undoes, for the reason that is given. */
export function stays(because: string, ...there: readonly PlanAction[]): Move {
  return { there, back: [], stays: because };
}

/** What proves that all is as it was: asked on the way back, once the moves that follow this one are taken back. */
export function provenBack(...checks: readonly PlanAction[]): Move {
  return { there: [], back: checks };
}
