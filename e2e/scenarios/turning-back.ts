import { DEPLOYMENT } from './deployment';
import { STATIC_POD } from './static-pod';
import { CONTROLLERS_OFF_THEN_ON, DOWNTIME, DOWNTIME_OF_A_DEPLOYMENT, DOWNTIME_OF_A_UNIT } from './strategies';
import { PlanState } from '../../src';
import { safe } from '../lib/judge';
import { changingPlays, KillPoint, playsOf } from '../lib/plays';
import { seeded } from '../lib/random';
import { Context, Journey } from '../lib/scenario';

/** How many tasks of a step the operator may have begun; a step with fewer is ended, and the next is begun. */
const TASKS_OF_A_STEP = 30;

/** Clusters that share the steps. */
const CLUSTERS = 3;

/** There as far as the middle of a step, and back, killed once more: what was there before the migration is there again. */
async function turnBack({ cluster, playbooks, log }: Context, project: string, point: KillPoint, onTheWayBack: KillPoint): Promise<void> {
  const place = ({ play, tasks }: KillPoint) => `${tasks} tasks after the begin of '${play}'`;
  const isKilled = await playbooks.killedAt(project, 'migrate', point);
  log(`turning back ${isKilled ? place(point) : 'from the end'}`);
  if (await playbooks.killedAt(project, 'back', onTheWayBack)) log(`killed on the way back ${place(onTheWayBack)}`);
  await playbooks.succeed(project, 'back', { args: await playbooks.takingOver() });
  await cluster.isAsBefore();
}

/** One after the other, on one cluster. */
async function turnBackFrom(context: Context, seed: number, isMine: (play: string, index: number) => boolean): Promise<void> {
  const project = await context.playbooks.plan(PlanState.NOT_STARTED, PlanState.N_PLUS_1);
  const random = seeded(seed);
  const plays = changingPlays(project).filter(isMine);
  if (plays.length === 0) throw new Error('no step to turn back from');
  const back = playsOf(project, 'back').filter(play => play.startsWith('Back: '));
  const someTasks = () => Math.floor(random() * TASKS_OF_A_STEP);
  for (const play of plays) {
    const undone = Math.max(0, back.findIndex(one => one.startsWith(`Back: ${play.split(' ')[0]} `)));
    const onTheWayBack = back[undone + Math.floor(random() * (back.length - undone))];
    await turnBack(context, project, { play, tasks: someTasks() }, { play: onTheWayBack, tasks: someTasks() });
  }
  await context.steps.served('the cluster as it was');
}

/** Back from the middle of each step that changes something. */
const EACH_STEP: readonly Journey[] = Array.from({ length: CLUSTERS }, (_, share) => ({
  scenarios: [{
    name: `turn-back-${share + 1}`,
    title: `the operator killed in the middle of a step, then back.yaml: each step that changes something, part ${share + 1} of ${CLUSTERS}`,
    run: context => turnBackFrom(context, share, (_play, index) => index % CLUSTERS === share),
    judge: safe,
  }],
}));

/** What is done otherwise where something else runs the components. */
const OTHERWISE: readonly { readonly of: string; readonly journey: Journey; readonly steps: RegExp }[] = [
  { of: 'deployment', journey: DEPLOYMENT, steps: /Upgrade ip-10-0-[23]-10/ },
  { of: 'static-pod', journey: STATIC_POD, steps: /(Upgrade|kubeconfig of .* on) ip-10-0-2-10/ },
  { of: 'downtime-deployment', journey: DOWNTIME_OF_A_DEPLOYMENT, steps: /Deployment kube-controller-manager/ },
  { of: 'downtime-unit', journey: DOWNTIME_OF_A_UNIT, steps: /(Stop|flags of) kube-controller-manager of ip-10-0-[23]-10/ },
  { of: 'downtime', journey: DOWNTIME, steps: /(Stop|Change|Start) kube-.* of ip-10-0-2-10|Start the cloud-controller-manager/ },
  { of: 'controllers-off-then-on', journey: CONTROLLERS_OFF_THEN_ON, steps: /(out of kube-.*|Upgrade) ip-10-0-2-10|Apply the man/ },
];

export const TURN_BACK: readonly Journey[] = [
  ...EACH_STEP,
  ...OTHERWISE.map(({ of, journey: { choice }, steps }, index): Journey => ({
    choice,
    scenarios: [{
      name: `turn-back-${of}`,
      title: `the operator killed in the middle of the steps that ${of} does otherwise, then back.yaml`,
      run: context => turnBackFrom(context, CLUSTERS + index, play => steps.test(play)),
      judge: safe,
    }],
  })),
];
