import { BootstrapPod } from './start-bootstrap-pod';
import { action } from '../action';
import { podsIn } from '../rule';

/** It is a kube-controller-manager, too: where it is not gone in time, that is an error. */
export const deleteBootstrapPod = action<BootstrapPod>({
  do: 'objects/delete-bootstrap-pod',
  says: 'Delete the bootstrap pod',
  on: 'operator',
  rights: ({ namespace }) => [podsIn(namespace, 'watch', 'delete')],
  byHand: ({ namespace, pod }) => [`kubectl delete pod ${pod} -n ${namespace} --ignore-not-found --timeout=120s`],
});
