import { action } from '../action';
import { pods } from '../rule';

/** kube-controller-manager of every control-plane node is of a release, and ready. */
export const allOnRelease = action<{ readonly release: string }>({
  do: 'all-on-release',
  says: 'Every control-plane node runs the release',
  on: 'operator',
  always: 'not-in-check-mode',
  rights: () => [pods()],
  byHand: ({ release }) => [`kubectl get pods -n kube-system -o wide | grep kube-controller-manager   # each of v${release}, and Running`],
});
