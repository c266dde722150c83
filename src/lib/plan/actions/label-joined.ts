import { SIDE_LABEL } from '../../kubernetes/side-label';
import { action } from '../action';
import { GroupRef } from '../replaced/group-ref';
import { nodes } from '../rule';

/** Lets the cloud-controller-manager onto the nodes of version N+1. */
export const labelJoined = action<GroupRef>({
  do: 'label-joined',
  says: 'Label the nodes that joined',
  on: 'operator',
  rights: () => [nodes('patch')],
  byHand: () => [`kubectl label node "$NODE" ${SIDE_LABEL}=n-plus-1 --overwrite   # of each that lacks it`],
});
