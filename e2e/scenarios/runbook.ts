import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEPLOYMENT } from './deployment';
import { STATIC_POD } from './static-pod';
import { CONTROLLERS_OFF_THEN_ON, DOWNTIME, DOWNTIME_OF_A_DEPLOYMENT, DOWNTIME_OF_A_UNIT } from './strategies';
import { PlanState } from '../../src';
import { ByHand } from '../lib/by-hand';
import { safe } from '../lib/judge';
import { BACK, RunStep, stepsOf } from '../lib/run-steps';
import { commandsInText } from '../lib/runbook';
import { Context, Journey } from '../lib/scenario';

/** What sentences of a runbook have commands for, and what each says. */
interface InText {
  readonly pattern: RegExp;
  readonly says: RegExp;
  /** In the folder of the project, not in that of the app. */
  readonly isOfProject?: boolean;
}

/** Run before the first step: nothing is changed by them, and nothing is there to take back. */
const IN_TEXT: readonly InText[] = [
  { pattern: /^ansible-playbook preflight\.yaml$/, says: /every check holds/, isOfProject: true },
  { pattern: /^ansible-playbook migrate\.yaml --check --diff$/, says: /failed=0/, isOfProject: true },
  { pattern: /^ansible-playbook back\.yaml$/, says: /all steps of this plan are taken back/, isOfProject: true },
  { pattern: /^kubectl get nodes$/, says: /^ip-\S+ +Ready /m },
  { pattern: /^kubectl get pods -n kube-system$/, says: /^kube-apiserver-\S+ /m },
  { pattern: /^kubectl get lease ccm-migration /, says: /holderIdentity|^$/ },
  { pattern: /^kubeadm config images list /, says: /coredns/ },
];

/** conformance/offline-packages.test.ts */
const ELSEWHERE = [/^npm install --offline /];

/** A plan that is carried out. */
interface Runbook {
  readonly project: string;
  readonly steps: readonly RunStep[];
}

type Way = 'step' | 'back';

/** Carries plans out on a cluster, each from its first step to its last. */
class Operator {
  private readonly hand: ByHand;

  public constructor(private readonly context: Context) {
    const { cluster, playbooks, log } = context;
    this.hand = new ByHand(cluster, { ...playbooks.environment(), CLUSTER_ID: 'prod-eu' }, log);
  }

  /** The steps of a way; with a pause after the first. */
  public async go(from: PlanState, to: PlanState): Promise<Runbook> {
    const runbook = await this.read(from, to);
    const numbers = runbook.steps.map((_, index) => index + 1);
    await this.withLock(runbook, async () => {
      await this.carryOut(runbook, numbers.slice(0, 1), 'step');
      for (const [way, number] of [['step', 1], ['step', 3], ['back', 2]] as const) await this.isRefused(runbook, way, number);
    });
    await this.isRefused(runbook, 'step', 2);
    await this.withLock(runbook, () => this.carryOut(runbook, numbers.slice(1), 'step'));
    this.context.playbooks.declaredGap.ends();
    return runbook;
  }

  /** Every command that a sentence names. */
  public async tryCommandsInText(from: PlanState, to: PlanState): Promise<void> {
    const runbook = await this.read(from, to);
    const { project } = runbook;
    for (const text of commandsInText(readFileSync(join(project, 'runbook.md'), 'utf8'))) {
      if (ELSEWHERE.some(pattern => pattern.test(text))) continue;
      const known = IN_TEXT.find(({ pattern }) => pattern.test(text));
      if (known === undefined) throw new Error(`the runbook has a command that no test runs: ${text}`);
      this.context.log(text);
      const said = await this.hand.run([text], known.isOfProject ? project : undefined);
      if (!known.says.test(said)) throw new Error(`${text} does not say ${String(known.says)}:\n${said}`);
    }
    await this.isRefusedWhileHeld(runbook);
  }

  /** Takes its steps back, from its end. */
  public async takeBack(runbook: Runbook): Promise<void> {
    await this.withLock(runbook, () => this.carryOut(runbook, runbook.steps.map((_, index) => index + 1).reverse(), 'back'));
    this.context.playbooks.declaredGap.ends();
  }

