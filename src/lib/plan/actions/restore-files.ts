import { action } from '../action';
import { byState } from '../by-hand';
import { PlanStateName } from '../state';

/** Gives the files back that the node had in a state, from their copies; what was not there goes. */
export const restoreFiles = action<{
  readonly state: PlanStateName;
  readonly paths: readonly string[];
  /** On the way back of a step: the state that it brought them to. Else the copies must be there. */
  readonly left?: PlanStateName;
}>({
  do: 'restore-files',
  says: 'Restore files',
  on: 'node',
  byHand: ({ state, paths }) => byState('back', state, paths),
});
