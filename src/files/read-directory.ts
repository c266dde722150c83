import { Dirent, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { FileContent, UnreadableInput, VerifyDirectory } from '../lib/read/input';

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
 * Reads a folder with everything below it. What is too large or no text is named as such, and is an error only where it is needed.
 *
 * @throws `UnreadableInput` if there is no such folder, or it is too large
 */
export function readDirectory(name: string, cwd: string): VerifyDirectory {
  const root = resolve(cwd, name);
  const found = stat(root, name);
  if (!found.isDirectory()) throw new UnreadableInput(`'${name}' is not a folder; give the folder that holds it`);
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
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(new Uint8Array(readFileSync(path)));
    return text.includes('\0') ? { unreadable: 'the file is not text' } : { text };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return { unreadable: 'the file is not UTF-8 text' };
    return code === 'ENOENT' ? undefined : { unreadable: `the file cannot be read: ${reason(error)}` };
  }
}

function reason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' ? 'no such folder' : code === 'EACCES' ? 'permission denied' : message;
}
