import { action } from '../action';
import { CountedRef } from '../replaced/group-ref';
import { nodes } from '../rule';

/** So many nodes of a side are left, and none of them is about to leave. */
export const left = action<CountedRef>({
  do: 'left',
  says: 'The node has left',
  on: 'operator',
  rights: () => [nodes()],
  byHand: () => ['kubectl wait node/"$NODE" --for=delete --timeout=300s'],
});
