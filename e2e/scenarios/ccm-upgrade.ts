import { PlanState } from '../../src';
import { CCM_BEFORE, NEWEST_API_SERVER, NEWEST_CCM } from '../binaries';
import { policyOfRelease } from '../lib/cloud';
import { Cluster, CLUSTER } from '../lib/cluster';
import { safe } from '../lib/judge';
import { Journey } from '../lib/scenario';
import { eventually } from '../lib/wait';

/** The step that replaces every pod, in which the operator is killed. */
const ROLL = `Roll the cloud-controller-manager v${NEWEST_CCM}`;

/** The years after: the cloud-controller-manager is upgraded beside a control plane that has its release already. */
export const CCM_UPGRADE: Journey = {
  steadyState: { kubernetes: NEWEST_API_SERVER, from: `v${CCM_BEFORE}`, to: `v${NEWEST_CCM}` },
  starts: [
    `aws-cloud-controller-manager ${CCM_BEFORE}`, `aws-cloud-controller-manager ${NEWEST_CCM}`, `kube-apiserver ${NEWEST_API_SERVER}`,
  ],
  scenarios: [{
    name: 'ccm-upgrade',
    title: `the playbooks from cloud-controller-manager ${CCM_BEFORE} to ${NEWEST_CCM} beside Kubernetes ${NEWEST_API_SERVER}, IAM first, and back`,
    run: async ({ cluster, steps, playbooks }) => {
      await runsService(cluster, CCM_BEFORE);
      const project = await playbooks.planUpgrade();
      const early = await playbooks.run(project, 'preflight');
      if (early.status === 0 || !/elasticloadbalancing:SetSecurityGroups/.test(early.said)) {
        throw new Error(`preflight did not ask for the action that ${NEWEST_CCM} needs: ${early.said.slice(-2_000)}`);
      }
      await cluster.cloud.allow(policyOfRelease(`v${NEWEST_CCM}`, CLUSTER));
      await playbooks.succeed(project, 'preflight');
      await playbooks.succeedAfterKills(project, 'migrate', [{ stage: ROLL, lines: 6 }]);
      await steps.served('the upgrade');
      await runsService(cluster, NEWEST_CCM);
      cluster.isAsSynthesized(PlanState.DISABLED);
      await steps.workerComesAndGoes();
      await playbooks.succeed(project, 'back');
      await steps.served('the way back');
      await runsService(cluster, CCM_BEFORE);
      await cluster.isAsBefore();
      await steps.workerComesAndGoes();
    },
    judge: safe,
  }],
};

/**
 * Until a cloud-controller-manager of this release is seen to run the service controller: what a process says of itself is asked every second or so.
 *
 * @throws if one of another release runs at all
 */
async function runsService(cluster: Cluster, version: string): Promise<void> {
  const others = cluster.controllerManagers().filter(one => one.component === 'aws-cloud-controller-manager' && one.version !== version);
  if (others.length > 0) {
    throw new Error(`of another release than ${version} run ${others.map(({ node, version: other }) => `${other} on ${node}`).join(', ')}`);
  }
  await eventually(`the service controller in a cloud-controller-manager of ${version}`, 30, () =>
    Promise.resolve(cluster.tryRunning('service')?.version === version || undefined));
}
