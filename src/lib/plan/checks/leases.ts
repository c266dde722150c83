import { waiting } from './printed';
import { ControllerManager } from '../../kubernetes/component';
import { PlanCommand } from '../step';

/**
 * Both Leases of one process carry the same identity: that tells which component leads. A dead one keeps them, but does not renew them.
 *
 * @param seconds within which whoever holds a Lease renews it
 */
export function leaseHeldBy(namespace: string, lease: string, component: ControllerManager, main: string, seconds: number): PlanCommand {
  const look = lookAt(`${lease} ${main}`, namespace, '{range .items[*]}{.spec.holderIdentity} {.metadata.resourceVersion} {end}');
  const holds = '[ $# = 8 ] && [ "$1 $1 $1" = "$3 $5 $7" ] && [ $2 != $6 ] && [ $4 != $8 ]';
  return {
    text: `# ${component} leads: the same holder in both Leases, who renews both\n`
      + waiting(`set -- $(look) $(sleep ${seconds}; look) && ${holds}`, look),
    action: { do: 'lease-held-by', namespace, lease, main },
  };
}

export function leaseIsHeld(namespace: string, lease: string, seconds: number): PlanCommand {
  const look = lookAt(lease, namespace, '{.spec.holderIdentity} {.metadata.resourceVersion}');
  return {
    text: `# Lease ${lease} has a holder, who renews it\n`
      + waiting(`set -- $(look) $(sleep ${seconds}; look) && [ $# = 4 ] && [ $2 != $4 ]`, look),
    action: {
      do: 'lease-is-held', namespace, lease, seconds,
    },
  };
}

export function leaseNotHeld(namespace: string, lease: string, seconds: number): PlanCommand {
  const look = lookAt(`${lease} --ignore-not-found`, namespace, '{.metadata.resourceVersion}');
  return {
    text: `# nobody renews Lease ${lease}, or it is not there\n`
      + waiting(`one=$(look) && sleep ${seconds} && two=$(look) && [ "$one" = "$two" ]`, look),
    action: { do: 'lease-not-held', namespace, lease, seconds },
  };
}

function lookAt(leases: string, namespace: string, path: string): string {
  return `look() { kubectl get lease ${leases} -n ${namespace} -o jsonpath="${path}"; }\n  `;
}

/** Where the Lease is not there yet, whoever bids for it makes it; nobody can be allowed to make one of a certain name only. */
export function mayUseLease(namespace: string, lease: string, who: string): PlanCommand {
  const may = (verb: string, name = '') => `kubectl auth can-i ${verb} leases.coordination.k8s.io${name} -n ${namespace} --as ${who}`;
  return {
    text: waiting([
      may('get', `/${lease}`),
      may('update', `/${lease}`),
      `{ kubectl get lease ${lease} -n ${namespace} -o name || ${may('create')}; }`,
    ].join(' &&\n  ')),
    action: { do: 'may-use-lease', namespace, lease, who },
  };
}
