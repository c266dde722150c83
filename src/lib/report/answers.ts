import { isForward } from './direction';
import { Report, ReportStep, Restart } from './report';
import { NodeRole } from '../kubernetes/node';
import { grouped } from '../kubernetes/once-for';
import { PlanStateName } from '../plan/state';
import { counted } from '../text/counted';
import type { UpgradeAnswer } from '../upgrade/answer';

/** What a reviewer asks first. */
export interface ReviewAnswer {
  readonly question: string;
  /** In one sentence, with backticks around commands. */
  readonly short: string;
  /** Whether the roll says it in its order, too. */
  readonly isOfRoll?: true;
  /** Whether it is the verdict, which a terminal says first. */
  readonly isVerdict?: true;
}

const MOST_NODES = 3;

/** Text of an input in a sentence in which backticks mark commands. */
function plain(text: string): string {
  return text.replaceAll('`', '\'');
}

/** Names of nodes, the first few of many. */
export function nodesText(nodes: readonly string[]): string {
  return nodes.length <= MOST_NODES ? nodes.join(', ') : `${nodes.slice(0, MOST_NODES).join(', ')} and ${nodes.length - MOST_NODES} more`;
}

/** `n → mixed` */
export function nameOf({ from, to }: Pick<ReportStep, 'from' | 'to'>): string {
  return `${from} → ${to}`;
}

/** An object, with its cluster where that is not the one that is served. */
export function placedObject({ object, cluster }: Pick<ReportStep['objects'][number], 'object' | 'cluster'>): string {
  return cluster === undefined ? object : `${object} of the ${cluster} cluster`;
}

/** The five questions of a review, answered. */
export function answersOf(report: Report): readonly ReviewAnswer[] {
  return [changes(report), safety(report), restarts(report), gap(report), back(report)];
}

function changes(report: Report): ReviewAnswer {
  const { from, to, steps, strategy, releases, cloud } = report;
  const isBack = !isForward(from, to);
  const ofCloud = cloud === '' ? '' : ` of ${plain(cloud)}`;
  return {
    question: 'What changes?',
    short: `The cloud controllers${ofCloud} move${isBack ? ' back' : ''} with strategy ${strategy}, Kubernetes ${
      [...new Set(isBack ? [...releases].reverse() : releases)].join(' to ')}, ${whereText(report)}. In all, ${
      objectCounts(steps.flatMap(({ objects }) => objects)).join('') || 'no objects'}; ${
      fileCounts(steps.flatMap(({ nodeFiles }) => nodeFiles)).join('') || 'no files of nodes'}.`,
  };
}

/** What the controllers move on. */
function whereText({ steps, manager, controlPlane, workers, replaced = [], installer }: Report): string {
  if (installer !== undefined) return `on machines that ${installer} makes`;
  const ofControlPlane = controlPlane.length + countOf(replaced, NodeRole.CONTROL_PLANE);
  const others = workers.length + countOf(replaced, NodeRole.WORKER);
  const replacedNodes = ofReplaced(steps, replaced);
  if (manager) {
    return `in ${plain(placedObject(manager))}${others === 0 ? '' : `, and on ${counted(others, 'worker')}${replacedNodes}`}`;
  }
  const nodes = ofControlPlane + others === 0 ? 'no node' : `${counted(ofControlPlane, 'control-plane node')} and ${counted(others, 'worker')}`;
  return `on ${nodes}${replacedNodes}`;
}

/** A report of a part of the way does not replace all. */
function ofReplaced(steps: Report['steps'], replaced: NonNullable<Report['replaced']>): string {
  const crosses = (from: PlanStateName, to: PlanStateName) => steps.some(step => step.from === from && step.to === to);
  const own = replaced.filter(({ role }) => crosses('mixed', 'n-plus-1')
    || (role === NodeRole.CONTROL_PLANE ? crosses('mixed', 'n') : crosses('n-plus-1', 'mixed')));
  if (own.length === 0) return '';
  return own.length === replaced.length ? ', which are replaced'
    : `, of which those of group ${own.map(({ group }) => group).join(', ')} are replaced`;
}

function countOf(replaced: NonNullable<Report['replaced']>, role: NodeRole): number {
  return replaced.filter(one => one.role === role).reduce((sum, { count }) => sum + count, 0);
}

function objectCounts(objects: ReportStep['objects']): readonly string[] {
  const byChange = [...grouped(objects, ({ change }) => change)].map(([change, own]) => `${own.length} ${change}`);
  return byChange.length === 0 ? [] : [`objects: ${byChange.join(', ')}`];
}

function fileCounts(nodeFiles: ReportStep['nodeFiles']): readonly string[] {
  if (nodeFiles.length === 0) return [];
  const files = new Set(nodeFiles.map(({ path }) => path)).size;
  const nodes = new Set(nodeFiles.flatMap(one => one.nodes)).size;
  return [`${counted(files, 'file')} on ${counted(nodes, 'node')}`];
}

/** The answer in words. */
export const ANSWERED: Readonly<Record<UpgradeAnswer, string>> = {
  'may-go': 'May go', 'must-not': 'Must not go', 'cannot-say': 'Cannot say',
};

