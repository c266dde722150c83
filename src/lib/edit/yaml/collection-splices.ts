import type { CST } from 'yaml';
import type { Splice } from '../splice';

/** What happens to the entries of one list or mapping. Indices refer to the entries before any change. */
export interface CollectionChange {
  readonly removed: ReadonlySet<number>;
  /** New entries, each as the lines of its text (one line where the collection is a flow one), before the entry of that index. */
  readonly inserted: readonly { readonly index: number; readonly lines: readonly string[] }[];
}

/** Line break that a text uses: the first one in it. */
export function lineBreakOf(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? '\n';
}

/**
 * Splices for a block collection. Entries are whole lines: an entry that goes takes its lines with it, and the comment at the end of them;
 * comments on lines of their own stay, whatever they are about. A new entry stands directly below the entry before it, so that removing it again
 * gives the text as it was.
 *
 * @param text must end with a line break
 */
export function blockSplices(text: string, entries: readonly Entry[], change: CollectionChange): Splice[] {
  const eol = lineBreakOf(text);
  const splices: Splice[] = [];
  for (const index of change.removed) {
    const start = lineStart(text, entries[index].start);
    if (isIndentation(text, start, entries[index].start)) {
      splices.push({ start, end: lineEnd(text, entries[index].end), text: '' });
    } else {
      // The first entry stands on the line of its parent's dash (`- - a`, `- key: a`): the next one moves up to it.
      splices.push({ start: entries[index].start, end: entries[index + 1]?.start ?? entries[index].end, text: '' });
    }
  }
  const indent = ' '.repeat(columnOf(text, entries[0].start));
  for (const { index, lines } of change.inserted) {
    const before: Entry | undefined = entries[index - 1];
    const { start } = entries[0];
    const first = lineStart(text, start);
    const above = before ? lineEnd(text, before.end) : isIndentation(text, first, start) ? aboveComments(text, first) : undefined;
    const at = above ?? start;
    splices.push({ start: at, end: at, text: lines.map(line => above === undefined ? line + eol + indent : indent + line + eol).join('') });
  }
  return splices;
}

/** Splices for a flow collection, `[]` or `{}`, which is also JSON. What stands between two entries is taken as the separator of new ones. */
export function flowSplices(text: string, token: CST.FlowCollection, change: CollectionChange): Splice[] {
  const entries = entriesOf(token);
  const open = token.start.offset + token.start.source.length;
  const kept = entries.map((_, index) => index).filter((index) => !change.removed.has(index));
  const separator = `,${gapBefore(text, entries, open)}`;
  const splices: Splice[] = [];

  if (kept.length === 0) {
    const added = change.inserted.map(({ lines }) => lines.join('')).join(separator);
    if (entries.length === 0) return [{ start: open, end: open, text: added }];
    const close = endOf(token) - 1;
    const last = entries[entries.length - 1].end;
    const comma = /^\s*,/.exec(text.slice(last, close))?.[0].length ?? 0;
    return [{ start: entries[0].start, end: last + comma, text: added }];
  }

  for (const { index, lines } of change.inserted) {
    const before = kept.filter((candidate) => candidate < index).pop();
    if (before !== undefined) splices.push({ start: entries[before].end, end: entries[before].end, text: separator + lines.join('') });
    else splices.push({ start: entries[0].start, end: entries[0].start, text: lines.join('') + separator });
  }
  if (kept[0] > 0) splices.push({ start: entries[0].start, end: entries[kept[0]].start, text: '' });
  kept.forEach((index, position) => {
    const lastRemoved = (kept[position + 1] ?? entries.length) - 1;
    if (lastRemoved > index) splices.push({ start: entries[index].end, end: entries[lastRemoved].end, text: '' });
  });
  return splices;
}

/** Spaces or line break before an entry, as the others have it. */
function gapBefore(text: string, entries: readonly Entry[], open: number): string {
  if (entries.length > 1) return /(?<!\s)\s*$/.exec(text.slice(open, entries[1].start))![0];
  const gap = entries.length === 1 ? /(?<!\s)\s*$/.exec(text.slice(open, entries[0].start))![0] : '';
  return gap === '' ? ' ' : gap;
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** Start of the line below; a block scalar already ends there. */
function lineEnd(text: string, offset: number): number {
  if (offset > 0 && text[offset - 1] === '\n') return offset;
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : end + 1;
}

/** Column of an offset, from 0; a byte order mark has no width. */
export function columnOf(text: string, offset: number): number {
  return text.slice(lineStart(text, offset), offset).replace('\uFEFF', '').length;
}

function isIndentation(text: string, start: number, end: number): boolean {
  return /^\uFEFF?[ \t]*$/.test(text.slice(start, end));
}

/** The start of the comment and blank lines directly above a line: a new first entry must not come between a comment and what it is about. */
function aboveComments(text: string, start: number): number {
  let at = start;
  while (at > 0) {
    const above = lineStart(text, at - 1);
    if (!/^[ \t]*(#.*)?\r?\n$/.test(text.slice(above, at))) break;
    at = above;
  }
  return at;
}

/** An item of a list or an entry of a mapping, as a range of the text: from its dash or key to the end of its value, comments left out. */
export interface Entry {
  readonly start: number;
  readonly end: number;
}

type CollectionToken = CST.BlockMap | CST.BlockSequence | CST.FlowCollection;
type Item = CollectionToken['items'][number];

const SPACE = ['space', 'newline', 'comment', 'comma'];

export function isCollectionToken(token: CST.Token | null | undefined): token is CollectionToken {
  return token?.type === 'block-map' || token?.type === 'block-seq' || token?.type === 'flow-collection';
}

/** The entries of a collection, in order. Comments at its end make an item in the tokens, but are no entry. */
export function entriesOf(token: CollectionToken): Entry[] {
  return token.items.flatMap((item) => {
    const start = item.start.find((part) => !SPACE.includes(part.type))?.offset ?? item.key?.offset ?? item.sep?.[0]?.offset ?? item.value?.offset;
    return start === undefined ? [] : [{ start, end: itemEnd(item) ?? start }];
  });
}

/** Where the last character of a value ends. A block scalar includes its line break. */
export function endOf(token: CST.Token): number {
  switch (token.type) {
    case 'block-scalar': {
      const last = token.props[token.props.length - 1];
      return (last && 'source' in last ? last.offset + last.source.length : token.offset) + token.source.length;
    }
    case 'block-map':
    case 'block-seq': {
      const entries = entriesOf(token);
      return entries.length > 0 ? entries[entries.length - 1].end : token.offset;
    }
    case 'flow-collection': {
      const close = token.end.find((part) => part.type === 'flow-map-end' || part.type === 'flow-seq-end');
      return close ? close.offset + close.source.length : token.start.offset + token.start.source.length;
    }
    default:
      return token.offset + ('source' in token ? token.source.length : 0);
  }
}

function itemEnd(item: Item): number | undefined {
  if (item.value && !(item.value.type === 'scalar' && item.value.source === '')) return endOf(item.value);
  const marks = [...item.start, ...(item.sep ?? [])].filter((part) => !SPACE.includes(part.type));
  const lastMark = marks[marks.length - 1];
  const markEnd = lastMark ? lastMark.offset + lastMark.source.length : undefined;
  if (item.key) return Math.max(endOf(item.key), markEnd ?? 0);
  return markEnd;
}
