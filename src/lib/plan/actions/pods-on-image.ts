import { action } from '../action';
import { PodSelector } from '../endpoint';
import { pods } from '../rule';

/** Every pod of a workload has the image, and is ready: none of another release is left. */
export const podsOnImage = action<PodSelector & { readonly image: string }>({
  do: 'pods-on-image',
  says: 'Every pod has the image',
  on: 'operator',
  rights: () => [pods()],
  byHand: ({ namespace, selector, image }) => [
    `until images=$(kubectl get pods -n ${namespace} -l ${selector} -o 'jsonpath={range .items[*]}{.spec.containers[*].image}{"\\n"}{end}') &&`
      + ` ! grep -vxF ${image} <<< "$images"; do sleep 2; done`,
  ],
});
