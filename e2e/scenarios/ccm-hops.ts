import { runsService } from './ways';
import { PlanState } from '../../src';
import { HOPS } from '../binaries';
import { policyOfRelease } from '../lib/cloud';
import { Cluster, CLUSTER } from '../lib/cluster';
import { safe } from '../lib/judge';
import { CCM_ACCOUNT, lacks } from '../lib/lacking';
import { actionsOf, callsBeyond, withoutAction } from '../lib/policy-actions';
import { checkRights } from '../lib/rights';
import { Journey } from '../lib/scenario';
import { MIRROR_OF_IMAGES } from '../lib/synth';

/** What the role lacks at first, where the release needs nothing that the one before it did not. */
const WITHHELD = 'elasticloadbalancing:CreateLoadBalancer';

/**
 * The years after: the cloud-controller-manager is upgraded beside a control plane that has its release already, one minor at a time. Without an
 * action that the new release needs the plan does not begin; without a right no process does what asks for it.
 */
export const CCM_HOPS: readonly Journey[] = HOPS.map(({ from, to, kubernetes }) => {
  const needed = policyOfRelease(`v${to}`, CLUSTER);
  const had = actionsOf(policyOfRelease(`v${from}`, CLUSTER));
  const lacking = actionsOf(needed).find(action => !had.includes(action)) ?? WITHHELD;
  return {
    steadyState: { kubernetes, from: `v${from}`, to: `v${to}`, imageRepository: MIRROR_OF_IMAGES },
    starts: [`aws-cloud-controller-manager ${from}`, `aws-cloud-controller-manager ${to}`, `kube-apiserver ${kubernetes}`],
    scenarios: [{
      name: `ccm-hop-${to}`,
      title: `the playbooks from cloud-controller-manager ${from} to ${to} beside Kubernetes ${kubernetes}, refused without ${lacking}, and back`,
      run: async context => {
        const { cluster, steps, playbooks, log } = context;
        await runsService(cluster, from);
        const project = await playbooks.planUpgrade();
        await cluster.cloud.allow(withoutAction(needed, lacking));
        const early = await playbooks.run(project, 'preflight');
        if (early.status === 0 || !early.said.includes(lacking)) {
          throw new Error(`preflight did not ask for ${lacking}, which ${to} needs: ${early.said.slice(-2_000)}`);
        }
        await cluster.cloud.allow(needed);
        await playbooks.succeedAfterKills(project, 'migrate', [{ stage: `Roll the cloud-controller-manager v${to}`, lines: 6 }]);
        await steps.served('the upgrade');
        await runsService(cluster, to);
        cluster.isAsSynthesized(PlanState.DISABLED);
        await steps.workerComesAndGoes();
        await checkRights(cluster, CCM_ACCOUNT, log);
        // From 1.35 on a watch may bring the list, which the API server decides.
        for (const verbs of [['list'], ['list', 'watch']]) await lacks(verbs, context, () => runsService(cluster, to));
        await playbooks.succeed(project, 'back');
        await steps.served('the way back');
        await runsService(cluster, from);
        await cluster.isAsBefore();
        await steps.workerComesAndGoes();
        for (const release of [from, to]) callsOnly(cluster, release, policyOfRelease(`v${release}`, CLUSTER), log);
      },
      judge: safe,
    }],
  };
});

/** @throws if a process of this release called what its policy does not allow: moto refuses nothing, and IAM would */
function callsOnly(cluster: Cluster, release: string, policy: string, log: (text: string) => void): void {
  const keys = new Set(cluster.started('aws-cloud-controller-manager', release).map(({ accessKey }) => accessKey));
  const calls = cluster.cloud.requests().filter(({ key }) => keys.has(key)).map(({ action }) => action);
  log(`${release} called ${[...new Set(calls)].sort().join(', ')}`);
  const beyond = callsBeyond(policy, calls);
  if (calls.length === 0 || beyond.length > 0) {
    throw new Error(`of ${calls.length} calls of ${release} the policy of its release does not allow ${beyond.join(', ') || 'any'}`);
  }
}
