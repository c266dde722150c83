import { SIDE_LABEL } from '../../kubernetes/side-label';
import { action } from '../action';
import { nodes } from '../rule';

/** Labels nodes of version N+1: the cloud-controller-manager is placed by the label. */
export const label = action({
  do: 'node/label',
  says: 'Label',
  on: 'operator',
  rights: () => [nodes('patch')],
  byHand: () => [`kubectl label node "$NODE" ${SIDE_LABEL}=n-plus-1 --overwrite`],
});
