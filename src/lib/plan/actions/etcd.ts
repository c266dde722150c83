import { onOperator } from '../action';
import { GroupRef, SideRef } from '../replaced/app-group';
import { EXECUTION, nodes } from '../rule';

/** Every member of etcd was started and is healthy, and none has an alarm: of three one may be dead, and the next one that is restarted ends it. */
export const etcdMembersWell = onOperator('etcd-members-well', 'Every member of etcd is healthy', {
  rights: () => [EXECUTION],
  byHand: () => ['etcdctl endpoint health --cluster; etcdctl alarm list'],
});

/** There is room for a snapshot of etcd. */
export const etcdRoom = onOperator('etcd-room', 'There is room for a snapshot of etcd', {
  anyTime: true,
  rights: () => [EXECUTION],
});

/** Takes a snapshot of etcd, unless there is one of this hour, and reads it again. */
export const etcdSnapshot = onOperator('etcd-snapshot', 'Take a snapshot of etcd', {
  rights: () => [EXECUTION],
  byHand: () => ['etcdctl snapshot save /var/lib/etcd/ccm-migration.db', 'etcdctl snapshot status /var/lib/etcd/ccm-migration.db'],
});

/** Every member of etcd is started, healthy and votes, and the members are those of the control-plane nodes. */
export const etcdMembersAre = onOperator<GroupRef>('etcd-members-are', 'The members of etcd are the control-plane nodes, and are healthy', {
  rights: () => [EXECUTION, nodes()],
  byHand: () => ['etcdctl member list; etcdctl endpoint health --cluster; etcdctl alarm list   # one member for each control-plane node'],
});

/** Removes the member of etcd of the node that leaves, where the others are healthy without it: else etcd would lose its quorum. */
export const removeMember = onOperator<SideRef>('remove-member', 'Remove the member of etcd', {
  rights: () => [EXECUTION, nodes()],
  byHand: () => ['etcdctl endpoint health --cluster', 'etcdctl member remove "$(etcdctl member list | awk -F", " -v node="$NODE" \'$3 == node { '
    + 'print $1 }\')"'],
});
