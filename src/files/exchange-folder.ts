import {
  chmodSync, existsSync, linkSync, lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, realpathSync, renameSync, rmSync, statSync,
  symlinkSync, writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { makeFolder } from './make-folder';
import { withLock } from './process-lock';
import { printable } from '../lib/text/printable';

/** A file of a folder. */
export interface FolderFile {
  /** Relative path, with `/`. */
  readonly path: string;
  readonly content: string;
  /**
   * Permissions.
   * @default - as the process creates files
   */
  readonly mode?: number;
}

/**
 * Does work on an output folder that no other process works on at the same time. It is found as an earlier run found or left it.
 *
 * @throws if another process is at work on it, or what is beside it cannot be settled
 */
export function inOutputFolder<T>(outdir: string, work: (folder: string) => T): T {
  const folder = realFolder(outdir);
  try {
    makeFolder(dirname(folder));
    return withLock(besides(folder).lock, `outdir '${outdir}'`, () => work(settledFolder(outdir)));
  } catch (error) {
    throw explained(error, folder);
  }
}

/**
 * Whether there is nothing to do: no file would change, none would go, and no earlier run left anything to be settled. Needs no right to write, so no
 * lock either: where another process takes a file away while we look, there may be work to do, and who has the lock looks again.
 *
 * @param staleIn gives the relative paths of files that go from the folder
 */
export function isExchanged(outdir: string, files: readonly FolderFile[], staleIn: (folder: string) => ReadonlySet<string>): boolean {
  const folder = realFolder(outdir);
  const { fresh, old } = besides(folder);
  try {
    return !existsSync(fresh) && !existsSync(old) && existsSync(folder)
      && staleIn(folder).size === 0 && files.every(file => isWritten(folder, file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** Its real path, also while it is not there: a link to a folder stays a link. */
function realFolder(outdir: string): string {
  try {
    return realpathSync(outdir);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    const isLink = lstatSync(outdir, { throwIfNoEntry: false })?.isSymbolicLink();
    return isLink ? realFolder(resolve(realpathSync(dirname(outdir)), readlinkSync(outdir))) : resolve(outdir);
  }
}

/**
 * The folder as an earlier run found or left it: what a run that was killed has begun is taken back, or ended where only its rest was to be removed.
 *
 * @returns its real path: a link to a folder stays a link
 * @throws if the folder was made again since that run, so that there are two of which one must go
 */
export function settledFolder(outdir: string): string {
  const folder = realFolder(outdir);
  const { fresh, old } = besides(folder);
  if (existsSync(old) && !existsSync(folder)) {
    renameSync(old, folder);
  } else if (existsSync(old) && existsSync(fresh)) {
    throw new Error(printable(`'${old}' is what was in '${outdir}' when an earlier run was killed, and '${outdir}' was created again since; remove `
      + 'the one that you do not need and run again'));
  }
  for (const left of [old, fresh]) if (existsSync(left)) rmSync(left, { recursive: true, force: true });
  return folder;
}

/**
 * Gives a folder its files as a whole: they are written to a folder beside it, which then takes its place. What fails before leaves everything as it
 * was. Files that no index lists, such as the user's own, are in the new folder too.
 *
 * @param folder path from `settledFolder`
 * @param stale relative paths of files that go
 * @throws if something of the user is where a file must be, or the folder cannot be exchanged
 */
export function exchangeFolder(folder: string, files: readonly FolderFile[], stale: ReadonlySet<string>): void {
  const isThere = existsSync(folder);
  // Readers and watchers of the folder notice nothing where nothing changes.
  const differing = isThere && stale.size === 0 ? files.filter(file => !isWritten(folder, file)) : undefined;
  if (differing?.length === 0) return;
  refuseWorkingFolder(folder);
  const { fresh, old } = besides(folder);
  try {
    if (differing?.length === 1 && isNewName(folder, differing[0])) {
      const [{ path, content, mode }] = differing;
      write(fresh, { content, mode });
      renameSync(fresh, join(folder, path));
      return;
    }
    makeFolder(dirname(folder));
    mkdirSync(fresh);
    const made = new Set(['.']);
    for (const { path, content, mode } of files) {
      makeFolders(fresh, dirname(path), made);
      write(join(fresh, path), { content, mode });
    }
    if (isThere) {
      keepOthers(folder, fresh, new Set(files.map(({ path }) => path)), stale);
      renameSync(folder, old);
    }
    renameSync(fresh, folder);
  } catch (error) {
    if (!existsSync(folder) && existsSync(old)) renameSync(old, folder);
    rmSync(fresh, { recursive: true, force: true });
    throw explained(error, folder);
  }
  if (isThere) rmSync(old, { recursive: true, force: true });
}

/** A file of the folder itself that is not there yet: with its rename all is as it has to be. */
function isNewName(folder: string, { path }: FolderFile): boolean {
  return !path.includes('/') && lstatSync(join(folder, path), { throwIfNoEntry: false }) === undefined;
}

function write(path: string, { content, mode }: Omit<FolderFile, 'path'>): void {
  writeFileSync(path, content, { mode });
  if (mode !== undefined) chmodSync(path, mode); // whatever the process takes away from new files
}

/** Makes a folder below one that was just made, and those above it, each once: files of nodes have many. */
function makeFolders(root: string, path: string, made: Set<string>): void {
  if (made.has(path)) return;
  makeFolders(root, dirname(path), made);
  mkdirSync(join(root, path));
  made.add(path);
}

/** Beside the folder, so that a rename does not have to copy. */
function besides(folder: string): { readonly fresh: string; readonly old: string; readonly lock: string } {
  const name = join(dirname(folder), `.${basename(folder)}.ccm-migration-`);
  return { fresh: `${name}new`, old: `${name}old`, lock: `${name}lock` };
}

function isWritten(folder: string, { path, content, mode }: FolderFile): boolean {
  const target = join(folder, path);
  const found = existsSync(target) ? statSync(target) : undefined;
  if (!found?.isFile() || (mode !== undefined && found.mode % 0o1000 !== mode)) return false;
  return found.size === Buffer.byteLength(content) && readFileSync(target, 'utf8') === content;
}

/** Everything below a folder that is not ours, in the new folder. */
function keepOthers(folder: string, fresh: string, ours: ReadonlySet<string>, stale: ReadonlySet<string>, below = ''): void {
  const entries = readdirSync(join(folder, below), { withFileTypes: true });
  for (const entry of entries) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) {
      keepOthers(folder, fresh, ours, stale, path);
    } else if (!ours.has(path) && !stale.has(path)) {
      makeRoom(fresh, dirname(path));
      if (existsSync(join(fresh, path))) throw new Error(printable(inTheWay(folder, path)));
      keep(join(folder, path), join(fresh, path), entry.isSymbolicLink());
    }
  }
  // We leave no empty folder, so another program or the user made it.
  if (entries.length === 0) makeRoom(fresh, below);
  const made = statSync(join(fresh, below), { throwIfNoEntry: false });
  if (made?.isDirectory()) chmodSync(join(fresh, below), statSync(join(folder, below)).mode);

  function makeRoom(root: string, path: string): void {
    const parents = path.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'));
    const taken = parents.find(parent => ours.has(parent));
    if (taken !== undefined) throw new Error(printable(inTheWay(folder, taken)));
    mkdirSync(join(root, path), { recursive: true });
  }
}

function inTheWay(folder: string, path: string): string {
  return `'${join(folder, path)}' is yours, and a ${statSync(join(folder, path)).isDirectory() ? 'file' : 'folder'} of ours must be in its place; `
    + 'move it away and run again';
}

/** The same file under a second name, so that nothing of it is lost or copied. */
function keep(from: string, to: string, isLink: boolean): void {
  if (isLink) symlinkSync(readlinkSync(from), to);
  else linkSync(from, to);
}

/** A process in a folder that is exchanged would stay in the old one. */
function refuseWorkingFolder(folder: string): void {
  const here = realpathSync(process.cwd());
  if (here === folder || here.startsWith(folder + sep)) {
    throw new Error(printable(`outdir '${folder}' holds the folder that the program runs in, '${here}', and is exchanged as a whole; use a folder `
      + 'in it, for example \'nodes\''));
  }
}

function explained(error: unknown, folder: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new Error(printable(`outdir '${folder}' was left as it was: no space is left to write beside it (${(error as Error).message})`));
  }
  if (code === undefined || !['EACCES', 'EBUSY', 'EPERM', 'EROFS', 'EXDEV'].includes(code)) return error;
  return new Error(printable(`outdir '${folder}' cannot be exchanged as a whole (${(error as Error).message}); use a folder that is no mount point `
    + 'and whose parent can be written, '
    + `for example '${join(folder, 'nodes')}'`));
}
