import type { Data, DataMap, SourcePath } from '../edit/yaml/data';
import type { SourceEdit } from '../edit/yaml/data-edit';
import { yaml } from '../edit/yaml/load';
import { keyOf, SourceDocument } from '../edit/yaml/source-document';
import { placeFor, removeItems, removeKeys } from '../edit/yaml/source-edit';
import { grouped } from '../kubernetes/once-for';

/** Edits that give a path a value. Where it is so already there are none; mappings on the way that are not there are made. */
export function valueEdits(document: SourceDocument, path: SourcePath, value: Data): SourceEdit[] {
  return entryEdits(document, path.slice(0, -1), { [String(path[path.length - 1])]: value });
}

/** The same of several entries of one mapping. */
export function entryEdits(document: SourceDocument, path: SourcePath, entries: DataMap): SourceEdit[] {
  return withParents(document, path, editsBelow(document, path, entries));
}

/** The same, where the mapping is taken to be there. */
export function editsBelow(document: SourceDocument, path: SourcePath, entries: DataMap): SourceEdit[] {
  return Object.entries(entries).flatMap(([key, value]): SourceEdit[] => {
    const entry = [...path, key];
    if (document.value(entry) === value) return [];
    if (!document.has(entry)) return [{ op: 'set-key', path, key, value }];
    return typeof value === 'string' ? [{ op: 'replace', path: entry, value }]
      : [{ op: 'set-key', path, key, value }, { op: 'remove-key', path, key }];
  });
}

/** Edits that add items at the end of a list, which is made where it is not there. */
export function itemEdits(document: SourceDocument, path: SourcePath, ...items: readonly Data[]): SourceEdit[] {
  if (items.length === 0) return [];
  const index = document.size(path);
  return index === undefined ? [madeWithParents(document, path, [...items])] : items.map(value => ({ op: 'insert', path, index, value }));
}

/** Edits of a list of what has names: some goes, and what comes gets its place where the list is sorted. An empty one goes with its key. */
export function namedItemEdits(
  document: SourceDocument, path: SourcePath, names: readonly string[], gone: readonly number[], added: readonly (readonly [string, Data])[],
): SourceEdit[] {
  if (added.length === 0) return gone.length === 0 ? [] : removeItems(document, path, gone);
  if (!document.node(path)) return [keyEdit(path, added.map(([, item]) => item))];
  return [
    ...gone.map(index => ({ op: 'remove' as const, path, index })),
    ...added.map(([name, value]) => ({ op: 'insert' as const, path, index: placeFor(names, name), value })),
  ];
}

/** The edit that makes an entry of a mapping. */
export function keyEdit(path: SourcePath, value: Data): SourceEdit {
  return { op: 'set-key', path: path.slice(0, -1), key: String(path[path.length - 1]), value };
}

/**
 * Puts edits below mappings that are not there yet into one edit that makes them; a mapping that the edits leave empty goes.
 */
export function withParents(document: SourceDocument, path: SourcePath, edits: readonly SourceEdit[]): SourceEdit[] {
  const node = document.node(path);
  if (!node) {
    const entries = edits.flatMap((edit) => (edit.op === 'set-key' ? [[edit.key, edit.value] as const] : []));
    return entries.length === 0 ? [] : [madeWithParents(document, path, Object.fromEntries(entries))];
  }
  const removed = edits.flatMap((edit) => (edit.op === 'remove-key' && edit.path.length === path.length ? [edit.key] : []));
  const isEmptied = yaml().isMap(node) && removed.length > 0 && node.items.every((pair) => removed.includes(keyOf(pair.key) ?? ''))
    && !edits.some((edit) => edit.op === 'set-key');
  return isEmptied ? removeKeys(document, path, removed) : [...edits];
}

/** Edits of a mapping, which may not be there yet. */
export interface EditsBelow {
  readonly path: SourcePath;
  readonly edits: readonly SourceEdit[];
}

/** The same of several mappings, where some are one and the same. */
export function allWithParents(document: SourceDocument, parts: readonly EditsBelow[]): SourceEdit[] {
  return [...grouped(parts, ({ path }) => JSON.stringify(path)).values()]
    .flatMap(same => withParents(document, same[0].path, same.flatMap(({ edits }) => edits)));
}

/** One edit that makes a value and every mapping on the way to it that is not there. */
function madeWithParents(document: SourceDocument, path: SourcePath, value: Data): SourceEdit {
  const parent = path.slice(0, -1);
  return parent.length === 0 || document.node(parent) ? keyEdit(path, value)
    : madeWithParents(document, parent, { [String(path[path.length - 1])]: value });
}
