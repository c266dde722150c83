import { Facts } from './facts';
import { section, whole } from './text';
import { CCM } from '../../../kubernetes/component';
import { Bar, Lane, lanesOf, stretchText } from '../lanes';

/** Who may hold each lock and run each controller: bars over states and steps where there is room, and below their names where there is not. */
export function picture({ columns }: Facts): string {
  const heads = columns.map(({ title, isState, isRefused }) =>
    `<li class="${isState ? 'state' : isRefused ? 'refused' : 'step'}">${whole(title)}${isRefused ? ' refused' : ''}</li>`).join('');
  const bar = (one: Bar) => `<li ${span(one)} class="${classOf(one)}"><b>${whole(one.text)}</b> <span>${whole(stretchText(columns, one))}</span>`
    + '<i aria-hidden="true"></i></li>';
  const lane = ({ kind, name, bars }: Lane) =>
    `<div class="lane"><h3><small>${kind}</small> ${whole(name)}</h3><ul class="bars">${bars.map(bar).join('')}</ul></div>`;
  return section('lanes', 'Who may hold which lock, and run which controller', `<div class="lanes" style="--columns:${columns.length}">`
    + `<ul class="heads" aria-hidden="true">${heads}</ul>\n${lanesOf(columns).map(lane).join('\n')}</div>`);
}

function span({ from, to }: Bar): string {
  return `style="--from:${from + 1};--to:${to + 1}"`;
}

function classOf({ component }: Bar): string {
  return component === undefined ? 'none' : component === CCM ? 'ccm' : 'kcm';
}
