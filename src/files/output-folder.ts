import { existsSync, readdirSync, readFileSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { exchangeFolder, FolderFile, inOutputFolder, isExchanged } from './exchange-folder';
import { contentHash } from '../lib/text/content-hash';
import { printable } from '../lib/text/printable';
import { pathProblem } from '../lib/text/safe-path';

/** Name of the file that lists what is ours in an output folder. */
export const INDEX_FILE = 'files.json';

/** A file that an index lists. */
export interface IndexedFile {
  readonly path: string;
  /** Sum of what was written. */
  readonly sha256?: string;
}

/**
 * Writes files and the index of them, all or nothing: the folder is exchanged as a whole. Files that an earlier call listed in its index and that are
 * no longer in the set are removed, unless they were edited since; all other files stay.
 *
 * @param index rows of the index, each with the `path` of a file
 * @param gone files of ours that no index lists, and that go
 * @throws if a file that no index lists is where one of the index must be, or another process writes the folder
 * @returns relative paths, in the order in which they were written
 */
export function writeOutput(
  outdir: string, files: readonly FolderFile[], index: readonly IndexedFile[], gone: readonly string[] = [],
): string[] {
  refusePaths(files.map(({ path }) => path));
  const all = [...files, { path: INDEX_FILE, content: renderJson(index) }];
  const now = new Set(files.map(({ path }) => path));
  const ours = new Set(index.map(({ path }) => path));
  if (!isExchanged(outdir, all, staleFiles)) {
    inOutputFolder(outdir, folder => {
      const stale = staleFiles(folder);
      const before = new Set(readIndex(outdir, folder).map(({ path }) => path));
      refuseOthers(outdir, folder, files.filter(({ path }) => ours.has(path) && !before.has(path)));
      exchangeFolder(folder, all, stale);
    });
  }
  return [...now, INDEX_FILE];

  function staleFiles(folder: string): ReadonlySet<string> {
    const stale = readIndex(outdir, folder).filter(row => !now.has(row.path) && isAsWritten(join(folder, row.path), row));
    return new Set([...stale.map(({ path }) => path), ...gone.filter(path => !now.has(path))]);
  }
}

/**
 * Removes what an earlier call of `writeOutput` wrote, with its index. What was edited since stays, and so do all other files.
 *
 * @param more files of ours that no index lists
 */
export function removeOutput(outdir: string, more: readonly string[] = []): void {
  inOutputFolder(outdir, folder => {
    const listed = readIndex(outdir, folder).filter(row => isAsWritten(join(folder, row.path), row));
    removeFiles(folder, [...listed.map(({ path }) => path), ...more, INDEX_FILE]);
  });
}

/** Removes files of a folder, and the folders that are empty without them, itself too. */
export function removeFiles(folder: string, paths: readonly string[]): void {
  for (const path of paths) rmSync(join(folder, path), { force: true });
  for (const path of paths) {
    for (let parent = dirname(join(folder, path)); parent.length >= folder.length && isEmpty(parent); parent = dirname(parent)) rmdirSync(parent);
  }
}

function isEmpty(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).length === 0;
}

/** Whether a file has the text that it was written with. Where no sum is known, it has. */
export function isAsWritten(file: string, { sha256 }: Pick<IndexedFile, 'sha256'>): boolean {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return false;
  return sha256 === undefined || contentHash(readFileSync(file, 'utf8')) === sha256;
}

/**
 * The index of an output folder.
 *
 * @returns undefined: it has none
 * @throws if there is something else in its place
 */
export function outputIndex(outdir: string): readonly IndexedFile[] | undefined {
  return existsSync(join(outdir, INDEX_FILE)) ? readIndex(outdir, outdir) : undefined;
}

export function renderJson(value: object): string {
  return JSON.stringify(value, undefined, 2) + '\n';
}

/** Names come from the user: of a node, of a file on it, of a configuration. */
function refusePaths(paths: readonly string[]): void {
  const seen = new Set<string>([INDEX_FILE]);
  for (const path of paths) {
    const problem = pathProblem(path);
    if (problem !== undefined) throw new Error(problem);
    if (seen.has(path)) throw new Error(printable(`'${path}' would be written twice; give one of the two another name`));
    seen.add(path);
  }
  for (const path of paths) {
    const file = path.split('/').map((_, index, segments) => segments.slice(0, index).join('/')).find(parent => seen.has(parent));
    if (file !== undefined) throw new Error(printable(`'${file}' would be a file and the folder of '${path}'; give one of the two another name`));
  }
}

/** What no earlier run wrote is the user's, but for the same text, with which nothing is lost. */
function refuseOthers(outdir: string, folder: string, files: readonly FolderFile[]): void {
  const other = files.find(({ path, content }) => {
    const target = join(folder, path);
    return existsSync(target) && statSync(target).isFile() && readFileSync(target, 'utf8') !== content;
  });
  if (other) {
    throw new Error(printable(`'${join(outdir, other.path)}' is not in '${join(outdir, INDEX_FILE)}', so it is yours, and a file of ours `
    + 'must be in its place; move it away and run again'));
  }
}

/** The index of an earlier run, refused as a whole before anything is changed. */
function readIndex(outdir: string, folder: string): IndexedFile[] {
  const path = join(outdir, INDEX_FILE);
  if (!existsSync(join(folder, INDEX_FILE))) return [];
  const entries = parseIndex(readFileSync(join(folder, INDEX_FILE), 'utf8'));
  if (!entries) {
    throw new Error(printable(`'${path}' is not an index of this library's files, so stale files cannot be told from yours; move it `
    + 'away and run again'));
  }
  const root = resolve(folder);
  const outside = entries.find(entry => !resolve(root, entry.path).startsWith(root + sep));
  if (outside) throw new Error(printable(`'${outside.path}' in '${path}' points outside its folder; move the index away and run again`));
  return entries.map(({ path: listed, sha256 }) =>
    ({ path: relative(root, resolve(root, listed)).split(sep).join('/'), ...typeof sha256 === 'string' && { sha256 } }));
}

function parseIndex(text: string): IndexedFile[] | undefined {
  try {
    const entries: unknown = JSON.parse(text);
    return Array.isArray(entries) && entries.every(entry => typeof entry?.path === 'string') ? entries as IndexedFile[] : undefined;
  } catch {
    return undefined; // what is not JSON is not an index either
  }
}
