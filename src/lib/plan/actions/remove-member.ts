import { action } from '../action';
import { SideRef } from '../replaced/group-ref';
import { EXECUTION, nodes } from '../rule';

/** Removes the member of etcd of the node that leaves, where the others are healthy without it: else etcd would lose its quorum. */
export const removeMember = action<SideRef>({
  do: 'remove-member',
  says: 'Remove the member of etcd',
  on: 'operator',
  rights: () => [EXECUTION, nodes()],
  byHand: () => ['etcdctl endpoint health --cluster', 'etcdctl member remove "$(etcdctl member list | awk -F", " -v node="$NODE" \'$3 == node { '
    + 'print $1 }\')"'],
});
