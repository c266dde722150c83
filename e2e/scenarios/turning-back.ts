import { DEPLOYMENT } from './deployment';
import { STATIC_POD } from './static-pod';
import { CONTROLLERS_OFF_THEN_ON, DOWNTIME, DOWNTIME_OF_A_DEPLOYMENT, DOWNTIME_OF_A_UNIT } from './strategies';
import { PlanState } from '../../src';
import { safe } from '../lib/judge';
import { seeded } from '../lib/random';
import { BACK, KillPoint, placeOf, stepsOf, titlesBack } from '../lib/run-steps';
import { Context, Journey } from '../lib/scenario';

/** How many lines of a step the operator may have seen; a step with fewer is ended, and the next is begun. */
const LINES_OF_A_STEP = 30;

/** Clusters that share the steps. */
const CLUSTERS = 3;

/** There as far as the middle of a step, and back, killed once more: what was there before the migration is there again. */
async function turnBack({ cluster, playbooks, log }: Context, project: string, point: KillPoint, onTheWayBack: KillPoint): Promise<void> {
  const isKilled = await playbooks.killedAt(project, 'migrate', point);
  log(`turning back ${isKilled ? placeOf(point) : 'from the end'}`);
  if (await playbooks.killedAt(project, 'back', onTheWayBack)) log(`killed on the way back ${placeOf(onTheWayBack)}`);
  await playbooks.succeed(project, 'back', { args: await playbooks.takingOver() });
  await cluster.isAsBefore();
}

/** One after the other, on one cluster. */
async function turnBackFrom(context: Context, seed: number, isMine: (title: string, index: number) => boolean): Promise<void> {
  const project = await context.playbooks.plan(PlanState.NOT_STARTED, PlanState.N_PLUS_1);
  const random = seeded(seed);
  const titles = stepsOf(project).filter(({ isChanging }) => isChanging).map(({ title }) => title).filter(isMine);
  if (titles.length === 0) throw new Error('no step to turn back from');
  const back = titlesBack(project);
  const someLines = () => Math.floor(random() * LINES_OF_A_STEP);
  for (const title of titles) {
    const undone = Math.max(0, back.indexOf(BACK + title));
    const onTheWayBack = back[undone + Math.floor(random() * (back.length - undone))];
    await turnBack(context, project, { stage: title, lines: someLines() }, { stage: onTheWayBack, lines: someLines() });
  }
  await context.steps.served('the cluster as it was');
}

/** Back from the middle of each step that changes something. */
const EACH_STEP: readonly Journey[] = Array.from({ length: CLUSTERS }, (_, share) => ({
  scenarios: [{
    name: `turn-back-${share + 1}`,
    title: `the operator killed in the middle of a step, then back.yaml: each step that changes something, part ${share + 1} of ${CLUSTERS}`,
    run: context => turnBackFrom(context, share, (_title, index) => index % CLUSTERS === share),
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
      run: context => turnBackFrom(context, CLUSTERS + index, title => steps.test(title)),
      judge: safe,
    }],
  })),
];
