import { action } from '../action';
import { leases } from '../rule';

/**
 * The kubelet that runs now has said that the node is Ready, and renews its Lease: the Ready condition stays stale for 40 s after a kubelet has died.
 */
export const kubeletReady = action({
  do: 'kubelet-ready',
  says: 'The kubelet keeps its node Ready since its start',
  on: 'node',
  rights: () => [leases('kube-node-lease')],
  byHand: () => ['ready'],
});
