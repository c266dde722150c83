import { AwsCcm, CcmWorkload, PlanState } from '../../src';
import { safe } from '../lib/judge';
import { Journey } from '../lib/scenario';

/** The cloud-controller-manager as a Deployment of two: kube-scheduler finds their nodes, and no label takes them away. */
export const DEPLOYMENT: Journey = {
  choice: { ccm: AwsCcm.of({ run: { workload: CcmWorkload.deployment() } }) },
  scenarios: [{
    name: 'deployment',
    title: 'the cloud-controller-manager as a Deployment of two replicas for three nodes: the playbooks to N+1, and on to disabled',
    run: async ({ cluster, steps, playbooks }) => {
      await playbooks.go(PlanState.NOT_STARTED, PlanState.N_PLUS_1);
      cluster.isAsSynthesized('n-plus-1');
      await steps.served('phase n-plus-1');
      await steps.workerComesAndGoes();
      await playbooks.go(PlanState.N_PLUS_1, PlanState.DISABLED);
      cluster.isAsSynthesized('disabled');
      await steps.served('phase disabled');
    },
    judge: safe,
  }, {
    name: 'deployment-back',
    title: 'and back: Leader Migration on again, every node back, every file as it was, its pods gone',
    run: async ({ cluster, steps, playbooks }) => {
      await playbooks.go(PlanState.DISABLED, PlanState.NOT_STARTED);
      cluster.isAsBefore();
      await steps.served('the cluster as it was');
    },
    judge: safe,
  }],
};
