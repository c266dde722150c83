import { page } from './html/page';
import { inHtml } from '../../text/markup';
import { CarriedOut } from '../../upgrade/carried-out';
import { shownUpgrade, ShownRow } from '../../upgrade/render/shown';

/** The answer about an upgrade as one file that needs no network. */
export function renderUpgradeHtml(upgrade: CarriedOut, all: boolean = true): string {
  const { verdict, way, lists, leftOut } = shownUpgrade(upgrade, all);
  return page(verdict, [
    `<header class="verdict ${CLASSES[upgrade.answer]}"><h1><span class="sentence">${inHtml(verdict)}</span></h1></header>`,
    '<main>',
    ...way === undefined ? [] : [`<p>${inHtml(way)}</p>`],
    ...lists.map(({ title, rows }, index) => `<section aria-labelledby="list-${index}">\n<h2 id="list-${index}">${inHtml(title)}</h2>\n`
      + `<ul>${rows.map(row => `<li>${rowText(row)}</li>`).join('\n')}</ul>\n</section>`),
    ...leftOut === undefined ? [] : [`<p>${inHtml(leftOut)}</p>`],
    '</main>',
  ]);
}

const CLASSES: Readonly<Record<CarriedOut['answer'], string>> = { 'may-go': 'go', 'must-not': 'stop', 'cannot-say': 'open' };

function rowText({ says, todo, source, place }: ShownRow): string {
  const at = place === undefined ? '' : ` (${place})`;
  const rest = [...todo === undefined ? [] : [`<code>${inHtml(todo)}</code>`], ...source === undefined ? [] : [`<small>${inHtml(source)}</small>`]];
  return [`${inHtml(says)}${inHtml(at)}`, ...rest].join('<br/>');
}
