import { action } from '../action';
import { leases } from '../rule';

/** The Lease is not renewed within so many seconds, or is not there. */
export const leaseNotHeld = action<{ readonly namespace: string; readonly lease: string; readonly seconds: number }>({
  do: 'lease-not-held',
  says: 'The Lease is not renewed',
  on: 'operator',
  always: 'not-in-check-mode',
  rights: ({ namespace }) => [leases(namespace)],
  byHand: ({ namespace, lease, seconds }) => [`unheld ${seconds} ${lease} -n ${namespace}`],
});
