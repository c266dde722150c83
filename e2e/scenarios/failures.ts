import { setTimeout as sleep } from 'node:timers/promises';
import { upgradeGap } from '../lib/bounds';
import { FAST } from '../lib/input';
import { safe } from '../lib/judge';
import { seeded } from '../lib/random';
import { Context, Scenario } from '../lib/scenario';

/** Longer than a lease and its retries: somebody else leads when the process wakes. */
const STOPPED_MS = (FAST.leaseSeconds + 3 * FAST.retrySeconds) * 1000;

/** An API server that starts needs this long on a busy machine before the renewals go on. */
const RESTART_SECONDS = 30;

/** The process that leads is killed, or stopped beyond its lease and continued. */
async function strike({ cluster, steps, log }: Context, random: () => number): Promise<void> {
  const target = cluster.running('service');
  const what = `${target.component} on ${target.node}`;
  if (random() < 0.5) {
    log(`SIGKILL to ${what}`);
    await target.process.kill();
  } else {
    log(`SIGSTOP to ${what} for ${STOPPED_MS / 1000} s`);
    target.process.pause();
    await sleep(STOPPED_MS);
    target.process.resume();
  }
  await steps.served('the strike');
  await sleep(random() * 3000);
}

/** One seeded schedule: the migration forward, with a strike in every phase. */
export function randomSchedule(seed: number): Scenario {
  return {
    name: `strikes-${seed}`,
    title: `the leader struck in every phase, schedule ${seed}`,
    run: async context => {
      const { cluster, steps } = context;
      const random = seeded(seed);
      await steps.enterN();
      await strike(context, random);
      await steps.enterMixed();
      for (const node of cluster.nodes) {
        await steps.upgrade(node);
        await strike(context, random);
      }
      await steps.enterNPlus1();
      await strike(context, random);
      await steps.disable();
      await strike(context, random);
    },
    judge: outcome => safe(outcome, upgradeGap() + STOPPED_MS / 1000),
  };
}

/** The API servers and etcd are restarted while both kinds of node exist. */
export const RESTARTS: Scenario = {
  name: 'restarts',
  title: 'every API server, then etcd, restarted in the mixed phase',
  run: async ({ cluster, steps, log }) => {
    await steps.enterN();
    await steps.enterMixed();
    await steps.upgrade(cluster.nodes[0]);
    for (const node of cluster.nodes) {
      log(`restart of the API server on ${node.name}`);
      await cluster.restartApiServer(node);
      await steps.served('the restart');
    }
    log('restart of etcd');
    await cluster.restartEtcd();
    await steps.served('the restart of etcd');
  },
  judge: outcome => safe(outcome, upgradeGap() + RESTART_SECONDS),
};
