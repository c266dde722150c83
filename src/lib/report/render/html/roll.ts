import { causeOf, Facts } from './facts';
import { folded, link, list, nodeNames, section, sentence, whole } from './text';
import { nameOf } from '../../answers';
import { Turn, turnsOf } from '../../once';
import { ActionGap, ReportStep } from '../../report';

/** What restarts when, on which node, with how long no controller may run, all on one scale. */
export function roll(facts: Facts): string {
  const { report: { steps } } = facts;
  const rolls = steps.map(turnsOf);
  const all = rolls.flat().flatMap(part => ('length' in part ? [] : [part]));
  const scale = Math.max(0, ...all.flatMap(({ gap }) => [gap?.mostSeconds ?? 0, gap?.afterUnboundedSeconds ?? 0]));
  return section('roll', 'The roll, in its order', [
    ...all.some(({ gap }) => gap !== undefined) ? [key(scale, name => all.some(({ gap }) => gap?.[name] !== undefined))] : [],
    ...steps.map((step, index) => stage(facts, step, index, rolls[index], scale)),
  ].join('\n'));
}

function key(scale: number, has: (name: keyof ActionGap) => boolean): string {
  const bar = (name: string) => `<span class="bar ${name}" aria-hidden="true"><i style="width:100%"></i></span>`;
  const scaled = scale === 0 ? 'as long as a bar is open' : `to scale: a whole bar is ${seconds(scale)}`;
  return `<p class="key">No process may run the controllers, ${scaled}. `
    + [
      ...has('bidsSeconds') ? [`<span>${bar('bids')} the next leader bids already</span>`] : [],
      ...has('mostSeconds') ? [`<span>${bar('most')} the ${link('bounds', 'bound')}: it has to win its main lock first</span>`] : [],
      ...has('afterUnboundedSeconds') ? [`<span>${bar('after')} behind what has no bound</span>`] : [],
      ...has('isOpen') ? [`<span>${bar('open')} open</span>`] : [],
    ].join(' ') + '</p>';
}

function stage(facts: Facts, step: ReportStep, index: number, parts: ReturnType<typeof turnsOf>, scale: number): string {
  const refused = step.verdict.refused === undefined ? '' : ` ${link(refusedId(facts, step), 'refused', 'bad')}`;
  const rows = parts.map(part => ('length' in part ? quiet(part) : turn(facts, step, index, part, scale)));
  return `<h3 id="step-${index}">${whole(nameOf(step))}${refused}</h3>\n${
    rows.length === 0 ? `<p>${sentence(step.verdict.refused?.reason ?? 'Nothing is done.')}</p>` : `<ol class="roll">${rows.join('\n')}</ol>`}`;
}

function refusedId({ examples }: Facts, step: ReportStep): string {
  const index = examples.findIndex(({ steps }) => steps.includes(nameOf(step)));
  return index < 0 ? 'twice' : `example-${index}`;
}

function quiet(turns: readonly Turn[]): string {
  const texts = turns.map(({ title, why, nodes }) =>
    `${sentence(title)}${nodes.length > 1 ? `, on ${nodes.length} nodes` : ''}. <small>${sentence(why)}</small>`);
  const title = turns.length === 1 ? sentence(turns[0].title) : `${turns.length} steps that restart nothing`;
  return `<li class="quiet">${folded(title, turns.length === 1 ? `<p>${sentence(turns[0].why)}</p>` : list(texts))}</li>`;
}

function turn(facts: Facts, step: ReportStep, index: number, part: Turn, scale: number): string {
  const { nodes, times, restarts } = part;
  const title = nodes.length === 1 ? part.title.replaceAll(nodes[0], 'a node') : part.title;
  const count = nodes.length > 1 ? `each of ${nodes.length} nodes` : times > 1 ? `${times} times, by turns` : '';
  const chips = restarts.map(what => {
    const cause = causeOf(step, index, what);
    const text = whole(what.replace(/^static pod /, ''));
    return `<li>${cause === undefined ? text : link(cause, text)}</li>`;
  });
  return `<li class="turn"><div class="who">${title === '' ? '' : `<p>${sentence(title)}</p>`}${count === '' ? '' : `<p class="count">${count}</p>`}${
    nodes.length === 0 ? '' : nodeNames(nodes)}</div>`
    + `<div class="what">${chips.length === 0 ? '<p>restarts nothing</p>'
      : `<p class="sr">restarts</p><ul class="chips">${chips.join('')}</ul>`}</div>`
    + `<div class="gap">${gapBars(facts, part, scale)}</div></li>`;
}

function gapBars({ bounds }: Facts, { gap: own, times }: Turn, scale: number): string {
  if (own === undefined) return '<p>stops no leader</p>';
  const { bidsSeconds = 0, mostSeconds, afterUnboundedSeconds, isOpen, text } = own;
  const at = (value: number) => `style="width:${scale === 0 ? 100 : Number((100 * value / scale).toFixed(2))}%"`;
  const bar = (name: string, parts: readonly string[]) => `<span class="bar ${name}" aria-hidden="true">${parts.join('')}</span>`;
  const often = times > 1 ? `, at most ${times} times` : '';
  const id = bounds.findIndex(([bound]) => bound === text);
  const linked = (content: string) => id < 0 ? content : link(`bound-${id}`, content);
  return [
    ...mostSeconds === undefined ? [] : [
      bar('both', [`<i class="bids" ${at(bidsSeconds)}></i>`, `<i class="most" ${at(mostSeconds - bidsSeconds)}></i>`]),
      `<p>${linked(`less than ${seconds(mostSeconds)} and its start`)}${often}${
        bidsSeconds > 0 ? `; ${seconds(bidsSeconds)} where the next leader bids already` : ''}</p>`,
    ],
    ...afterUnboundedSeconds === undefined ? [] : [
      bar('after', [`<i ${at(afterUnboundedSeconds)}></i>`]),
      `<p>${linked(`in one case ${seconds(afterUnboundedSeconds)} behind what has no bound`)}</p>`,
    ],
    ...isOpen === undefined ? [] : [bar('open', ['<i style="width:100%"></i>']), `<p>${linked('open: until a later step ends it')}</p>`],
  ].join('');
}

export function seconds(value: number): string {
  return `${Number(value.toFixed(1))} s`;
}
