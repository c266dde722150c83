import { action } from '../action';
import { GroupRef } from '../replaced/group-ref';
import { EXECUTION, nodes } from '../rule';

/** Every member of etcd is started, healthy and votes, and the members are those of the control-plane nodes. */
export const etcdMembersAre = action<GroupRef>({
  do: 'etcd-members-are',
  says: 'The members of etcd are the control-plane nodes, and are healthy',
  on: 'operator',
  rights: () => [EXECUTION, nodes()],
  byHand: () => ['etcdctl member list; etcdctl endpoint health --cluster; etcdctl alarm list   # one member for each control-plane node'],
});
