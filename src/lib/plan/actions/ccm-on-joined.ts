import { action } from '../action';
import { PodSelector } from '../endpoint';
import { GroupRef } from '../replaced/group-ref';
import { nodes, pods } from '../rule';

/** A cloud-controller-manager is ready on the nodes of version N+1: on each, or on any. */
export const ccmOnJoined = action<GroupRef & PodSelector & { readonly onEach?: true }>({
  do: 'ccm-on-joined',
  says: 'A cloud-controller-manager is ready on the nodes that joined',
  on: 'operator',
  rights: () => [nodes(), pods()],
  byHand: ({ namespace, selector }) => [`until kubectl get pods -n ${namespace} -l ${selector} --field-selector "spec.nodeName=$NODE" `
    + "-o 'jsonpath={.items[*].status.containerStatuses[*].ready}' | grep -w true; do sleep 2; done"],
});
