import { action } from '../action';
import { EXECUTION } from '../rule';

/** Every member of etcd was started and is healthy, and none has an alarm: of three one may be dead, and the next one that is restarted ends it. */
export const etcdMembersWell = action({
  do: 'etcd-members-well',
  says: 'Every member of etcd is healthy',
  on: 'operator',
  rights: () => [EXECUTION],
  byHand: () => ['etcdctl endpoint health --cluster; etcdctl alarm list'],
});
