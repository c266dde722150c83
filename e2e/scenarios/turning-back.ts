import { PlanState } from '../../src';
import { safe } from '../lib/judge';
import { changingPlays, KillPoint } from '../lib/plays';
import { seeded } from '../lib/random';
import { Context, Journey } from '../lib/scenario';

/** How many tasks of a step the operator may have begun; a step with fewer is ended, and the next is begun. */
const TASKS_OF_A_STEP = 30;

/** Clusters that share the steps. */
const CLUSTERS = 3;

/** There as far as the middle of a step, and back: what lay there before the migration lies there again. */
async function turnBack({ cluster, playbooks, log }: Context, project: string, point: KillPoint): Promise<void> {
  const isKilled = await playbooks.killedAt(project, 'migrate', point);
  log(`turning back ${isKilled ? `${point.tasks} tasks after the begin of '${point.play}'` : 'from the end'}`);
  await playbooks.succeed(project, 'back', { args: await playbooks.takingOver() });
  cluster.isAsBefore();
}

/** Back from the middle of each step that changes something, one after the other. */
export const TURN_BACK: readonly Journey[] = Array.from({ length: CLUSTERS }, (_, share) => ({
  scenarios: [{
    name: `turn-back-${share + 1}`,
    title: `the operator killed in the middle of a step, then back.yaml: each step that changes something, part ${share + 1} of ${CLUSTERS}`,
    run: async context => {
      const project = await context.playbooks.plan(PlanState.NOT_STARTED, PlanState.N_PLUS_1);
      const random = seeded(share);
      const plays = changingPlays(project).filter((_play, index) => index % CLUSTERS === share);
      for (const play of plays) await turnBack(context, project, { play, tasks: Math.floor(random() * TASKS_OF_A_STEP) });
      await context.steps.served('the cluster as it was');
    },
    judge: safe,
  }],
}));
