import type { Data } from './data';

/**
 * A reader of the usual notation of YAML: mappings, lists and texts as people and programs write manifests, on which every parser agrees, so that
 * none of what is asked of the others about a text has to be asked. It makes what `yaml` makes, in a tenth of the time; whatever it does not know
 * for sure it leaves to that: anchors, tags, texts of several lines but blocks, scalars that YAML 1.1 and 1.2 may take for different things, keys
 * that are given twice, mistakes. `test/lib/edit/yaml/usual-text.test.ts` holds it against `yaml`, and `conformance/yaml.test.ts` against what
 * Kubernetes reads.
 */

/** Where a node stands; a part that has no text of its own has none. */
export interface UsualPlace {
  readonly at: number;
  readonly isLiteral?: boolean;
  readonly parts?: ReadonlyMap<string, UsualPlace | undefined>;
}

export interface UsualDocument {
  readonly data: { readonly [key: string]: Data };
  /** Where its first key stands. */
  readonly start: number;
  /** Where all of it stands, if that was asked for. */
  readonly place?: UsualPlace;
}

/** The documents of a text that are not empty; undefined: it is not of the usual notation, or has none. */
export function usualDocuments(text: string, withPlaces: boolean = false): readonly UsualDocument[] | undefined {
  if (OTHER.test(text)) return undefined;
  try {
    const documents = new Reader(text, withPlaces).documents();
    return documents.length === 0 ? undefined : documents;
  } catch (error) {
    if (error === UNUSUAL) return undefined;
    throw error;
  }
}

/** Where a scalar ends that begins at a place and has no line but its own; undefined: no such scalar stands there. */
export function endOfUsualScalar(text: string, at: number, isInFlow: boolean): number | undefined {
  const code = text.charCodeAt(at);
  if (code === BAR || code === FOLD || code === OPEN_LIST || code === OPEN_MAP) return undefined;
  const pattern = code === QUOTE ? DOUBLE : code === APOSTROPHE ? SINGLE : isInFlow ? FLOW_PLAIN : undefined;
  if (!pattern) return at + plainAt(text, at, text.indexOf('\n', at)).length;
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** A scalar without quotes that goes to the end of its line, or to a comment. */
function plainAt(text: string, at: number, end: number): string {
  const line = end === -1 ? text.slice(at) : text.slice(at, end);
  const comment = line.indexOf(' #');
  return (comment === -1 ? line : line.slice(0, comment)).trimEnd();
}

/** A JSON text that JSON.parse takes, as data; undefined: it is to be looked at, since a key may be given twice or a number be no usual one. */
export function usualJson(text: string): { readonly [key: string]: Data } | undefined {
  let keys = 0;
  const rest = text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?/g, (string, colon?: string) => {
    if (colon !== undefined) keys += string.length > LONGEST_KEY ? Infinity : 1;
    return '';
  });
  if (/\d[eE]|\d{16}|-0/.test(rest) || text.includes('__proto__')) return undefined;
  const data = JSON.parse(text) as { readonly [key: string]: Data };
  return keysOf(data, 0) === keys ? data : undefined;
}

function keysOf(data: Data | { readonly [key: string]: Data }, depth: number): number {
  if (typeof data !== 'object' || data === null) return 0;
  if (depth > DEEPEST) return NaN;
  let keys = Array.isArray(data) ? 0 : Object.keys(data).length;
  for (const value of Object.values(data)) keys += keysOf(value, depth + 1);
  return keys;
}

/** Below the limits of `yaml` and of ours. */
const LONGEST_KEY = 500;
const DEEPEST = 50;

/** Characters that end a line for some parsers, that some refuse or leave out, and blanks of other scripts. */
const OTHER = new RegExp('[^\\t\\n\\x20-\\x7e\\u00a1-\\u167f\\u1681-\\u1fff\\u2010-\\u2027\\u2030-\\u205e\\u2060-\\u2fff\\u3001-\\ud7ff'
  + '\\ue000-\\ufefe\\uff00-\\ufffd\\u{10000}-\\u{10ffff}]', 'u');

