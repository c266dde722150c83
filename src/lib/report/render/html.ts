import { STYLE } from './style';
import { endingLine } from '../../migration/endings';
import { counted } from '../../text/counted';
import { inHtml, pieces } from '../../text/markup';
import { printableLines } from '../../text/printable';
import { answersOf, nameOf, nodesText, restartTexts } from '../answers';
import { MOMENTS, Report, ReportStep } from '../report';

/** Nothing is loaded and nothing runs, whatever a text of the input would ask for. */
export const POLICY = 'default-src \'none\'; style-src \'unsafe-inline\'; base-uri \'none\'; form-action \'none\'';

/**
 * One file that needs no network: for a browser, on a phone too, and for a screen reader.
 *
 * @param drawing SVG of the lanes of the report
 */
export function renderHtml(report: Report, drawing: string): string {
  const { from, to, cluster, safe, steps, limits } = report;
  const title = `Migration ${nameOf({ from, to })}${cluster === null ? '' : ` of ${cluster}`}`;
  const answers = answersOf(report);
  return [
    '<!DOCTYPE html>',
    '<html lang="en">',
    '<head><meta charset="utf-8"/><meta name="viewport" content="width=device-width, initial-scale=1"/>',
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}"/><title>${inHtml(title)}</title><style>${STYLE}</style></head>`,
    '<body>',
    '<a class="skip" href="#answers">To the answers</a>',
    `<header><h1>${inHtml(title)}</h1></header>`,
    '<main>',
    section('answers', 'In short', `<dl class="${safe ? 'safe' : 'unsafe'}">\n${
      answers.map(({ question, short }) => `<div><dt>${question}</dt><dd>${sentence(short)}</dd></div>`).join('\n')}\n</dl>`),
    `<nav aria-label="Steps"><ul>${steps.map((step, index) => `<li><a href="#step-${index}">${inHtml(nameOf(step))}</a></li>`).join('')}</ul></nav>`,
    section('details', 'In detail', answers.filter(({ details }) => details.length > 0)
      .map(({ question, details }) => `<h3>${question}</h3>\n${list(details)}`).join('\n')),
    section('lanes', 'Who may hold which lock', lanesSection(drawing)),
    ...steps.map(stepSection),
    section('limits', 'Limits of the proof', list(limits)),
    '</main>',
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

/** A screen reader gets its name and what it shows; the words in it are in the tables of the steps. */
function lanesSection(drawing: string): string {
  const text = 'A row for each lock and each controller, a column for each state and each step; the tables of the steps say the same.';
  const name = 'role="img" aria-label="Who may hold each lock and run each controller" aria-describedby="lanes-text"';
  return `<p id="lanes-text">${text}</p>\n${scrolled('Lanes of locks and controllers', `<div ${name}>${drawing}</div>`)}`;
}

function stepSection(step: ReportStep, index: number): string {
  const { processes, verdict, endings, findings, toDelete, notLookedAt, back, actions } = step;
  return section(`step-${index}`, `Step ${nameOf(step)}`, [
    table('Verdict and consequences', ['what', 'answer'], [
      ['no controller runs twice', word(verdict.exclusivity)],
      ['every controller is run', word(verdict.liveness)],
      ...verdict.declaredGaps.length === 0 ? [] : [['gap of the strategy', inHtml(verdict.declaredGaps.join(', '))]],
      ['no controller may run', sentence(step.gap.text)],
      ['restarts', items(restartTexts(step.restarts))],
      ['left behind: the plan deletes it; else a person has to', items([...toDelete.objects, ...toDelete.nodeFiles])],
      ['not looked at', items(notLookedAt.map(({ file, what }) => `${file}: ${what}`))],
      ...back === null ? [] : [['way back', sentence(`\`${back.plan}\`, then \`ansible-playbook back.yaml\` in \`<dir>\``)]],
    ]),
    table('Who runs what, where it may run, and under which locks', ['when', 'where', 'runs', 'flags', 'locks', 'controllers that it may run'],
      MOMENTS.flatMap(moment => processes[moment].map(one => [
        moment, one.nodes === null ? one.where : nodesText(one.nodes), `${one.component} ${one.release}`, one.flags.join(' ') || '-',
        [...one.mainLock, ...one.migrationLock].join(', ') || 'none', one.controllers.map(({ controller }) => controller).join(', ') || 'none',
      ].map(inHtml)))),
    ...endings.length === 0 ? [] : ['<h3>What version N+1 takes away of what version N has</h3>', list(endings.map(endingLine))],
    ...findings.length === 0 ? [] : [folded(`Findings in state ${step.to}: ${findings.length}`, table(
      'Findings', ['severity', 'rule', 'place', 'what', 'fix'],
      findings.map(one => [one.severity, one.rule, `${one.file}:${one.line}`, one.message, one.fix].map(inHtml)),
    ))],
    ...actions.length === 0 ? [] : [folded(`What the plan does: ${counted(actions.length, 'kind')} of steps`, table(
      'Steps of the plan', ['step', 'what', 'why', 'nodes'],
      actions.map(({ name, title, why, nodes }) => [name, title, why, nodes.join(', ') || '-'].map(inHtml)),
    ))],
    ...step.nodeFiles.map(({ change, path, nodes, restarts, diff, withoutDiff }) =>
      difference(`${path} ${change} on ${nodesText(nodes)}, restarts ${restarts ?? 'nothing'}`, diff, withoutDiff)),
    ...step.objects.map(({ change, object, diff }) => difference(`${object} ${change}`, diff, 'secret')),
  ].join('\n'));
}

function difference(title: string, diff: readonly string[] | null, why: string | undefined): string {
  if (diff === null) return folded(title, `<p>Not shown: ${inHtml(why ?? '')}.</p>`);
  const lines = diff.map(line => {
    const name = line.startsWith('+') ? 'ins' : line.startsWith('-') ? 'del' : 'span';
    return `<${name}>${printableLines(line).split('\n').map(inHtml).join('\n')}</${name}>`;
  });
  return folded(title, scrolled(title, `<pre>${lines.join('\n')}</pre>`));
}

function section(id: string, title: string, content: string): string {
  return `<section id="${id}" aria-labelledby="${id}-title">\n<h2 id="${id}-title">${inHtml(title)}</h2>\n${content}\n</section>`;
}

function folded(title: string, content: string): string {
  return `<details><summary>${inHtml(title)}</summary>\n${content}\n</details>`;
}

/** What is wider than a phone is moved within its frame, by keyboard too. */
function scrolled(label: string, content: string): string {
  return `<div class="scroll" role="group" aria-label="${inHtml(label)}" tabindex="0">${content}</div>`;
}

/** @param rows HTML */
function table(caption: string, titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const head = titles.map(title => `<th scope="col">${title}</th>`).join('');
  const body = rows.map(([first, ...rest]) => `<tr><th scope="row">${first}</th>${rest.map(cell => `<td>${cell}</td>`).join('')}</tr>`).join('\n');
  return scrolled(caption, `<table><caption>${inHtml(caption)}</caption><thead><tr>${head}</tr></thead><tbody>\n${body}\n</tbody></table>`);
}

function list(texts: readonly string[]): string {
  return `<ul>${texts.map(text => `<li>${sentence(text)}</li>`).join('\n')}</ul>`;
}

function items(texts: readonly string[]): string {
  return texts.length === 0 ? 'nothing' : `<ul>${texts.map(text => `<li>${inHtml(text)}</li>`).join('')}</ul>`;
}

function word(holds: boolean | null): string {
  return holds === null ? '<strong>step refused</strong>' : holds ? 'holds' : '<strong>broken</strong>';
}

/** What stands between backticks is code. */
function sentence(text: string): string {
  return pieces(text).map(({ text: part, isCode }) => (isCode ? `<code>${inHtml(part)}</code>` : inHtml(part))).join('');
}
