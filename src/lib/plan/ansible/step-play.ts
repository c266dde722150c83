import { throughout } from './arrival';
import { canBeAskedBefore, hostOf, nameOf } from './names';
import { FRAME, include, LEAVE_OUT_THE_LOST, Task } from './task';
import { literal } from './yaml-text';
import { PlanAction } from '../action';
import { DRAIN_SECONDS } from '../commands';
import { PlanCommand, PlanStep } from '../step';

/** Steps that one play carries out: one, or workers of one node group that change in the same way. */
export interface Unit {
  readonly steps: readonly NumberedStep[];
}

export interface NumberedStep extends PlanStep {
  readonly number: number;
  /** Number of the next step that changes this node; one more than the last step if there is none. */
  readonly next: number;
  /** Number of the last step on the way to the same state. */
  readonly lastOfLeg: number;
}

/** Steps with their numbers, workers of a node group together where they change in the same way. */
export function unitsOf(steps: readonly PlanStep[]): readonly Unit[] {
  const changed = steps.map(({ run }) => run.flatMap(({ action }) => hostOf(action) ?? []));
  const numbered = steps.map((step, index): NumberedStep => {
    const later = changed.findIndex((nodes, other) => other > index && nodes.some(node => changed[index].includes(node)));
    const lastOfLeg = steps.map(({ to }) => to).lastIndexOf(step.to) + 1;
    return { ...step, number: index + 1, next: later < 0 ? steps.length + 1 : later + 1, lastOfLeg };
  });
  return numbered.reduce<Unit[]>((units, step) => {
    const last = units.at(-1)?.steps[0];
    const isSame = last?.group !== undefined && last.group === step.group && last.to === step.to;
    const joins = isSame && shapeOf(last) === shapeOf(step);
    return joins ? [...units.slice(0, -1), { steps: [...units.at(-1)!.steps, step] }] : [...units, { steps: [step] }];
  }, []);
}

function shapeOf({ before, run, proof, undo }: PlanStep): string {
  return [before, run, proof, undo].map(list => list.map(({ action, withinSeconds }) => `${action.do} ${withinSeconds}`).join()).join(';');
}

/**
 * What a step asks of nodes that it does not change, before it begins: after the operator's yes, for that may come hours later, and before it is gone
 * on with, for that may be days later.
 */
export function othersPlay(unit: Unit): Task | undefined {
  const [step] = unit.steps;
  const hosts = unit.steps.length > 1 ? [] : [...new Set(step.before.flatMap(({ action }) => isOfOther(step, action) ? hostOf(action)! : []))];
  if (hosts.length === 0) return undefined;
  return {
    ...playHead(unit, hosts, 'Before '),
    tasks: throughout(hosts, [], [{
      name: 'Ask the others',
      when: [isDue(step), 'not is_paused'],
      block: [include('begin', 'Begin'), ...includes(unit, hosts, 'before', [], action => isOfOther(step, action))],
      rescue: [include('stopped', 'Stop')],
    }]),
  };
}

function isOfOther({ nodes }: PlanStep, action: PlanAction): boolean {
  const host = hostOf(action);
  return host !== undefined && nodes.length > 0 && !nodes.includes(host);
}

/** The way there. */
export function forwardPlay(unit: Unit): Task {
  const [step] = unit.steps;
  const hosts = hostsOf(unit, ({ before, run, proof }) => [...before.filter(({ action }) => !isOfOther(step, action)), ...run, ...proof]);
  const commands = (part: 'run' | 'proof') => includes(unit, hosts, part);
  return {
    ...playHead(unit, hosts),
    tasks: throughout(hosts, leaveOutTheLost(unit), [
      {
        name: 'Take the step',
        when: [isDue(step), 'not is_paused'],
        block: [
          include('begin', 'Begin', othersPlay(unit) === undefined ? undefined : { was_asked: true }),
          ...looksAtNode(step) ? [include('node-begin', 'See whether the node is behind', nodeVars(unit, 'run'))] : [],
          ...includes(unit, hosts, 'before', ['number > standing_at'], action => !isOfOther(step, action)),
          ...commands('run'),
          ...commands('proof'),
        ],
        rescue: [include('stopped', 'Stop')],
      },
      ...provenAgain(unit, hosts),
    ]),
  };
}

/**
 * Steps before the last one that has left something are done. Of workers that change together one may have come to its end and another not, so each
 * does what it lacks, until another step changes it.
 */
