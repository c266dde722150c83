import { action } from '../action';
import { ObjectKey } from '../object-kind';
import { PlanStateName } from '../state';

/** There is a copy of what an object was in a state. */
export const hasCopy = action<{ readonly state: PlanStateName } & ObjectKey>({
  do: 'has-copy',
  says: 'A copy of the earlier object exists',
  on: 'operator',
  anyTime: true,
  always: 'also-in-check-mode',
});
