import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { exchangeFolder, FolderFile, inOutputFolder, isExchanged } from './exchange-folder';
import { printable } from '../lib/text/printable';
import { pathProblem } from '../lib/text/safe-path';

/** Name of the file that lists what is ours in an output folder. */
const INDEX_FILE = 'files.json';

/**
 * Writes files and the index of them, all or nothing: the folder is exchanged as a whole. Files that an earlier call listed in its index and that are
 * no longer in the set are removed; all other files stay.
 *
 * @param index rows of the index, each with the `path` of a file
 * @param gone files of ours that no index lists, and that go
 * @throws if a file that no index lists is where one of the index must be, or another process writes the folder
 * @returns relative paths, in the order in which they were written
 */
export function writeOutput(
  outdir: string, files: readonly FolderFile[], index: readonly { readonly path: string }[], gone: readonly string[] = [],
): string[] {
  refusePaths(files.map(({ path }) => path));
  const all = [...files, { path: INDEX_FILE, content: renderJson(index) }];
  const now = new Set(files.map(({ path }) => path));
  const ours = new Set(index.map(({ path }) => path));
  if (!isExchanged(outdir, all, staleFiles)) {
    inOutputFolder(outdir, folder => {
      const stale = staleFiles(folder);
      const before = new Set(readIndex(outdir, folder));
      refuseOthers(outdir, folder, files.filter(({ path }) => ours.has(path) && !before.has(path)));
      exchangeFolder(folder, all, stale);
    });
  }
  return [...now, INDEX_FILE];

  function staleFiles(folder: string): ReadonlySet<string> {
    return new Set([...readIndex(outdir, folder), ...gone].filter(path => !now.has(path)));
  }
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

/** Paths in the index of an earlier run, refused as a whole before anything is changed. */
function readIndex(outdir: string, folder: string): string[] {
  const path = join(outdir, INDEX_FILE);
  if (!existsSync(join(folder, INDEX_FILE))) return [];
  const entries = parseIndex(readFileSync(join(folder, INDEX_FILE), 'utf8'));
  if (!entries) {
    throw new Error(printable(`'${path}' is not an index of this library's files, so stale files cannot be told from yours; move it `
    + 'away and run again'));
  }
  const outside = entries.find(entry => !resolve(folder, entry.path).startsWith(folder + sep));
  if (outside) throw new Error(printable(`'${outside.path}' in '${path}' points outside its folder; move the index away and run again`));
  return entries.map(entry => relative(folder, resolve(folder, entry.path)).split(sep).join('/'));
}

function parseIndex(text: string): { readonly path: string }[] | undefined {
  try {
    const entries: unknown = JSON.parse(text);
    return Array.isArray(entries) && entries.every(entry => typeof entry?.path === 'string') ? entries as { readonly path: string }[] : undefined;
  } catch {
    return undefined; // what is not JSON is not an index either
  }
}
