import { onOperator } from '../action';
import { COMMAND_LINE } from '../by-hand';
import { PodSelector } from '../endpoint';
import { podsIn, READ, readsPods } from '../rule';

/** On the node, or on any. */
type CcmPods = PodSelector & { readonly here?: true };

/** A cloud-controller-manager is ready, on the node or on any. */
export const ccmReady = onOperator<CcmPods>('ccm-ready', 'A cloud-controller-manager is ready', {
  rights: readsPods,
  byHand: ({ namespace, selector, here }) => [`until kubectl get pods -n ${namespace} -l `
    + `${selector}${here ? ' --field-selector "spec.nodeName=$NODE"' : ''} `
    + "-o 'jsonpath={.items[*].status.containerStatuses[*].ready}' | grep -w true; do sleep 2; done"],
});

/** No cloud-controller-manager is left, on the node or at all. */
export const noCcm = onOperator<CcmPods>('no-ccm', 'No cloud-controller-manager is left', {
  rights: readsPods,
  byHand: ({ namespace, selector, here }) => [`until [ -z "$(kubectl get pods -n ${namespace} -l `
    + `${selector}${here ? ' --field-selector "spec.nodeName=$NODE"' : ''} `
    + '-o name || echo unread)" ]; do sleep 2; done'],
});

/** A Deployment's pods stay where they run, whatever becomes of the label that they came by. */
export const deleteCcm = onOperator<PodSelector>('objects/delete-ccm', 'Delete the cloud-controller-manager of the node', {
  rights: ({ namespace }) => [podsIn(namespace, 'watch', 'delete')],
  byHand: ({ namespace, selector }) => [`kubectl delete pods -n ${namespace} -l ${selector} --field-selector "spec.nodeName=$NODE" --wait=false`],
});

/** Every pod of a workload has the image, and is ready: none of another release is left. */
export const podsOnImage = onOperator<PodSelector & {
  readonly image: string;
  /** None is terminating: pods of before have the same image. */
  readonly stays?: true;
}>('pods-on-image', 'Every pod has the image', {
  rights: readsPods,
  byHand: ({ namespace, selector, image, stays }) => [
    `until images=$(kubectl get pods -n ${namespace} -l ${selector} -o 'jsonpath={range .items[*]}{.spec.containers[*].image}`
      + `${stays ? '{.metadata.deletionTimestamp}' : ''}{"\\n"}{end}') && ! grep -vxF ${image} <<< "$images"; do sleep 2; done`,
  ],
});

/** Each Service has what it had before the plan, and none failed last: one that fails is tried again at least every five minutes, and says so. */
export const servicesWell = onOperator('services-well', 'No Service has failed', {
  anyTime: true,
  rights: () => [{ apiGroup: '', resource: 'events', verbs: READ }],
  byHand: () => ['kubectl get events -A --field-selector involvedObject.kind=Service   # no SyncLoadBalancerFailed that is newer than the step'],
});

/** No Service has what a release of the cloud-controller-manager refuses. */
export const servicesTaken = onOperator<{ readonly fromCcm: string; readonly toCcm: string }>('services-taken', 'The release accepts every Service', {
  anyTime: true,
  byHand: ({ fromCcm, toCcm }) => [
    `kubectl get services,pods -A -o json | ${COMMAND_LINE.join(' ')} upgrade - --from ${fromCcm} --to ${toCcm}   # no Service is refused`,
  ],
});
