import { action } from '../action';
import { PACKAGE_SECONDS } from './upgrade-node';
import { SideRef } from '../replaced/group-ref';
import { nodes } from '../rule';

/** Has the user's own command end the node that leaves, and deletes its Node. */
export const endNode = action<SideRef>({
  do: 'end-node',
  says: 'End the node that leaves',
  on: 'operator',
  rights: () => [nodes('delete')],
  lasts: PACKAGE_SECONDS,
  byHand: () => ['# you ran `kubeadm reset` on $NODE, or ended its instance', 'kubectl delete node "$NODE" --ignore-not-found'],
});
