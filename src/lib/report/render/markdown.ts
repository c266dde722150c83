import { columnsOf, locksOf, shortName, stretches, stretchText } from './lanes';
import { endingLine } from '../../migration/endings';
import { counted } from '../../text/counted';
import { inHtmlOfMarkdown, inMarkdown, pieces } from '../../text/markup';
import { printable, printableLines } from '../../text/printable';
import { answersOf, ANSWERED, changeCounts, nameOf, nodesText, noWayBack, placedObject } from '../answers';
import { figuresOf } from '../figures';
import {
  backOnce, examplesOnce, findingsOnce, gapTexts, mixesOnce, OnceExample, OnceProcess, processesOnce, sameBefore, textsOnce, Turn, turnsOf,
} from '../once';
import { ActionGap, Report, ReportStep } from '../report';

/** What a comment of a pull request may have: GitHub takes 65,536 characters. */
const MAX_CHARACTERS = 60_000;
/** Of which the sentence on what is left out needs so many. */
const RESERVED = 1_000;
/** Rows of a table, and characters of a cell. */
const MAX_ROWS = 30;
const MAX_CELL = 600;
/** Rows of the roll that are not folded. */
const MAX_TURNS = 8;

/** Part of the document that is left out where there is no room. */
interface Block {
  readonly name: string;
  readonly text: string;
  /** Parts that stand in it, each of which may be left out for itself. */
  readonly parts?: readonly Block[];
}

/** For a comment on a pull request: one screen with what a reviewer asks first; everything else is folded, each thing once. */
export function renderMarkdown(report: Report): string {
  return rendered([head(report), ...folds(report), ...report.steps.flatMap(differences), limits(report)]);
}

/** Of a plan. */
export const REPORT_FILE = 'report.md';

/** Beside a plan, where the differences are in the change that is reviewed: without them. */
export function renderOverview(report: Report): string {
  const { from, to } = report;
  const rest = `\`ccm-migration diff ${from} ${to} <app-dir>\` shows the differences of manifests and files of nodes.`;
  return `${[...[head(report), ...folds(report), limits(report)].map(({ text }) => text), sentence(rest)].join('\n\n')}\n`;
}

function rendered(blocks: readonly Block[]): string {
  const [kept, left]: [string[], string[]] = [[], []];
  let room = MAX_CHARACTERS - RESERVED;
  const fits = ({ name, text }: Block): boolean => {
    if (text.length + 2 > room) {
      left.push(name);
      return false;
    }
    room -= text.length + 2;
    return true;
  };
  for (const block of blocks) {
    if (!fits(block)) continue;
    const parts = block.parts?.filter(fits).map(({ text }) => text) ?? [];
    kept.push(parts.length === 0 ? block.text : [block.text.slice(0, -END.length), ...parts, END.trim()].join('\n\n'));
  }
  return `${[...kept, ...leftOut(left)].join('\n\n')}\n`;
}

function leftOut(names: readonly string[]): readonly string[] {
  if (names.length === 0) return [];
  const shown = clipped(names.slice(0, 5).join('; '));
  const more = names.length > 5 ? '; …' : '';
  return [`**Left out**, since a comment has no room for it: ${counted(names.length, 'part')} (${inMarkdown(shown)}${more}). `
    + '`--format html` and `--format json` have everything.'];
}

/** The one screen. */
function head(report: Report): Block {
  const { from, to, cluster, answer } = report;
  const turns = report.steps.flatMap(step => turnsOf(step).flatMap(part => ('length' in part ? [] : [turnRow(step, part)])));
  return {
    name: 'answers',
    text: [
      `# ${ANSWERED[answer]}: migration \`${from}\` → \`${to}\`${cluster === null ? '' : ` of ${cell(cluster)}`}`,
      ...report.safe ? [] : [reasons(report)],
      table(['', ''], answersOf(report).map(({ question, short, isOfRoll }) =>
        [`**${question}**`, isOfRoll && turns.length > 0 ? inMarkdown(rollInShort(report)) : sentence(short)])),
      ...turns.length === 0 ? [] : [table(
        ['step', 'nodes', 'restarts, in this order', 'no controller may run'],
        turns.length <= MAX_TURNS ? turns : [...turns.slice(0, MAX_TURNS - 1), [`… ${turns.length - MAX_TURNS + 1} more, folded`, '', '', '']],
      )],
    ].join('\n\n'),
  };
}

/** The rows below it have the rest. */
function rollInShort(report: Report): string {
  const { figure, says } = figuresOf(report).find(({ about }) => about === 'roll')!;
  return `${figure} ${says}, in the order below`;
}

function turnRow(step: ReportStep, { title, nodes, times, restarts, gap }: Turn): readonly string[] {
  const where = nodes.length > 1 ? counted(nodes.length, 'node') : nodes.length === 1 ? nodes[0] : times > 1 ? `${times} times, by turns` : title;
  return [`\`${nameOf(step)}\``, cell(where), cell(restarts.map(one => one.replace(/^static pod /, '')).join(', ') || 'nothing'), gapText(gap)];
}

