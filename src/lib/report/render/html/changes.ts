import { Facts, fileId, objectId } from './facts';
import { folded, link, list, nodeNames, placeLink, placeLinks, section, sentence, whole } from './text';
import { endingLine } from '../../../migration/endings';
import { counted } from '../../../text/counted';
import { inHtml } from '../../../text/markup';
import { printableLines } from '../../../text/printable';
import { changeCounts, nameOf, noWayBack, placedObject } from '../../answers';
import { backOnce, OnceFinding, sameBefore } from '../../once';
import { NodeFileChange, ObjectChange, ReportSource, ReportStep } from '../../report';

const MOST_OBJECTS = 5;

/** Files of nodes and objects that come, change and go, with their differences. */
export function changes(facts: Facts): string {
  const { report: { steps } } = facts;
  const endings = steps.flatMap(step => step.endings);
  return section('changes', 'What changes', [
    ...steps.map((step, index) => ofStep(facts, step, index)),
    ...endings.length === 0 ? [] : [
      '<h3 id="endings">What version N+1 takes away of what version N has</h3>', list(endings.map(one => sentence(endingLine(one)))),
    ],
  ].join('\n'));
}

function ofStep(facts: Facts, step: ReportStep, index: number): string {
  const { nodeFiles, objects, toDelete } = step;
  const left = [...toDelete.objects, ...toDelete.nodeFiles];
  return `<h3>${whole(nameOf(step))}: ${inHtml(changeCounts(step).join('; ') || 'nothing')}</h3>\n${[
    ...nodeFiles.map((file, at) => ofFile(facts, file, index, at)),
    ...together(objects.map((object, at) => ofObject(facts, object, objectId(index, at)))),
    ...left.length === 0 ? [] : [folded(
      `Left behind: ${counted(left.length, 'thing')} that the plan deletes, and else a person has to`, list(left.map(whole)),
    )],
  ].join('\n')}`;
}

/** Of many objects the names are one click off. */
function together(objects: readonly string[]): readonly string[] {
  return objects.length <= MOST_OBJECTS ? objects : [folded(counted(objects.length, 'object'), objects.join('\n'))];
}

function ofFile({ report: { steps } }: Facts, file: NodeFileChange, step: number, at: number): string {
  const { change, path, nodes, source, restarts, diff, withoutDiff } = file;
  const same = sameBefore(steps, step, file);
  const about = [
    `on ${counted(nodes.length, 'node')}`, ...restarts === null ? [] : [`restarts ${whole(restarts)}`],
    ...same === undefined ? [] : [`as in ${whole(nameOf(steps[same.step]))}`],
  ];
  return folded(`${mark(change)} ${whole(path)} <small>${about.join(', ')}</small>`, [
    nodeNames(nodes),
    ...source === undefined ? [] : [`<p>File of the app: <code>${whole(source)}</code></p>`],
    same === undefined ? difference(diff, withoutDiff)
      : `<p>${link(fileId(same.step, same.file), `The same lines as in ${whole(nameOf(steps[same.step]))}`)}</p>`,
  ].join('\n'), fileId(step, at));
}

function ofObject({ idOf }: Facts, { change, file, line, diff, ...object }: ObjectChange, id: string): string {
  const place = line === undefined ? `<code>${whole(file)}</code>` : placeLink({ file, line }, idOf);
  return folded(`${mark(change)} ${whole(placedObject(object))}`, `<p>${place}</p>\n${difference(diff, 'secret')}`, id);
}

function mark(change: NodeFileChange['change']): string {
  return `<span class="change ${change}">${change}</span>`;
}

function difference(diff: readonly string[] | null, why: string | undefined): string {
  if (diff === null) return `<p>Not shown: ${inHtml(why ?? '')}.</p>`;
  const lines = diff.map(line => {
    const name = line.startsWith('+') ? 'ins' : line.startsWith('-') ? 'del' : 'span';
    return `<${name}>${printableLines(line).split('\n').map(whole).join('\n')}</${name}>`;
  });
  return `<pre>${lines.join('')}</pre>`;
}

/** Findings of all states, each once. */
export function findings({ findings: all, idOf }: Facts): string {
  return section('findings', 'Findings', all.length === 0 ? '<p>None.</p>' : all.map((one, index) => finding(one, index, idOf)).join('\n'));
}

function finding({ rule, severity, message, fix, states, places }: OnceFinding, index: number, idOf: Facts['idOf']): string {
  return `<article id="finding-${index}" class="card ${severity}"><h3><span class="change ${severity}">${severity}</span> ${whole(rule)}</h3>`
    + `<p>${whole(message)}</p><p><b>Fix:</b> ${whole(fix)}</p><p>${whole(`State ${states.join(', ')}`)}</p>${placeLinks(places, idOf)}</article>`;
}

/** How to take the steps back. */
export function back({ report: { steps, installer } }: Facts): string {
  const there = steps.filter(step => step.back !== null);
  const none = noWayBack(steps);
  const texts = backOnce(steps).map(([text, own]) => `${there.length === 1 ? '' : `${whole(own.join('; '))}: `}${sentence(text)}`);
  return section('back', 'The way back', there.length === 0 ? `<p>${whole(none)}</p>` : [
    `<p>${installer !== undefined ? whole(`By commands of ${installer}, the last step first. ${none}`)
      : sentence('From any point, also from the middle of a step, the last step first: `ansible-playbook back.yaml` in the folder that the plan of '
        + 'the step was written to. `ccm-migration diff`, with the states exchanged, shows what that changes.')}</p>`,
    list(texts),
    folded(
      `${counted(there.length, 'command')} that ${installer === undefined ? 'write' : 'print'} the plans`,
      list(there.map(step => `<code>${whole(step.back!.plan)}</code>`)),
    ),
  ].join('\n'));
}

/** The lines of files that the page refers to. */
export function sources({ sources: all }: Facts): string {
  const one = ({ file, from, lines, cited }: ReportSource, index: number) => `<article id="source-${index}" class="card"><h3>${whole(file)}</h3>${
    lines === null ? '<p>Not shown: secret.</p>' : `<pre>${lines.map((line, at) => {
      const text = `<b>${String(from + at).padStart(4)}</b> ${whole(printableLines(line))}`;
      return cited.includes(from + at) ? `<mark>${text}</mark>` : `<span>${text}</span>`;
    }).join('')}</pre>`}</article>`;
  return all.length === 0 ? '' : section('sources', 'Files and lines', all.map(one).join('\n'));
}
