import { action } from '../action';
import { leases } from '../rule';
import { PlanStateName } from '../state';

/** Deletes a Lease that is not held any more, with a precondition on its version: it fails if the Lease was renewed since. */
export const deleteLease = action<{
  readonly state: PlanStateName;
  readonly namespace: string | undefined;
  readonly name: string;
  readonly seconds: number;
}>({
  do: 'delete-lease',
  says: 'Delete the Lease',
  on: 'operator',
  rights: ({ namespace = 'default' }) => [leases(namespace, 'delete')],
  byHand: ({ namespace, name, seconds }) => [
    `unheld ${seconds} ${name} -n ${namespace}`,
    `kubectl delete lease ${name} -n ${namespace} --ignore-not-found`,
  ],
});
