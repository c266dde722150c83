import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { acquireLock, releaseLock } from '../files/process-lock';
import { formatRecord, parseRecord, TagRecord } from '../lib/tags/record';

/** Where the record is kept. */
export interface RecordStore {
  /** Name for messages. */
  readonly name: string;
  /** The record; nothing if there is none yet. */
  read(): TagRecord | undefined;
  /** Returns when the record would survive a power cut. */
  write(record: TagRecord): void;
  /** Keeps other processes off until `unlock`. @throws if one is at work */
  lock(): void;
  unlock(): void;
}

/** A record in a file, replaced as a whole: a reader, after a kill at any point, finds the old or the new one, never a part. */
export class RecordFile implements RecordStore {
  private readonly lockFile: string;

  public constructor(public readonly name: string) {
    this.lockFile = `${name}.lock`;
  }

  public read(): TagRecord | undefined {
    return existsSync(this.name) ? parseRecord(readFileSync(this.name, 'utf8'), this.name) : undefined;
  }

  public write(record: TagRecord): void {
    // Beside the target, because a rename is atomic only within one file system.
    const temporary = `${this.name}.${randomBytes(6).toString('hex')}.tmp`;
    try {
      writeDurably(temporary, 'wx', formatRecord(record));
      renameSync(temporary, this.name);
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    }
    syncFolder(dirname(this.name));
  }

  public lock(): void {
    acquireLock(this.lockFile, this.name);
  }

  public unlock(): void {
    releaseLock(this.lockFile);
  }
}

function writeDurably(file: string, flags: string, text: string): void {
  const handle = openSync(file, flags, 0o644);
  try {
    writeSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** The rename itself is durable only when its folder is. */
function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
