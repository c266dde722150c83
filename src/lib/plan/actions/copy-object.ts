import { action } from '../action';
import { ObjectKey, ruleFor, shortName } from '../object-kind';
import { configMaps } from '../rule';
import { PlanStateName } from '../state';

/** Keeps a copy of an object in the cluster before a step that leaves the state; one that was not given back stays. */
export const copyObject = action<{ readonly state: PlanStateName } & ObjectKey>({
  do: 'copy-object',
  says: 'Keep a copy',
  on: 'operator',
  rights: given => [configMaps('create', 'update'), ruleFor(given, 'get')],
  byHand: given => [`save ${given.state} ${shortName(given)}`],
});
