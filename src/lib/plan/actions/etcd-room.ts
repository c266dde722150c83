import { action } from '../action';
import { EXECUTION } from '../rule';

/** There is room for a snapshot of etcd. */
export const etcdRoom = action({
  do: 'etcd-room',
  says: 'There is room for a snapshot of etcd',
  on: 'operator',
  anyTime: true,
  rights: () => [EXECUTION],
});
