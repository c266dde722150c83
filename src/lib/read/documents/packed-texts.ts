import { gunzipSync } from 'node:zlib';

/** A text within a text: in base64, in a data URL, compressed. */
export interface PackedText {
  /** Where it begins in the text that holds it. */
  readonly index: number;
  /** Nothing: it is compressed, and cannot be opened. */
  readonly text?: string;
}

/** More bytes are not unpacked: texts that people write are a tenth when they are compressed, and what grows more is made to cost time. */
const MOST_GROWTH = 30;
/** Wrapped deeper than this is not meant to be read: the Secret of a Helm release is base64 of base64 of gzip. */
const DEEPEST = 4;
const DATA_URL = /\bdata:([\w.+/-]*(?:;[\w.=+-]+)*),([^\s"'\\]+)/g;

/** Every text that is packed within a text, and within those. */
export function packedTexts(text: string, depth = 0): readonly PackedText[] {
  const found: PackedText[] = [];
  for (const match of text.matchAll(DATA_URL)) {
    const bytes = /;base64$/.test(match[1]) ? bytesOf(match[2]) : percentDecoded(match[2]);
    found.push(...opened(bytes, match.index, depth));
  }
  for (const { index, base64 } of base64In(text)) found.push(...opened(bytesOf(base64), index, depth));
  return found;
}

/**
 * Every text in base64, those over several lines as one. Shorter ones than 40 letters cannot hold the command line of a controller manager. The
 * patterns repeat one class of letters each: a repeated group makes the engine remember each round, and there is no memory for a megabyte of them.
 */
function* base64In(text: string): Iterable<{ readonly index: number; readonly base64: string }> {
  const first = /[A-Za-z0-9+/]{40,}={0,2}/g;
  const wholeLine = /[ \t]*\r?\n[ \t]*([A-Za-z0-9+/]{4,}={0,2})(?=[ \t]*(?:\r?\n|$))/y;
  for (let match = first.exec(text); match; match = first.exec(text)) {
    const lines = [match[0]];
    wholeLine.lastIndex = first.lastIndex;
    for (let next = wholeLine.exec(text); next && !lines[lines.length - 1].endsWith('='); next = wholeLine.exec(text)) {
      lines.push(next[1]);
      first.lastIndex = wholeLine.lastIndex;
    }
    yield { index: match.index, base64: lines.join('') };
  }
}

/** Bytes as the text that they are, with what is packed in it; nothing where they are none. */
function opened(bytes: Uint8Array | undefined, index: number, depth: number): readonly PackedText[] {
  if (bytes === undefined || depth >= DEEPEST) return [];
  const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const plain = isCompressed ? unzipped(bytes) : bytes;
  if (plain === undefined) return [{ index }];
  const text = textOf(plain);
  return text === undefined ? [] : [{ index, text }, ...packedTexts(text, depth + 1).map(inner => ({ ...inner, index }))];
}

function bytesOf(base64: string): Uint8Array {
  return new Uint8Array(Buffer.from(base64, 'base64'));
}

function unzipped(bytes: Uint8Array): Uint8Array | undefined {
  try {
    return new Uint8Array(gunzipSync(bytes, { maxOutputLength: bytes.length * MOST_GROWTH + 1000 }));
  } catch {
    return undefined;
  }
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

function percentDecoded(text: string): Uint8Array | undefined {
  try {
    return new TextEncoder().encode(decodeURIComponent(text));
  } catch {
    return undefined;
  }
}
