import { isDeepStrictEqual } from 'node:util';
import type { Node, Pair } from 'yaml';
import { blockSplices, CollectionChange, columnOf, endOf, entriesOf, flowSplices, isCollectionToken, lineBreakOf } from './collection-splices';
import { SourcePath } from './data';
import { applyAsData, SourceEdit } from './data-edit';
import { isJson } from './kubernetes-text';
import { yaml } from './load';
import { habitOf, quoteOf, renderBlockEntry, renderBlockItem, renderFlow, renderFlowEntry, renderString, RenderStyle } from './render';
import { keyOf, parseSources, SourceDocument } from './source-document';
import { applySplices, Splice } from '../splice';
import { usualListSplices, usualReplacement } from './usual-edit';

export interface DocumentEdits {
  readonly document: SourceDocument;
  readonly edits: readonly SourceEdit[];
}

/**
 * The file with the edits spliced in. All documents are of the same file.
 *
 * The result is read back, and must say exactly what the edits say as data: an anchor used in two places, or a notation that the splices do not
 * understand, is an error, never a wrong file.
 */
export function editSource(changes: readonly DocumentEdits[]): string {
  return editedSources(changes)[0].text;
}

/** The same, as the documents that were read back. */
export function editedSources(changes: readonly DocumentEdits[]): readonly SourceDocument[] {
  const { file, text } = changes[0].document;
  if (changes.every(({ edits }) => edits.length === 0)) return changes.map(({ document }) => document);
  // Splices work on whole lines, so the last line gets its line break for the time of the work.
  const eol = lineBreakOf(text);
  const closed = text.endsWith('\n') ? text : text + eol;
  const spliced = applySplices(closed, changes.flatMap(({ document, edits }) => splicesOf(document, closed, edits)));
  const result = closed === text || !spliced.endsWith(eol) ? spliced : spliced.slice(0, -eol.length);

  const expected = changes.map(({ document, edits }) => applyAsData(document.data, edits));
  let actual: readonly SourceDocument[];
  try {
    actual = parseSources(result, { file });
  } catch (error) {
    throw new Error(`${file} cannot be edited: the result would not be YAML (${(error as Error).message}); write anchors and merge keys out`);
  }
  if (!isDeepStrictEqual(actual.map(({ data }) => data), expected)) {
    throw new Error(`${file} cannot be edited: more than the edit would change; write anchors, merge keys and unusual notation out`);
  }
  return actual;
}

/** Edits that take items out of a list; one that would be left empty goes with its key, so that a list made for what was added leaves nothing. */
export function removeItems(document: SourceDocument, path: SourcePath, indices: readonly number[]): SourceEdit[] {
  const unique = [...new Set(indices)];
  if (unique.length === document.size(path)) return [removal(path)];
  return unique.map((index) => ({ op: 'remove', path, index }));
}

/** Edits that take keys out of a mapping; one that would be left empty goes with its own key. */
export function removeKeys(document: SourceDocument, path: SourcePath, keys: readonly string[]): SourceEdit[] {
  if (path.length > 0 && keys.length === document.size(path)) return [removal(path)];
  return keys.map((key) => ({ op: 'remove-key', path, key }));
}

function removal(path: SourcePath): SourceEdit {
  return { op: 'remove-key', path: path.slice(0, -1), key: String(path[path.length - 1]) };
}

/** Where a new name goes in a list of names: its place where the list is sorted, else the end. */
export function placeFor(names: readonly string[], name: string): number {
  const index = isSorted(names) ? names.findIndex((other) => other > name) : -1;
  return index < 0 ? names.length : index;
}

/** Whether names are in the order of their code units, as Go's sort has it. */
export function isSorted(names: readonly string[]): boolean {
  return names.every((name, index) => index === 0 || names[index - 1] <= name);
}

function splicesOf(document: SourceDocument, text: string, edits: readonly SourceEdit[]): Splice[] {
  const groups = new Map<string, { path: SourcePath; edits: SourceEdit[] }>();
  const splices: Splice[] = [];
  for (const edit of edits) {
    if (edit.op === 'replace') {
      splices.push(usualReplacement(document, edit.path, edit.value) ?? replacement(document, text, edit.path, edit.value));
      continue;
    }
    const id = JSON.stringify(edit.path);
    if (!groups.has(id)) groups.set(id, { path: edit.path, edits: [] });
    groups.get(id)!.edits.push(edit);
  }
  for (const group of groups.values()) {
    splices.push(...usualListSplices(document, text, group.path, group.edits) ?? collectionEdits(document, text, group.path, group.edits));
  }
  return splices;
}

