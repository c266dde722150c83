import { runsService } from './ways';
import { CHAIN } from '../binaries';
import { policyOfRelease } from '../lib/cloud';
import { CLUSTER } from '../lib/cluster';
import { safe } from '../lib/judge';
import { begunBy, isKillPoint } from '../lib/run-steps';
import { Journey } from '../lib/scenario';

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
      const back = whenSaid(`Take back: ${TURN}`, async () => {
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
