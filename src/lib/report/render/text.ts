import { grouped } from '../../kubernetes/once-for';
import { endingLine } from '../../migration/endings';
import { fitted } from '../../text/fitted';
import { DETAIL, placedLines } from '../../text/placed-lines';
import { printable } from '../../text/printable';
import { storyLines } from '../../text/story-lines';
import { Style } from '../../text/style';
import { answersOf, nameOf, nodesText, placedObject, restartTexts } from '../answers';
import { MOMENTS, PlacedCounterExample, Report, ReportProcess, ReportStep } from '../report';

/** For a terminal: the verdict, what else a reviewer asks, then each step with its differences. */
export function renderText(report: Report, style: Style): string {
  const { from, to, cluster } = report;
  const answers = answersOf(report);
  const mark = (verdict: string) => report.safe ? style.good(verdict) : style.bad(verdict);
  const head = [
    `${nameOf({ from, to })}${cluster === null ? '' : ` of ${printable(cluster)}`}`,
    '',
    ...answers.filter(({ isVerdict }) => isVerdict).map(({ question, short }) => `${question} ${said(short).replace(/^[A-Za-z ]+/, mark)}`),
    ...whyNot(report, style),
    ...answers.filter(({ isVerdict }) => !isVerdict).map(({ question, short }) => `${question} ${said(short)}`),
  ];
  const isOfInstaller = report.installer !== undefined;
  return `${[...allFitted(head, style), ...report.steps.flatMap(step => ['', ...stepLines(step, isOfInstaller, style)])].join('\n')}\n`;
}

/** Of what is not safe: in a log a line each, on a terminal as stories. The rest of the details of the answers is with the steps. */
function whyNot({ safe, steps }: Report, style: Style): readonly string[] {
  const { columns } = style;
  if (safe) return [];
  return steps.flatMap(({ verdict: { refused, counterexamples } }) => [
    ...refused === undefined ? [] : [`  - ${said(columns === undefined ? `${refused.reason}. ${refused.fix}` : refused.reason)}`],
    ...columns === undefined ? counterexamples.map(({ controller, message }) => `  - ${said(`${controller}: ${message}`)}`)
      : stories(counterexamples, columns, style),
  ]);
}

/** Controllers that have the same counter-example share it: of each, it says `it`. */
function stories(examples: readonly PlacedCounterExample[], columns: number, style: Style): readonly string[] {
  const partsOf = ({ controller, story, fix }: PlacedCounterExample, name: string) =>
    [...story, fix].map(part => part.replaceAll(`\`${controller}\``, name));
  const shared = grouped(examples, example => JSON.stringify(partsOf(example, 'it')));
  return [...shared.values()].flatMap(own => {
    const [{ controller }] = own;
    const parts = partsOf(own[0], own.length === 1 ? controller : 'it').map(said);
    const lines = storyLines(parts.slice(0, -1), `fix: ${parts.at(-1)}`, columns);
    return [`  - ${style.bad('error')}: ${own.map(one => `'${printable(one.controller)}'`).join(', ')}`, ...lines.map(line => `${DETAIL}${line}`)];
  });
}

