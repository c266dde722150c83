import { action } from '../action';
import { deployments, pods } from '../rule';

/** As many pods of a Deployment as it has replicas, or none; a terminating pod counts neither as gone nor as made. */
export const podsOf = action<{ readonly namespace: string; readonly name: string; readonly replicas?: 0 }>({
  do: 'pods-of',
  says: 'The Deployment has all its pods, or none',
  on: 'operator',
  rights: () => [pods(), deployments()],
  byHand: ({ namespace, name, replicas }) => replicas === undefined ? [`kubectl rollout status deployment/${name} -n ${namespace} --timeout=300s`]
    : [`until pods=$(kubectl get pods -n ${namespace} -o name) && ! grep -E '^pod/${name}-[a-z0-9]+-[a-z0-9]+$' <<< "$pods"; do sleep 2; done`],
});
