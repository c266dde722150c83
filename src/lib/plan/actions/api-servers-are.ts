import { action } from '../action';
import { pods } from '../rule';

/** Every API server is of a release, as its static pod and the one that answers say, and each kube-controller-manager beside it as well. */
export const apiServersAre = action<{ readonly release: string; readonly has: readonly string[] }>({
  do: 'api-servers-are',
  says: 'Every API server is of the release',
  on: 'operator',
  rights: () => [pods()],
  byHand: ({ release, has }) => [
    `echo 'bring the API servers to v${release}, as your cluster is upgraded; this waits for them'`,
    `until kubectl version | grep -F "Server Version: v${release}"; do sleep 10; done`,
    `kubectl get pods -n kube-system -o yaml | grep -E 'image:.*/kube-(apiserver|controller-manager):'   # each of v${release}`,
    ...has.map(flag => `kubectl get pods -n kube-system -o yaml | grep -Fe '${flag}'   # in each kube-controller-manager`),
  ],
});
