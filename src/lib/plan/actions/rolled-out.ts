import { action } from '../action';
import { READ } from '../rule';

/** A workload is rolled out. */
export const rolledOut = action<{
  /** `daemonset/<name>` */
  readonly workload: string;
  readonly namespace: string;
  /** Not every cluster has it. */
  readonly ifThere?: true;
}>({
  do: 'rolled-out',
  says: 'The workload is rolled out',
  on: 'operator',
  rights: ({ namespace }) => ['daemonsets', 'deployments'].map(resource => ({ apiGroup: 'apps', resource, verbs: [...READ, 'watch'], namespace })),
  byHand: ({ workload, namespace, ifThere }) => [
    `${ifThere ? `[ -z "$(kubectl get ${workload} -n ${namespace} -o name --ignore-not-found || echo unread)" ] || ` : ''}`
      + `kubectl rollout status ${workload} -n ${namespace} --timeout=300s`,
  ],
});
