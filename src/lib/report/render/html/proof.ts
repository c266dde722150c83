import { Facts } from './facts';
import { link, list, nodeNames, placeLink, placeLinks, section, sentence, whole } from './text';
import { CCM } from '../../../kubernetes/component';
import { nameOf } from '../../answers';
import { mixesOnce, OnceExample, OnceProcess, textsOnce } from '../../once';
import { ReportStep } from '../../report';
import { locksOf, shortName, stretches, stretchText } from '../lanes';

/** Why the answer is what it is: counter-examples, what was judged, who runs what, and how bounds come about. */
export function proof(facts: Facts): string {
  return section('proof', 'The proof', [
    ...facts.examples.length === 0 ? [] : [
      '<h3 id="examples">Counter-examples</h3>', ...facts.examples.map((one, index) => example(facts, one, index)),
    ],
    verdicts(facts),
    mixes(facts),
    '<h3 id="processes">Who runs what</h3>',
    '<p>A process runs a controller only while it holds the locks that it needs; no two hold one lock at once.</p>',
    `<div class="cards">${facts.processes.map((one, index) => processCard(facts, one, index)).join('\n')}</div>`,
    ...bounds(facts),
    ...notLookedAt(facts),
  ].join('\n'));
}

function example({ idOf }: Facts, { controllers, steps, story, fix, processes, places }: OnceExample, index: number): string {
  const at = processes.map(({ component, version, locks }, process) => {
    const place = places[process] ?? undefined;
    return `${whole(`${component} ${version}`)}, ${locks.length === 0 ? 'no lock' : `locks ${whole(locks.join(', '))}`}${
      place === undefined ? '' : `: ${placeLink(place, idOf)}`}`;
  });
  return `<article id="example-${index}" class="card example"><h4>${whole(controllers.join(', '))}: ${whole(steps.join('; '))}</h4>`
    + `<ol>${story.map(part => `<li>${sentence(part)}</li>`).join('')}</ol>${at.length === 0 ? '' : list(at)}`
    + `<p><b>Fix:</b> ${sentence(fix)}</p></article>`;
}

function verdicts({ report: { steps } }: Facts): string {
  const word = (holds: boolean | null, { unknown }: ReportStep['verdict']) => holds === null
    ? `<strong>${unknown === undefined ? 'refused' : 'not known'}</strong>` : holds ? 'holds' : '<strong>broken</strong>';
  const row = ({ from, to, verdict }: ReportStep, index: number) => {
    const { exclusivity, liveness, declaredGaps, refused, unknown, counterexamples } = verdict;
    const name = link(`step-${index}`, whole(nameOf({ from, to })));
    return `<tr><th scope="row">${name}</th><td>${word(exclusivity, verdict)}</td><td>${word(liveness, verdict)}${
      declaredGaps.length === 0 ? '' : `, but for ${whole(declaredGaps.join(', '))}`}</td></tr>${
      refused === undefined ? '' : `<tr><td colspan="3">${sentence(why(refused, counterexamples.length > 0))}</td></tr>`}${
      unknown === undefined ? '' : `<tr><td colspan="3">${sentence(unknown)}</td></tr>`}`;
  };
  return '<table class="verdicts"><caption>What was proven of each step</caption><thead><tr><th scope="col">step</th>'
    + '<th scope="col" id="twice">no controller runs twice</th><th scope="col" id="runs">every controller is run</th></tr></thead>'
    + `<tbody>${steps.map(row).join('\n')}</tbody></table>`;
}

/** Counter-examples have their own remedies. */
function why({ reason, fix }: NonNullable<ReportStep['verdict']['refused']>, hasExamples: boolean): string {
  return hasExamples ? reason : `${reason}. ${fix}`;
}

function mixes({ report: { steps }, processes }: Facts): string {
  const all = mixesOnce(steps);
  if (all.length === 0) return '';
  const linked = (text: string) => {
    const index = processes.findIndex(one => one.labels.some(label => text.startsWith(`${label}: ${shortName(one)}`))
      && text.includes(one.migrationLock.length > 0 ? 'with Leader' : 'without Leader'));
    return index < 0 ? sentence(text) : link(`process-${index}`, sentence(text));
  };
  return `<h3>What was judged</h3>\n<p>All combinations of these processes, on any number of nodes of each kind:</p>\n${
    list(all.map(mix => `${whole(mix.steps.join('; '))}:${list(mix.processes.map(linked))}`), 'mixes')}`;
}

function processCard({ columns, idOf, report: { installer } }: Facts, one: OnceProcess, index: number): string {
  const rows: readonly (readonly [string, string])[] = [
    ['flags', one.flags.length === 0 ? 'none of Leader Migration or an external cloud provider' : `<code>${one.flags.map(whole).join(' ')}</code>`],
    ['locks', locksOf(one).length === 0 ? 'none' : locksOf(one).map(whole).join('<br/>')],
    ['may run', whole(one.controllers.map(({ controller }) => controller).join(', ') || 'none of the controllers that move')],
    ['when, where', whenAndWhere(columns, one)],
    ['read from', one.places.length > 0 ? placeLinks(one.places, idOf)
      : installer === undefined ? 'what the nodes have before the migration' : `what ${whole(installer)} makes of the documents`],
  ];
  const name = whole(`${one.component} ${one.release}`);
  return `<article id="process-${index}" class="card ${one.component === CCM ? 'ccm' : 'kcm'}"><h4>${name}</h4><dl>${
    rows.map(([title, text]) => `<div><dt>${title}</dt><dd>${text}</dd></div>`).join('')}</dl></article>`;
}

function whenAndWhere(columns: Facts['columns'], { times }: OnceProcess): string {
  const key = (column: number) => JSON.stringify(times.get(column) ?? []);
  const places = [...new Set([...times.keys()].map(key))];
  return places.map(place => {
    const when = stretches(columns, (_, column) => times.has(column) && key(column) === place).map(one => whole(stretchText(columns, one)));
    return `${when.join(', ')}:${nodeNames(JSON.parse(place) as string[])}`;
  }).join('');
}

function bounds({ bounds: texts }: Facts): readonly string[] {
  return [
    '<h3 id="bounds">How long no process may run the controllers</h3>',
    `<ul>${texts.map(([text, own], index) => `<li id="bound-${index}">${whole(own.join('; '))}: ${sentence(text)}</li>`).join('\n')}</ul>`,
  ];
}

function notLookedAt({ report: { steps } }: Facts): readonly string[] {
  const all = textsOnce(steps, step => step.notLookedAt.map(({ file, what }) => `${file}: ${what}`));
  const items = all.map(([text, own]) => `${whole(text)} <small>${whole(own.join('; '))}</small>`);
  return all.length === 0 ? [] : ['<h3>Not looked at</h3>', list(items)];
}
