import { Data, isMap, listOf, mapOf, stringOf } from '../../edit/yaml/data';
import { parseSource, SourceDocument } from '../../edit/yaml/source-document';
import { attempt } from '../../edit/yaml/source-error';
import { KUBEADM_FLAGS } from '../../facts/inputs/kubelet-files';
import { Doubt, mayRunDoubt } from '../../view/model';
import { placedText } from '../component/referenced-file';
import { FileContent, VerifyDirectory, VerifyInput } from '../input/input';
import { fileName } from '../input/layout';

/** The file of a node's folder that cloud-init makes the others of. */
const FILE = /(?:^|\/)user-data(?:\.ya?ml|\.txt)?$/;
const HEAD = /^(?:## template: jinja\s*\n)?#cloud-config\b/;

/** What says nothing about a component: names of the host, and the join that kubeadm reads a file of its own for. */
const HARMLESS = ['preserve_hostname', 'fqdn', 'hostname', 'prefer_fqdn_over_hostname', 'write_files'];
const JOIN = ['kubeadm', 'join', '--config'];

/**
 * The input with what cloud-init writes as files of the node: files that the folder has too must be the same, the others are read as files of it.
 * What else the user data does stays as it is, for who reads programs.
 */
export function withUserData(input: VerifyInput): VerifyInput {
  const isThere = ({ files }: VerifyDirectory) =>
    [...files].some(([path, content]) => FILE.test(path) && 'text' in content && HEAD.test(content.text));
  if (!input.directories.some(isThere)) return input;
  const unread: Doubt[] = [];
  const directories = input.directories.map(directory => isThere(directory) ? expanded(directory, unread) : directory);
  return { ...input, directories, unread: [...input.unread ?? [], ...unread] };
}

function expanded(directory: VerifyDirectory, unread: Doubt[]): VerifyDirectory {
  const files = new Map(directory.files);
  for (const [path, content] of directory.files) {
    if (!FILE.test(path) || !('text' in content) || !HEAD.test(content.text)) continue;
    const file = fileName(directory, path);
    const document = parsed(content.text, file);
    if (document === undefined || !isMap(document.data)) continue; // said where files are read
    const root = path.slice(0, path.lastIndexOf('/') + 1);
    for (const row of writtenFiles(document, file)) {
      const there = files.get(`${root}${row.path.slice(1)}`);
      const joins = row.text === undefined ? undefined : providerOfJoin(row.text, row.path);
      const flags = files.get(`${root}${KUBEADM_FLAGS.slice(1)}`);
      const runs = flags && 'text' in flags ? /--cloud-provider[= ]([a-z]+)/.exec(flags.text)?.[1] : undefined;
      if (joins !== undefined && runs !== undefined && joins !== runs) {
        unread.push(other(file, row.line, `a kubelet joins by ${row.path} with --cloud-provider=${joins}, and ${KUBEADM_FLAGS} of the folder has `
          + runs));
      }
      if (row.text === undefined) unread.push(other(file, row.line, `what it writes to ${row.path} is not known: ${row.why}`));
      else if (there === undefined) files.set(`${root}${row.path.slice(1)}`, { text: row.text, origin: row.placeOf });
      else if (!('text' in there) || there.text !== row.text) unread.push(other(file, row.line, `it writes another ${row.path} than the folder has`));
    }
    const rest = restOf(document);
    if (rest === undefined) files.delete(path);
    else files.set(path, { text: rest, origin: () => ({ file, line: 1 }) });
  }
  return { ...directory, files };
}

/** A file that cloud-init writes. */
export interface WrittenFile {
  readonly path: string;
  readonly line: number;
  /** Undefined: it is not known. */
  readonly text?: string;
  readonly why?: string;
  readonly placeOf?: FileContent['origin'];
}

/** What cloud-init writes by `write_files`, in its order. */
export function writtenFiles(document: SourceDocument, file: string): readonly WrittenFile[] {
  return listOf(document.data.write_files).flatMap((item, index): WrittenFile[] => {
    const at = ['write_files', index];
    const { path, content, encoding, append } = mapOf(item);
    const row = { path: stringOf(path) ?? '', line: document.line(at) };
    const text = stringOf(content);
    if (!row.path.startsWith('/')) return [];
    if (text === undefined || append === true) return [{ ...row, why: append === true ? 'it is added to a file' : 'it has no text' }];
    if (encoding === undefined || encoding === 'text/plain') {
      return [{ ...row, text, placeOf: placedText(file, document, [...at, 'content'], text).placeOf }];
    }
    const isBase64 = encoding === 'b64' || encoding === 'base64';
    return [isBase64 ? { ...row, text: Buffer.from(text, 'base64').toString(), placeOf: () => ({ file, line: row.line }) }
      : { ...row, why: `its encoding is ${JSON.stringify(encoding)}` }];
  });
}

/** What a kubelet that joins by a JoinConfiguration has as --cloud-provider. */
function providerOfJoin(text: string, path: string): string | undefined {
  const { kind, nodeRegistration } = mapOf(/\bJoinConfiguration\b/.test(text) ? parsed(text, path)?.data : undefined);
  const args = kind === 'JoinConfiguration' ? mapOf(nodeRegistration).kubeletExtraArgs : undefined;
  const listed = listOf(args).map(mapOf).find(({ name }) => name === 'cloud-provider')?.value;
  return stringOf(listed ?? mapOf(args)['cloud-provider']);
}

/** What it does besides; undefined: nothing that concerns a component. */
function restOf(document: SourceDocument): string | undefined {
  const isJoin = (command: Data) => Array.isArray(command) && command.length === JOIN.length + 1
    && JOIN.every((word, index) => command[index] === word);
  const rest = Object.entries(document.data).filter(([key, value]) => !HARMLESS.includes(key)
    && !(key === 'runcmd' && Array.isArray(value) && value.every(isJoin)));
  // A command is a line for who reads programs.
  const inLine = (value: Data): Data => Array.isArray(value) ? value.map(one => Array.isArray(one) ? one.join(' ') : one) : value;
  return rest.length === 0 ? undefined : `${JSON.stringify(Object.fromEntries(rest.map(([key, value]) => [key, inLine(value)])), undefined, 2)}\n`;
}

function other(file: string, line: number, what: string): Doubt {
  return mayRunDoubt({ file, line }, `${file} is user data, and ${what}`, 'What a node starts with is what its user data writes.',
    'Write both anew with synth, or leave the one out that no node is made with.');
}

function parsed(text: string, file: string): SourceDocument | undefined {
  return attempt(() => parseSource(text, { file }), () => undefined);
}
