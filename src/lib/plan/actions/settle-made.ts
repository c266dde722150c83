import { action } from '../action';
import { CountedRef } from '../replaced/group-ref';
import { leases, nodes } from '../rule';

/** A machine that was begun to be made has joined, or was given up: none comes up after its step was taken back. */
export const settleMade = action<CountedRef>({
  do: 'settle-made',
  says: 'No node is about to join',
  on: 'operator',
  rights: () => [nodes(), leases('kube-system', 'patch')],
  byHand: ({ group }) => [`# no machine of group ${group} is still coming up (wait until it has joined, or end it)`],
});
