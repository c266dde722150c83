import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { COLLECTION_DIR } from '../../src/lib/plan/render/project';

/** What `plan.json` has of its steps. */
interface PlanData {
  readonly kinds: Readonly<Record<string, {
    readonly title: string;
    readonly changes: readonly string[];
    readonly undo: readonly unknown[];
    readonly run: readonly { readonly group?: string; readonly rounds?: number }[];
    readonly gap: { readonly declared?: true };
  }>>;
  readonly groups?: Readonly<Record<string, { readonly count: number }>>;
  readonly steps: readonly { readonly kind: string; readonly node?: string; readonly i?: number }[];
}

/** A step of a plan, as a run names it. */
export interface RunStep {
  readonly kind: string;
  readonly node?: string;
  /** On the way back `BACK` stands before it. */
  readonly title: string;
  readonly isChanging: boolean;
  readonly canGoBack: boolean;
  /** Whether it is done once for each node of a group, or each share of it. */
  readonly isTurn: boolean;
  /** Whether the plan declares that no process runs the controllers. */
  readonly hasDeclaredGap: boolean;
}

export const BACK = 'Take back: ';

/** Steps of a plan, in order. */
export function stepsOf(project: string): readonly RunStep[] {
  const { kinds, steps, groups = {} } = JSON.parse(readFileSync(join(project, 'plan.json'), 'utf8')) as PlanData;
  const turnOf = (kind: string, i?: number) => {
    if (i === undefined) return '';
    const { group, rounds } = kinds[kind].run.find(action => action.group !== undefined)!;
    return ` (${i} of ${rounds ?? groups[group!].count})`;
  };
  return steps.map(({ kind, node, i }) => ({
    kind,
    node,
    title: kinds[kind].title.replaceAll('{node}', node ?? '') + turnOf(kind, i),
    isChanging: kinds[kind].changes.length > 0,
    canGoBack: kinds[kind].undo.length > 0,
    isTurn: i !== undefined,
    hasDeclaredGap: kinds[kind].gap.declared ?? false,
  }));
}

/** Titles of the steps that are taken back, in that order, as a run says them. */
export function titlesBack(project: string): readonly string[] {
  return stepsOf(project).filter(({ canGoBack }) => canGoBack).map(({ title }) => BACK + title).reverse();
}

/** Plays that carry out the steps of a plan. */
const PLAYS_OF_STEPS = ['Steps before the workers', 'Workers', 'The rest'];

/** What a run of `migrate.yaml` begins, in order: plays, and steps in place of the plays that carry them out. */
export function stagesOf(project: string): readonly string[] {
  const plays = playsOf(project, 'cdk8s.ccm_migration.migrate');
  const first = plays.indexOf(PLAYS_OF_STEPS[0]);
  const others = (some: readonly string[]) => some.filter(play => !PLAYS_OF_STEPS.includes(play));
  return [...others(plays.slice(0, first)), ...stepsOf(project).map(({ title }) => title), ...others(plays.slice(first))];
}

/** Names of the plays of a playbook of the collection, with those of the playbooks that it imports. */
function playsOf(project: string, playbook: string): readonly string[] {
  const [namespace, collection, name] = playbook.split('.');
  const folder = join(project, COLLECTION_DIR, 'ansible_collections', namespace, collection, 'playbooks');
  const parts = parse(readFileSync(join(folder, `${name}.yaml`), 'utf8')) as Record<string, unknown>[];
  return parts.flatMap(({ name: play, 'ansible.builtin.import_playbook': imported }) =>
    imported === undefined ? [String(play)] : playsOf(project, String(imported)));
}

/** The play or the step that begins with a line of a run; undefined: neither. */
export function begunBy(line: string): string | undefined {
  return /^(?:PLAY|TASK) \[(?:cdk8s\.ccm_migration\.step : )?(.*)\] \**$/.exec(line)?.[1];
}

/** At the beginning of a play or a step of which this is the name, or a part of it. */
export function begins(name: string): (line: string) => boolean {
  return line => begunBy(line)?.includes(name) ?? false;
}

/** A line in which a run says that a task begins, or that it, or an action of it, has ended well. */
const SIGN = /^(TASK \[|ok: |changed: )/;

/** At such a line, so many after the beginning. */
export function linesAfter(beginning: (line: string) => boolean, lines: number): (line: string) => boolean {
  let left = Infinity;
  return line => {
    if (left === Infinity && beginning(line)) left = lines;
    return SIGN.test(line) && --left < 0;
  };
}

/** Where an operator is killed: so many lines of a run after a play or a step began. */
export interface KillPoint {
  /** Its whole name. */
  readonly stage: string;
  readonly lines: number;
}

export function isKillPoint({ stage, lines }: KillPoint): (line: string) => boolean {
  return linesAfter(line => begunBy(line) === stage, lines);
}

/** For people. */
export function placeOf({ stage, lines }: KillPoint): string {
  return `${lines} lines after the begin of '${stage}'`;
}
