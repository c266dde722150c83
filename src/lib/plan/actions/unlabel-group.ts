import { SIDE_LABEL } from '../../kubernetes/side-label';
import { action } from '../action';
import { GroupRef } from '../replaced/group-ref';
import { nodes } from '../rule';

/** Takes the label of version N+1 off every node of a group. */
export const unlabelGroup = action<GroupRef>({
  do: 'unlabel-group',
  says: 'Remove the labels',
  on: 'operator',
  rights: () => [nodes('patch')],
  byHand: () => [`kubectl label node -l ${SIDE_LABEL} ${SIDE_LABEL}-`],
});
