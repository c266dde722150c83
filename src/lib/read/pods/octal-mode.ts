import { Data, SourcePath } from '../../edit/yaml/data';
import { SourceDocument } from '../../edit/yaml/source-document';
import { attempt } from '../../edit/yaml/source-error';

/** The mode of a file as kubectl reads it: YAML 1.1, in which `0400` is octal. */
export function modeAt(document: SourceDocument, path: SourcePath): number | undefined {
  const value = document.value(path);
  return typeof value !== 'number' ? undefined : octalSource(document, path) ?? value;
}

function octalSource(document: SourceDocument, path: SourcePath): number | undefined {
  if (!document.isRead || document.isUsual) return undefined;
  const { source } = (attempt(() => document.node(path), () => undefined) ?? {}) as { readonly source?: string };
  return source !== undefined && /^0[0-7]+$/.test(source) ? parseInt(source, 8) : undefined;
}

/** Volumes of a pod with their modes as they are read. */
export function withModes(document: SourceDocument, path: SourcePath, value: Data | undefined): Data | undefined {
  if (Array.isArray(value)) return value.map((item, index) => withModes(document, [...path, index], item as Data)!);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value as { readonly [key: string]: Data }).map(([key, item]) =>
    [key, key === 'mode' || key === 'defaultMode' ? modeAt(document, [...path, key]) ?? item : withModes(document, [...path, key], item)!]));
}
