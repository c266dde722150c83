import { disable, goBack } from './ways';
import { PlanState } from '../../src';
import { safe } from '../lib/judge';
import { KillPoint, playsOf } from '../lib/plays';
import { seeded } from '../lib/random';
import { Scenario } from '../lib/scenario';

/** How many tasks of its play an operator may have begun; one with fewer is ended in the next. */
const TASKS_OF_A_PLAY = 30;

/** Plays at the end with fewer tasks than that after them. */
const LAST_PLAYS = 3;

/** Points on the whole way, one after the other: the play, and the task in it by chance. The same for the same seed. */
function killsOf(seed: number, count: number, plays: readonly string[]): readonly KillPoint[] {
  const random = seeded(seed);
  const meant = plays.slice(0, -LAST_PLAYS);
  return Array.from({ length: count }, (_, index) => ({
    play: meant[Math.floor(index * meant.length / count)], tasks: Math.floor(random() * TASKS_OF_A_PLAY),
  }));
}

/** The playbooks, all the way there, with an operator who is killed so many times. */
export const rolling = (kills: number): Scenario => ({
  name: 'rolling',
  title: `the playbooks from before the migration to N+1, the operator killed ${kills} times on the way`,
  run: async ({ cluster, steps, playbooks }) => {
    const project = await playbooks.plan(PlanState.NOT_STARTED, PlanState.N_PLUS_1);
    await playbooks.succeed(project, 'preflight');
    await playbooks.succeedAfterKills(project, 'migrate', killsOf(1, kills, playsOf(project, 'migrate')));
    await steps.served('phase n-plus-1');
    cluster.isAsSynthesized('n-plus-1');
    await steps.workerComesAndGoes();
  },
  judge: safe,
});

/** The end of it, from there. */
export const DISABLING: Scenario = {
  name: 'disabling',
  title: 'the playbooks from N+1 to disabled: Leader Migration off, what only it needs gone',
  run: disable,
  judge: safe,
};

/** The same way back, from where that ends. */
export const ROLLBACK: Scenario = {
  name: 'rollback',
  title: 'the playbooks from disabled to before the migration: Leader Migration on again, every node back, every file as it was',
  run: context => goBack(context, PlanState.DISABLED),
  judge: safe,
};
