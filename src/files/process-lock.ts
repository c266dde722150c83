import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, readdirSync, readFileSync, renameSync, rmSync, unlinkSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { printable } from '../lib/text/printable';

/** Who holds a lock: a process id alone is given to another process some day. */
interface Owner {
  readonly host: string;
  /** The run of the machine's kernel, where it tells. */
  readonly boot: string;
  readonly pid: number;
  /** When the process began, where the kernel tells. */
  readonly began: string;
}

/**
 * Does the work while no other process does it with the same lock. A lock whose process has ended, killed or not, is taken over, and by one process
 * only.
 *
 * @param lock path of the lock file; no other program uses files of its folder whose names begin with its name
 * @param what is locked, for the message
 * @throws if another process is at work
 */
export function withLock<T>(lock: string, what: string, work: () => T): T {
  acquireLock(lock, what);
  try {
    return work();
  } finally {
    releaseLock(lock);
  }
}

/** @throws if another process holds the lock */
export function acquireLock(lock: string, what: string): void {
  const own = `${lock}.${process.pid}-${randomBytes(6).toString('hex')}`;
  writeOwner(own);
  try {
    // The link is made by one process only, and is there with its whole content or not at all.
    for (let tries = 0; !linked(own, lock); tries++) {
      const text = read(lock);
      if (text === undefined && tries < 100) continue; // given back in between
      const owner = ownerOf(text ?? '');
      if (!owner || isAlive(owner)) throw new Error(printable(refusal(lock, what, owner)));
      takeOver(own, lock, what, text!);
      return;
    }
  } finally {
    removeFile(own);
  }
}

export function releaseLock(lock: string): void {
  removeFile(lock);
}

/** `rmSync` asks first what is there, in any depth. */
function removeFile(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/**
 * Puts our file in the place of the lock of a process that has ended. It first writes a file of its own beside the lock, and then
 * looks for those of others: of two processes, the later one sees the earlier.
 */
function takeOver(own: string, lock: string, what: string, dead: string): void {
  const claim = `${own}.claim`;
  linkSync(own, claim);
  try {
    for (const other of claims(lock)) {
      const owner = other === claim ? undefined : ownerOf(read(other) ?? '');
      if (owner && isAlive(owner)) throw new Error(printable(refusal(lock, what, owner)));
      if (owner) rmSync(other, { force: true });
    }
    if (read(lock) !== dead) throw new Error(printable(refusal(lock, what, ownerOf(read(lock) ?? ''))));
    renameSync(own, lock);
  } finally {
    rmSync(claim, { force: true });
  }
}

function claims(lock: string): readonly string[] {
  return readdirSync(dirname(lock)).filter(name => name.startsWith(`${basename(lock)}.`) && name.endsWith('.claim')).map(
    name => join(dirname(lock), name),
  );
}

function linked(own: string, lock: string): boolean {
  try {
    linkSync(own, lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function writeOwner(path: string): void {
  const handle = openSync(path, 'wx', 0o644);
  try {
    writeSync(handle, `${JSON.stringify(ownerHere())}\n`);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function ownerHere(): Owner {
  return { host: hostname(), boot: bootId(), pid: process.pid, began: beganAt(process.pid) };
}

/** The owner that a lock names; undefined where it names none, and nothing can be said of it. */
function ownerOf(text: string): Owner | undefined {
  try {
    const { host, boot, pid, began } = JSON.parse(text) as Partial<Owner>;
    return typeof host === 'string' && typeof boot === 'string' && Number.isInteger(pid) && pid! > 0 && typeof began === 'string'
      ? { host, boot, pid: pid!, began } : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the process may still run: of another machine nothing is known. */
function isAlive({ host, boot, pid, began }: Owner): boolean {
  if (host !== hostname()) return true;
  if (boot !== bootId()) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return beganAt(pid) === began;
}

function refusal(lock: string, what: string, owner: Owner | undefined): string {
  const who = owner === undefined ? 'another process' : owner.host === hostname() ? `process ${owner.pid}` : `process ${owner.pid} on `
    + `'${owner.host}'`;
  return `${what} is in use by ${who}; wait for it and run again, or remove '${lock}' if no such process is at work`;
}

function bootId(): string {
  return read('/proc/sys/kernel/random/boot_id')?.trim() ?? '';
}

/** Field 22 of proc(5) `stat`; the name before it may hold blanks and parentheses. */
function beganAt(pid: number): string {
  const stat = read(`/proc/${pid}/stat`);
  return stat === undefined ? '' : stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}
