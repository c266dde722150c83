import { action } from '../action';
import { pods } from '../rule';

/** The static pod of each control-plane node that the cluster has, where the plan knows none of them by its name. */
export const controlPlaneRuns = action<{ readonly component: string; readonly release: string; readonly has?: readonly string[] }>({
  do: 'control-plane-runs',
  says: 'The static pod of every control-plane node is of the release',
  on: 'operator',
  anyTime: true,
  rights: () => [pods()],
  byHand: ({ component, release, has = [] }) => [
    `kubectl get pods -n kube-system -o wide | grep ${component}-   # one for each control-plane node, and Running`,
    `kubectl get pods -n kube-system -o yaml | grep -E 'image:.*/${component}:'   # each of v${release}`,
    ...has.map(flag => `kubectl get pods -n kube-system -o yaml | grep -Fe '${flag}'   # in each ${component}`),
  ],
});
