import { action } from '../action';
import { READ } from '../rule';

/** Each Service has what it had before the plan, and none failed last: one that fails is tried again at least every five minutes, and says so. */
export const servicesWell = action({
  do: 'services-well',
  says: 'No Service has failed',
  on: 'operator',
  anyTime: true,
  rights: () => [{ apiGroup: '', resource: 'events', verbs: READ }],
  byHand: () => ['kubectl get events -A --field-selector involvedObject.kind=Service   # no SyncLoadBalancerFailed that is newer than the step'],
});
