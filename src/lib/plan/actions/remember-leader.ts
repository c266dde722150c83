import { action } from '../action';
import { leases } from '../rule';

/** The holder of both Leases before the step; none where they have two. */
export const rememberLeader = action<{ readonly namespace: string; readonly lease: string; readonly main: string }>({
  do: 'remember-leader',
  says: 'Remember which process leads',
  on: 'operator',
  rights: ({ namespace }) => [leases(namespace)],
});
