import { action } from '../action';
import { PACKAGE_SECONDS } from './upgrade-node';
import { CountedRef } from '../replaced/group-ref';
import { leases } from '../rule';

/** Has the user's own command make a node of a side, unless there are as many as there are to be. */
export const makeNode = action<CountedRef>({
  do: 'make-node',
  says: 'Make a node',
  on: 'operator',
  rights: () => [leases('kube-system', 'patch')],
  lasts: PACKAGE_SECONDS,
  byHand: ({ group, side }) => [`# your own command made one more node of group ${group} in version ${side === 'n' ? 'N' : 'N+1'}, `
    + 'from the user data '
    + 'of its folder'],
});
