import { blockSplices, CollectionChange, columnOf, Entry } from './collection-splices';
import type { Data, SourcePath } from './data';
import type { SourceEdit } from './data-edit';
import { habitIn, Quote, renderBlockItem, renderString, RenderStyle } from './render';
import type { SourceDocument } from './source-document';
import type { Splice } from '../splice';
import { endOfUsualScalar, UsualPlace } from './usual-text';

/**
 * Edits of the usual notation, by the places of its reader: no tree of the text is made. Whatever stands in the way (a block of text, a list in
 * brackets, an empty value) is left to the tokens of `yaml`, which give the same bytes.
 */

/** Splice that gives a text another value; undefined: the tokens have to be asked. */
export function usualReplacement(document: SourceDocument, path: SourcePath, value: string): Splice | undefined {
  const place = document.placeOf(path);
  if (!place || place.parts) return undefined;
  const { text } = document;
  const isInFlow = path.some((_, length) => isFlow(text, document.placeOf(path.slice(0, length))));
  const end = endOfUsualScalar(text, place.at, isInFlow);
  return end === undefined ? undefined : { start: place.at, end, text: renderString(value, quoteAt(text, place), isInFlow) };
}

/**
 * Splices for items of a list that has one on each line; undefined: the tokens have to be asked.
 *
 * @param text of the document, with a line break at its end
 */
export function usualListSplices(document: SourceDocument, text: string, path: SourcePath, edits: readonly SourceEdit[]): Splice[] | undefined {
  const list = document.placeOf(path);
  if (!list?.parts || text[list.at] !== '-') return undefined;
  const places = [...list.parts.values()];
  const entries = places.map(place => entryOf(text, place));
  if (!entries.every(entry => entry !== undefined)) return undefined;
  const removed = new Set<number>();
  const inserted: CollectionChange['inserted'][number][] = [];
  for (const edit of edits) {
    if (edit.op === 'remove') {
      removed.add(edit.index);
    } else {
      const style = edit.op === 'insert' ? styleBeside(document, text, [...path, Math.max(0, edit.index - 1)]) : undefined;
      if (edit.op !== 'insert' || !style) return undefined;
      inserted.push({ index: edit.index, lines: renderBlockItem(edit.value, style) });
    }
  }
  return blockSplices(text, entries, { removed, inserted: inserted.sort((a, b) => a.index - b.index) });
}

/** An item, from its dash to the end of its value. */
function entryOf(text: string, place: UsualPlace | undefined): Entry | undefined {
  const end = place && endOf(text, place);
  if (end === undefined) return undefined;
  let start = place!.at - 1;
  while (text[start] === ' ') start--;
  return text[start] === '-' ? { start, end } : undefined;
}

function endOf(text: string, place: UsualPlace): number | undefined {
  if (!place.parts) return endOfUsualScalar(text, place.at, false);
  if (isFlow(text, place)) return undefined;
  const last = [...place.parts.values()].at(-1);
  return last && endOf(text, last);
}

/** As what stands beside it is written: quotes of its first key and of its first text, indentation of the first collections of the document. */
function styleBeside(document: SourceDocument, text: string, neighbour: SourcePath): RenderStyle | undefined {
  const root = document.placeOf([])!;
  const key = firstKey(text, document.placeOf(neighbour)) ?? firstKey(text, root)!;
  const value = firstText(document, neighbour);
  if (!value || isFlow(text, key.place)) return undefined;
  const indents = indentsBelow(text, root);
  return {
    keyQuote: habitIn(quoteAt(text, key.place), key.text),
    valueQuote: habitIn(quoteAt(text, value.place), value.text),
    mapIndent: indents.mapIndent ?? 2,
    dashIndent: indents.dashIndent ?? 0,
  };
}

interface Written {
  readonly place: UsualPlace;
  readonly text: string;
}

/** A mapping begins with its first key. */
function firstKey(text: string, place: UsualPlace | undefined): Written | undefined {
  if (!place?.parts) return undefined;
  for (const [name, part] of place.parts) return isList(text, place) ? firstKey(text, part) : { place, text: name };
  return undefined;
}

/** The first value, if it is a text. */
function firstText(document: SourceDocument, path: SourcePath): Written | undefined {
  const place = document.placeOf(path);
  if (!place) return undefined;
  if (place.parts) return place.parts.size === 0 ? undefined : firstText(document, [...path, [...place.parts.keys()][0]]);
  const value: Data | undefined = document.value(path);
  return typeof value === 'string' && place.isLiteral === undefined ? { place, text: value } : undefined;
}

interface Indents {
  mapIndent?: number;
  dashIndent?: number;
}

function indentsBelow(text: string, place: UsualPlace, found: Indents = {}): Indents {
  for (const part of place.parts?.values() ?? []) {
    if (found.mapIndent !== undefined && found.dashIndent !== undefined) break;
    if (!part?.parts || isFlow(text, part)) continue;
    if (!isList(text, place)) found[isList(text, part) ? 'dashIndent' : 'mapIndent'] ??= columnOf(text, part.at) - columnOf(text, place.at);
    indentsBelow(text, part, found);
  }
  return found;
}

function isFlow(text: string, place: UsualPlace | undefined): boolean {
  return place?.parts !== undefined && (text[place.at] === '[' || text[place.at] === '{');
}

/** In brackets or of dashes: no key begins with one. */
function isList(text: string, { at }: UsualPlace): boolean {
  return text[at] === '-' || text[at] === '[';
}

function quoteAt(text: string, { at }: UsualPlace): Quote {
  return text[at] === '"' ? 'double' : text[at] === "'" ? 'single' : 'plain';
}
