import { action } from '../action';
import { CountedRef } from '../replaced/group-ref';
import { leases, nodes } from '../rule';

/** Marks the node of a side that leaves, unless so few are left already: one that is not well first, the leader last. */
export const chooseLeaving = action<CountedRef>({
  do: 'choose-leaving',
  says: 'Choose the node that leaves',
  on: 'operator',
  rights: () => [nodes('patch'), leases('kube-system')],
  byHand: ({ side }) => [
    'kubectl get nodes -o wide',
    'kubectl get leases -n kube-system',
    `choose_node 'a node of version ${side === 'n' ? 'N' : 'N+1'}, and not the leader if there is another'`,
  ],
});
