import { shownUpgrade } from './shown';
import { printable } from '../../text/printable';
import { CarriedOut } from '../carried-out';

/** What is found, the answer first. */
export function renderUpgradeText(upgrade: CarriedOut, all: boolean = true): string {
  const { verdict, way, lists, leftOut } = shownUpgrade(upgrade, all);
  const sections = lists.map(({ title, rows }) => [`${title}:`, ...rows.flatMap(({ says, todo, source, place }) => [
    `  - ${says}`, ...place === undefined ? [] : [`    at ${place}`], ...todo === undefined ? [] : [`    ${todo}`],
    ...source === undefined ? [] : [`    (${source})`],
  ])].join('\n'));
  const head = way === undefined ? verdict : `${verdict}\n${way}`;
  return `${[head, ...sections, ...leftOut === undefined ? [] : [leftOut]].map(text => text.split('\n').map(printable).join('\n')).join('\n\n')}\n`;
}
