import { SIDE_LABEL } from '../../kubernetes/side-label';
import { action } from '../action';
import { SideRef } from '../replaced/group-ref';
import { nodes } from '../rule';

/** Takes the cloud-controller-manager off the node that leaves. */
export const unlabelLeaving = action<SideRef>({
  do: 'unlabel-leaving',
  says: 'Remove the label of the node that leaves',
  on: 'operator',
  rights: () => [nodes('patch')],
  byHand: () => [`kubectl label node "$NODE" ${SIDE_LABEL}-`],
});
