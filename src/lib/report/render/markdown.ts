import { endingLine } from '../../migration/endings';
import { counted } from '../../text/counted';
import { inHtmlOfMarkdown, inMarkdown, pieces } from '../../text/markup';
import { printable, printableLines } from '../../text/printable';
import { answersOf, nameOf, nodesText, restartTexts } from '../answers';
import { MOMENTS, Report, ReportStep } from '../report';

/** What a comment of a pull request may have: GitHub takes 65,536 characters. */
const MAX_CHARACTERS = 60_000;
/** Of which the sentence on what is left out needs so many. */
const RESERVED = 1_000;
/** Rows of a table, and characters of a cell. */
const MAX_ROWS = 30;
const MAX_CELL = 600;

/** Part of the document that is left out where there is no room. */
interface Block {
  readonly name: string;
  readonly text: string;
}

/** For a comment on a pull request: what a reviewer asks first, then each step; differences are folded. */
export function renderMarkdown(report: Report): string {
  const blocks = [head(report), ...report.steps.map(overview), ...report.steps.flatMap(step => differences(step)), limits(report)];
  const [kept, left]: [string[], string[]] = [[], []];
  let room = MAX_CHARACTERS - RESERVED;
  for (const { name, text } of blocks) {
    if (text.length + 2 <= room) {
      kept.push(text);
      room -= text.length + 2;
    } else {
      left.push(name);
    }
  }
  return `${[...kept, ...leftOut(left)].join('\n\n')}\n`;
}

/** Of a plan. */
export const REPORT_FILE = 'report.md';

/** Beside a plan, where the differences are in the change that is reviewed: without them. */
export function renderOverview(report: Report): string {
  const { from, to } = report;
  const rest = `\`ccm-migration diff ${from} ${to} <app-dir>\` shows the differences of manifests and files of nodes.`;
  return `${[...[head(report), ...report.steps.map(overview), limits(report)].map(({ text }) => text), sentence(rest)].join('\n\n')}\n`;
}

function leftOut(names: readonly string[]): readonly string[] {
  if (names.length === 0) return [];
  const shown = clipped(names.slice(0, 5).join('; '));
  const more = names.length > 5 ? '; …' : '';
  return [`**Left out**, since a comment has no room for it: ${counted(names.length, 'part')} (${inMarkdown(shown)}${more}). `
    + '`--format html` and `--format json` have everything.'];
}

function head(report: Report): Block {
  const { from, to, cluster } = report;
  const answers = answersOf(report);
  return {
    name: 'answers',
    text: [
      `# Migration \`${from}\` → \`${to}\`${cluster === null ? '' : ` of ${cell(cluster)}`}`,
      table(['', ''], answers.map(({ question, short }) => [`**${question}**`, sentence(short)])),
      ...answers.flatMap(({ question, details }) => (details.length === 0 ? [] : [`## ${question}`, list(details)])),
    ].join('\n\n'),
  };
}

function overview(step: ReportStep): Block {
  const { processes, verdict, endings, findings, toDelete, notLookedAt, back, actions } = step;
  return {
    name: `step ${nameOf(step)}`,
    text: [
      `## Step \`${step.from}\` → \`${step.to}\``,
      table(['', ''], [
        ['no controller runs twice', word(verdict.exclusivity)],
        ['every controller is run', word(verdict.liveness)],
        ...verdict.declaredGaps.length === 0 ? [] : [['gap of the strategy', cell(verdict.declaredGaps.join(', '))]],
        ['no controller may run', sentence(step.gap.text)],
        ['restarts', cell(restartTexts(step.restarts).join('; ') || 'nothing')],
        ['left behind: the plan deletes it; else a person has to', cell([...toDelete.objects, ...toDelete.nodeFiles].join(', ') || 'nothing')],
        ...notLookedAt.length === 0 ? [] : [['not looked at', cell(notLookedAt.map(({ file, what }) => `${file}: ${what}`).join('; '))]],
        ...back === null ? [] : [['way back', `\`${back.plan}\`, then \`ansible-playbook back.yaml\` in \`<dir>\``]],
      ]),
      'Who runs what, where a node or a workload may run it, and under which locks:',
      table(['when', 'where', 'runs', 'flags', 'locks', 'controllers that it may run'], MOMENTS.flatMap(moment => processes[moment].map(one => [
        moment,
        cell(one.nodes === null ? one.where : nodesText(one.nodes)),
        cell(`${one.component} ${one.release}`),
        cell(one.flags.join(' ') || '-'),
        cell([...one.mainLock, ...one.migrationLock].join(', ') || 'none'),
        cell(one.controllers.map(({ controller }) => controller).join(', ') || 'none'),
      ]))),
      ...endings.length === 0 ? [] : ['What version N+1 takes away of what version N has:', list(endings.map(endingLine))],
      ...findings.length === 0 ? [] : [folded(`Findings in state ${step.to}: ${findings.length}`, table(
        ['severity', 'rule', 'place', 'what', 'fix'],
        findings.map(one => [one.severity, one.rule, cell(`${one.file}:${one.line}`), cell(one.message), cell(one.fix)]),
      ))],
      ...actions.length === 0 ? [] : [folded(`What the plan does: ${counted(actions.length, 'kind')} of steps`, table(
        ['step', 'what', 'nodes'],
        actions.map(({ name, title, nodes }) => [cell(name), cell(title), cell(nodesText(nodes) || '-')]),
      ))],
    ].join('\n\n'),
  };
}

function differences(step: ReportStep): readonly Block[] {
  const files = step.nodeFiles.map(({ change, path, nodes, restarts, diff, withoutDiff }) => ({
    title: `${nameOf(step)}: ${path} ${change} on ${nodesText(nodes)}, restarts ${restarts ?? 'nothing'}`, diff, why: withoutDiff,
  }));
  const objects = step.objects.map(({ change, object, diff }) => ({ title: `${nameOf(step)}: ${object} ${change}`, diff, why: 'secret' }));
  return [...files, ...objects].map(({ title, diff, why }) => ({
    name: title,
    text: folded(title, diff === null ? `Not shown: ${why}.` : fencedDiff(diff)),
  }));
}

function limits({ limits: all }: Report): Block {
  return { name: 'limits', text: folded('Limits of the proof', all.map(one => `- ${sentence(one)}`).join('\n')) };
}

/** Longer than every row of backticks in it. */
function fencedDiff(diff: readonly string[]): string {
  const text = printableLines(diff.join('\n'));
  const fence = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)));
  return `${fence}diff\n${text}\n${fence}`;
}

function folded(title: string, content: string): string {
  return `<details><summary>${inHtmlOfMarkdown(clipped(title))}</summary>\n\n${content}\n\n</details>`;
}

function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const more = rows.length > MAX_ROWS ? [line([`… ${rows.length - MAX_ROWS} more`, ...titles.slice(1).map(() => '')])] : [];
  return [line(titles), line(titles.map(() => '---')), ...rows.slice(0, MAX_ROWS).map(line), ...more].join('\n');
}

function list(items: readonly string[]): string {
  const more = items.length > MAX_ROWS ? [`- … ${items.length - MAX_ROWS} more`] : [];
  return [...items.slice(0, MAX_ROWS).map(item => `- ${sentence(item)}`), ...more].join('\n');
}

function word(holds: boolean | null): string {
  return holds === null ? '**step refused**' : holds ? 'holds' : '**broken**';
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
