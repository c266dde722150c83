import { action } from '../action';
import { PodSelector } from '../endpoint';
import { pods } from '../rule';

/** A cloud-controller-manager is ready, on the node or on any. */
export const ccmReady = action<PodSelector & { readonly here?: true }>({
  do: 'ccm-ready',
  says: 'A cloud-controller-manager is ready',
  on: 'operator',
  rights: () => [pods()],
  byHand: ({ namespace, selector, here }) => [`until kubectl get pods -n ${namespace} -l `
    + `${selector}${here ? ' --field-selector "spec.nodeName=$NODE"' : ''} `
    + "-o 'jsonpath={.items[*].status.containerStatuses[*].ready}' | grep -w true; do sleep 2; done"],
});
