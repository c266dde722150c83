import { action } from '../action';
import { ExpectedFlags } from '../endpoint';
import { deployments } from '../rule';

/** Every pod of a Deployment is of a release, and of its command line as it is now. */
export const deploymentRuns = action<{ readonly namespace: string; readonly name: string; readonly release: string } & ExpectedFlags>({
  do: 'deployment-runs',
  says: 'The Deployment runs the release',
  on: 'operator',
  always: 'not-in-check-mode',
  rights: () => [deployments()],
  byHand: ({ namespace, name }) => [`kubectl rollout status deployment/${name} -n ${namespace} --timeout=300s`],
});
