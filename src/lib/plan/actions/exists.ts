import { action } from '../action';
import { inNamespace, ObjectKey, ruleFor } from '../object-kind';

/** The object is there. */
export const exists = action<ObjectKey>({
  do: 'exists',
  says: 'The object exists',
  on: 'operator',
  rights: given => [ruleFor(given, 'get')],
  byHand: given => [`kubectl get ${given.kind} ${given.name}${inNamespace(given)}`],
});
