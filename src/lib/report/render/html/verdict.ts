import { Facts } from './facts';
import { folded, link, sentence, whole } from './text';
import { counted } from '../../../text/counted';
import { UpgradeAnswer } from '../../../upgrade/answer';
import { nameOf } from '../../answers';
import { isForward } from '../../direction';
import { figuresOf } from '../../figures';
import { Report } from '../../report';

const WORDS: Readonly<Record<UpgradeAnswer, { readonly word: string; readonly sign: string; readonly name: string }>> = {
  'may-go': { word: 'May go', sign: '✓', name: 'go' },
  'must-not': { word: 'Must not go', sign: '✕', name: 'stop' },
  'cannot-say': { word: 'Cannot say', sign: '?', name: 'open' },
};

/** `Migration of prod-eu: n → mixed` */
export function titleOf({ cluster, from, to }: Pick<Report, 'cluster' | 'from' | 'to'>): string {
  return `Migration${cluster === null ? '' : ` of ${cluster}`}: ${nameOf({ from, to })}`;
}

/** The answer, seen from a metre away; what it takes for granted is one click off. */
export function verdict(facts: Facts): string {
  const { report } = facts;
  const { answer, assumptions, releases, cloud } = report;
  const { word, sign, name } = WORDS[answer];
  const versions = isForward(report.from, report.to) ? releases : [...releases].reverse();
  const of = `${titleOf(report)}; Kubernetes ${[...new Set(versions)].join(' to ')}${cloud === '' ? '' : `; ${cloud}`}`;
  return [
    `<header class="verdict ${name}">`,
    `<h1><span class="of">${whole(of)}</span> <span class="word"><span aria-hidden="true">${sign}</span> ${word}</span></h1>`,
    `<p class="says">${report.safe ? promise(report) : hindrances(facts)}</p>`,
    ...report.safe ? [] : [reasons(facts)],
    folded(
      `Taken for granted: ${counted(assumptions.length, 'thing')} that no file shows`,
      `<dl>${assumptions.map(({ id, text }) => `<div><dt>${whole(id)}</dt><dd>${whole(text)}</dd></div>`).join('\n')}</dl>`, 'granted',
    ),
    '</header>',
  ].join('\n');
}

function promise({ steps }: Report): string {
  const declared = [...new Set(steps.flatMap(one => one.verdict.declaredGaps))];
  return `In every mix of processes during ${steps.length === 1 ? 'the step' : `each of ${steps.length} steps`} `
    + `${link('twice', 'no controller runs twice')}, and ${link('runs', 'every controller is run')}${
      declared.length === 0 ? '' : `, but for the ${link('bounds', 'gap of the strategy')} (${whole(declared.join(', '))})`}.`;
}

function hindrances({ report: { steps }, findings, examples }: Facts): string {
  const refused = steps.filter(step => step.verdict.refused !== undefined).length;
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  return whole(`${[
    ...refused === 0 ? [] : [`${refused} of ${counted(steps.length, 'step')} refused`],
    ...examples.length === 0 ? [] : [counted(examples.length, 'counter-example')],
    ...errors === 0 ? [] : [counted(errors, 'error')],
  ].join(', ')}:`);
}

/** Most reasons of each kind that stand at the top. */
const MOST = 3;

function reasons({ report: { steps }, findings, examples }: Facts): string {
  const errors = findings.flatMap((finding, index) => finding.severity === 'error' ? [{ finding, index }] : []);
  const bare = steps.flatMap(({ from, to, verdict: { refused, counterexamples } }) =>
    refused === undefined || counterexamples.length > 0 ? [] : [`${nameOf({ from, to })}: ${refused.reason}. ${refused.fix}`]);
  const told = [
    ...examples.slice(0, MOST).map(({ controllers, steps: own, story }, index) =>
      `${link(`example-${index}`, whole(`Counter-example for ${controllers.join(', ')}`))}: ${sentence(story.at(-1)!)} (${whole(own.join('; '))})`),
    ...errors.slice(0, MOST).map(({ finding: { message, rule }, index }) => `${link(`finding-${index}`, whole(rule))}: ${whole(message)}`),
    ...bare.map(one => link('twice', whole(one))),
  ];
  const left = Math.max(0, examples.length - MOST) + Math.max(0, errors.length - MOST);
  return `<ul class="reasons">${[...told, ...left === 0 ? [] : [`and ${link(examples.length > MOST ? 'examples' : 'findings', `${left} more`)}`]]
    .map(one => `<li>${one}</li>`).join('\n')}</ul>`;
}

/** What a reviewer asks next, as figures that lead to the answer. */
export function figures({ report }: Facts): string {
  return `<nav class="figures" aria-label="In short"><ul>${figuresOf(report).map(({ figure, says, about }) =>
    `<li><a href="#${about}"><b>${whole(figure)}</b> <span>${whole(says)}</span></a></li>`).join('\n')}</ul></nav>`;
}
