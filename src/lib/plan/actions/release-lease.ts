import { action } from '../action';
import { leases } from '../rule';

/**
 * Releases the migration Lease: only of the process that was seen leading before the step, on the node of the step, once no such process is left
 * there, and with a precondition on its version. A lease is no fencing token: were that process only paused, it would go on.
 */
export const releaseLease = action<{ readonly namespace: string; readonly lease: string; readonly component: string; readonly flag: string }>({
  do: 'release-lease',
  says: 'Release the Lease',
  on: 'node',
  rights: ({ namespace }) => [leases(namespace, 'patch')],
  programs: () => ['ps', 'uname'],
});