function isDue({ group }: PlanStep): string {
  return group === undefined ? 'number >= standing_at' : 'standing_at < next_number';
}

/** Of what was done before: that processes run with their files, and what nobody may have undone on the way to the next state. */
function provenAgain(unit: Unit, hosts: readonly string[]): readonly Task[] {
  const [step] = unit.steps;
  const block = (until: string, select: (action: PlanAction) => boolean): Task => ({
    name: 'Prove again what was done before',
    when: ['number < standing_at', until, 'not is_paused'],
    block: includes(unit, hosts, 'proof', [], select),
    rescue: [include('stopped', 'Stop')],
  });
  if (step.group !== undefined) return [];
  const isGate = step.run.length === 0 && step.proof.every(({ action }) => canBeAskedBefore(action));
  if (isGate) return [block(`standing_at <= ${step.lastOfLeg}`, () => true)];
  const ofProcess: readonly PlanAction['do'][] = ['kubelet-ready', 'kubelet-runs-release', 'process-runs'];
  const isProcess = ({ do: kind }: PlanAction) => ofProcess.includes(kind);
  return step.proof.some(({ action }) => isProcess(action)) ? [block('standing_at < next_number', isProcess)] : [];
}

/** The way back of the same steps. */
export function backPlay(unit: Unit): Task | undefined {
  const [step] = unit.steps;
  if (step.undo.length === 0) return undefined;
  const hosts = hostsOf(unit, ({ undo }) => undo);
  return {
    ...playHead(unit, hosts, 'Back: '),
    tasks: throughout(hosts, leaveOutTheLost(unit), [
      {
        name: 'Take the step back',
        when: ['first_number <= back_from', 'not is_paused'],
        block: [
          include('begin', 'Begin'),
          ...looksAtNode(step) ? [include('node-begin-back', 'See whether the node is to go back', nodeVars(unit, 'undo'))] : [],
          ...step.mayBeDone ? [include('node-was-so', 'See whether the node was so', { written: writtenOf(unit), state_before: step.from })] : [],
          ...includes(unit, hosts, 'undo', step.mayBeDone ? ['not was_so'] : []),
        ],
        rescue: [include('stopped', 'Stop')],
      },
    ]),
  };
}

function playHead(unit: Unit, hosts: readonly string[], prefix = ''): Task {
  const { steps } = unit;
  const [step] = steps;
  const title = steps.length === 1 ? step.title : `${step.title.replace(step.nodes[0], `${steps.length} workers`)}`;
  const isGroup = step.group !== undefined;
  return {
    name: `${prefix}${step.id.split('-')[0]} ${title}`,
    hosts: hosts.length === 1 ? hosts[0] : [...hosts],
    ...FRAME,
    ...isGroup ? {
      any_errors_fatal: false,
      serial: "{{ worker_share | default('20%') }}",
      max_fail_percentage: '{{ worker_max_fail_percentage | default(0) }}',
    } : {},
    vars: {
      title: literal(`${step.id.split('-')[0]} ${title}`),
      first_number: step.number,
      step_seconds: Math.max(...steps.map(secondsOf)),
      ...steps.length === 1
        ? { number: step.number, next_number: step.next }
        : { number: '{{ own[inventory_hostname].number }}', next_number: '{{ own[inventory_hostname].next }}', own: ownOf(unit) },
    },
  };
}

/** Seconds that packages of a node get, by a command of the user's own: nobody knows how long it takes. */
const PACKAGE_SECONDS = 1800;

/** Seconds of what a step starts and does not ask for until it is so. */
const LASTS: Partial<Record<PlanAction['do'], number>> = {
  'drain': DRAIN_SECONDS, 'upgrade-node': PACKAGE_SECONDS, 'upgrade-kubeadm': PACKAGE_SECONDS,
};

/** How long a step may hold the lock without a sign: what it waits for, and what it starts. */
function secondsOf({ atMostSeconds, run }: PlanStep): number {
  return run.reduce((sum, { action }) => sum + (LASTS[action.do] ?? 0), atMostSeconds);
}

/** What differs between the nodes of a group. */
function ownOf({ steps }: Unit): unknown {
  const actions = (list: readonly PlanCommand[]) => list.map(({ action }) => literal(action));
  return Object.fromEntries(steps.map(({ nodes: [node], number, next, before, run, proof, undo, written }) => [node, {
    number, next, before: actions(before), run: actions(run), proof: actions(proof), undo: actions(undo), written: written.map(fileRow),
  }]));
}

