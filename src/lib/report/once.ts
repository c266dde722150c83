import { nameOf } from './answers';
import type { NodeFileChange, PlacedCounterExample, Report, ReportPlace, ReportProcess, ReportStep } from './report';
import { firstOfEach, grouped, onceFor } from '../kubernetes/once-for';
import { changedLines } from '../text/line-diff';
import type { ReportedFinding } from '../verify/result';

/** What several steps have alike, with the names of the steps: each thing is told once. */
export interface OnceFinding {
  readonly rule: string;
  readonly severity: ReportedFinding['severity'];
  readonly message: string;
  readonly fix: string;
  /** States that it is of. */
  readonly states: readonly string[];
  readonly places: readonly ReportPlace[];
}

const SEVERITIES: readonly ReportedFinding['severity'][] = ['error', 'warning', 'note'];

/** Findings, those of several states once; the worst first. */
export function findingsOnce({ steps }: Pick<Report, 'steps'>): readonly OnceFinding[] {
  const all = steps.flatMap(({ to, findings }) => findings.map(finding => ({ to, finding })));
  const alike = [...grouped(all, ({ finding: { rule, severity, message, fix } }) => JSON.stringify([rule, severity, message, fix])).values()];
  const rows = alike.map(own => {
    const [{ finding: { rule, severity, message, fix } }] = own;
    const places = firstOfEach(own.map(({ finding: { file, line } }) => ({ file, line })), ({ file, line }) => `${file}:${line}`);
    return { rule, severity, message, fix, states: [...new Set(own.map(({ to }) => to))], places };
  });
  return SEVERITIES.flatMap(severity => rows.filter(row => row.severity === severity));
}

/** Counter-examples that differ in the controller and the step alone. */
export interface OnceExample {
  readonly controllers: readonly string[];
  readonly steps: readonly string[];
  /** Who is there, what each does, and what comes of it. */
  readonly story: readonly string[];
  readonly fix: string;
  readonly processes: PlacedCounterExample['processes'];
  readonly places: readonly (ReportPlace | null)[];
}

/** Stands for the controller where several have the same counter-example. */
const CONTROLLER = 'the controller';

export function examplesOnce({ steps }: Pick<Report, 'steps'>): readonly OnceExample[] {
  const all = steps.flatMap(step => step.verdict.counterexamples.map(example => ({ step: nameOf(step), example })));
  const shared = ({ controller, message, fix }: PlacedCounterExample) =>
    JSON.stringify([message, fix].map(text => text.replaceAll(`\`${controller}\``, CONTROLLER)));
  return [...grouped(all, ({ example }) => shared(example)).values()].map(own => {
    const [{ example }] = own;
    const controllers = [...new Set(own.map(one => one.example.controller))];
    const [message, fix] = controllers.length === 1 ? [example.message, example.fix] : JSON.parse(shared(example)) as string[];
    return {
      controllers,
      steps: [...new Set(own.map(({ step }) => step))],
      story: message.split('; '),
      fix,
      processes: example.processes,
      places: example.places ?? [],
    };
  });
}

/** A process as it runs at several times, on whichever nodes. */
export interface OnceProcess extends Pick<ReportProcess, 'component' | 'release' | 'flags' | 'mainLock' | 'migrationLock' | 'controllers'> {
  readonly places: readonly ReportPlace[];
  /** Which of the columns it is in, with where it may run there. */
  readonly times: ReadonlyMap<number, readonly string[]>;
  /** What it is called in the mixes. */
  readonly labels: readonly string[];
}

