import { action } from '../action';

/** The kubeconfig is there, or the key of the CA, one API server and kubeadm, which make it. */
export const kubeconfigCanBeMade = action<{ readonly path: string; readonly user: string }>({
  do: 'kubeconfig-can-be-made',
  says: 'The kubeconfig can be made',
  on: 'node',
  anyTime: true,
});
