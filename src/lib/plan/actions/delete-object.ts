import { action } from '../action';
import { ObjectKey, ruleFor, shortName } from '../object-kind';
import { PlanStateName } from '../state';

/** Deletes an object, in the foreground, with a copy on the machine of the operator. */
export const deleteObject = action<{ readonly state: PlanStateName } & ObjectKey>({
  do: 'objects/delete-object',
  says: 'Delete',
  on: 'operator',
  rights: given => [ruleFor(given, 'get', 'list', 'watch', 'delete')],
  byHand: given => [`gone ${given.namespace ?? 'kube-system'} ${shortName(given)}`],
});
