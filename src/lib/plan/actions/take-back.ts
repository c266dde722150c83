import { action } from '../action';
import { byState } from '../by-hand';
import { PlanStateName } from '../state';

/** The way back of `put-files` and `remove-files`: a file that the step did not touch stays as it is. */
export const takeBack = action<{
  readonly state: PlanStateName;
  readonly paths: readonly string[];
  /** Those that kubeadm may have written otherwise than planned. */
  readonly byKubeadm?: readonly string[];
}>({
  do: 'take-back',
  says: 'Undo the change of files',
  on: 'node',
  byHand: ({ state, paths }) => byState('back', state, paths),
});
