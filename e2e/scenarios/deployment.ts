import { disable, goBack } from './ways';
import { AwsCcm, CcmWorkload, PlanState } from '../../src';
import { safe } from '../lib/judge';
import { Journey } from '../lib/scenario';

/** The cloud-controller-manager as a Deployment of two: kube-scheduler finds their nodes, and no label takes them away. */
export const DEPLOYMENT: Journey = {
  choice: { ccm: AwsCcm.of({ run: { workload: CcmWorkload.deployment() } }) },
  scenarios: [{
    name: 'deployment',
    title: 'the cloud-controller-manager as a Deployment of two replicas for three nodes: the playbooks to N+1, and on to disabled',
    run: async context => {
      const { cluster, steps, playbooks } = context;
      await playbooks.go(PlanState.NOT_STARTED, PlanState.N_PLUS_1);
      cluster.isAsSynthesized('n-plus-1');
      await steps.served('phase n-plus-1');
      await steps.workerComesAndGoes();
      await disable(context);
    },
    judge: safe,
  }, {
    name: 'deployment-back',
    title: 'and back: Leader Migration on again, every node back, every file as it was, its pods gone',
    run: context => goBack(context, PlanState.DISABLED),
    judge: safe,
  }],
};
