import { action } from '../action';
import { CONTROL_PLANE_PODS, GroupRef } from '../replaced/group-ref';
import { nodes, pods } from '../rule';

/** Every node of a group is Ready and of a version of the plan; on control-plane nodes their components are ready, too. */
export const groupWell = action<GroupRef>({
  do: 'group-well',
  says: 'Every node of the group is well',
  on: 'operator',
  rights: () => [nodes(), pods()],
  byHand: () => [`kubectl get nodes -o wide; kubectl get pods -n kube-system -o wide | grep -E '${CONTROL_PLANE_PODS}'`],
});
