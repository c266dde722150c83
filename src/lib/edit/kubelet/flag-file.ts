import { unquoted } from '../../text/shell-words';
import { bareCarriageReturn, CARRIAGE_RETURN } from '../systemd/environment-file';
import { Lines, SourceError } from '../yaml/source-error';

/** A word of a command line, as a range of the file. */
export interface FileWord {
  /** What the kubelet gets, quotes taken off. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly line: number;
}

/** One place of a file that holds words of the kubelet's command line. */
export interface FlagSegment {
  /** Name of the variable, or `ExecStart`. */
  readonly name: string;
  /** Range of the words, quotes of the whole value left out. */
  readonly start: number;
  readonly end: number;
  /** Quote that stands around the range: one of the other kind may stand inside it. */
  readonly quote: '"' | "'" | '';
  readonly words: readonly FileWord[];
}

/** What is read, with its lines. */
interface Source {
  readonly text: string;
  readonly file: string;
  readonly lines: Lines;
}

/** Most words in a file: the command line of a kubelet has about 20. */
const MAX_WORDS = 10_000;

/**
 * The segments of an environment file (`KUBELET_KUBEADM_ARGS="..."`) or of a systemd unit (`Environment="NAME=..."`, `ExecStart=...`), which are
 * told apart by their lines.
 *
 * @see https://www.freedesktop.org/software/systemd/man/systemd.exec.html#EnvironmentFile=
 */
export function readSegments(text: string, file: string): FlagSegment[] {
  const source: Source = { text, file, lines: new Lines(text) };
  const carriageReturn = bareCarriageReturn(text);
  if (carriageReturn !== undefined) throw mistake(source, carriageReturn, CARRIAGE_RETURN);
  const segments: FlagSegment[] = [];
  let words = 0;
  const assignment = /^[ \t]*(?:export[ \t]+)?([A-Za-z_][A-Za-z0-9_]*)=/;
  for (let at = text.startsWith('\uFEFF') ? 1 : 0; at < text.length; at = past(LINE, text, at)) {
    const match = assignment.exec(text.slice(at, past(LINE, text, at)));
    if (!match) continue;
    const value = at + match[0].length;
    if (match[1] === 'Environment') {
      const { segments: found, end } = readEnvironment(source, value);
      for (const segment of found) add(segment);
      at = end;
    } else {
      const segment = readValue(source, value, match[1]);
      if (match[1] === 'ExecStart' || /_ARGS|_OPTS|_FLAGS/.test(match[1]) || segment.words[0]?.text.startsWith('-')) add(segment);
      at = segment.end;
    }
  }
  return segments;

  function add(segment: FlagSegment): void {
    words += segment.words.length;
    if (words > MAX_WORDS) throw tooManyWords(source, segment.start);
    segments.push(segment);
  }
}

/** `Environment="A=..." 'B=...' C=...`: the quotes stand around name and value. */
function readEnvironment(source: Source, start: number): { segments: FlagSegment[]; end: number } {
  const { text } = source;
  const segments: FlagSegment[] = [];
  const end = logicalLineEnd(text, start);
  for (let at = past(GAP, text, start); at < end; at = past(GAP, text, at)) {
    const quote = quoteAt(text, at);
    const close = quote ? closing(source, at) : wordEnd(source, at, end);
    const first = at + quote.length;
    const name = /^[A-Za-z_][A-Za-z0-9_]*(?==)/.exec(text.slice(first, close))?.[0];
    if (name === undefined) throw mistake(source, at, 'Environment= expects NAME=value; put quotes around the whole of it');
    segments.push(segmentOf(source, name, first + name.length + 1, close, quote));
    at = close + quote.length;
  }
  return { segments, end };
}

/** The rest of a line, or a quoted value, which may go over several lines. */
function readValue(source: Source, start: number, name: string): FlagSegment {
  const { text } = source;
  const quote = name === 'ExecStart' ? '' : quoteAt(text, start);
  if (!quote) {
    const end = logicalLineEnd(text, start);
    return segmentOf(source, name, start, start + text.slice(start, end).trimEnd().length, '');
  }
  const end = closing(source, start);
  if (text.slice(end + 1, logicalLineEnd(text, end)).trim() !== '') {
    throw mistake(source, end + 1, `text after the closing quote of ${name}; put the whole value into one pair of quotes`);
  }
  return segmentOf(source, name, start + 1, end, quote);
}

function segmentOf(source: Source, name: string, start: number, end: number, quote: FlagSegment['quote']): FlagSegment {
  const { text, lines } = source;
  const words: FileWord[] = [];
  for (let at = past(GAP, text, start); at < end; at = past(GAP, text, words[words.length - 1].end)) {
    const close = wordEnd(source, at, end);
    if (words.length === MAX_WORDS) throw tooManyWords(source, at);
    words.push({ text: unquoted(text.slice(at, close)), start: at, end: close, line: lines.locate(at).line });
  }
  return { name, start, end, quote, words };
}

function tooManyWords(source: Source, at: number): SourceError {
  return mistake(source, at, `more than ${MAX_WORDS} words; hand in a file of kubelet flags`);
}

function mistake({ file, lines }: Source, at: number, message: string): SourceError {
  return new SourceError(file, lines.locate(at), message);
}

/** The end of a word: white space outside of quotes. */
function wordEnd(source: Source, start: number, limit: number): number {
  const { text } = source;
  for (let at = past(PLAIN, text, start); at < limit; at = past(PLAIN, text, at)) {
    if (past(GAP, text, at) > at) return at;
    if (text[at] === '\\') throw mistake(source, at, 'backslash escapes are not understood here; use quotes instead');
    const close = closing(source, at);
    if (close >= limit) throw mistake(source, at, `quote ${text[at]} is not closed`);
    at = close + 1;
  }
  return limit;
}

/** Offset of the quote that closes the one at `start`. */
function closing(source: Source, start: number): number {
  const { text } = source;
  const end = past(text[start] === '"' ? IN_DOUBLE : IN_SINGLE, text, start + 1);
  if (text[end] === '\\') throw mistake(source, end, 'backslash escapes are not understood here; use the other kind of quotes instead');
  if (end === text.length) throw mistake(source, start, `quote ${text[start]} is not closed`);
  return end;
}

function quoteAt(text: string, at: number): FlagSegment['quote'] {
  return text[at] === '"' || text[at] === "'" ? text[at] as '"' | "'" : '';
}

const PLAIN = /[^ \t\r\n"'\\]*/;
const IN_DOUBLE = /(?:[^"\\]|\\\r?\n)*/;
const IN_SINGLE = /[^']*/;
/** White space and continued lines. */
const GAP = /(?:[ \t\r\n]|\\\r?\n)*/;
const LINE = /[^\n]*\n?/;
/** A line that goes on below while it ends with a backslash. */
const LOGICAL_LINE = /(?:[^\n\\]|\\(?:\r?\n)?)*/;

/** The end of what a pattern takes from an offset on. */
function past(pattern: RegExp, text: string, start: number): number {
  const sticky = new RegExp(pattern, 'y');
  sticky.lastIndex = start;
  return start + sticky.exec(text)![0].length;
}

function logicalLineEnd(text: string, start: number): number {
  const end = past(LOGICAL_LINE, text, start);
  return text[end] === '\n' && text[end - 1] === '\r' ? end - 1 : end;
}