/** @param columns of which each has the processes of a state or a step */
export function processesOnce(columns: readonly { readonly processes: readonly ReportProcess[] }[]): readonly OnceProcess[] {
  const all = columns.flatMap(({ processes }, column) => processes.map(process => ({ column, process })));
  const alike = grouped(all, ({ process: { component, release, flags, mainLock, migrationLock, controllers } }) =>
    JSON.stringify([component, release, flags, mainLock, migrationLock, controllers]));
  return [...alike.values()].map(own => {
    const [{ process }] = own;
    const byColumn = grouped(own, ({ column }) => column);
    const where = ({ nodes, where: label }: ReportProcess) => nodes ?? [label.replace(/ of '[^']*'$/, '')];
    return {
      ...process,
      places: firstOfEach(own.flatMap(one => one.process.place ?? []), ({ file, line }) => `${file}:${line}`),
      times: new Map([...byColumn].map(([column, there]) => [column, [...new Set(there.flatMap(one => where(one.process)))]])),
      labels: [...new Set(own.map(one => one.process.where))],
    };
  });
}

/** Sets of processes that were judged in every combination, with the steps that they are of. */
export function mixesOnce(steps: readonly ReportStep[]): readonly { readonly processes: readonly string[]; readonly steps: readonly string[] }[] {
  const all = steps.flatMap(step => step.verdict.mixes.map(processes => ({ step: nameOf(step), processes })));
  return [...grouped(all, ({ processes }) => JSON.stringify(processes)).values()].map(own =>
    ({ processes: own[0].processes, steps: [...new Set(own.map(({ step }) => step))] }));
}

/** Texts that steps have, each with the steps that have it; none where it is empty. */
export function textsOnce(
  steps: readonly ReportStep[], textsOf: (step: ReportStep) => readonly string[],
): readonly (readonly [string, readonly string[]])[] {
  const all = steps.flatMap(step => textsOf(step).filter(text => text !== '').map(text => ({ step: nameOf(step), text })));
  return [...grouped(all, ({ text }) => text)].map(([text, own]) => [text, [...new Set(own.map(({ step }) => step))]] as const);
}

/** How long each step can be taken back, and what stays then; those that say it of the state that they come from in the same words once. */
export function backOnce(steps: readonly ReportStep[]): readonly (readonly [string, readonly string[]])[] {
  const there = steps.filter(step => step.back !== null);
  const shared = ({ from, back }: ReportStep) => `possible ${back!.until}`.replaceAll(`\`${from}\``, 'the state before it');
  const untils = [...grouped(there, shared)].map(([text, own]) =>
    [own.length === 1 ? `possible ${own[0].back!.until}` : text, own.map(nameOf)] as const);
  return [...untils, ...textsOnce(there, step => [step.back!.stays])];
}

/** The step that changed a file in the same way before; undefined: none did. */
export function sameBefore(
  steps: readonly ReportStep[], at: number, file: NodeFileChange,
): { readonly step: number; readonly file: number } | undefined {
  for (const [step, { nodeFiles }] of steps.slice(0, at).entries()) {
    const found = nodeFiles.findIndex(one => one.change === file.change && one.path === file.path && linesOf(one) === linesOf(file));
    if (found >= 0) return { step, file: found };
  }
  return undefined;
}

/** Lines that change, without the name of the node that they are of. */
const linesOf = onceFor(({ diff, nodes: [node] }: NodeFileChange): string =>
  diff === null ? '' : changedLines(diff).map(line => node === undefined ? line : line.replaceAll(node, '{node}')).join('\n'));

/** How the bounds of a step come about, where a leader may be stopped. */
export function gapTexts({ actions, gap: { text, longestSeconds, isDeclared } }: ReportStep): readonly string[] {
  const own = actions.flatMap(({ gap }) => gap?.text ?? []);
  return own.length > 0 ? own : longestSeconds !== null || isDeclared ? [text] : [];
}

/** What is seen of a part of the roll. */
export interface Turn {
  readonly title: string;
  readonly why: string;
  readonly nodes: readonly string[];
  readonly times: number;
  readonly restarts: readonly string[];
  readonly gap?: NonNullable<ReportStep['actions'][number]['gap']>;
}

/** The roll of a step in its order: what restarts something or stops a leader, and between them what does neither. */
export function turnsOf(step: ReportStep): readonly (Turn | readonly Turn[])[] {
  const { actions, restarts, gap: { longestSeconds, times, isDeclared, text }, verdict: { refused } } = step;
  if (refused !== undefined) return [];
  const turns = actions.map((action): Turn =>
    ({ ...action, times: action.times ?? Math.max(1, action.nodes.length), restarts: action.restarts ?? [] }));
  const isBusy = (turn: Turn) => turn.restarts.length > 0 || turn.gap !== undefined;
  // Who replaces machines by itself does all of it in one go.
  const whole: readonly Turn[] = turns.some(isBusy) || (restarts.length === 0 && longestSeconds === null && !isDeclared) ? [] : [{
    title: '',
    why: '',
    nodes: [...new Set(restarts.flatMap(one => one.nodes))],
    times: Math.max(1, times),
    restarts: restarts.map(({ what }) => what),
    ...longestSeconds === null && !isDeclared ? {} : {
      gap: { ...longestSeconds === null ? {} : { mostSeconds: longestSeconds }, ...isDeclared ? { isOpen: true as const } : {}, text },
    },
  }];
  const parts: (Turn | Turn[])[] = [];
  for (const turn of [...turns, ...whole]) {
    const last = parts.at(-1);
    if (isBusy(turn)) parts.push(turn);
    else if (Array.isArray(last)) last.push(turn);
    else parts.push([turn]);
  }
  return parts;
}
