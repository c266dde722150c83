import { setTimeout as sleep } from 'node:timers/promises';
import { actsAfterWaking } from '../lib/bounds';
import { FAST } from '../lib/input';
import { safe } from '../lib/judge';
import { seeded } from '../lib/random';
import { Context, Scenario } from '../lib/scenario';

/** A stop is at least as long as a lease and its retries: another process leads when this one wakes. */
const SHORTEST_STOP = FAST.leaseSeconds + 2 * FAST.retrySeconds;
const LONGEST_STOP = SHORTEST_STOP + 4 * FAST.retrySeconds;

/** At most two blows follow each other before the cluster is left to recover. */
const MOST_BLOWS = 2;

/** An API server that starts needs this long on a busy machine before the renewals go on. */
const RESTART_SECONDS = 30;

/** A process is killed, or stopped beyond its lease and continued: mostly the one that runs the controllers, now and then any other. */
async function blow({ cluster, log }: Context, random: () => number): Promise<void> {
  const leader = cluster.tryRunning('service');
  const others = cluster.controllerManagers().filter(process => process !== leader);
  const target = leader && random() < 0.75 ? leader : others[Math.floor(random() * others.length)];
  const what = `${target.component} on ${target.node}${target === leader ? ', which leads' : ''}`;
  if (random() < 0.5) {
    log(`SIGKILL to ${what}`);
    await target.process.kill();
  } else {
    const seconds = SHORTEST_STOP + random() * (LONGEST_STOP - SHORTEST_STOP);
    log(`SIGSTOP to ${what} for ${seconds.toFixed(1)} s`);
    target.process.pause();
    await sleep(seconds * 1000);
    target.process.resume();
  }
}

/** One seeded schedule: one blow, or two with little time between them, and recovery. */
async function schedule(context: Context, seed: number): Promise<void> {
  const { cluster, steps, log } = context;
  const random = seeded(seed);
  const blows = 1 + Math.floor(random() * MOST_BLOWS);
  log(`schedule ${seed}: ${blows} ${blows === 1 ? 'blow' : 'blows'}`);
  cluster.forgetRestarts();
  for (let done = 0; done < blows; done++) {
    await blow(context, random);
    await sleep(random() * 4000);
  }
  await steps.served(`schedule ${seed}`);
}

/** Seeded schedules on the way through every phase, spread evenly over it. */
export function strikes(first: number, last: number): Scenario {
  const seeds = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return {
    name: `strikes-${first}-to-${last}`,
    title: `processes killed and stopped in every phase, schedules ${first} to ${last}`,
    run: async context => {
      const { cluster, steps } = context;
      const states: readonly (() => Promise<void>)[] = [
        () => steps.enterN(),
        () => steps.enterMixed(),
        ...cluster.nodes.map(node => () => steps.upgrade(node)),
        () => steps.enterNPlus1(),
        () => steps.disable(),
      ];
      for (const [index, enter] of states.entries()) {
        await enter();
        for (const seed of seeds.filter((_, position) => position % states.length === index)) await schedule(context, seed);
      }
    },
    judge: (outcome, gapSeconds = 0) => safe(outcome, MOST_BLOWS * (gapSeconds + LONGEST_STOP + actsAfterWaking())),
  };
}

/** The API servers and etcd are restarted while both kinds of node exist. From phase `n` and back to it. */
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
    await steps.downgrade(cluster.nodes[0]);
    await steps.leaveMixed();
  },
  judge: (outcome, gapSeconds = 0) => safe(outcome, gapSeconds + RESTART_SECONDS),
};
