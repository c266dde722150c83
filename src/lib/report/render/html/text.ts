import { inHtml, pieces } from '../../../text/markup';
import { ReportPlace } from '../../report';

/** Browsers break a line behind these, where letters follow. */
const BREAKS = /[-/?]/;

/** Between parts of a path, which may stand on lines of their own. */
const BEHIND_SLASHES = /(?<=\/)(?!\/)/;

/** Text as HTML in which a name (`kube-controller-manager`) is broken only where it is wider than the page, and a path behind its slashes. */
export function whole(text: string): string {
  return text.split(/( +)/).map(word => (BREAKS.test(word) ? word.split(BEHIND_SLASHES).map(unbroken).join('') : inHtml(word))).join('');
}

function unbroken(part: string): string {
  return BREAKS.test(part) ? `<span class="n">${inHtml(part)}</span>` : inHtml(part);
}

/** What stands between backticks is code. */
export function sentence(text: string): string {
  return pieces(text).map(({ text: part, isCode }) => (isCode ? `<code>${whole(part)}</code>` : whole(part))).join('');
}

/** A link within the page. */
export function link(id: string, content: string, name?: string): string {
  return `<a href="#${id}"${name === undefined ? '' : ` class="${name}"`}>${content}</a>`;
}

export function section(id: string, title: string, content: string): string {
  return `<section id="${id}" aria-labelledby="${id}-title">\n<h2 id="${id}-title">${whole(title)}</h2>\n${content}\n</section>`;
}

/** @param title HTML */
export function folded(title: string, content: string, id?: string): string {
  return `<details${id === undefined ? '' : ` id="${id}"`}><summary>${title}</summary>\n${content}\n</details>`;
}

/** @param items HTML */
export function list(items: readonly string[], name?: string): string {
  return `<ul${name === undefined ? '' : ` class="${name}"`}>${items.map(item => `<li>${item}</li>`).join('\n')}</ul>`;
}

/** A file and its line, with the link to the lines around it where the page has them. */
export function placeLink({ file, line }: ReportPlace, idOf: (place: ReportPlace) => string | undefined): string {
  const [id, text] = [idOf({ file, line }), `<code>${whole(`${file}:${line}`)}</code>`];
  return id === undefined ? text : link(id, text, 'place');
}

/** The first place; of several with the others one click off. */
export function placeLinks(places: readonly ReportPlace[], idOf: (place: ReportPlace) => string | undefined): string {
  const [first, ...rest] = places.map(place => placeLink(place, idOf));
  return rest.length === 0 ? first : `${first}<details class="more"><summary>and ${rest.length} more</summary>${list(rest, 'places')}</details>`;
}

/** Names of nodes; of many the first, with the others one click off. */
export function nodeNames(nodes: readonly string[], most = 3): string {
  const item = (name: string) => `<li>${whole(name)}</li>`;
  if (nodes.length <= most) return `<ul class="nodes">${nodes.map(item).join('')}</ul>`;
  return `<ul class="nodes">${nodes.slice(0, most - 1).map(item).join('')}</ul>`
    + `<details class="more"><summary>and ${nodes.length - most + 1} more</summary>`
    + `<ul class="nodes">${nodes.slice(most - 1).map(item).join('')}</ul></details>`;
}
