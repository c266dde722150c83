import { disable, goBack } from './ways';
import { PlanState } from '../../src';
import { safe } from '../lib/judge';
import { seeded } from '../lib/random';
import { KillPoint, stagesOf } from '../lib/run-steps';
import { Journey, Scenario } from '../lib/scenario';

/** How many lines of its play or step an operator may have seen; one with fewer is ended in the next. */
const LINES_OF_A_STAGE = 40;

/** Stages at the end with fewer lines than that after them. */
const LAST_STAGES = 3;

/**
 * Points on the way, one after the other: the play or step, and the line of it by chance. The same for the same seed.
 *
 * @param lines how many of a play or step may have been seen
 */
export function killsOf(seed: number, count: number, stages: readonly string[], lines = LINES_OF_A_STAGE): readonly KillPoint[] {
  const random = seeded(seed);
  return Array.from({ length: count }, (_, index) => ({
    stage: stages[Math.floor(index * stages.length / count)], lines: Math.floor(random() * lines),
  }));
}

/** The playbooks, all the way there, with an operator who is killed so many times. */
export const rolling = (kills: number): Scenario => ({
  name: 'rolling',
  title: `the playbooks from before the migration to N+1, the operator killed ${kills} times on the way`,
  run: async ({ cluster, steps, playbooks }) => {
    const project = await playbooks.plan(PlanState.NOT_STARTED, PlanState.N_PLUS_1);
    await playbooks.succeed(project, 'preflight');
    await playbooks.succeedAfterKills(project, 'migrate', killsOf(1, kills, stagesOf(project).slice(0, -LAST_STAGES)));
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

/** A kube-controller-manager that is a unit of systemd on each node: there and back, with an operator who is killed twice each way. */
export const ROLLING_OF_UNITS: Journey = {
  hasUnits: true,
  scenarios: [
    { ...rolling(2), name: 'rolling-units', title: 'a kube-controller-manager that is a unit, rolled to N+1, the operator killed twice on the way' },
    {
      name: 'rollback-units',
      title: 'a kube-controller-manager that is a unit: the way back, the operator killed 2 times on the way',
      run: async ({ cluster, steps, playbooks }) => {
        const project = await playbooks.plan(PlanState.N_PLUS_1, PlanState.NOT_STARTED);
        await playbooks.succeedAfterKills(project, 'migrate', killsOf(2, 2, stagesOf(project).slice(0, -LAST_STAGES)));
        await cluster.isAsBefore();
        await steps.served('the cluster as it was');
      },
      judge: safe,
    },
  ],
};
