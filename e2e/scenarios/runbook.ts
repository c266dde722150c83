import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEPLOYMENT } from './deployment';
import { STATIC_POD } from './static-pod';
import { CONTROLLERS_OFF_THEN_ON, DOWNTIME, DOWNTIME_OF_A_DEPLOYMENT, DOWNTIME_OF_A_UNIT } from './strategies';
import { PlanState } from '../../src';
import { ByHand } from '../lib/by-hand';
import { safe } from '../lib/judge';
import { commandsInText, PrintedAround, printedAround, PrintedStep, printedSteps } from '../lib/runbook';
import { Context, Journey } from '../lib/scenario';

/** What the pages before the first step have commands for, and what each says. */
interface InText {
  readonly pattern: RegExp;
  readonly says: RegExp;
  /** In the folder of the project, not in that of the app. */
  readonly isOfProject?: boolean;
  /** With the lock as a run that has died leaves it. */
  readonly isOfLock?: boolean;
}

/** Run before the first step: nothing is changed by them, and nothing is there to take back. */
const IN_TEXT: readonly InText[] = [
  { pattern: /^ansible-playbook preflight\.yaml$/, says: /every check holds/, isOfProject: true },
  { pattern: /^ansible-playbook migrate\.yaml --check --diff$/, says: /failed=0/, isOfProject: true },
  { pattern: /^ansible-playbook back\.yaml$/, says: /all steps of this plan are taken back/, isOfProject: true },
  { pattern: /^sha256sum -c --quiet /, says: /^$/, isOfProject: true },
  { pattern: /^kubectl version$/, says: /Server Version: (version\.Info\{.*GitVersion:")?v1\.2[67]\./ },
  { pattern: /^kubectl get nodes -l /, says: /^(node\/ip-\S+\n){3}$/ },
  { pattern: /^kubectl get pods -A /, says: /kube-controller-manager/ },
  { pattern: /^kubectl get lease ccm-migration /, says: /holderIdentity|^$/ },
  { pattern: /^kubeadm config images list /, says: /coredns/ },
  { pattern: /^kubectl patch lease ccm-migration /, says: /patched$/m, isOfLock: true },
];

/** conformance/offline-packages.test.ts */
const ELSEWHERE = [/^npm install --offline /];

/** A runbook. */
interface Printed {
  readonly project: string;
  readonly steps: readonly PrintedStep[];
  readonly around: PrintedAround;
}

/** Whoever carries out the runbooks on a cluster, from the first to the last. */
class Operator {
  private readonly hand: ByHand;

  public constructor(private readonly context: Context) {
    const { cluster, playbooks, log } = context;
    this.hand = new ByHand(cluster, { ...playbooks.environment(), CLUSTER_ID: 'prod-eu' }, log);
  }

  /** Every command of the runbook of a way. */
  public async go(from: PlanState, to: PlanState): Promise<Printed> {
    const project = await this.context.playbooks.plan(from, to);
    const markdown = readFileSync(join(project, 'runbook.md'), 'utf8');
    const [steps, around] = [printedSteps(markdown), printedAround(markdown)];
    await this.hand.run(around.begin);
    for (const { title, before, run, proof } of steps) {
      if (title === steps[1]?.title) await this.hand.run([...around.pause, ...around.begin]);
      this.begins(project, title);
      await this.hand.prove(before);
      await this.hand.run(run);
      await this.hand.prove(proof);
    }
    await this.hand.run(around.end);
    this.context.playbooks.declaredGap.ends();
    return { project, steps, around };
  }

  /** Every command that the pages before the first step name. */
  public async tryFirstPages(from: PlanState, to: PlanState): Promise<void> {
    const project = await this.context.playbooks.plan(from, to);
    const markdown = readFileSync(join(project, 'runbook.md'), 'utf8');
    for (const text of commandsInText(markdown)) {
      if (ELSEWHERE.some(pattern => pattern.test(text))) continue;
      const known = IN_TEXT.find(({ pattern }) => pattern.test(text));
      if (known === undefined) throw new Error(`the first pages have a command that nobody tries: ${text}`);
      this.context.log(text);
      if (known.isOfLock) await this.hand.run(printedAround(markdown).begin.slice(0, 1));
      const said = await this.hand.say({ text }, known.isOfProject ? project : undefined);
      if (!known.says.test(said)) throw new Error(`${text} does not say ${String(known.says)}:\n${said}`);
    }
  }

  /** What it prints to take its steps back, from its end. */
  public async takeBack({ project, steps, around }: Printed): Promise<void> {
    await this.hand.run(around.begin);
    for (const { title, undo } of [...steps].reverse()) {
      this.begins(project, `back: ${title}`);
      await this.hand.run(undo);
    }
    await this.hand.run(around.end);
    this.context.playbooks.declaredGap.ends();
  }

  /**
   * The same by the playbook. It takes nothing that it finds for its own, and asks for each copy that lies on the machine of whoever went by hand:
   * what it names is given back from there.
   */
  public async takeBackByPlaybook({ project, steps }: Printed): Promise<void> {
    const { playbooks } = this.context;
    const settings = { go_on: true, without_copies: [] as string[] };
    const first = await playbooks.run(project, 'back');
    const isRefused = first.status !== 0 && first.said.includes('go_on=true');
    if (!isRefused) throw new Error(`back.yaml took a way by hand for its own:\n${first.said.slice(-2_000)}`);
    for (;;) {
      const { status, said } = await playbooks.run(project, 'back', { args: ['-e', JSON.stringify(settings)] });
      if (status === 0) break;
      const [, list = ''] = /without_copies\\?": \[([^\]]*)\]/.exec(said) ?? [];
      const [object, name] = [...list.matchAll(/\w+\/([\w.:-]+)/g)].find(([one]) => !settings.without_copies.includes(one)) ?? [];
      if (object === undefined) throw new Error(`back.yaml asks for no copy:\n${said.slice(-2_000)}`);
      this.context.log(`${object} is given back by hand`);
      const commands = [...steps].reverse().flatMap(({ undo }) => undo).filter(({ text }) => text.includes(`-${name}.yaml`));
      if (commands.length === 0) throw new Error(`no command of the runbook gives ${object} back`);
      await this.hand.run(commands);
      settings.without_copies.push(object);
    }
    if (settings.without_copies.length === 0) throw new Error('back.yaml asked for no copy');
    playbooks.declaredGap.ends();
  }

  private begins(project: string, title: string): void {
    this.context.log(title);
    this.context.playbooks.declaredGap.begins(project, title);
  }
}

async function thereAndBack(context: Context): Promise<void> {
  const { cluster, steps } = context;
  const operator = new Operator(context);
  await operator.tryFirstPages(PlanState.NOT_STARTED, PlanState.N_PLUS_1);
  await cluster.isAsBefore();
  const printed = await operator.go(PlanState.NOT_STARTED, PlanState.N_PLUS_1);
  cluster.isAsSynthesized('n-plus-1');
  await steps.served('phase n-plus-1');
  await operator.takeBack(printed);
  await cluster.isAsBefore();
  await steps.served('the cluster as it was');
}

/** Without Ansible: every command of the runbooks as it is printed. */
export const BY_HAND: Journey = {
  scenarios: [{
    name: 'by-hand',
    title: 'every command of the runbook as printed: from before the migration to N+1, and step by step back',
    run: thereAndBack,
    judge: safe,
  }, {
    name: 'by-hand-all-ways',
    title: 'every command of the runbooks as printed: to N+1, on to disabled and back from its end, and by a plan of its own to before the migration',
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
    title: 'every command of the runbook as printed: to N+1; and back by back.yaml, which asks for the copies that a way by hand keeps elsewhere',
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
    title: `every command of the runbook of ${name} as printed: to N+1, and step by step back`,
    run: thereAndBack,
    judge: safe,
  }],
}));
