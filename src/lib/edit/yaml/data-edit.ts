import type { Data, SourcePath } from './data';

/** One change of a document. Paths and indices refer to the document before any change; several new entries at one place keep their order. */
export type SourceEdit =
  | { readonly op: 'replace'; readonly path: SourcePath; readonly value: string }
  | { readonly op: 'insert'; readonly path: SourcePath; readonly index: number; readonly value: Data }
  | { readonly op: 'remove'; readonly path: SourcePath; readonly index: number }
  | { readonly op: 'set-key'; readonly path: SourcePath; readonly key: string; readonly value: Data }
  | { readonly op: 'remove-key'; readonly path: SourcePath; readonly key: string };

/** The same edits on plain data: what the edited text must say. */
export function applyAsData(data: Data, edits: readonly SourceEdit[]): Data {
  const result = structuredClone(data);
  // Deepest first, and within a list from its end, so that no edit moves what another one points at.
  const ordered = edits.map((edit, order) => ({ edit, order })).sort((a, b) =>
    b.edit.path.length - a.edit.path.length || indexOf(b.edit) - indexOf(a.edit) || rank(a.edit) - rank(b.edit) || b.order - a.order);
  for (const { edit } of ordered) {
    if (edit.op === 'replace') {
      const parent = at(result, edit.path.slice(0, -1)) as { [key: string | number]: Data };
      parent[edit.path[edit.path.length - 1]] = edit.value;
    } else if (edit.op === 'insert') {
      (at(result, edit.path) as Data[]).splice(edit.index, 0, edit.value);
    } else if (edit.op === 'remove') {
      (at(result, edit.path) as Data[]).splice(edit.index, 1);
    } else if (edit.op === 'set-key') {
      (at(result, edit.path) as { [key: string]: Data })[edit.key] = edit.value;
    } else {
      delete (at(result, edit.path) as { [key: string]: Data })[edit.key];
    }
  }
  return result;
}

function indexOf(edit: SourceEdit): number {
  return edit.op === 'insert' || edit.op === 'remove' ? edit.index : -1;
}

/** At one index the item goes before another takes its place. */
function rank(edit: SourceEdit): number {
  return edit.op === 'remove' ? 0 : 1;
}

function at(data: Data, path: SourcePath): Data {
  return path.reduce<Data>((value, step) => (value as { [key: string | number]: Data })[step], data);
}