function gapText(gap: ActionGap | undefined): string {
  if (gap === undefined) return '-';
  const { mostSeconds, afterUnboundedSeconds, isOpen } = gap;
  return [
    ...mostSeconds === undefined ? [] : [`less than ${mostSeconds.toFixed(1)} s and its start`],
    ...afterUnboundedSeconds === undefined ? [] : [`in one case ${afterUnboundedSeconds} s behind what has no bound`],
    ...isOpen === undefined ? [] : ['until a later step ends it'],
  ].join('; ');
}

/** Why it may not go: the first of each kind, which the parts below have in full. */
function reasons(report: Report): string {
  const refused = report.steps.filter(({ verdict }) => verdict.refused !== undefined && verdict.counterexamples.length === 0);
  return [
    ...examplesOnce(report).slice(0, 3).map(({ controllers, steps, story }) =>
      `**${cell(controllers.join(', '))}** (${cell(steps.join('; '))}): ${sentence(story.at(-1)!)}`),
    ...findingsOnce(report).filter(({ severity }) => severity === 'error').slice(0, 3).map(({ rule, message, places: [{ file, line }] }) =>
      `**${rule}**: ${cell(message)} (${cell(`${file}:${line}`)})`),
    ...refused.map(step => `**${nameOf(step)}**: ${cell(`${step.verdict.refused!.reason}. ${step.verdict.refused!.fix}`)}`),
  ].map(one => `- ${one}`).join('\n');
}

/** Everything but differences and limits. */
function folds(report: Report): readonly Block[] {
  const { steps, assumptions, installer } = report;
  const columns = columnsOf(report);
  const processes = processesOnce(columns);
  const examples = examplesOnce(report);
  const findings = findingsOnce(report);
  const endings = steps.flatMap(step => step.endings);
  const there = steps.filter(step => step.back !== null);
  const none = noWayBack(steps);
  const left = steps.flatMap(({ toDelete }) => [...toDelete.objects, ...toDelete.nodeFiles]);
  const unseen = textsOnce(steps, step => step.notLookedAt.map(({ file, what }) => `${file}: ${what}`));
  return [
    ...examples.length === 0 ? [] : [fold(`Counter-examples: ${examples.length}`, examples.map(exampleText).join('\n\n'))],
    fold(`Taken for granted: ${assumptions.length}`, assumptions.map(({ id, text }) => `- \`${id}\`: ${cell(text)}`).join('\n')),
    fold('The roll in full', steps.map(step => rollText(step)).join('\n\n')),
    fold('What was proven', [
      table(['step', 'no controller runs twice', 'every controller is run'], steps.map(verdictRow)),
      ...mixesOnce(steps).map(mix => `All combinations of these processes (${cell(mix.steps.join('; '))}):\n\n${list(mix.processes.map(sentence))}`),
      list(textsOnce(steps, gapTexts).map(([text, own]) => sentence(`${own.join('; ')}: ${text}`))),
    ].filter(text => text !== '').join('\n\n')),
    fold('Who runs what, and under which locks', table(
      ['runs', 'flags', 'locks', 'controllers that it may run', 'when, where', 'read from'], processes.map(one => processRow(columns, one)),
    )),
    ...findings.length === 0 ? [] : [fold(`Findings: ${findings.length}`, table(
      ['severity', 'rule', 'what', 'fix', 'places'], findings.map(({ severity, rule, message, fix, places }) =>
        [severity, rule, cell(message), cell(fix), cell(clippedList(places.map(({ file, line }) => `${file}:${line}`)))]),
    ))],
    ...endings.length === 0 ? [] : [fold('What version N+1 takes away of what version N has', list(endings.map(one => sentence(endingLine(one)))))],
    fold('The way back', there.length === 0 ? sentence(none) : list([
      ...none === '' ? [] : [sentence(none)],
      ...backOnce(steps).map(([text, own]) => sentence(`${own.join('; ')}: ${text}`)),
      ...there.map(step => sentence(`\`${step.back!.plan}\`${installer === undefined ? ', then `ansible-playbook back.yaml` in `<dir>`' : ''}`)),
    ])),
    ...left.length === 0 ? [] : [fold('Left behind: the plan deletes it, and else a person has to', list(left.map(cell)))],
    ...unseen.length === 0 ? [] : [fold('Not looked at', list(unseen.map(([text, own]) => cell(`${text} (${own.join('; ')})`))))],
  ];
}

function exampleText({ controllers, steps, story, processes, places, fix }: OnceExample): string {
  const at = processes.map(({ component, version }, index) => {
    const place = places[index];
    return cell(`${component} ${version}${place ? `: ${place.file}:${place.line}` : ''}`);
  });
  return `**${cell(controllers.join(', '))}** (${cell(steps.join('; '))})\n\n${list([...story.map(sentence), ...at, `fix: ${sentence(fix)}`])}`;
}

function verdictRow(step: ReportStep): readonly string[] {
  const { exclusivity, liveness, declaredGaps, unknown } = step.verdict;
  const gap = declaredGaps.length === 0 ? '' : `, but for ${cell(declaredGaps.join(', '))}`;
  const why = unknown === undefined ? '' : `: ${cell(unknown)}`;
  return [`\`${nameOf(step)}\``, word(exclusivity, unknown), `${word(liveness, unknown)}${gap}${why}`];
}

