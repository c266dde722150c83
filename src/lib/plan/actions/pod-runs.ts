import { action } from '../action';
import { ExpectedFlags } from '../endpoint';
import { pods } from '../rule';

/** The API's view of a static pod of kube-system: its release or its image, with every container ready, and flags of its manifest. */
export const podRuns = action<{ readonly component: string; readonly release?: string; readonly image?: string } & Partial<ExpectedFlags>>({
  do: 'pod-runs',
  says: 'The static pod runs as its manifest says',
  on: 'operator',
  rights: () => [pods()],
  byHandOfEach: ({ component, release = '' }) => [
    `kubectl get pods ${component}-$NODE -n kube-system -o jsonpath={..image} | grep -E ':v${release.replaceAll('.', '[.]')}( |$)'`,
  ],
});
