import { action } from '../action';
import { EXECUTION } from '../rule';

/** Takes a snapshot of etcd, unless there is one of this hour, and reads it again. */
export const etcdSnapshot = action({
  do: 'etcd-snapshot',
  says: 'Take a snapshot of etcd',
  on: 'operator',
  rights: () => [EXECUTION],
  byHand: () => ['etcdctl snapshot save /var/lib/etcd/ccm-migration.db', 'etcdctl snapshot status /var/lib/etcd/ccm-migration.db'],
});