function rollText(step: ReportStep): string {
  const rows = turnsOf(step).flatMap(part => ('length' in part ? part : [part])).map(({ title, nodes, times, restarts, gap }) =>
    [cell(title), cell(nodes.length > 0 ? nodesText(nodes) : times > 1 ? `${times} times` : '-'), cell(restarts.join(', ') || '-'), gapText(gap)]);
  return `**${nameOf(step)}**: ${changeCounts(step).join('; ') || 'nothing changes'}\n\n${
    rows.length > 0 ? table(['step', 'nodes', 'restarts', 'no controller may run'], rows)
      : step.verdict.refused === undefined ? 'Nothing is done.' : 'No step can be planned.'}`;
}

function processRow(columns: ReturnType<typeof columnsOf>, one: OnceProcess): readonly string[] {
  const when = stretches(columns, (_, column) => one.times.has(column)).map(stretch => stretchText(columns, stretch)).join(', ');
  const where = nodesText([...new Set([...one.times.values()].flat())]);
  const [place] = one.places;
  return [
    shortName(one), one.flags.join(' ') || '-', locksOf(one).join(', ') || 'none',
    one.controllers.map(({ controller }) => controller).join(', ') || 'none', `${when}: ${where}`,
    place === undefined ? '-' : `${place.file}:${place.line}`,
  ].map(cell);
}

function clippedList(texts: readonly string[]): string {
  return texts.length <= 3 ? texts.join(', ') : `${texts.slice(0, 3).join(', ')} and ${texts.length - 3} more`;
}

/** What changes in a step, each difference folded once more. */
function differences(step: ReportStep, at: number, steps: readonly ReportStep[]): readonly Block[] {
  const files = step.nodeFiles.flatMap(file => {
    const { change, path, nodes, restarts, diff, withoutDiff } = file;
    if (sameBefore(steps, at, file) !== undefined) return [];
    return [{ title: `${path} ${change} on ${nodesText(nodes)}, restarts ${restarts ?? 'nothing'}`, diff, why: withoutDiff }];
  });
  const again = step.nodeFiles.flatMap(file => {
    const same = sameBefore(steps, at, file);
    return same === undefined ? [] : [cell(`${file.path} changes as in ${nameOf(steps[same.step])}, on ${nodesText(file.nodes)}`)];
  });
  const objects = step.objects.map(({ change, file, line, diff, ...object }) =>
    ({ title: `${placedObject(object)} ${change} (${file}${line === undefined ? '' : `:${line}`})`, diff, why: 'secret' }));
  const parts = [...files, ...objects].map(({ title, diff, why }) => ({
    name: `${nameOf(step)}: ${title}`,
    text: folded(title, diff === null ? `Not shown: ${why}.` : fencedDiff(diff)),
  }));
  const content = [`${changeCounts(step).join('; ')}.`, ...again.length === 0 ? [] : [list(again)]].join('\n\n');
  return parts.length + again.length === 0 ? [] : [{ ...fold(`Differences of ${nameOf(step)}`, content), parts }];
}

function limits({ limits: all }: Report): Block {
  return fold('Limits of the proof', all.map(one => `- ${sentence(one)}`).join('\n'));
}

/** Longer than every row of backticks in it. */
function fencedDiff(diff: readonly string[]): string {
  const text = printableLines(diff.join('\n'));
  const fence = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)));
  return `${fence}diff\n${text}\n${fence}`;
}

/** Of what is folded. */
const END = '\n\n</details>';

function fold(name: string, content: string): Block {
  return { name, text: folded(name, content) };
}

function folded(title: string, content: string): string {
  return `<details><summary>${inHtmlOfMarkdown(clipped(title))}</summary>\n\n${content}${END}`;
}

function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const more = rows.length > MAX_ROWS ? [line([`… ${rows.length - MAX_ROWS} more`, ...titles.slice(1).map(() => '')])] : [];
  return [line(titles), line(titles.map(() => '---')), ...rows.slice(0, MAX_ROWS).map(line), ...more].join('\n');
}

/** @param items Markdown */
function list(items: readonly string[]): string {
  const more = items.length > MAX_ROWS ? [`- … ${items.length - MAX_ROWS} more`] : [];
  return [...items.slice(0, MAX_ROWS).map(item => `- ${item}`), ...more].join('\n');
}

function word(holds: boolean | null, unknown: string | undefined): string {
  return holds === null ? unknown === undefined ? '**refused**' : '**not known**' : holds ? 'holds' : '**broken**';
}

/** What stands between backticks is code. */
function sentence(text: string): string {
  const code = (part: string) => `\`${printable(part).replaceAll('|', '\\|')}\``;
  return pieces(clipped(text)).map(({ text: part, isCode }) => (isCode ? code(part) : inMarkdown(part))).join('');
}

function cell(text: string): string {
  return inMarkdown(clipped(text));
}

function clipped(text: string): string {
  return text.length > MAX_CELL ? `${text.slice(0, MAX_CELL)}…` : text;
}
