import { shownUpgrade } from './shown';
import { byTopic } from './topics';
import { printable } from '../../text/printable';
import { CarriedOut } from '../carried-out';
import { CcmDifference } from '../difference';

export function renderUpgradeMarkdown(upgrade: CarriedOut, all: boolean = true): string {
  const { verdict, way, lists, leftOut } = shownUpgrade(upgrade, all);
  const sections = lists.map(({ title, rows }) => [`### ${title}`, '', ...rows.map(({ says, todo, source, place }) => [
    `- ${escaped(says)}${place === undefined ? '' : ` (${escaped(place)})`}${todo === undefined ? '' : `. ${escaped(todo)}`}`,
    ...source === undefined ? [] : [`<sub>${escaped(source)}</sub>`],
  ].join(' '))].join('\n'));
  const said = [way, leftOut].map(text => text === undefined ? [] : [escaped(text)]);
  return `${[`## ${escaped(verdict)}`, ...said[0], ...sections, ...said[1]].join('\n\n')}\n`;
}

/** What is otherwise, as sections of a document. */
export function upgradeSections({ differences }: { readonly differences: readonly CcmDifference[] }): readonly string[] {
  return byTopic(differences).map(([title, found]) => [
    `### ${title}`, '', ...found.map(({ says, todo, source }) =>
      `- ${escaped(says)}${todo === undefined ? '' : `. ${escaped(todo)}`} <sub>${escaped(source)}</sub>`),
  ].join('\n'));
}

/** Text of which nothing is markup. */
export function escaped(text: string): string {
  return printable(text).replace(/[\\`*_<>[\]|]/g, '\\$&');
}
