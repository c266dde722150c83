import { action } from '../action';

/** Removes the kubeconfig that the plan made. */
export const removeKubeconfig = action<{ readonly path: string }>({
  do: 'remove-kubeconfig',
  says: 'Remove the kubeconfig',
  on: 'node',
  byHand: ({ path }) => [`on "rm -f ${path} ${path}.new"   # only if this plan made it`],
});