function replacement(document: SourceDocument, text: string, path: SourcePath, value: string): Splice {
  const node = document.node(path);
  const token = node?.srcToken;
  if (!node || !token || isCollectionToken(token)) throw document.errorAt(path, `expected a value at ${path.join('.')}`);
  const end = endOf(token);
  const lineBreak = /\r?\n$/.exec(text.slice(token.offset, end))?.[0].length ?? 0;
  const isInFlow = path.some((_, length) => document.node(path.slice(0, length))?.srcToken?.type === 'flow-collection');
  return { start: token.offset, end: end - lineBreak, text: renderString(value, quoteOf(node), isInFlow) };
}

function collectionEdits(document: SourceDocument, text: string, path: SourcePath, edits: readonly SourceEdit[]): Splice[] {
  const node = document.node(path);
  const token = node?.srcToken;
  const { isMap, isSeq } = yaml();
  if (!node || !token || !isCollectionToken(token)) {
    throw document.errorAt(path, `${path.join('.')} is not a list or a mapping; write [] or {} for an empty one, or leave its key `
      + 'out');
  }
  const flow = token.type === 'flow-collection';
  const removed = new Set<number>();
  const inserted: CollectionChange['inserted'][number][] = [];
  for (const edit of edits) {
    if (edit.op === 'remove') {
      removed.add(edit.index);
    } else if (edit.op === 'remove-key' && isMap(node)) {
      removed.add(node.items.findIndex((pair) => keyOf(pair.key) === edit.key));
    } else if (edit.op === 'insert' && isSeq(node)) {
      const style = styleAt(document, text, node.items[Math.max(0, edit.index - 1)] as Node | undefined);
      inserted.push({ index: edit.index, lines: flow ? [renderFlow(edit.value, style)] : renderBlockItem(edit.value, style) });
    } else if (edit.op === 'set-key' && isMap(node)) {
      const index = placeFor(node.items.map((pair) => keyOf(pair.key) ?? ''), edit.key);
      const style = styleAt(document, text, node.items[Math.max(0, index - 1)]);
      inserted.push({ index, lines: flow ? [renderFlowEntry(edit.key, edit.value, style)] : renderBlockEntry(edit.key, edit.value, style) });
    }
  }
  const change = { removed, inserted: inserted.sort((a, b) => a.index - b.index) };
  return token.type === 'flow-collection' ? flowSplices(text, token, change) : blockSplices(text, entriesOf(token), change);
}

/** Style for a new entry: quotes as its neighbour has them, or as the document begins; indentation as the document has it first. */
function styleAt(document: SourceDocument, text: string, neighbour: Node | Pair | undefined): RenderStyle {
  // The kubelet reads what begins with a brace as JSON only.
  if (isJson(document.text)) return { keyQuote: 'double', valueQuote: 'double', ...indentOf(document, text) };
  const first = firstPair(neighbour) ?? firstPair(document.root);
  const value = firstScalar(neighbour) ?? firstScalar(document.root);
  return {
    keyQuote: habitOf((first?.key ?? document.root.items[0]?.key) as Node),
    valueQuote: habitOf(value),
    ...indentOf(document, text),
  };
}

function firstPair(node: unknown): Pair | undefined {
  const { isMap, isPair, isSeq } = yaml();
  if (isPair(node)) return node;
  if (isMap(node)) return node.items[0];
  return isSeq(node) ? firstPair(node.items[0]) : undefined;
}

function firstScalar(node: unknown): Node | undefined {
  const { isMap, isPair, isScalar, isSeq } = yaml();
  if (isScalar(node)) return typeof node.value === 'string' ? node : undefined;
  if (isPair(node)) return firstScalar(node.value);
  if (isMap(node) || isSeq(node)) return firstScalar(node.items[0]);
  return undefined;
}

/** How far mappings and dashes stand below their key: the first of each in the document says. */
function indentOf(document: SourceDocument, text: string): { mapIndent: number; dashIndent: number } {
  let mapIndent: number | undefined;
  let dashIndent: number | undefined;
  yaml().visit(document.root, {
    Pair: (_, pair) => {
      const key = (pair.key as Node | null)?.range?.[0];
      const token = (pair.value as Node | null)?.srcToken;
      if (key === undefined || !token) return undefined;
      if (token.type === 'block-map') mapIndent ??= columnOf(text, token.offset) - columnOf(text, key);
      if (token.type === 'block-seq') dashIndent ??= columnOf(text, token.offset) - columnOf(text, key);
      return mapIndent !== undefined && dashIndent !== undefined ? yaml().visit.BREAK : undefined;
    },
  });
  return { mapIndent: mapIndent ?? 2, dashIndent: dashIndent ?? 0 };
}
