import { action } from '../action';
import { ObjectKey, ruleFor, shortName } from '../object-kind';
import { configMaps } from '../rule';
import { PlanStateName } from '../state';

/** Gives an object back as it was when a plan left the state. */
export const restoreObject = action<{
  readonly state: PlanStateName;
  /** On the way back of a step: the state that it brought the object to. Else the copy must be there. */
  readonly left?: PlanStateName;
  /** Where there is no copy, it stays as it is. */
  readonly ifKept?: true;
} & ObjectKey>({
  do: 'restore-object',
  says: 'Restore the object',
  on: 'operator',
  rights: given => [configMaps('patch'), ruleFor(given, 'get', 'update')],
  byHand: given => [`restore ${given.state} ${shortName(given)}`],
});
