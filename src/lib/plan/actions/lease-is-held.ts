import { action } from '../action';
import { leases } from '../rule';

/** The Lease has a holder, which renews it. */
export const leaseIsHeld = action<{ readonly namespace: string; readonly lease: string }>({
  do: 'lease-is-held',
  says: 'The Lease is renewed',
  on: 'operator',
  rights: ({ namespace }) => [leases(namespace)],
  byHand: ({ namespace, lease }) => [`held ${lease} -n ${namespace}`],
});
