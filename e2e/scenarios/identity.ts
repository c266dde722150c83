import { AwsCcm } from '../../src';
import { safe } from '../lib/judge';
import { Journey } from '../lib/scenario';

/** All controllers of the cloud-controller-manager act as one ServiceAccount: its ClusterRole must allow what each of them does. */
export const ONE_IDENTITY: Journey = {
  choice: { ccm: AwsCcm.of({ run: { access: { useServiceAccountCredentials: false } } }) },
  scenarios: [{
    name: 'one-identity',
    title: 'the cloud-controller-manager without service accounts of its controllers',
    run: async ({ cluster, steps }) => {
      await steps.enterN();
      await steps.enterMixed();
      for (const node of cluster.nodes) {
        await steps.upgrade(node);
        await steps.workerJoins();
      }
      await steps.workerComesAndGoes();
      await steps.enterNPlus1();
      await steps.disable();
    },
    judge: safe,
  }],
};

/** The tagging controller acts as a service account that no bootstrap role serves. */
export const TAGGING: Journey = {
  choice: { ccm: AwsCcm.of({ tagging: { tags: { team: 'platform' } } }) },
  scenarios: [{
    name: 'tagging',
    title: 'the tagging controller tags the instance of a node that joins',
    run: async ({ cluster, steps }) => {
      await steps.enterN();
      await steps.enterMixed();
      await steps.upgrade(cluster.nodes[0]);
      await steps.workerComesAndGoes();
      const tagged = cluster.cloud.requests().some(({ key, action, status }) => key.startsWith('P') && action === 'CreateTags' && status === 200);
      if (!tagged) throw new Error('no process has tagged an instance');
    },
    judge: safe,
  }],
};
