import { DEFAULT_LEADER_NAME } from '../../src/lib/leader-migration';
import { starved, unsafe } from '../lib/judge';
import { Context, Journey, Scenario } from '../lib/scenario';
import { CCM_CONFIGURATION, CCM_MANIFEST, edit, KCM_MANIFEST, KCM_MANIFEST_OF_N_PLUS_1, withoutLine } from '../lib/tamper';

/** How long both processes are watched: several Services come and go in it. */
const WATCH_SECONDS = 20;

/**
 * Two creators of one load balancer meet only if it takes longer to make than the second for which the later one waits when it loses the race for the
 * security group before (k8s.io/cloud-provider-aws@v1.28.1 pkg/providers/v1/aws.go:3432).
 */
const CREATION_SECONDS = 1.2;

/**
 * What the library refuses to write, made by editing what it wrote. One node is upgraded, and not the one whose kube-controller-manager
 * leads: so the old leader goes on while the cloud-controller-manager starts.
 */
function violation(name: string, title: string, tamper: (folder: string) => void): Journey {
  const scenario: Scenario = {
    name,
    title,
    run: async ({ cluster, steps, log }) => {
      await steps.enterN();
      await steps.enterMixed();
      const leader = cluster.running('service').node;
      await steps.upgrade(cluster.nodes.find(({ name: node }) => node !== leader)!);
      log(`${leader} leads at version N; watching for ${WATCH_SECONDS} s`);
      await steps.watch(WATCH_SECONDS);
    },
    judge: unsafe,
  };
  return { tamper, creationSeconds: CREATION_SECONDS, scenarios: [scenario] };
}

/** Longer than a change of leaders takes, also where the successor must first win its main Lease. */
const STARVING_SECONDS = 60;

/** Until the new kube-controller-managers have chosen their leader among them. */
const ELECTION_SECONDS = 30;

/** The other promise broken: some controllers are without a runner, for as long as one looks. */
function starvation(name: string, title: string, tamper: (folder: string) => void, upgrade: (context: Context) => Promise<void>): Journey {
  const scenario: Scenario = {
    name,
    title,
    run: async context => {
      await context.steps.enterN();
      await context.steps.enterMixed();
      await upgrade(context);
      context.log(`watching for ${STARVING_SECONDS} s`);
      await context.steps.watch(STARVING_SECONDS);
    },
    judge: starved,
  };
  return { tamper, scenarios: [scenario] };
}

const CCM_128 = (text: string): string => text.replace(/(cloud-controller-manager:v)1\.27\.\d+/, '$11.28.1');

export const VIOLATIONS: readonly Journey[] = [
  violation('migration-off', 'Leader Migration off on both sides', folder => {
    for (const flag of ['--enable-leader-migration', '--leader-migration-config']) {
      edit(folder, KCM_MANIFEST, text => withoutLine(text, flag));
      edit(folder, CCM_MANIFEST, text => withoutLine(text, flag));
    }
  }),
  violation('built-in-default-1.28', 'cloud-controller-manager 1.28 with Leader Migration on and no file', folder => {
    edit(folder, CCM_MANIFEST, text => CCM_128(withoutLine(text, '--leader-migration-config')));
  }),
  violation('names-of-1.27-on-1.28', 'cloud-controller-manager 1.28 with the controller names of 1.27', folder => {
    edit(folder, CCM_MANIFEST, CCM_128);
  }),
];

/** Nothing runs twice in these, and something does not run at all. */
export const STARVATIONS: readonly Journey[] = [
  starvation('kcm-keeps-leader-migration', 'kube-controller-manager of N+1 with Leader Migration on: it holds the migration Lease and runs '
    + 'nothing', folder => {
    edit(folder, KCM_MANIFEST_OF_N_PLUS_1, text => text.replace(/^( *)- --leader-elect=true$/m, '$1- --enable-leader-migration=true\n$&'));
  }, async ({ cluster, steps }) => {
    await steps.upgradeThenLabel(cluster.nodes, ELECTION_SECONDS);
    const [migration, main] = await Promise.all([cluster.holder(DEFAULT_LEADER_NAME), cluster.holder('kube-controller-manager')]);
    if (migration !== main) {
      throw new Error(`${migration} holds the migration Lease, not kube-controller-manager (${main}): not what this scenario `
      + 'is about');
    }
  }),
  starvation('service-of-nobody', 'the cloud-controller-manager is told that service is kube-controller-manager\'s', folder => {
    edit(folder, CCM_CONFIGURATION, text => text.replace(/(- name: service\n *component: )"\*"/, '$1kube-controller-manager'));
  }, async ({ cluster, steps }) => {
    for (const node of cluster.nodes) await steps.upgradeWithoutWaiting(node);
  }),
];