function stepLines(step: ReportStep, isOfInstaller: boolean, style: Style): readonly string[] {
  const { verdict, gap, restarts, toDelete, notLookedAt, back, processes, endings, findings, actions, nodeFiles, objects } = step;
  const isBad = (severity: string) => severity === 'error' ? style.bad : style.doubtful;
  const facts = [
    `== ${nameOf(step)}`,
    `no controller runs twice: ${word(verdict, 'exclusivity', style)}; every controller is run: ${word(verdict, 'liveness', style)}${
      verdict.declaredGaps.length === 0 ? '' : `, but for the gap of the strategy (${verdict.declaredGaps.map(printable).join(', ')})`}`,
    `no controller may run: ${said(gap.text)}`,
    ...named('restarts', restartTexts(restarts)),
    ...named('left behind (the plan deletes it; else a person has to)', [...toDelete.objects, ...toDelete.nodeFiles]),
    ...notLookedAt.length === 0 ? [] : named('not looked at', notLookedAt.map(({ file, what }) => `${file}: ${what}`)),
    ...step.noWayBack === undefined ? [] : [`way back: ${said(step.noWayBack)}`],
    ...verdict.unknown === undefined ? [] : [`not known: ${said(verdict.unknown)}`],
    ...back === null ? [] : [
      `way back: ${back.plan}${isOfInstaller ? '' : ', then ansible-playbook back.yaml in <dir>'}; possible ${said(back.until)}`,
      ...back.stays === '' ? [] : [`  ${said(back.stays)}`],
    ],
    ...MOMENTS.flatMap(moment => named(`runs ${moment}`, processes[moment].map(processText))),
    ...actions.length === 0 ? [] : named('the plan', actions.map(({ title, nodes }) => `${title}${nodes.length > 1 ? `: ${nodesText(nodes)}` : ''}`)),
    ...endings.length === 0 ? [] : named('version N+1 takes away', endings.map(row => endingLine(row).replaceAll('`', ''))),
    ...placedLines(findings.map(({ file, line, severity, rule, message, fix }) => (
      { file, line, text: `${isBad(severity)(severity)}: ${printable(message)} [${rule}]`, details: [`fix: ${printable(fix)}`] })), style),
  ];
  return [
    ...allFitted(facts, style),
    ...nodeFiles.flatMap(({ change, path, nodes, restarts: what, diff, withoutDiff }) => [
      '',
      ...fitted(`${change} ${printable(path)} on ${printable(nodesText(nodes))}, restarts ${printable(what ?? 'nothing')}`, style.columns),
      ...difference(diff, withoutDiff, style),
    ]),
    ...objects.flatMap(({ change, file, diff, ...object }) => [
      '', ...fitted(`${change} ${printable(placedObject(object))} (${printable(file)})`, style.columns), ...difference(diff, 'secret', style),
    ]),
  ];
}

function processText({ where, nodes, component, release, flags, mainLock, migrationLock, controllers }: ReportProcess): string {
  const runs = controllers.map(({ controller }) => controller).join(', ') || 'none of the controllers';
  return `${nodes === null ? where : nodesText(nodes)}: ${component} ${release}${flags.map(flag => ` ${flag}`).join('')}; may run ${runs}; locks ${
    [...mainLock, ...migrationLock].join(', ') || 'none'}`;
}

function named(name: string, items: readonly string[]): readonly string[] {
  return items.length === 0 ? [`${name}: nothing`] : [`${name}:`, ...items.map(item => `  - ${printable(item)}`)];
}

function difference(diff: readonly string[] | null, why: string | undefined, style: Style): readonly string[] {
  if (diff === null) return [`  not shown: ${why}`];
  return diff.flatMap(line => {
    const mark = line.startsWith('+') ? style.good : line.startsWith('-') ? style.bad : (text: string) => text;
    return quoted(printable(line), style.columns).map(row => mark(row));
  });
}

/** A line with its sign in rows, each with the sign. */
function quoted(line: string, columns: number | undefined): readonly string[] {
  return columns === undefined ? [line] : fitted(line.slice(1), columns - 1).map(row => line.charAt(0) + row);
}

function word(verdict: ReportStep['verdict'], promise: 'exclusivity' | 'liveness', style: Style): string {
  const holds = verdict[promise];
  return holds === null ? style.bad(verdict.unknown === undefined ? 'STEP REFUSED' : 'NOT KNOWN') : holds ? style.good('holds') : style.bad('BROKEN');
}

function allFitted(lines: readonly string[], { columns }: Style): readonly string[] {
  return lines.flatMap(line => fitted(line, columns));
}

/** What stands between backticks is a command: it is text as well here. */
function said(text: string): string {
  return printable(text.replaceAll('`', ''));
}
