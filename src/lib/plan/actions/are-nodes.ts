import { action, NodeSet } from '../action';

/** They are nodes of the cluster under these names. */
export const areNodes = action<{ readonly nodes: NodeSet }>({
  do: 'are-nodes',
  says: 'The nodes keep their names',
  on: 'operator',
  anyTime: true,
  byHand: () => ['kubectl get nodes -o wide'],
});
