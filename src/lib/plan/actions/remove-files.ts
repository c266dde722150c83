import { action } from '../action';
import { byState } from '../by-hand';
import { PlanStateName } from '../state';

/** Removes files of the node, with a copy. */
export const removeFiles = action<{ readonly state: PlanStateName; readonly paths: readonly string[] }>({
  do: 'remove-files',
  says: 'Remove files',
  on: 'node',
  byHand: ({ state, paths }) => [...byState('keep', state, paths), `on "rm -f ${paths.join(' ')}"`],
});
