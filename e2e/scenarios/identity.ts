import { ROLLING } from './rolling';
import { upgradeGap } from '../lib/bounds';
import { safe } from '../lib/judge';
import { Scenario } from '../lib/scenario';

/** All controllers of the cloud-controller-manager act as one ServiceAccount: its ClusterRole must allow what each of them does. */
export const ONE_IDENTITY: Scenario = {
  name: 'one-identity',
  title: 'the cloud-controller-manager without service accounts of its controllers',
  choice: { useServiceAccountCredentials: false },
  run: ROLLING.run,
  judge: ROLLING.judge,
};

/** The tagging controller acts as a service account that no bootstrap role serves. */
export const TAGGING: Scenario = {
  name: 'tagging',
  title: 'the tagging controller tags the instance of a node that joins',
  choice: { taggingTags: { team: 'platform' } },
  run: async ({ cluster, steps }) => {
    await steps.enterN();
    await steps.enterMixed();
    await steps.upgrade(cluster.nodes[0]);
    await steps.workerComesAndGoes();
    const tagged = cluster.cloud.requests().some(({ key, action, status }) => key.startsWith('P') && action === 'CreateTags' && status === 200);
    if (!tagged) throw new Error('no process has tagged an instance');
  },
  judge: outcome => safe(outcome, upgradeGap()),
};
