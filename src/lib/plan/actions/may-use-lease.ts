import { action } from '../action';

/** A user of the API may read and renew the Lease; each may make it, where it is not there yet. */
export const mayUseLease = action<{ readonly namespace: string; readonly lease: string; readonly who: string }>({
  do: 'may-use-lease',
  says: 'The Lease may be used',
  on: 'operator',
  rights: ({ who }) => [{ apiGroup: '', resource: 'users', names: [who], verbs: ['impersonate'] }],
  byHand: ({ namespace, lease, who }) => [
    `until kubectl auth can-i get lease/${lease} -n ${namespace} --as ${who} && kubectl auth can-i update lease/${lease} -n ${namespace} --as ${who}`
      + '; do sleep 2; done',
  ],
});
