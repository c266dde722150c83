import { action, NodeSet } from '../action';

/** Every node has its provider ID. */
export const providerIds = action<{ readonly nodes: NodeSet }>({
  do: 'provider-ids',
  says: 'Every node has its provider ID',
  on: 'operator',
  byHand: () => ['kubectl get nodes -o wide'],
});
