import { Dirent, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { FileContent, STANDARD_INPUT, UnreadableInput, VerifyDirectory } from '../lib/read/input';

/** Larger files are not read: a manifest has a few thousand bytes. */
export const MAX_FILE_BYTES = 5_000_000;
/** Text of all files of a folder together. */
export const MAX_TOTAL_BYTES = 50_000_000;
/** Files and folders that are looked at. */
export const MAX_ENTRIES = 50_000;
/** Deepest folder. */
const MAX_FOLDERS = 40;
/** Folders that hold no manifests, but thousands of files. */
const SKIPPED = new Set(['.git', 'node_modules']);

/**
 * Reads a folder with everything below it, or a single file as all there is of its folder. What is too large or no text is named as such, and is an error only where it is needed.
 *
 * @throws `UnreadableInput` if there is no such folder, or it is too large
 */
export function readDirectory(name: string, cwd: string): VerifyDirectory {
  const root = resolve(cwd, name);
  const found = stat(root, name);
  if (!found.isDirectory()) {
    const content = readText(root);
    if (!content) throw new UnreadableInput(`'${name}' is neither a folder nor a file with text`);
    return { name: dirname(name), files: new Map([[basename(name), content]]) };
  }
  const files = new Map<string, FileContent>();
  const open: { readonly path: string; readonly depth: number }[] = [{ path: '', depth: 0 }];
  let entries = 0;
  let total = 0;
  for (let next = open.pop(); next; next = open.pop()) {
    for (const entry of list(join(root, next.path), name)) {
      if (++entries > MAX_ENTRIES) throw new UnreadableInput(`'${name}' has more than ${MAX_ENTRIES} files; give the folder of the manifests`);
      const path = next.path === '' ? entry.name : `${next.path}/${entry.name}`;
      if (entry.isDirectory()) {
        if (next.depth >= MAX_FOLDERS) throw new UnreadableInput(`'${name}' has folders that are nested deeper than ${MAX_FOLDERS}: '${path.slice(0, 80)}...'`);
        if (!SKIPPED.has(entry.name)) open.push({ path, depth: next.depth + 1 });
      } else if (entry.isFile() || entry.isSymbolicLink()) {
        const content = readText(join(root, path));
        if (content) files.set(path, content);
        total += content && 'text' in content ? content.text.length : 0;
        if (total > MAX_TOTAL_BYTES) throw new UnreadableInput(`'${name}' holds more than ${MAX_TOTAL_BYTES} bytes of text; give the folder of the manifests`);
      }
    }
  }
  return { name, files };
}

/** What a pipe brings. */
export async function readStandardInput(stream: AsyncIterable<Uint8Array | string> | Iterable<string>): Promise<VerifyDirectory> {
  const parts: Uint8Array[] = [];
  let total = 0;
  for await (const part of stream) {
    const bytes = typeof part === 'string' ? new TextEncoder().encode(part) : part;
    total += bytes.length;
    if (total > MAX_TOTAL_BYTES) throw new UnreadableInput(`standard input has more than ${MAX_TOTAL_BYTES} bytes; give fewer objects at a time`);
    parts.push(bytes);
  }
  return { name: STANDARD_INPUT, files: new Map([[STANDARD_INPUT, decoded(joined(parts, total))]]) };
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

function stat(path: string, name: string) {
  try {
    return statSync(path);
  } catch (error) {
    throw new UnreadableInput(`'${name}' cannot be read: ${reason(error)}`);
  }
}

function list(path: string, name: string): readonly Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch (error) {
    throw new UnreadableInput(`a folder in '${name}' cannot be read: ${reason(error)}`);
  }
}

/** The text of a file; undefined for a link to a folder or to nowhere, which is not followed. */
function readText(path: string): FileContent | undefined {
  try {
    const found = statSync(path);
    // A pipe or device would never end.
    if (!found.isFile()) return undefined;
    const { size } = found;
    if (size > MAX_FILE_BYTES) return { unreadable: `the file has ${size} bytes, the limit is ${MAX_FILE_BYTES}` };
    return decoded(new Uint8Array(readFileSync(path)));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? undefined : { unreadable: `the file cannot be read: ${reason(error)}` };
  }
}

function decoded(bytes: Uint8Array): FileContent {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes('\0') ? { unreadable: 'the file is not text' } : { text };
  } catch {
    return { unreadable: 'the file is not UTF-8 text' };
  }
}

function reason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' ? 'no such file or folder' : code === 'EACCES' ? 'permission denied' : message;
}
