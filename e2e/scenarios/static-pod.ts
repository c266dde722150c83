import { statSync } from 'node:fs';
import { join } from 'node:path';
import { goBack } from './ways';
import { AwsCcm, CcmWorkload, PlanState } from '../../src';
import { safe } from '../lib/judge';
import { checkRights } from '../lib/rights';
import { Context, Journey } from '../lib/scenario';

/** Of the synthesized static pod, made by the plan on each node. */
const KUBECONFIG = 'etc/kubernetes/cloud-controller-manager.conf';
const USER = 'system:cloud-controller-manager';

function checkKubeconfigs({ cluster }: Context): void {
  for (const { name, root } of cluster.nodes) {
    const mode = (statSync(join(root, KUBECONFIG)).mode % 0o1000).toString(8);
    if (mode !== '600') throw new Error(`${KUBECONFIG} of ${name} has mode ${mode}`);
  }
}

/** The cloud-controller-manager as a static pod: the plan makes its kubeconfig with kubeadm, and removes it on the way back. */
export const STATIC_POD: Journey = {
  choice: { ccm: AwsCcm.of({ run: { workload: CcmWorkload.staticPodOfKubeadm() } }) },
  scenarios: [{
    name: 'static-pod',
    title: 'the cloud-controller-manager as a static pod with a certificate by kubeadm: the playbooks to N+1; it may do what it does, and no more',
    run: async context => {
      const { cluster, steps, playbooks, log } = context;
      await playbooks.go(PlanState.NOT_STARTED, PlanState.N_PLUS_1);
      cluster.isAsSynthesized('n-plus-1');
      checkKubeconfigs(context);
      await steps.served('phase n-plus-1');
      await steps.workerComesAndGoes();
      await checkRights(cluster, USER, log);
    },
    judge: safe,
  }, {
    name: 'static-pod-back',
    title: 'and back: every file as it was, the kubeconfig gone',
    run: context => goBack(context, PlanState.N_PLUS_1),
    judge: safe,
  }],
};
