import { action } from '../action';
import { deployments } from '../rule';
import { REPLICAS, replicasPatch } from './scale-to-zero';

/** Gives a Deployment as many replicas as it had. */
export const scaleBack = action<{ readonly namespace: string; readonly name: string }>({
  do: 'scale-back',
  says: 'Scale the Deployment back',
  on: 'operator',
  rights: () => [deployments('patch')],
  byHand: ({ namespace, name }) => [
    `r=$(kubectl get deployment ${name} -n ${namespace} -o jsonpath={.metadata.annotations.${REPLICAS}})`,
    `[ -z "$r" ] || kubectl patch deployment ${name} -n ${namespace} --type=merge -p "${replicasPatch('null', '$r')}"`,
  ],
});
