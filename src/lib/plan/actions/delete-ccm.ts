import { action } from '../action';
import { PodSelector } from '../endpoint';
import { podsIn } from '../rule';

/** A Deployment's pods stay where they run, whatever becomes of the label that they came by. */
export const deleteCcm = action<PodSelector>({
  do: 'objects/delete-ccm',
  says: 'Delete the cloud-controller-manager of the node',
  on: 'operator',
  rights: ({ namespace }) => [podsIn(namespace, 'watch', 'delete')],
  byHand: ({ namespace, selector }) => [`kubectl delete pods -n ${namespace} -l ${selector} --field-selector "spec.nodeName=$NODE" --wait=false`],
});
