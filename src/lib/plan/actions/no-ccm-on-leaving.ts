import { action } from '../action';
import { PodSelector } from '../endpoint';
import { SideRef } from '../replaced/group-ref';
import { nodes, pods } from '../rule';

/** No cloud-controller-manager is on the node that leaves. */
export const noCcmOnLeaving = action<SideRef & PodSelector>({
  do: 'no-ccm-on-leaving',
  says: 'No cloud-controller-manager is on the node that leaves',
  on: 'operator',
  rights: () => [nodes(), pods()],
  byHand: ({ namespace, selector }) => [`until [ -z "$(kubectl get pods -n ${namespace} -l ${selector} --field-selector "spec.nodeName=$NODE" -o `
    + 'name)" ]; do sleep 2; done'],
});
