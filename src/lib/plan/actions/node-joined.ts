import { action } from '../action';
import { CountedRef } from '../replaced/group-ref';
import { leases, nodes } from '../rule';

/** So many nodes of a side are there, and Ready. */
export const nodeJoined = action<CountedRef>({
  do: 'node-joined',
  says: 'The node has joined',
  on: 'operator',
  rights: () => [nodes(), leases('kube-system', 'patch')],
  byHand: () => ['kubectl get nodes -o wide', "choose_node 'the new node'", 'ready'],
});
