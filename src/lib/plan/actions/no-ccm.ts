import { action } from '../action';
import { PodSelector } from '../endpoint';
import { pods } from '../rule';

/** No cloud-controller-manager is left, on the node or at all. */
export const noCcm = action<PodSelector & { readonly here?: true }>({
  do: 'no-ccm',
  says: 'No cloud-controller-manager is left',
  on: 'operator',
  rights: () => [pods()],
  byHand: ({ namespace, selector, here }) => [`until [ -z "$(kubectl get pods -n ${namespace} -l `
    + `${selector}${here ? ' --field-selector "spec.nodeName=$NODE"' : ''} `
    + '-o name || echo unread)" ]; do sleep 2; done'],
});
