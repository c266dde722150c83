import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEPLOYMENT } from './deployment';
import { STATIC_POD } from './static-pod';
import { CONTROLLERS_OFF_THEN_ON, DOWNTIME, DOWNTIME_OF_A_DEPLOYMENT, DOWNTIME_OF_A_UNIT } from './strategies';
import { PlanState } from '../../src';
import { ByHand } from '../lib/by-hand';
import { safe } from '../lib/judge';
import { BACK, RunStep, stepsOf } from '../lib/run-steps';
import { commandsInText, PrintedCommands, printedCommands, PrintedKind } from '../lib/runbook';
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
  { pattern: /^kubectl get lease ccm-migration /, says: /holderIdentity|^$/ },
  { pattern: /^kubeadm config images list /, says: /coredns/ },
];

/** conformance/offline-packages.test.ts */
const ELSEWHERE = [/^npm install --offline /];

/** A runbook. */
interface Runbook {
  readonly project: string;
  readonly steps: readonly RunStep[];
  readonly commands: PrintedCommands;
}

/** Carries out the runbooks on a cluster, from the first to the last. */
class Operator {
  private readonly hand: ByHand;

  public constructor(private readonly context: Context) {
    const { cluster, playbooks, log } = context;
    this.hand = new ByHand(cluster, { ...playbooks.environment(), CLUSTER_ID: 'prod-eu' }, log);
  }

  /** The commands of each step of a way, for its node; with a pause after the first. */
  public async go(from: PlanState, to: PlanState): Promise<Runbook> {
    const runbook = await this.read(from, to);
    await this.withLock(runbook, () => this.carryOut(runbook, runbook.steps.slice(0, 1), 'there'));
    await this.withLock(runbook, () => this.carryOut(runbook, runbook.steps.slice(1), 'there'));
    this.context.playbooks.declaredGap.ends();
    return runbook;
  }

  /** Every command that a sentence names. */
  public async tryCommandsInText(from: PlanState, to: PlanState): Promise<void> {
    const { project, commands } = await this.read(from, to);
    for (const text of commandsInText(readFileSync(join(project, 'runbook.md'), 'utf8'))) {
      if (ELSEWHERE.some(pattern => pattern.test(text))) continue;
      const known = IN_TEXT.find(({ pattern }) => pattern.test(text));
      if (known === undefined) throw new Error(`the runbook has a command that no test runs: ${text}`);
      this.context.log(text);
      const said = await this.hand.run([text], known.isOfProject ? { folder: project } : {});
      if (!known.says.test(said)) throw new Error(`${text} does not say ${String(known.says)}:\n${said}`);
    }
    await this.isRefusedWhileHeld(commands);
  }

  /** What it prints to take its steps back, from its end. */
  public async takeBack(runbook: Runbook): Promise<void> {
    await this.withLock(runbook, () => this.carryOut(runbook, [...runbook.steps].reverse(), 'back'));
    this.context.playbooks.declaredGap.ends();
  }

  /**
   * The same by the playbook. It takes nothing that it finds for its own, and asks for each copy that is on the machine where the commands were run:
   * what it names is given back from there.
   */
  public async takeBackByPlaybook({ project, steps, commands }: Runbook): Promise<void> {
    const { playbooks } = this.context;
    const settings = { go_on: true, without_copies: [] as string[] };
    const first = await playbooks.run(project, 'back');
    const isRefused = first.status !== 0 && first.said.includes('go_on=true');
    if (!isRefused) throw new Error(`back.yaml took a way by hand for its own:\n${first.said.slice(-2_000)}`);
    const restoring = [...steps].reverse().flatMap(({ kind }) => commands.kinds.get(kind)?.back ?? []).filter(line => line.startsWith('restore '));
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
      if (meant.length === 0) throw new Error(`no command of the runbook gives ${object} back`);
      await this.hand.run([...commands.functions, ...meant]);
      settings.without_copies.push(object);
    }
    if (settings.without_copies.length === 0) throw new Error('back.yaml asked for no copy');
    playbooks.declaredGap.ends();
  }

  private async read(from: PlanState, to: PlanState): Promise<Runbook> {
    const project = await this.context.playbooks.plan(from, to);
    return { project, steps: stepsOf(project), commands: printedCommands(readFileSync(join(project, 'runbook.md'), 'utf8')) };
  }

  private async withLock({ commands: { functions, take, leave } }: Runbook, what: () => Promise<void>): Promise<void> {
    await this.hand.run([...functions, ...take]);
    await what();
    await this.hand.run([...functions, ...leave]);
  }

  private async carryOut({ project, commands: { functions, kinds } }: Runbook, steps: readonly RunStep[], way: keyof PrintedKind): Promise<void> {
    const { playbooks: { declaredGap }, log } = this.context;
    for (const { kind, node, title } of steps) {
      const lines = kinds.get(kind)?.[way] ?? [];
      if (way === 'there' && lines.length === 0) throw new Error(`the runbook has no command for ${kind}`);
      const begun = way === 'there' ? title : BACK + title;
      log(begun);
      declaredGap.begins(project, begun);
      if (lines.length > 0) await this.hand.run([...functions, ...lines], { node });
    }
  }

  /** A lock that another run holds is neither taken nor left. */
  private async isRefusedWhileHeld({ functions, take, leave }: PrintedCommands): Promise<void> {
    const asAnother = [...functions, 'me=another/run'];
    await this.hand.run([...asAnother, ...take]);
    for (const lines of [take, leave]) {
      const isDone = await this.hand.run([...functions, ...lines]).then(() => true, () => false);
      if (isDone) throw new Error(`the lock of another run does not stop this:\n${lines.join('\n')}`);
    }
    await this.hand.run([...asAnother, ...leave]);
  }
}

async function thereAndBack(context: Context): Promise<void> {
  const { cluster, steps } = context;
  const operator = new Operator(context);
  await operator.tryCommandsInText(PlanState.NOT_STARTED, PlanState.N_PLUS_1);
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
