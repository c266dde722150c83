import { action } from '../action';
import { deployments } from '../rule';

/** Has the number of replicas that a Deployment had, while it is at 0. */
export const REPLICAS = 'ccm-migration/replicas';

/** Number of replicas, and what they were before, for a shell between double quotes. */
export function replicasPatch(before: string, now: string): string {
  return `{\\"metadata\\":{\\"annotations\\":{\\"${REPLICAS}\\":${before}}},\\"spec\\":{\\"replicas\\":${now}}}`;
}

/** Scales a Deployment to 0; how many replicas it had is written on it in the same change. */
export const scaleToZero = action<{ readonly namespace: string; readonly name: string }>({
  do: 'scale-to-zero',
  says: 'Scale the Deployment to 0',
  on: 'operator',
  rights: () => [deployments('patch')],
  byHand: ({ namespace, name }) => [
    `r=$(kubectl get deployment ${name} -n ${namespace} -o jsonpath={.spec.replicas})`,
    `[ "$r" = 0 ] || kubectl patch deployment ${name} -n ${namespace} --type=merge -p "${replicasPatch('\\"$r\\"', '0')}"`,
  ],
});
