import { PlanState } from '../../src';
import { CCM_BEFORE, CHAIN, NEWEST_API_SERVER, NEWEST_CCM } from '../binaries';
import { policyOfRelease } from '../lib/cloud';
import { Cluster, CLUSTER } from '../lib/cluster';
import { safe } from '../lib/judge';
import { begunBy, isKillPoint } from '../lib/run-steps';
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

const [FIRST_SERVER, LAST_SERVER] = CHAIN.kubernetes;
const [FIRST_CCM, MIDDLE_CCM, LAST_CCM] = CHAIN.ccms;

/** What a run says while it waits for the owner of the cluster. */
const TURN = `Wait until every API server is of ${LAST_SERVER}`;
const LAST_ROLL = `Roll the cloud-controller-manager v${LAST_CCM}`;

/** Faults of these images, which the newest of their minors are without: those are no modules that can be built. */
const KNOWN_FAULTS = ['misses-new-nodes-of-local-services', 'misses-new-nodes'];

/** Two hops in one plan: the owner upgrades the API servers while a run waits for it, and takes them back while the way back does. */
export const CCM_CHAIN: Journey = {
  steadyState: {
    kubernetes: LAST_SERVER,
    from: `v${FIRST_CCM}`,
    through: [{ kubernetes: FIRST_SERVER, release: `v${MIDDLE_CCM}` }],
    to: `v${LAST_CCM}`,
    accepted: KNOWN_FAULTS,
  },
  starts: [
    `aws-cloud-controller-manager ${FIRST_CCM}`, `aws-cloud-controller-manager ${MIDDLE_CCM}`, `aws-cloud-controller-manager ${LAST_CCM}`,
    `kube-apiserver ${FIRST_SERVER}`, `kube-apiserver ${LAST_SERVER}`,
  ],
  scenarios: [{
    name: 'ccm-chain',
    title: `one plan from cloud-controller-manager ${FIRST_CCM} over ${MIDDLE_CCM} to ${LAST_CCM}, the API servers from ${FIRST_SERVER} to `
      + `${LAST_SERVER} in between, and back`,
    run: async ({ cluster, steps, playbooks }) => {
      await runsService(cluster, FIRST_CCM);
      const project = await playbooks.planUpgrade();
      playbooks.reachBy(project, { max_seconds: 600 });
      await cluster.cloud.allow(policyOfRelease(`v${LAST_CCM}`, CLUSTER));
      await playbooks.succeed(project, 'preflight');
      const there = whenSaid(TURN, async () => {
        await runsService(cluster, MIDDLE_CCM);
        await cluster.bring(LAST_SERVER);
      });
      const killed = await playbooks.run(project, 'migrate', { onLine: there.onLine, killAt: isKillPoint({ stage: LAST_ROLL, lines: 6 }) });
      await there.done();
      if (killed.signal === null) throw new Error(`migrate.yaml was not killed in '${LAST_ROLL}': ${killed.said.slice(-2_000)}`);
      const goesOn = await playbooks.run(project, 'migrate', { args: await playbooks.takingOver() });
      const waits = goesOn.said.split('\n').map(begunBy).filter(title => title?.startsWith('Wait until every API server is of '));
      if (goesOn.status !== 0 || waits.some(title => title !== TURN)) {
        throw new Error(`migrate.yaml did not go on at the second hop: ${goesOn.said.slice(-2_000)}`);
      }
      await steps.served('the chain');
      await runsService(cluster, LAST_CCM);
      await steps.workerComesAndGoes();
      const back = whenSaid(`Back: ${TURN}`, async () => {
        await runsService(cluster, MIDDLE_CCM);
        await cluster.bring(FIRST_SERVER);
      });
      await playbooks.succeed(project, 'back', { onLine: back.onLine });
      await back.done();
      await steps.served('the way back');
      await runsService(cluster, FIRST_CCM);
      await cluster.isAsBefore();
      await steps.workerComesAndGoes();
    },
    judge: safe,
  }],
};

/** Does something once a run says that it begins a step, while that goes on. */
function whenSaid(title: string, then: () => Promise<void>) {
  let begun: Promise<void> | undefined;
  return {
    onLine: (line: string): void => {
      if (begunBy(line) !== title) return;
      begun ??= then();
      begun.catch(() => undefined); // `done` says it
    },
    done: async (): Promise<void> => {
      if (!begun) throw new Error(`no run came to '${title}'`);
      await begun;
    },
  };
}

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