function fileRow({ path, sum }: { readonly path: string; readonly sum?: string }): unknown {
  return literal({ path, sum: sum ?? 'unknown' });
}

type Part = 'before' | 'run' | 'proof' | 'undo';

/** One task per command: what it does lies in `tasks/`, what it does it to is data. */
function includes(
  unit: Unit, hosts: readonly string[], part: Part, extra: readonly string[] = [], select: (action: PlanAction) => boolean = () => true,
): readonly Task[] {
  const [step] = unit.steps;
  return step[part].flatMap(({ action, withinSeconds }, index) => {
    if (!select(action)) return [];
    const given = unit.steps.length === 1 ? literal(action) : `{{ own[inventory_hostname].${part}[${index}] }}`;
    const own = hostOf(action);
    const when = [
      ...ALWAYS.has(action.do) ? [] : extra,
      ...part === 'before' ? isLeftByEarlier(action) : withinSeconds !== undefined ? ['not ansible_check_mode'] : [],
      ...unit.steps.length === 1 && hosts.length > 1 ? [`inventory_hostname == '${own ?? hosts[0]}'`] : [],
    ];
    return [include(action.do, nameOf(action), { given, within: withinSeconds ?? 0 }, when)];
  });
}

/**
 * What a step must find is asked of every run; whether its node is well only before the step began: it may be in the middle of it. And nothing leaves
 * a node cordoned.
 */
const ALWAYS: ReadonlySet<PlanAction['do']> = new Set([
  'all-on-release', 'deployment-runs', 'files-are', 'has-copy', 'lease-not-held', 'uncordon', 'unit-runs-release',
] as const);

/** With --check the steps before have left nothing; the files are compared with all that the plan knows of them, once. */
function isLeftByEarlier({ do: kind }: PlanAction): readonly string[] {
  const left: readonly PlanAction['do'][] = ['all-on-release', 'deployment-runs', 'files-are', 'lease-not-held', 'unit-runs-release'];
  return left.includes(kind) ? ['not ansible_check_mode'] : [];
}

function looksAtNode({ run, undo }: PlanStep): boolean {
  return [...run, ...undo].some(({ action }) => ['drain', 'restart-kubelet', 'upgrade-node'].includes(action.do));
}

/** @param way that the node goes */
function nodeVars(unit: Unit, way: 'run' | 'undo'): Task {
  const [step] = unit.steps;
  const runs = [...step[way], ...way === 'run' ? step.proof : []].flatMap(({ action }) => action.do === 'kubelet-runs-release' ? [action] : [])[0];
  const kubelet = [...step.proof, ...step.run].flatMap(
    ({ action }) => action.do === 'process-runs' && action.component === 'kubelet' ? action.files : [],
  );
  const anew = step[way].flatMap(({ action }) => action.do === 'restore-files' && action.left !== undefined ? action.paths : []);
  const restarts = step.run.some(({ action }) => action.do === 'restart-kubelet');
  return {
    written: writtenOf(unit),
    written_anew: literal(anew),
    state_before: step.from,
    kubelet_files: literal([...new Set(kubelet.length > 0 || !restarts ? kubelet : step.written.map(({ path }) => path))]),
    kubelet_release: runs?.release ?? '',
    kubelet_or_older: runs?.orOlder ?? false,
  };
}

function writtenOf({ steps }: Unit): unknown {
  return steps.length === 1 ? steps[0].written.map(fileRow) : '{{ own[inventory_hostname].written }}';
}

function hostsOf(unit: Unit, commands: (step: PlanStep) => readonly PlanCommand[]): readonly string[] {
  const hosts = [...new Set(unit.steps.flatMap(step => commands(step).flatMap(({ action }) => hostOf(action) ?? [])))];
  return hosts.length > 0 ? hosts : ['localhost'];
}

/** Which workers there are is asked when their step runs: one that left is left out, on the way there and on the way back. */
function leaveOutTheLost({ steps: [step] }: Unit): readonly Task[] {
  if (step.group === undefined && step.nodes.length < 2) return [];
  return [
    include('read-workers', 'See which workers there are'),
    LEAVE_OUT_THE_LOST,
  ];
}