function safety({ answer, safe, steps, assumptions }: Report): ReviewAnswer {
  const counts = findingCounts(steps);
  const refused = steps.filter(({ verdict }) => verdict.refused !== undefined);
  const declared = [...new Set(steps.flatMap(({ verdict }) => verdict.declaredGaps))];
  const gapOfStrategy = declared.length === 0 ? '' : `, but for the gap of the strategy (${declared.join(', ')})`;
  return {
    question: 'Is it safe?',
    isVerdict: true,
    short: safe
      ? `${ANSWERED[answer]}, if what is taken for granted is true (${assumptions.map(({ id }) => id).join(', ')}). In every mix of processes during `
        + `each step no controller runs twice, and every controller is run${gapOfStrategy}. Findings: ${counts.join(', ')}.`
      : `${ANSWERED[answer]}. ${counted(refused.length, 'step')} refused; findings: ${counts.join(', ')}.`,
  };
}

function restarts({ steps, manager, installer }: Report): ReviewAnswer {
  const ofNodes = `${manager ? 'Pods by the rolls of their workloads' : 'Control-plane nodes one after the other'}, workers by node group`;
  return {
    question: 'What restarts?',
    isOfRoll: true,
    short: steps.every(step => step.restarts.length === 0) ? 'Nothing.'
      : `${installer === undefined ? ofNodes : `What ${installer} replaces`}: ${
        plain(allRestarts(steps).join('; '))}.`,
  };
}

/** Over all steps: what restarts once or more, and on how many nodes. */
function allRestarts(steps: readonly ReportStep[]): readonly string[] {
  const byWhat = [...grouped(steps.flatMap(step => step.restarts), ({ what }) => what)]
    .map(([what, own]) => ({ what, count: new Set(own.flatMap(({ nodes }) => nodes)).size }));
  return [...grouped(byWhat, ({ count }) => count)].map(([count, own]) =>
    `${own.map(({ what }) => what).join(', ')}${count === 0 ? '' : ` on ${counted(count, 'node')}`}`);
}

/** What restarts, by the nodes on which it does. */
export function restartTexts(all: readonly Restart[]): readonly string[] {
  return [...grouped(all, ({ nodes }) => JSON.stringify(nodes)).values()].map(alike => {
    const [{ nodes }] = alike;
    return `${nodes.length === 0 ? '' : `${nodesText(nodes)}: `}${alike.map(({ what }) => what).join(', ')}`;
  });
}

function gap({ steps }: Report): ReviewAnswer {
  const bounds = steps.flatMap(({ gap: { longestSeconds } }) => longestSeconds ?? []);
  const times = steps.reduce((sum, step) => sum + step.gap.times, 0);
  const isDeclared = steps.some(step => step.gap.isDeclared);
  return {
    question: 'How long may no controller run?',
    short: [
      ...bounds.length === 0 ? [] : [`Less than ${Math.max(...bounds).toFixed(1)} s and the start of a process, each time that the leader is `
        + `stopped${times === 0 ? '' : `: at most ${counted(times, 'time')}`}.`],
      ...steps.some(step => step.gap.hasException) ? ['Longer in a case that is below.'] : [],
      ...isDeclared ? ['The strategy has a gap that lasts until a later step ends it.'] : [],
    ].join(' ') || 'No bound is known, or none is needed.',
  };
}

function back({ steps, installer }: Report): ReviewAnswer {
  const there = steps.filter(step => step.back !== null);
  const none = noWayBack(steps);
  return {
    question: 'How to turn back?',
    short: there.length === 0 ? plain(none) : installer === undefined ? BY_PLAYBOOK
      : `The commands of \`${there.at(-1)!.back!.plan}\`, the last step first.${none === '' ? '' : ` But ${plain(none)}`}`,
  };
}

const BY_PLAYBOOK = '`ansible-playbook back.yaml` in the folder of the plan of the step (its command is below), from any point, also from the middle '
  + 'of a step; the last step first. `ccm-migration diff`, with the states exchanged, shows what that changes.';

/** Why some or all steps have no way back; empty: all have one. */
export function noWayBack(steps: readonly ReportStep[]): string {
  const said = [...grouped(steps.filter(one => one.noWayBack !== undefined), one => one.noWayBack!)];
  const reasons = said.map(([reason, own]) => `${own.map(nameOf).join(', ')}: ${reason}.`);
  if (reasons.length > 0) return reasons.join(' ');
  return steps.some(step => step.back !== null) ? '' : 'No step can be planned, so there is nothing to take back.';
}

/** `objects: 2 added`, `2 files on 3 nodes` */
export function changeCounts({ objects, nodeFiles }: Pick<ReportStep, 'objects' | 'nodeFiles'>): readonly string[] {
  return [...objectCounts(objects), ...fileCounts(nodeFiles)];
}

function findingCounts(steps: readonly ReportStep[]): readonly string[] {
  const findings = steps.flatMap(step => step.findings);
  return (['error', 'warning', 'note'] as const).map(severity => counted(findings.filter(one => one.severity === severity).length, severity));
}
