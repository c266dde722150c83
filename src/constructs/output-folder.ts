import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, rmdirSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { App } from 'cdk8s';
import { IConstruct } from 'constructs';

/** A file below an output folder. */
export interface OutputFile {
  /** Relative path. */
  readonly path: string;
  readonly content: string;
}

/** Name of the file that lists what is ours in an output folder. */
export const INDEX_FILE = 'files.json';

/**
 * Writes files and the index of them. Files that an earlier call listed in its index and that are no longer in the set are removed; files of anybody else
 * stay.
 *
 * @param index rows of the index, each with the `path` of a file
 * @returns relative paths, in the order in which they were written
 */
export function writeOutput(outdir: string, files: readonly OutputFile[], index: readonly { readonly path: string }[]): string[] {
  const now = new Set(files.map(({ path }) => path));
  const stale = readIndex(outdir).filter(({ path }) => !now.has(path));
  // The index first names the old files and the new ones: killed at any point, the next run knows every file that is ours.
  replaceFile(join(outdir, INDEX_FILE), renderJson([...stale, ...index]));
  // What goes, goes first: a new file may need a folder where an old one was a file.
  for (const { path } of stale) removeFile(outdir, path);
  for (const { path, content } of files) replaceFile(join(outdir, path), content);
  replaceFile(join(outdir, INDEX_FILE), renderJson(index));
  return [...now, INDEX_FILE];
}

export function renderJson(value: object): string {
  return JSON.stringify(value, undefined, 2) + '\n';
}

/**
 * @throws if `outdir` is below the output folder of the app, where cdk8s-cli takes every `.yaml` file as a manifest
 */
export function refuseManifestFolder(scope: IConstruct, outdir: string): void {
  const { root } = scope.node;
  if (!(root instanceof App)) return;
  const inside = relative(resolve(root.outdir), resolve(outdir));
  if (inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)) return;
  throw new Error(`outdir '${outdir}' is in the output folder '${root.outdir}' of the app, where every .yaml file is taken as a manifest; use a folder beside it, for example 'nodes'`);
}

/** By rename, so that a reader never sees half a file. */
function replaceFile(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const temporary = `${path}.new`;
  writeFileSync(temporary, content);
  renameSync(temporary, path);
}

/** The index of an earlier run, refused as a whole before anything is changed. */
function readIndex(outdir: string): { readonly path: string }[] {
  const path = join(outdir, INDEX_FILE);
  if (!existsSync(path)) return [];
  const entries = parseIndex(readFileSync(path, 'utf8'));
  if (!entries) throw new Error(`'${path}' is not an index of this library's files, so stale files cannot be told from yours; move it away and run again`);
  const outside = entries.find(entry => !resolve(outdir, entry.path).startsWith(resolve(outdir) + sep));
  if (outside) throw new Error(`'${outside.path}' in '${path}' points outside its folder; move the index away and run again`);
  return entries;
}

function parseIndex(text: string): { readonly path: string }[] | undefined {
  try {
    const entries: unknown = JSON.parse(text);
    return Array.isArray(entries) && entries.every(entry => typeof entry?.path === 'string') ? entries as { readonly path: string }[] : undefined;
  } catch {
    return undefined; // what is not JSON is not an index either
  }
}

/** Removes a file of an earlier run and the folders that it leaves empty. */
function removeFile(outdir: string, path: string): void {
  const target = resolve(outdir, path);
  rmSync(target, { force: true });
  for (let dir = dirname(target); dir !== resolve(outdir); dir = dirname(dir)) {
    if (!existsSync(dir)) continue;
    if (readdirSync(dir).length > 0) return;
    rmdirSync(dir);
  }
}
