import {
  existsSync, linkSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { FolderFile } from './exchange-folder';

/** What of some files a folder has already. */
export interface NewFiles {
  /** Those that are not there. */
  readonly missing: readonly FolderFile[];
  /** Relative paths at which something else is. */
  readonly inTheWay: readonly string[];
}

/** Compares, and changes nothing. */
export function newFiles(folder: string, files: readonly FolderFile[]): NewFiles {
  const missing: FolderFile[] = [];
  const inTheWay = new Set<string>();
  for (const file of files) {
    const blocked = parentsOf(file.path).find(parent => existsSync(join(folder, parent)) && !statSync(join(folder, parent)).isDirectory());
    const found = blocked === undefined ? lstatSync(join(folder, file.path), { throwIfNoEntry: false }) : undefined;
    if (blocked !== undefined) inTheWay.add(blocked);
    else if (found === undefined) missing.push(file);
    else if (!found.isFile() || readFileSync(join(folder, file.path), 'utf8') !== file.content) inTheWay.add(file.path);
  }
  return { missing, inTheWay: [...inTheWay] };
}

/**
 * Writes files that are not there, all or none, and never over another one: each is written as a whole beside its place and then linked there, which
 * fails where something is. The folder is not exchanged, because it may be the one that the user works in.
 *
 * @throws if one cannot be written; what this call has made is gone then
 */
export function writeNewFiles(folder: string, files: readonly FolderFile[]): void {
  const folders: string[] = [];
  const linked: string[] = [];
  const make = (path: string): void => {
    if (existsSync(path)) return;
    make(dirname(path));
    mkdirSync(path);
    folders.push(path);
  };
  let draft: string | undefined;
  try {
    make(folder);
    draft = mkdtempSync(join(folder, '.ccm-migration-init-'));
    for (const [index, { content }] of files.entries()) writeFileSync(join(draft, String(index)), content);
    for (const [index, { path }] of files.entries()) {
      make(dirname(join(folder, path)));
      linkSync(join(draft, String(index)), join(folder, path));
      linked.push(join(folder, path));
    }
  } catch (error) {
    for (const path of linked) rmSync(path, { force: true });
    if (draft !== undefined) rmSync(draft, { recursive: true, force: true });
    // Another process may use one by now.
    for (const path of folders.reverse()) {
      if (readdirSync(path).length === 0) rmdirSync(path);
    }
    throw error;
  }
  rmSync(draft, { recursive: true, force: true });
}

/** Folders that a relative path leads through. */
function parentsOf(path: string): readonly string[] {
  return path.split('/').slice(0, -1).map((_, index, parts) => parts.slice(0, index + 1).join('/'));
}
