import { wayOf } from './hops';
import { NodeRole, NodeSide } from '../../kubernetes/node';
import { counted } from '../../text/counted';
import { fitted } from '../../text/fitted';
import { printable } from '../../text/printable';
import { PLAIN, Style } from '../../text/style';
import { kindsOf } from '../data/kinds';
import { Plan, PlanResult, RefusedPlan } from '../plan';
import { Upgrading } from '../upgrade/upgrade-hindrances';

/** The table of steps, for a log; on a terminal in rows of its width, with the verdict first. */
export function renderText(result: PlanResult, style: Style = PLAIN): string {
  return 'plan' in result ? planText(result.plan, style) : refusedText(result.refused, style);
}

function planText(plan: Plan, style: Style): string {
  const { route, strategy, releases, steps, upgrade, hops } = plan;
  const way = upgrade ? upgradeText({ upgrade, hops, releases })
    : `plan ${route.join(' -> ')}, strategy ${strategy}, ${releases[NodeSide.N]} and ${releases[NodeSide.N_PLUS_1]}`;
  const about = `${way}, ${nodesText(plan)}, ${counted(steps.length, 'step')}`;
  const proven = 'of everything that may run simultaneously during each, exclusivity and liveness hold';
  const isTerminal = style.columns !== undefined;
  return overview(isTerminal ? `${style.good('proven')}: ${proven}\n${printable(about)}` : printable(`${about}; ${proven}`), stepRows(plan), style);
}

function upgradeText({ upgrade, hops, releases }: Upgrading & Pick<Plan, 'releases'>): string {
  const { from, to, isDowngrade, steps } = upgrade;
  const kubernetes = `Kubernetes ${hops ? `${releases[NodeSide.N]} -> ` : ''}${releases[NodeSide.N_PLUS_1]}`;
  if (from === to) return `change of the cloud-controller-manager ${wayOf({ upgrade })}, ${kubernetes}`;
  const tags = [from, ...hops ? steps : [to]].join(' -> ');
  return `${isDowngrade ? 'downgrade' : 'upgrade'} of the cloud-controller-manager ${tags}, ${kubernetes}`;
}

/** Nodes that are changed where they are, and those of groups whose nodes are replaced. */
function nodesText({ controlPlane, workers, groups = {} }: Plan): string {
  if (controlPlane.length + workers.length + Object.keys(groups).length === 0) return 'without files of nodes';
  const roles = [[NodeRole.CONTROL_PLANE, controlPlane, 'control-plane node'], [NodeRole.WORKER, workers, 'worker']] as const;
  return roles.flatMap(([role, own, word]) => {
    const replaced = Object.values(groups).filter(group => group.role === role).reduce((sum, { count }) => sum + count, 0);
    return [
      ...own.length > 0 || replaced === 0 ? [counted(own.length, word)] : [],
      ...replaced > 0 ? [`${counted(replaced, word)} of groups that are replaced`] : [],
    ];
  }).join(', ');
}

/**
 * A sentence and the table of steps; where the terminal is narrower than the table, each step in rows of its own.
 *
 * @param head what may be printed as it is
 */
export function overview(head: string, steps: readonly StepRow[], { columns: width }: Style): string {
  const rows = [
    ['step', 'nodes', 'at most', 'what', 'waits for'],
    ...steps.map(({ step, what, where, atMost, proof }) => [step, where, atMost, what, proof]),
  ];
  const columns = rows[0].map((_, column) => rows.map(row => printable(row[column])));
  const widths = columns.map(cells => Math.max(...cells.map(cell => cell.length)));
  const table = rows.map((_, row) => columns.map((cells, column) => cells[row].padEnd(widths[column])).join('  ').trimEnd());
  const isWide = width !== undefined && table.some(line => line.length > width);
  const lines = [...head.split('\n'), '', ...isWide ? steps.flatMap(stepLines) : table];
  return [...lines.flatMap(line => fitted(line, width)), ''].join('\n');
}

function stepLines({ step, what, where, atMost, proof }: StepRow): readonly string[] {
  const about = [...where === '-' ? [] : [`nodes: ${where}`], ...atMost === '-' ? [] : [`at most ${atMost}`]].join('; ');
  return [
    printable(step), `  ${printable(what)}`, ...about === '' ? [] : [`  ${printable(about)}`],
    ...proof === '-' ? [] : [`  waits for: ${printable(proof)}`],
  ];
}

/** A row of the table; steps of one kind are one, for any number of nodes. `-` says nothing. */
export interface StepRow {
  readonly step: string;
  readonly what: string;
  readonly where: string;
  readonly atMost: string;
  readonly proof: string;
}

export function stepRows({ steps }: Pick<Plan, 'steps'>): readonly StepRow[] {
  return kindsOf(steps).map(({ name, steps: own, shared: { title, waitFor, atMostSeconds, group } }) => {
    const [{ node, ordinal }] = own;
    const isOne = own.length === 1;
    const which = ordinal !== undefined ? ', by turns' : group === undefined ? ', one by one' : ` of group ${group}`;
    return {
      step: name,
      what: title.replaceAll('{node}', isOne ? node! : 'a node'),
      where: node === undefined && ordinal === undefined ? '-' : isOne ? '1' : `${own.length}${which}`,
      atMost: atMostSeconds === 0 ? '-' : `${atMostSeconds} s`,
      proof: waitFor.replaceAll('{node}', isOne ? node! : 'the node'),
    };
  });
}

export function refusedText({ from, to, reason, counterexamples, fix }: RefusedPlan, style: Style = PLAIN): string {
  const examples = counterexamples.flatMap(({ controller, message }) => style.columns === undefined ? [printable(`  ${controller}: ${message}`)]
    : [`  ${printable(controller)}:`, ...message.split('; ').map(part => `    ${printable(part)}`)]);
  const lines = [
    `${style.bad('refused')}: ${printable(`the plan from '${from}' to '${to}' is not safe: ${reason}`)}`, '', ...examples, '',
    printable(`what to do: ${fix}`), '',
  ];
  return lines.flatMap(line => fitted(line, style.columns)).join('\n');
}
