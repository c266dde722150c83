import { items, kubeadmSpecOf } from './documents';
import { SourcePath } from '../../edit/yaml/data';
import { SourceDocument } from '../../edit/yaml/source-document';
import { cleanedPath } from '../../kubernetes/cleaned-path';
import { MadeFile } from '../made-file';

/** The value of a Secret or ConfigMap of the input; undefined: it is not there. */
export type StoredText = (kind: string, name: string, key: string) => string | undefined;

/**
 * The files that an object puts on its machines, by their path. What cannot be read is there too, with the reason: whether that matters is decided by
 * the folder that it is in. Of two of one path the last one is written.
 */
export function machineFilesOf(document: SourceDocument, stored: StoredText): ReadonlyMap<string, MadeFile> {
  const path = [...kubeadmSpecOf(document)!, 'files'];
  const files = new Map<string, MadeFile>();
  items(document, path).forEach((file, index) => {
    if (typeof file.path !== 'string') return;
    const content: SourcePath = [...path, index, 'content'];
    const own = document.value(content) === undefined ? [...path, index] : content;
    const origin = (line: number) => {
      return { file: document.file, line: document.line(own) + (own === content && document.isLiteral(content) ? line : 0) };
    };
    const text = textOf(file, stored);
    const at = cleanedPath(file.path);
    const before = files.get(at);
    if ('unreadable' in text) files.set(at, { ...text, origin });
    else if (file.append !== true) files.set(at, { ...text, origin });
    else if (before && 'text' in before) files.set(at, { text: before.text + text.text, origin });
    else files.set(at, { unreadable: 'it is appended to what its machine image has there', origin });
  });
  return files;
}

function textOf({ content, contentFrom, contentFormat, encoding = '' }: ReturnType<typeof items>[number], stored: StoredText): MadeFile {
  const source = contentFrom as { readonly [kind: string]: { readonly name?: unknown; readonly key?: unknown } } | undefined;
  const kind = source && Object.keys(source)[0];
  const { name, key } = (kind === undefined ? undefined : source![kind]) ?? {};
  const called = kind === undefined ? '' : kind.charAt(0).toUpperCase() + kind.slice(1);
  const text = kind === undefined ? content : stored(called, String(name), String(key));
  if (typeof text !== 'string') {
    return {
      unreadable: kind === undefined ? 'its content is no text'
        : `its content is from ${called} ${String(name)} (key ${String(key)}), which is not in the input`,
    };
  }
  if (contentFormat !== undefined && contentFormat !== '') return { unreadable: `its content is a template (${JSON.stringify(contentFormat)})` };
  if (encoding === '') return { text };
  if (encoding === 'base64') return { text: Buffer.from(text, 'base64').toString('utf8') };
  return { unreadable: `its content is encoded (${JSON.stringify(encoding)})` };
}

/** Whether the input has what is in a file of a machine, by its path as a command writes it. */
export function isHere(files: ReadonlyMap<string, MadeFile>): (path: string) => boolean {
  return path => {
    const content = path.startsWith('/') ? files.get(cleanedPath(path)) : undefined;
    return content !== undefined && 'text' in content;
  };
}
