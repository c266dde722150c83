import type { CST } from 'yaml';

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
