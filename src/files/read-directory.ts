import { createHash, Hash } from 'node:crypto';
import { Dirent, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { decoded, readBounded, reasonOf } from './bounded-file';
import { JsonObjects } from './json-objects';
import { LIVE_COMMAND, MAX_ENTRIES, MAX_JSON_BYTES, MAX_TOTAL_BYTES } from './limits';
import { withoutCredentials } from './without-credentials';
import { MAX_SIZE } from '../lib/edit/yaml/bounds';
import { FEWER_OBJECTS, FileContent, STANDARD_INPUT, UnreadableInput, VerifyDirectory } from '../lib/read/input/input';

/** Deepest folder. */
const MAX_FOLDERS = 40;
/** Folders that hold no manifests, but thousands of files. */
const SKIPPED = new Set(['.git', 'node_modules']);
/** Keys and kubeconfigs where kubeadm, kubectl and the kubelet keep them. That they are there is seen; they are not opened. */
const CREDENTIALS = /(^|\/)(pki|\.kube)\/|(^|\/)etc\/kubernetes\/((super-)?admin|(bootstrap-)?kubelet|scheduler)\.conf$/;
/** Kubeconfigs that say which cluster a controller manager works for. */
const MANAGER_KUBECONFIG = /(^|\/)etc\/kubernetes\/(cloud-)?controller-manager\.conf$/;

/**
 * Reads a folder with everything below it, or a single file as all there is of its folder. What is too large, no text, no regular file, or a link out
 * of the folder is named as such, and is an error only where it is needed. Keys and kubeconfigs are not opened, but for what a
 * controller manager's says.
 *
 * @throws `UnreadableInput` if there is no such folder, or it is too large
 */
export function readDirectory(name: string, cwd: string): VerifyDirectory {
  const root = realPath(resolve(cwd, name), name);
  if (!statSync(root).isDirectory()) return { name: dirname(name), files: new Map([[basename(name), readBounded(root, dirname(root))]]) };
  const files = new Map<string, FileContent>();
  let total = 0;
  const skipped = walk(root, name, path => {
    const content: FileContent = CREDENTIALS.test(path) ? { unreadable: 'it may be a key or a kubeconfig, which is never read' }
      : MANAGER_KUBECONFIG.test(path) ? withoutCredentials(readBounded(join(root, path), root)) : readBounded(join(root, path), root);
    files.set(path, content);
    total += 'text' in content ? content.text.length : 0;
    if (total > MAX_TOTAL_BYTES) {
      throw new UnreadableInput(`'${name}' holds more than ${MAX_TOTAL_BYTES} bytes of text; give the folder of the manifests`);
    }
  });
  return { name, files, skipped };
}

/**
 * Paths of all files of a folder and below it; none is opened.
 *
 * @throws `UnreadableInput` if there is no such folder, or it is too large
 */
export function listDirectory(name: string, cwd: string): readonly string[] {
  const paths: string[] = [];
  walk(realPath(resolve(cwd, name), name), name, path => paths.push(path));
  return paths;
}

/** @returns folders that were left out */
function walk(root: string, name: string, take: (path: string) => void): readonly string[] {
  const skipped: string[] = [];
  const open: { readonly path: string; readonly depth: number }[] = [{ path: '', depth: 0 }];
  let entries = 0;
  for (let next = open.pop(); next; next = open.pop()) {
    for (const entry of list(join(root, next.path), name)) {
      if (++entries > MAX_ENTRIES) throw new UnreadableInput(`'${name}' has more than ${MAX_ENTRIES} files; give the folder of the manifests`);
      const path = next.path === '' ? entry.name : `${next.path}/${entry.name}`;
      if (!entry.isDirectory()) {
        take(path);
        continue;
      }
      if (next.depth >= MAX_FOLDERS) {
        throw new UnreadableInput(`'${name}' has folders that are nested deeper than ${MAX_FOLDERS}: '${path.slice(0, 80)}...'`);
      }
      if (SKIPPED.has(entry.name)) skipped.push(path);
      else open.push({ path, depth: next.depth + 1 });
    }
  }
  return skipped;
}

/** Less is read like any file. */
const SMALL = 1_000_000;

/**
 * What a pipe brings: a text, or more than a text can be of the objects that kubectl prints as JSON.
 *
 * @param most bytes of such objects
 */
export async function readStandardInput(
  stream: AsyncIterable<Uint8Array | string> | Iterable<string>, most: number = MAX_JSON_BYTES,
): Promise<VerifyDirectory> {
  let parts: Uint8Array[] = [];
  let total = 0;
  let objects: JsonObjects | undefined;
  let hash: Hash | undefined;
  for await (const part of stream) {
    const bytes = typeof part === 'string' ? new TextEncoder().encode(part) : part;
    total += bytes.length;
    if (total > (objects ? most : MAX_TOTAL_BYTES)) {
      const remedy = objects ? FEWER_OBJECTS : `give fewer objects at a time, or of a live cluster JSON: ${LIVE_COMMAND}`;
      throw new UnreadableInput(`standard input has more than ${objects ? most : MAX_TOTAL_BYTES} bytes; ${remedy}`);
    }
    if (objects) {
      objects.push(bytes);
      hash!.update(bytes);
      continue;
    }
    parts.push(bytes);
    if (total > SMALL && beginsWithBrace(parts[0])) {
      objects = new JsonObjects('standard input');
      hash = createHash('sha256');
      for (const one of parts) {
        objects.push(one);
        hash.update(one);
      }
      parts = [];
    }
  }
  const content: FileContent = objects ? { text: '', parts: objects.end(), sha256: hash!.digest('hex') } : decoded(joined(parts, total));
  if ('text' in content && content.text.length > MAX_SIZE) {
    throw new UnreadableInput(`standard input has ${content.text.length} characters, the limit is ${MAX_SIZE}; give fewer objects at a time, or of a `
      + `live cluster JSON: ${LIVE_COMMAND}`);
  }
  return { name: STANDARD_INPUT, files: new Map([[STANDARD_INPUT, content]]) };
}

function beginsWithBrace(bytes: Uint8Array): boolean {
  return /^\s*\{/.test(new TextDecoder().decode(bytes.subarray(0, 100)));
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function realPath(path: string, name: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    throw new UnreadableInput(`'${name}' cannot be read: `
      + `${(error as NodeJS.ErrnoException).code === 'ENOENT' ? 'no such file or folder' : reasonOf(error)}`);
  }
}

function list(path: string, name: string): readonly Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch (error) {
    throw new UnreadableInput(`a folder in '${name}' cannot be read: ${reasonOf(error)}`);
  }
}
