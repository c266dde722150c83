import { Data, isMap } from '../../edit/yaml/data';
import { looseData } from '../../edit/yaml/plain-data';
import { DOCUMENT_SHAPES, DocumentShape, LINE_SHAPES, LIST_SHAPES, SELECTING_LINE, STARTS_OTHERS } from '../../facts/monitoring-shapes';

/** Longer texts are not parsed to find out what they are. */
const LONGEST = 500_000;
/** How far below the keys of a document are looked for. */
const NEAR = 4;
/** Deeper than any such configuration. */
const DEEPEST = 60;

/**
 * Whether a text is, as a whole, the configuration of a program that watches a cluster or collects its logs, and starts no other: what it names and
 * what its patterns match starts nothing.
 */
export function onlyWatches(text: string): boolean {
  const parsed = text.length > LONGEST ? undefined : looseData(text);
  const documents = parsed?.isWhole === true ? parsed.documents.filter(one => one !== null) : [];
  return documents.length > 0 && documents.every(isWatching) && !documents.some(one => startsOthers(one, 0));
}

/** Whether the lines of a text are those of such a program, of which a name alone starts nothing. */
export function looksLikeWatching(text: string): boolean {
  return LINE_SHAPES.some(({ all, not }) => all.every(pattern => pattern.test(text)) && not?.test(text) !== true);
}

/** The text without the lines that only select. */
export function withoutSelections(text: string): string {
  return text.split('\n').map(line => SELECTING_LINE.test(line.slice(0, 200)) ? '' : line).join('\n');
}

function isWatching(document: Data): boolean {
  if (Array.isArray(document)) {
    return document.length > 0 && LIST_SHAPES.some(({ keys, some }) => document.every(item =>
      isMap(item) && Object.keys(item).every(key => keys.test(key)) && some.some(key => key in item)));
  }
  return isMap(document) && Object.keys(document).length > 0 && DOCUMENT_SHAPES.some(shape => hasShape(document, shape));
}

function hasShape(document: { readonly [key: string]: Data }, { all = [], some, only, within, values = {} }: DocumentShape): boolean {
  const keys = Object.keys(document);
  return all.every(key => keys.includes(key)) && (some === undefined || keys.some(key => some.test(key)))
    && (only === undefined || keys.every(key => only.test(key)))
    && (within === undefined || Object.values(document).some(value => hasKey(value, within, NEAR)))
    && Object.entries(values).every(([key, pattern]) => pattern.test(String(document[key] ?? '')));
}

function hasKey(value: Data, pattern: RegExp, depth: number): boolean {
  if (Array.isArray(value)) return value.some(item => hasKey(item, pattern, depth));
  return isMap(value) && Object.entries(value).some(([key, item]) => pattern.test(key) || (depth > 0 && hasKey(item, pattern, depth - 1)));
}

/** Whether some part of it tells the program to start another. */
function startsOthers(value: Data, depth: number): boolean {
  if (depth > DEEPEST) return true;
  if (typeof value === 'string') return STARTS_OTHERS.value.test(value);
  if (Array.isArray(value)) return value.some(item => startsOthers(item, depth + 1));
  return isMap(value) && Object.entries(value).some(([key, item]) => STARTS_OTHERS.key.test(key) || startsOthers(item, depth + 1));
}
