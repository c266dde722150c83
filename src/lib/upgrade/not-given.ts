import { NotGiven } from './difference';
import { FaultCondition } from '../facts/ccm-faults';

/** Parts of a cluster that an input may lack, each with the command that shows it. */
export const SERVICES_NOT_GIVEN: NotGiven = { says: 'the Services of type LoadBalancer', command: 'kubectl get services -A -o json' };
export const NODES_NOT_GIVEN: NotGiven = { says: 'the Nodes', command: 'kubectl get nodes -o json' };
export const API_SERVERS_NOT_GIVEN: NotGiven = {
  says: 'the releases of the API servers', command: 'kubectl -n kube-system get pods -l component=kube-apiserver -o json',
};
const CCM_NOT_GIVEN: NotGiven = {
  says: 'the whole command line and environment of the cloud-controller-manager', command: 'kubectl get daemonsets,deployments,configmaps -A -o json',
};
const CLOUD_CONFIG_NOT_GIVEN: NotGiven = {
  says: 'the cloud config, which is a file of its node where no ConfigMap holds it',
  command: 'kubectl get daemonsets,deployments,configmaps -A -o json',
};

/** What would have to be known to say whether the condition of a fault is met. */
export const NEEDED: Readonly<Partial<Record<FaultCondition, NotGiven>>> = {
  'classic-security-groups': SERVICES_NOT_GIVEN,
  'ssl-negotiation-policy': SERVICES_NOT_GIVEN,
  'cloud-routes': CCM_NOT_GIVEN,
  'assumed-role': CLOUD_CONFIG_NOT_GIVEN,
  'web-identity-without-region': CCM_NOT_GIVEN,
  'assumed-role-of-web-identity': CCM_NOT_GIVEN,
};
