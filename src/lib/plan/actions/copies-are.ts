import { action } from '../action';
import { PlanStateName } from '../state';

/** Of each file there is a copy of the state, or the note that it was not there. */
export const copiesAre = action<{ readonly state: PlanStateName; readonly paths: readonly string[] }>({
  do: 'copies-are',
  says: 'Copies of the files exist',
  on: 'node',
  anyTime: true,
});
