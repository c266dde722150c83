import { action } from '../action';
import { leases } from '../rule';

/** Both Leases of a process carry the same identity, which tells the component that leads; a dead one keeps them, but does not renew them. */
export const leaseHeldBy = action<{ readonly namespace: string; readonly lease: string; readonly main: string }>({
  do: 'lease-held-by',
  says: 'One process holds both Leases',
  on: 'operator',
  rights: ({ namespace }) => [leases(namespace)],
  byHand: ({ namespace, lease, main }) => [`held ${lease} ${main} -n ${namespace}`],
});
