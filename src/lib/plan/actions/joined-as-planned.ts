import { action } from '../action';
import { SideRef } from '../replaced/group-ref';
import { nodes, pods } from '../rule';

/** The components of the nodes of a side have the release and the flags of the plan: whatever made the nodes, this is what was proven. */
export const joinedAsPlanned = action<SideRef>({
  do: 'joined-as-planned',
  says: 'The nodes that joined are as planned',
  on: 'operator',
  rights: () => [nodes(), pods()],
  byHand: ({ group, side }) => [`kubectl get pod -n kube-system "kube-controller-manager-$NODE" -o yaml   # its flags are those of ${group}, version `
    + `${side === 'n' ? 'N' : 'N+1'}, as are those of kube-apiserver and kube-scheduler`],
});
