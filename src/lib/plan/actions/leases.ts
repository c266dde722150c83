import { onNode, onOperator } from '../action';
import { leases, OperatorRule } from '../rule';
import { PlanStateName } from '../state';

export interface LeaseRef {
  readonly namespace: string;
  readonly lease: string;
}

/** The migration Lease, and the main Lease of the component that is to hold both. */
interface BothLeases extends LeaseRef {
  readonly main: string;
}

const readsLeases = ({ namespace }: LeaseRef) => [leases(namespace)];

/** The Lease has a holder, which renews it. */
export const leaseIsHeld = onOperator<LeaseRef>('lease-is-held', 'The Lease is renewed', {
  rights: readsLeases,
  byHand: ({ namespace, lease }) => [`held ${lease} -n ${namespace}`],
});

/** Both Leases of a process carry the same identity, which tells the component that leads; a dead one keeps them, but does not renew them. */
export const leaseHeldBy = onOperator<BothLeases>('lease-held-by', 'One process holds both Leases', {
  rights: readsLeases,
  byHand: ({ namespace, lease, main }) => [`held ${lease} ${main} -n ${namespace}`],
});

/** The Lease is not renewed within so many seconds, or is not there. */
export const leaseNotHeld = onOperator<LeaseRef & { readonly seconds: number }>('lease-not-held', 'The Lease is not renewed', {
  always: 'not-in-check-mode',
  rights: readsLeases,
  byHand: ({ namespace, lease, seconds }) => [`unheld ${seconds} ${lease} -n ${namespace}`],
});

/** A user of the API may read and renew the Lease; each may make it, where it is not there yet. */
export const mayUseLease = onOperator<LeaseRef & { readonly who: string }>('may-use-lease', 'The Lease may be used', {
  rights: ({ who }) => [impersonating(who)],
  byHand: ({ namespace, lease, who }) => [
    `until kubectl auth can-i get lease/${lease} -n ${namespace} --as ${who} && kubectl auth can-i update lease/${lease} -n ${namespace} --as ${who}`
      + '; do sleep 2; done',
  ],
});

/** A service account is a resource of its own there, by its name: k8s.io/apiserver@v0.27.16 pkg/endpoints/filters/impersonation.go. */
function impersonating(who: string): OperatorRule {
  const [, namespace, name] = /^system:serviceaccount:([^:]+):([^:]+)$/.exec(who) ?? [];
  const rule = { apiGroup: '', verbs: ['impersonate'] } as const;
  return name === undefined ? { ...rule, resource: 'users', names: [who] } : { ...rule, resource: 'serviceaccounts', names: [name], namespace };
}

/** The holder of both Leases before the step; none where they have two. */
export const rememberLeader = onOperator<BothLeases>('remember-leader', 'Remember which process leads', {
  rights: readsLeases,
});

/**
 * Releases the migration Lease: only of the process that was seen leading before the step, on the node of the step, once no such process is left
 * there, and with a precondition on its version. A lease is no fencing token: were that process only paused, it would go on.
 */
export const releaseLease = onNode<LeaseRef & { readonly component: string; readonly flag: string }>('release-lease', 'Release the Lease', {
  rights: ({ namespace }) => [leases(namespace, 'patch')],
  programs: () => ['ps', 'uname'],
});

/** Deletes a Lease that is not held any more, with a precondition on its version: it fails if the Lease was renewed since. */
export const deleteLease = onOperator<{
  readonly state: PlanStateName;
  readonly namespace: string | undefined;
  readonly name: string;
  readonly seconds: number;
}>('delete-lease', 'Delete the Lease', {
  rights: ({ namespace = 'default' }) => [leases(namespace, 'delete')],
  byHand: ({ namespace, name, seconds }) => [
    `unheld ${seconds} ${name} -n ${namespace}`,
    `kubectl delete lease ${name} -n ${namespace} --ignore-not-found`,
  ],
});
