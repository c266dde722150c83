import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { killsOf } from './rolling';
import { NodeReplacement, PlanState } from '../../src';
import { safe } from '../lib/judge';
import { stepsOf } from '../lib/run-steps';
import { Context, Journey } from '../lib/scenario';

/** How control-plane nodes join, as in the example of it; workers come up with their files. */
const JOIN = resolve(__dirname, '..', '..', 'examples', 'replaced-nodes', 'input', 'join-control-plane.yaml');

/** How many lines of a step an operator may have seen: that of a node that joins or leaves has more. */
const LINES_OF_A_TURN = 25;

/** Machines that a whole way makes: one for each node. */
const MACHINES = 5;

/** Titles of the steps in which nodes join or leave; of shares of workers the first, since a run may see the whole of one. */
function turnsOf(project: string): readonly string[] {
  return stepsOf(project).filter(({ isTurn, kind }, index, steps) => isTurn && steps[index - 1]?.kind !== kind).map(({ title }) => title);
}

/** The playbooks, with an operator who is killed so many times while nodes join and leave; exactly one machine is made for each node. */
async function replaceAll({ cluster, steps, playbooks }: Context, from: PlanState, to: PlanState, kills: number): Promise<void> {
  const made = cluster.machines!.made;
  const project = await playbooks.plan(from, to);
  await playbooks.succeed(project, 'preflight');
  await playbooks.succeedAfterKills(project, 'migrate', killsOf(1, kills, turnsOf(project), LINES_OF_A_TURN));
  await steps.served(`phase ${to}`);
  await cluster.isReplaced(to === PlanState.N ? 'n' : 'n-plus-1');
  if (cluster.machines!.made !== made + MACHINES) throw new Error(`${cluster.machines!.made - made} machines were made, not ${MACHINES}`);
}

/** No node is changed after phase `n`: others join, and those leave; there, and back with nodes of version N that have Leader Migration on. */
export const replaced = (kills: number): Journey => ({
  choice: {
    nodeReplacement: {
      'control-plane': NodeReplacement.replace({ joinConfiguration: readFileSync(JOIN, 'utf8') }),
      'workers': NodeReplacement.replace({ sharePercent: 50 }),
    },
  },
  scenarios: [{
    name: 'replaced',
    title: `nodes of version N+1 join and those of N leave, each with its member of etcd: the playbooks to N+1, the operator killed ${kills} times`,
    run: async context => {
      await context.playbooks.go(PlanState.NOT_STARTED, PlanState.N);
      await replaceAll(context, PlanState.N, PlanState.N_PLUS_1, kills);
      await context.steps.workerComesAndGoes();
    },
    judge: safe,
  }, {
    name: 'replaced-back',
    title: `and back: nodes of version N join and those of N+1 leave, the operator killed ${kills} times`,
    run: context => replaceAll(context, PlanState.N_PLUS_1, PlanState.N, kills),
    judge: safe,
  }],
});
