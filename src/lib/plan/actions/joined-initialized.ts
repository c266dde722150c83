import { action } from '../action';
import { SideRef } from '../replaced/group-ref';
import { nodes } from '../rule';

/** The cloud provider has found the instances of the nodes: it gave each its provider ID, and took the taint off. */
export const joinedInitialized = action<SideRef>({
  do: 'joined-initialized',
  says: 'The nodes that joined are initialized',
  on: 'operator',
  rights: () => [nodes()],
  byHand: () => ['until kubectl get node "$NODE" -o yaml | grep providerID: && ! kubectl get node "$NODE" -o yaml | grep '
    + 'cloudprovider.kubernetes.io/uninitialized;'
    + ' do sleep 2; done'],
});
