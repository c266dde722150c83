import { closeSync, constants, fstatSync, lstatSync, openSync, readlinkSync, readSync, realpathSync, Stats, statSync } from 'node:fs';
import { sep } from 'node:path';
import { MAX_FILE_BYTES } from './limits';
import { FileContent } from '../lib/read/input/input';

/**
 * The text of a file, or why there is none. At most the limit is read, whatever the file says about its size, and nothing is waited for: a pipe, a
 * device or a file of `/proc` may never end.
 *
 * @param root real path of the folder that was handed in; a link that leads out of it is not followed
 */
export function readBounded(path: string, root: string): FileContent {
  try {
    const real = realpathSync(path);
    // What a service that is masked is a link to: it is empty.
    if (real === '/dev/null') return { text: '' };
    if (real !== root && !real.startsWith(root.endsWith(sep) ? root : root + sep)) {
      // A link to a folder that holds this one leads in a circle.
      return { ...linkOut(path, real), ...root.startsWith(real.endsWith(sep) ? real : real + sep) ? { isInert: true } : {} };
    }
    // Before it is opened, for a device may act on that; and after it, for it may be another one by then.
    const found = statSync(real);
    const refusal = refusalOf(found, real);
    if (refusal !== undefined) return found.isFile() ? { ...refusal, ...inertFrom(real) } : refusal;
    const file = openToRead(real);
    try {
      const opened = fstatSync(file);
      const changed = refusalOf(opened, real);
      if (changed !== undefined) return changed;
      const bytes = readAtMost(file, opened.size);
      return bytes === undefined ? { unreadable: `the file has more bytes than it says, and more than the limit of ${MAX_FILE_BYTES}` }
        : decoded(bytes);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    return brokenLink(path) ?? { unreadable: `the file cannot be read: ${reasonOf(error)}` };
  }
}

/** Without waiting for a pipe, and without following a link that came since. */
function openToRead(real: string): number {
  // eslint-disable-next-line no-bitwise
  return openSync(real, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
}

function refusalOf(found: Stats, real: string): FileContent | undefined {
  if (found.isDirectory()) {
    return {
      unreadable: `it is a link to the folder '${real}', which is not followed; hand in the folder itself`, isReadElsewhere: true,
    };
  }
  if (!found.isFile()) return { unreadable: 'it is a pipe, a socket or a device; hand in regular files only', isInert: true };
  return found.size > MAX_FILE_BYTES ? { unreadable: `the file has ${found.size} bytes, the limit is ${MAX_FILE_BYTES}` } : undefined;
}

/** Whether a file that is too large begins with bytes in which nothing is started. */
function inertFrom(real: string): { readonly isInert?: boolean } {
  const file = openToRead(real);
  try {
    const bytes = new Uint8Array(4096);
    const length = readSync(file, bytes, 0, bytes.length, 0);
    // The end of what was read may be in the middle of a character, so only NUL tells that it is no text.
    const begin = bytes.subarray(0, length);
    return begin.includes(0) && 'isInert' in unreadableBytes(begin, '') ? { isInert: true } : {};
  } finally {
    closeSync(file);
  }
}

/** Why something of the file system failed, in a few words. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' ? 'it is not there' : code === 'EACCES' ? 'permission denied' : message;
}

/** All bytes up to the end; undefined if there are more than the limit. */
function readAtMost(file: number, expected: number): Uint8Array | undefined {
  let bytes = new Uint8Array(expected + 1);
  let length = 0;
  for (;;) {
    const read = readSync(file, bytes, length, bytes.length - length, null);
    length += read;
    if (read === 0) return bytes.subarray(0, length);
    if (length > MAX_FILE_BYTES) return undefined;
    if (length === bytes.length) {
      const longer = new Uint8Array(Math.min(bytes.length * 2 + 4096, MAX_FILE_BYTES + 1));
      longer.set(bytes);
      bytes = longer;
    }
  }
}

/** Bytes as text, or why they are none. */
export function decoded(bytes: Uint8Array): FileContent {
  try {
    // A byte order mark is part of the file: edits must restore it.
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes('\0') ? unreadableBytes(bytes, 'the file is not text') : { text };
  } catch {
    return unreadableBytes(bytes, 'the file is not UTF-8 text');
  }
}

/** First bytes of archives and of compressed files: gzip, zip, xz, zstd, bzip2. That of tar stands further behind. */
const ARCHIVES: readonly (readonly number[])[] = [
  [0x1f, 0x8b], [0x50, 0x4b, 0x03, 0x04], [0xfd, 0x37, 0x7a, 0x58, 0x5a], [0x28, 0xb5, 0x2f, 0xfd], [0x42, 0x5a, 0x68],
];
const TAR = { at: 257, bytes: [...Buffer.from('ustar')] };

/** Archives may hold anything, and text of another encoding is text; of other bytes nothing is started. */
function unreadableBytes(bytes: Uint8Array, what: string): FileContent {
  const begins = (at: number, marks: readonly number[]) => marks.every((mark, index) => bytes[at + index] === mark);
  const isArchive = ARCHIVES.some(marks => begins(0, marks)) || begins(TAR.at, TAR.bytes);
  if (isArchive) return { unreadable: 'it is an archive or compressed, and is not opened; hand in what is in it' };
  if (begins(0, [0xff, 0xfe]) || begins(0, [0xfe, 0xff])) return { unreadable: 'it is UTF-16 text; save it as UTF-8' };
  return { unreadable: what, isInert: true };
}

function linkOut(path: string, real: string): FileContent {
  const linkTo = lstatSync(path).isSymbolicLink() ? readlinkSync(path) : real;
  const unreadable = `it is a link to '${linkTo}', out of the folder that was handed in, which is not followed; put the file itself there`;
  return { unreadable, linkTo };
}

function brokenLink(path: string): FileContent | undefined {
  try {
    if (!lstatSync(path).isSymbolicLink()) return undefined;
    const linkTo = readlinkSync(path);
    return { unreadable: `it is a link to '${linkTo}', which is not there; put the file itself there`, linkTo };
  } catch {
    return undefined;
  }
}
