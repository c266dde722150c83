import { SIDE_LABEL } from '../../kubernetes/side-label';
import { action } from '../action';
import { nodes } from '../rule';

/** Removes the label: the cloud-controller-manager leaves the node. */
export const unlabel = action({
  do: 'node/unlabel',
  says: 'Remove the label',
  on: 'operator',
  rights: () => [nodes('patch')],
  byHand: () => [`kubectl label node "$NODE" ${SIDE_LABEL}-`],
});