  /**
   * The same by the playbook. It takes nothing that it finds for its own, and asks for each copy that is on the machine where the commands were run:
   * what it names is given back from there.
   */
  public async takeBackByPlaybook({ project }: Runbook): Promise<void> {
    const { playbooks } = this.context;
    const settings = { go_on: true, without_copies: [] as string[] };
    const first = await playbooks.run(project, 'back');
    const isRefused = first.status !== 0 && first.said.includes('go_on=true');
    if (!isRefused) throw new Error(`back.yaml took a way by hand for its own:\n${first.said.slice(-2_000)}`);
    const restoring = readFileSync(join(project, 'by-hand.sh'), 'utf8').match(/^ {2}restore .*$/gm)!.map(line => line.trim()).reverse();
    for (;;) {
      const { status, said } = await playbooks.run(project, 'back', { args: ['-e', JSON.stringify(settings)] });
      if (status === 0) break;
      const [, list = ''] = /without_copies\\?": \[([^\]]*)\]/.exec(said) ?? [];
      const object = [...list.matchAll(/[\w.]+\/[\w.:-]+/g)].map(([one]) => one).find(one => !settings.without_copies.includes(one));
      if (object === undefined) throw new Error(`back.yaml asks for no copy:\n${said.slice(-2_000)}`);
      this.context.log(`${object} is given back by hand`);
      const meant = restoring.flatMap(line => {
        const [restore, state, ...kept] = line.split(' ');
        return kept.filter(one => one.replace(/^([^./]+)\.[^/]+\//, '$1/') === object).map(one => `${restore} ${state} ${one}`);
      });
      if (meant.length === 0) throw new Error(`no command of by-hand.sh gives ${object} back`);
      await this.hand.do(project, 'set -eu', 'cd "$here/$app"', ...meant);
      settings.without_copies.push(object);
    }
    if (settings.without_copies.length === 0) throw new Error('back.yaml asked for no copy');
    playbooks.declaredGap.ends();
  }

  private async read(from: PlanState, to: PlanState): Promise<Runbook> {
    const project = await this.context.playbooks.plan(from, to);
    return { project, steps: stepsOf(project) };
  }

  private async withLock({ project }: Runbook, what: () => Promise<void>): Promise<void> {
    await this.hand.do(project, 'take_lock yes');
    await what();
    await this.hand.do(project, 'leave_lock');
  }

  private async carryOut({ project, steps }: Runbook, numbers: readonly number[], way: Way): Promise<void> {
    const { playbooks: { declaredGap }, log } = this.context;
    for (const number of numbers) {
      const { node, title } = steps[number - 1];
      const begun = way === 'step' ? title : BACK + title;
      log(begun);
      declaredGap.begins(project, begun);
      await this.hand.do(project, [`${way}_${number}`, ...node === undefined ? [] : [node], 'yes'].join(' '));
    }
  }

  private async isRefused({ project, steps }: Runbook, way: Way, number: number): Promise<void> {
    const { node } = steps[number - 1];
    const words = [`${way}_${number}`, ...node === undefined ? [] : [node], 'yes'].join(' ');
    const isDone = await this.hand.do(project, words).then(() => true, () => false);
    if (isDone) throw new Error(`${words} was done out of order, or without the lock`);
  }

  /** A lock that another run holds is neither taken nor left. */
  private async isRefusedWhileHeld({ project }: Runbook): Promise<void> {
    const asAnother = 'export BY_HAND_AS=another/run';
    await this.hand.do(project, asAnother, 'take_lock yes');
    for (const line of ['take_lock yes', 'leave_lock']) {
      const isDone = await this.hand.do(project, line).then(() => true, () => false);
      if (isDone) throw new Error(`the lock of another run does not stop this: ${line}`);
    }
    await this.hand.do(project, asAnother, 'leave_lock');
  }
}

async function thereAndBack(context: Context): Promise<void> {
  const { cluster, steps } = context;
  const operator = new Operator(context);
  await operator.tryCommandsInText(PlanState.NOT_STARTED, PlanState.N_PLUS_1);
  await cluster.isAsBefore();
  const carriedOut = await operator.go(PlanState.NOT_STARTED, PlanState.N_PLUS_1);
  cluster.isAsSynthesized('n-plus-1');
  await steps.served('phase n-plus-1');
  await operator.takeBack(carriedOut);
  await cluster.isAsBefore();
  await steps.served('the cluster as it was');
}

/** Without Ansible: `by-hand.sh` of each plan as it is written, and every command that a sentence of a runbook names. */
export const BY_HAND: Journey = {
  scenarios: [{
    name: 'by-hand',
    title: 'by-hand.sh, step by step: from before the migration to N+1, and back',
    run: thereAndBack,
    judge: safe,
  }, {
    name: 'by-hand-all-ways',
    title: 'by-hand.sh of each plan, step by step: to N+1, on to disabled and back from its end, and by a plan of its own to before the migration',
    run: async context => {
      const { cluster, steps } = context;
      const operator = new Operator(context);
      await operator.go(PlanState.NOT_STARTED, PlanState.N_PLUS_1);
      await operator.takeBack(await operator.go(PlanState.N_PLUS_1, PlanState.DISABLED));
      cluster.isAsSynthesized('n-plus-1');
      await steps.served('phase n-plus-1 again');
      await operator.go(PlanState.N_PLUS_1, PlanState.DISABLED);
      cluster.isAsSynthesized('disabled');
      await operator.go(PlanState.DISABLED, PlanState.NOT_STARTED);
      await cluster.isAsBefore();
      await steps.served('the cluster as it was');
    },
    judge: safe,
  }, {
    name: 'by-hand-then-playbook',
    title: 'by-hand.sh, step by step: to N+1; and back by back.yaml, which asks for the copies that a way by hand keeps elsewhere',
    run: async context => {
      const { cluster, steps } = context;
      const operator = new Operator(context);
      await operator.takeBackByPlaybook(await operator.go(PlanState.NOT_STARTED, PlanState.N_PLUS_1));
      await cluster.isAsBefore();
      await steps.served('the cluster as it was');
    },
    judge: safe,
  }],
};

/** What has commands of its own. */
export const BY_HAND_OTHERS: readonly Journey[] = Object.entries({
  'deployment': DEPLOYMENT,
  'static-pod': STATIC_POD,
  'controllers-off-then-on': CONTROLLERS_OFF_THEN_ON,
  'downtime': DOWNTIME,
  'downtime-deployment': DOWNTIME_OF_A_DEPLOYMENT,
  'downtime-unit': DOWNTIME_OF_A_UNIT,
}).map(([name, { choice }]) => ({
  choice,
  scenarios: [{
    name: `by-hand-${name}`,
    title: `by-hand.sh of ${name}, step by step: to N+1, and step by step back`,
    run: thereAndBack,
    judge: safe,
  }],
}));
