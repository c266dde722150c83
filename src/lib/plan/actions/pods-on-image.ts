import { action } from '../action';
import { PodSelector } from '../endpoint';
import { pods } from '../rule';

/** Every pod of a workload has the image, and is ready: none of another release is left. */
export const podsOnImage = action<PodSelector & {
  readonly image: string;
  /** None is terminating: pods of before have the same image. */
  readonly stays?: true;
}>({
  do: 'pods-on-image',
  says: 'Every pod has the image',
  on: 'operator',
  rights: () => [pods()],
  byHand: ({ namespace, selector, image, stays }) => [
    `until images=$(kubectl get pods -n ${namespace} -l ${selector} -o 'jsonpath={range .items[*]}{.spec.containers[*].image}`
      + `${stays ? '{.metadata.deletionTimestamp}' : ''}{"\\n"}{end}') && ! grep -vxF ${image} <<< "$images"; do sleep 2; done`,
  ],
});