const KEY = /(?:([\w./][\w./-]*)|"([^"\\\n\t]*)"|'([^'\n\t]*)'):(?=[ \n]|$)/y;
const DOUBLE = /"[^"\\\n\t]*(?:\\["\\nt][^"\\\n\t]*)*"/y;
const SINGLE = /'[^'\n\t]*(?:''[^'\n\t]*)*'/y;
const FLOW_KEY = /(?:([\w./][\w./-]*)|"([^"\\\n\t]*)"|'([^'\n\t]*)'): +/y;
const FLOW_PLAIN = /[\w./=-]+(?::[\w./=-]+)*(?= *[,\]}])/y;
const HEADER = /[|>]([+-]?)(?: +#[^\n]*| *)\n/y;
const REST = / +#[^\n]*| */y;
const MARK = /---(?: +#[^\n]*| *)(?=\n|$)/y;

/** What is a truth value or nothing to some parser, in any case of letters. */
const WORDS = new Set(['null', 'true', 'false', 'yes', 'no', 'on', 'off', 'y', 'n']);
const VALUES: Readonly<Record<string, boolean | null>> = { null: null, true: true, false: false };
const INTEGER = /^(?:0|-?[1-9]\d{0,14})$/;
const DECIMAL = /^-?(?:0|[1-9]\d{0,8})\.\d{1,6}$/;
/** Addresses and releases: no number has two points. */
const POINTS = /^(?:0|[1-9]\d{0,8})\.\d+\.\d[^_eE]*$/;
/** What may be a number, a time or a mark to some parser; without a need for it to be one. */
const NUMBER_LIKE = /^(?:[-+]?(?:0[\dxob]|\.?(?:inf|nan)$|[.\d_]*(?:e[-+]?[\d_]*)?$|[\d_]+(?::|$))|\d{4}-\d|-(?: |$|--))/i;

const [TAB, BLANK, HASH, DASH, QUOTE, APOSTROPHE] = [0x09, 0x20, 0x23, 0x2d, 0x22, 0x27];
const [OPEN_LIST, CLOSE_LIST, OPEN_MAP, CLOSE_MAP, COMMA, BAR, FOLD] = [0x5b, 0x5d, 0x7b, 0x7d, 0x2c, 0x7c, 0x3e];

/** Thrown where a text is not of the usual notation. */
const UNUSUAL = Symbol('unusual');

function unusual(): never {
  throw UNUSUAL; // eslint-disable-line @typescript-eslint/only-throw-error
}

class Reader {
  /** What is read next. */
  private at = 0;
  /** Where its line ends. */
  private end = 0;
  /** Columns before what its line says; -1 at the end of a document. */
  private indent = -1;
  private depth = 0;
  /** Of the node that was read last. */
  private place?: UsualPlace;
  private readonly hasTabs: boolean;

  public constructor(private readonly text: string, private readonly withPlaces: boolean) {
    this.hasTabs = text.includes('\t');
  }

  public documents(): readonly UsualDocument[] {
    const documents: UsualDocument[] = [];
    this.line(0);
    while (this.at < this.text.length) {
      if (this.indent === -1) {
        MARK.lastIndex = this.at;
        if (!MARK.test(this.text)) unusual();
        this.line(MARK.lastIndex + 1);
      } else {
        if (this.indent !== 0) unusual();
        const start = this.at;
        documents.push({ data: this.map(0), start, place: this.place });
      }
    }
    return documents;
  }

  /** Goes to the next line that says something. */
  private line(from: number): void {
    const { text } = this;
    for (let start = from; start < text.length;) {
      let at = start;
      while (text.charCodeAt(at) === BLANK) at++;
      const found = text.indexOf('\n', at);
      const end = found === -1 ? text.length : found;
      if (at < end && text.charCodeAt(at) !== HASH) {
        this.at = at;
        this.end = end;
        this.indent = text.startsWith('---', start) ? -1 : at - start;
        return;
      }
      start = end + 1;
    }
    this.at = text.length;
    this.indent = -1;
  }

  private isDash(): boolean {
    return this.text.charCodeAt(this.at) === DASH && (this.at + 1 === this.end || this.text.charCodeAt(this.at + 1) === BLANK);
  }

  private map(column: number): { [key: string]: Data } {
    if (++this.depth > DEEPEST) unusual();
    const { at, withPlaces } = this;
    const map: { [key: string]: Data } = {};
    const parts = new Map<string, UsualPlace | undefined>();
    do {
      const key = this.key(KEY, map);
      this.blanks();
      map[key] = this.isEnd() ? this.below(column, true) : this.value(column);
      if (withPlaces) parts.set(key, this.place);
    } while (this.indent === column);
    return this.ended(column, at, parts, map);
  }

  private list(column: number): Data[] {
    if (++this.depth > DEEPEST) unusual();
    const { at: start, withPlaces } = this;
    const list: Data[] = [];
    const parts = new Map<string, UsualPlace | undefined>();
    do {
      const { at } = this;
      this.at++;
      this.blanks();
      const inner = column + this.at - at;
      if (this.isEnd()) list.push(this.below(column, false));
      else if (this.isDash()) list.push(this.list(inner));
      else list.push(this.isKey() ? this.map(inner) : this.value(column));
      if (withPlaces) parts.set(String(list.length - 1), this.place);
    } while (this.indent === column && this.isDash());
    return this.ended(column, start, parts, list);
  }

  /** What stands deeper than a collection goes on with one of its parts, as none of the usual does. */
  private ended<T>(column: number, at: number, parts: ReadonlyMap<string, UsualPlace | undefined>, read: T): T {
    if (this.indent > column) unusual();
    this.depth--;
    if (this.withPlaces) this.place = { at, parts };
    return read;
  }

  /** What stands on the lines below a key or a dash. */
  private below(column: number, isOfKey: boolean): Data {
    this.line(this.end + 1);
    if (this.indent > column) {
      const code = this.text.charCodeAt(this.at);
      return code === OPEN_LIST || code === OPEN_MAP ? this.value(column) : this.isDash() ? this.list(this.indent) : this.map(this.indent);
    }
    if (isOfKey && this.indent === column && this.isDash()) return this.list(column);
    this.place = undefined;
    return null;
  }

  private isKey(): boolean {
    KEY.lastIndex = this.at;
    return KEY.test(this.text);
  }

  private key(pattern: RegExp, map: { readonly [key: string]: Data }): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (!found) return unusual();
    const key = found[1] === undefined ? found[2] ?? found[3] : plain(found[1]);
    // Also what each object has, as `constructor`.
    if (typeof key !== 'string' || key.length > LONGEST_KEY || map[key] !== undefined) return unusual();
    this.at = pattern.lastIndex;
    return key;
  }

  private blanks(): void {
    while (this.text.charCodeAt(this.at) === BLANK) this.at++;
  }

  /** Whether nothing but a comment follows on a line. */
  private isEnd(): boolean {
    return this.at === this.end || this.text.charCodeAt(this.at) === HASH;
  }

  /** What stands on one line, or a block that begins on it. */
  private value(column: number): Data {
    const { at, end, text } = this;
    switch (text.charCodeAt(at)) {
      case BAR: case FOLD: return this.block(column);
      case OPEN_LIST: case OPEN_MAP: case QUOTE: case APOSTROPHE: {
        const value = this.flow();
        REST.lastIndex = this.at;
        REST.test(text);
        if (REST.lastIndex !== end) unusual();
        this.line(end + 1);
        return value;
      }
      default: {
        const scalar = plainAt(text, at, end);
        if (scalar.includes(': ') || scalar.endsWith(':') || this.hasTabs && text.slice(at, end).includes('\t')) unusual();
        this.scalar(at);
        this.line(end + 1);
        return plain(scalar);
      }
    }
  }

  private scalar(at: number): void {
    if (this.withPlaces) this.place = { at };
  }

  private flow(): Data {
    const { at, text } = this;
    const code = text.charCodeAt(at);
    if (code === OPEN_LIST || code === OPEN_MAP) return this.flowCollection(code === OPEN_MAP);
    this.scalar(at);
    if (code === QUOTE) {
      const written = this.take(DOUBLE);
      return written.includes('\\') ? JSON.parse(written) as string : written.slice(1, -1);
    }
    if (code === APOSTROPHE) return this.take(SINGLE).slice(1, -1).replaceAll("''", "'");
    return plain(this.take(FLOW_PLAIN));
  }

  private take(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (!found) return unusual();
    this.at = pattern.lastIndex;
    return found[0];
  }

  /** `[a, b]` and `{a: b}` on one line. */
  private flowCollection(isMap: boolean): Data {
    if (++this.depth > DEEPEST) unusual();
    const { at: start, text, withPlaces } = this;
    const [map, list]: [{ [key: string]: Data }, Data[]] = [{}, []];
    const parts = new Map<string, UsualPlace | undefined>();
    const close = isMap ? CLOSE_MAP : CLOSE_LIST;
    this.at++;
    this.blanks();
    for (let isOpen = text.charCodeAt(this.at) !== close; isOpen;) {
      const key = isMap ? this.key(FLOW_KEY, map) : String(list.length);
      const value = this.flow();
      if (isMap) map[key] = value;
      else list.push(value);
      if (withPlaces) parts.set(key, this.place);
      this.blanks();
      isOpen = text.charCodeAt(this.at) === COMMA;
      if (!isOpen) continue;
      this.at++;
      this.blanks();
    }
    if (text.charCodeAt(this.at) !== close) unusual();
    this.at++;
    this.depth--;
    if (withPlaces) this.place = { at: start, parts };
    return isMap ? map : list;
  }

  /** A text of lines, which has its own indentation: that of its first line. */
  private block(column: number): string {
    const { text, at: start } = this;
    const isFolded = text.charCodeAt(start) === FOLD;
    HEADER.lastIndex = start;
    const chomping = HEADER.exec(text)?.[1] ?? unusual();
    const lines: string[] = [];
    let [from, indent, longest, filled] = [HEADER.lastIndex, 0, 0, 0];
    while (from < text.length) {
      let at = from;
      while (text.charCodeAt(at) === BLANK) at++;
      const end = text.indexOf('\n', at);
      const width = at - from;
      if (at === end) {
        if (indent > 0 && width > indent) unusual();
        longest = Math.max(longest, width);
        lines.push('');
      } else {
        if (width <= column && at < text.length) break;
        const isFirst = indent === 0;
        if (isFirst) indent = width;
        const isIndented = width > indent || text.charCodeAt(at) === TAB;
        if (end === -1 || width < indent || isFirst && (isIndented || longest > indent) || isFolded && isIndented) unusual();
        const line = text.slice(from + indent, end);
        if (this.hasTabs && line.trim() === '') unusual();
        lines.push(line);
        filled = lines.length;
      }
      from = end + 1;
    }
    if (filled === 0) unusual();
    this.line(from);
    if (this.withPlaces) this.place = { at: start, isLiteral: !isFolded };
    const ends = chomping === '-' ? '' : chomping === '+' ? '\n'.repeat(lines.length - filled + 1) : '\n';
    lines.length = filled;
    return (isFolded ? folded(lines) : lines.join('\n')) + ends;
  }
}

/** Lines as one, where no empty one stands between them. */
function folded(lines: readonly string[]): string {
  let [text, breaks] = ['', 0];
  for (const line of lines) {
    if (line === '') {
      breaks++;
      continue;
    }
    text += (breaks > 0 ? '\n'.repeat(breaks) : text === '' ? '' : ' ') + line;
    breaks = 0;
  }
  return text;
}

/** A scalar without quotes. */
function plain(text: string): Data {
  const code = text.charCodeAt(0);
  const isLetter = code >= 0x61 && code <= 0x7a || code >= 0x41 && code <= 0x5a;
  if (isLetter) return text.length <= 5 && WORDS.has(text.toLowerCase()) ? word(text) : text;
  if (code >= 0xa1 || code === 0x2f || code === 0x5f || code === 0x24 || code === 0x28) return text; // a letter of another script, / _ $ (
  if (code !== DASH && code !== 0x2b && code !== 0x2e && !(code >= 0x30 && code <= 0x39)) return unusual(); // + .
  if (INTEGER.test(text) || DECIMAL.test(text) && Number(text) !== 0) return Number(text);
  return POINTS.test(text) || !NUMBER_LIKE.test(text) ? text : unusual();
}

function word(text: string): boolean | null {
  const value = VALUES[text.toLowerCase()];
  return value === undefined || !/^[a-zA-Z][a-z]*$|^[A-Z]*$/.test(text) ? unusual() : value;
}
