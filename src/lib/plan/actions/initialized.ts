import { action, NodeSet } from '../action';

/** No node waits for the cloud-controller-manager. */
export const initialized = action<{ readonly nodes: NodeSet }>({
  do: 'initialized',
  says: 'Every node is initialized',
  on: 'operator',
  byHand: () => ['kubectl get nodes -o wide'],
});
