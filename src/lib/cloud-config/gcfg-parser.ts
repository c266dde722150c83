/**
 * The syntax of gopkg.in/gcfg.v1 (scanner/scanner.go, read.go), the reader of every AWS cloud config, with the place of each statement in the text,
 * so that a file can be edited without touching a line that is not meant.
 */

/** `Name = value`, or `Name` alone (blank). */
export interface GcfgVariable {
  readonly name: string;
  /** The value without quotes and escapes; undefined if there is no `=`. */
  readonly value?: string;
  readonly line: number;
  /** Offsets of the whole statement with its line end and the comment behind it. */
  readonly start: number;
  readonly end: number;
}

export interface GcfgSection {
  readonly name: string;
  /** Undefined for `[name]`: gcfg does not allow an empty subsection name. */
  readonly subsection?: string;
  readonly line: number;
  readonly start: number;
  /** End of the header line. */
  readonly end: number;
  readonly variables: readonly GcfgVariable[];
}

/** Where gcfg stops. */
export class GcfgError extends Error {
  declare public readonly line: number;

  public constructor(problem: string, line: number) {
    super(`cloud config line ${line}: ${problem}`);
    // Not enumerable, as in `SourceError`.
    for (const [name, value] of Object.entries({ name: 'GcfgError', line })) Object.defineProperty(this, name, { value });
  }
}

/** Longest file that is read, in lines: a cloud config has about 20. It also bounds what is said about one. */
const MAX_LINES = 20_000;

const LETTER = /\p{L}/uy;
const WORD = /[\p{L}\p{Nd}-]*/uy;

function isWhiteSpace(char: string | undefined): boolean {
  return char === ' ' || char === '\t' || char === '\r';
}

/** Length of a text without the blanks and tabs at its end. */
function lengthWithoutBlanks(text: string): number {
  let length = text.length;
  while (isWhiteSpace(text[length - 1])) length--;
  return length;
}

function hasMoreLines(text: string): boolean {
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0 && lines <= MAX_LINES; at = text.indexOf('\n', at + 1)) lines++;
  return lines > MAX_LINES;
}

/** A character as gcfg prints it. */
function shown(char: string): string {
  return char === '' ? 'the end of the file' : char === '\n' ? 'the end of the line' : JSON.stringify(char);
}

/**
 * Sections and variables of a gcfg file, in the order of the text.
 *
 * @throws `GcfgError` where gcfg stops with a fatal error
 */
export function parseGcfg(text: string): GcfgSection[] {
  return new Parser(text).parse();
}

class Parser {
  private offset = 0;
  private line = 1;

  public constructor(private readonly text: string) {}

  public parse(): GcfgSection[] {
    // The components hand the opened file to gcfg.ReadInto, which, unlike ReadFileInto, does not skip a byte order mark (read.go).
    if (this.text.startsWith('\ufeff')) {
      throw this.error('a byte order mark stands before the first line, which the reader takes for an illegal character; remove the mark');
    }
    if (hasMoreLines(this.text)) throw this.error(`the file has more lines, the limit is ${MAX_LINES}`, MAX_LINES);
    const nul = this.text.indexOf('\0');
    if (nul >= 0) throw this.error('a NUL character is not allowed', this.text.slice(0, nul).split('\n').length);
    const sections: { header: Omit<GcfgSection, 'variables'>; variables: GcfgVariable[] }[] = [];
    for (;;) {
      const start = this.offset;
      this.skipWhiteSpace();
      const char = this.peek();
      if (char === '') break;
      if (char === '\n' || char === ';' || char === '#') {
        this.endOfLine();
      } else if (char === '[') {
        sections.push({ header: this.header(start), variables: [] });
      } else if (this.isLetter()) {
        const section = sections.at(-1);
        if (!section) throw this.error(`${shown(this.word())} stands before the first section header`);
        section.variables.push(this.variable(start));
      } else {
        throw this.error(`expected a section header or a variable, got ${shown(char)}`);
      }
    }
    return sections.map(({ header, variables }) => ({ ...header, variables }));
  }

  private header(start: number): Omit<GcfgSection, 'variables'> {
    const line = this.line;
    this.take();
    this.skipWhiteSpace();
    if (!this.isLetter()) throw this.error(`expected a section name, got ${shown(this.peek())}`);
    const name = this.word();
    this.skipWhiteSpace();
    let subsection: string | undefined;
    if (this.peek() === '"') {
      subsection = this.subsectionName();
      if (subsection === '') throw this.error(`the subsection name of [${name} ""] is empty; write [${name}]`);
      this.skipWhiteSpace();
    }
    if (this.peek() !== ']') throw this.error(`expected a subsection name in quotes or ']', got ${shown(this.peek())}`);
    this.take();
    this.endOfLine();
    return { name, ...subsection !== undefined && { subsection }, line, start, end: this.offset };
  }

  private subsectionName(): string {
    this.take();
    let name = '';
    for (;;) {
      name += this.run(/["\\\n]/);
      const char = this.take();
      if (char === '"') return name;
      if (char !== '\\') throw this.error('the subsection name is not terminated', char === '\n' ? this.line - 1 : this.line);
      const escaped = this.take();
      if (escaped !== '\\' && escaped !== '"') throw this.error(`unknown escape sequence '\\${escaped}' in a subsection name; known: \\\\ and \\"`);
      name += escaped;
    }
  }

  private variable(start: number): GcfgVariable {
    const line = this.line;
    const name = this.word();
    this.skipWhiteSpace();
    const char = this.peek();
    if (char === '=') {
      this.take();
      this.skipWhiteSpace();
      const value = this.value();
      this.endOfLine();
      return { name, value, line, start, end: this.offset };
    }
    if (char !== '' && char !== '\n' && char !== ';' && char !== '#') throw this.error(`expected '=' after '${name}', got ${shown(char)}`);
    this.endOfLine();
    return { name, line, start, end: this.offset };
  }

  /** Quotes may open and close anywhere in a value; white space outside them is dropped at the end, carriage returns everywhere (scanValString). */
  private value(): string {
    let value = '';
    let kept = 0;
    let quoted = false;
    for (;;) {
      const plain = this.run(quoted ? /["\\\n]/ : /["\\\n;#]/).replaceAll('\r', '');
      const keeps = quoted ? plain.length : lengthWithoutBlanks(plain);
      if (keeps > 0) kept = value.length + keeps;
      value += plain;
      const next = this.peek();
      if (!quoted && next !== '"' && next !== '\\') return value.slice(0, kept);
      const char = this.take();
      if (char === '"') quoted = !quoted;
      else if (char === '\\') value += quoted ? this.quotedEscape() : this.bareEscape();
      else throw this.error('the quoted value is not terminated', char === '\n' ? this.line - 1 : this.line);
      kept = value.length;
    }
  }

  /** Everything up to a character of `end`, a line end being one of them, or to the end of the text. */
  private run(end: RegExp): string {
    const start = this.offset;
    while (this.offset < this.text.length && !end.test(this.text[this.offset])) this.offset++;
    return this.text.slice(start, this.offset);
  }

  private quotedEscape(): string {
    const escaped = this.take();
    const known: Record<string, string> = { '\\': '\\', '"': '"', 'n': '\n', 't': '\t' };
    if (!(escaped in known)) throw this.error(`unknown escape sequence '\\${escaped}'; known in quotes: \\\\, \\", \\n and \\t`);
    return known[escaped];
  }

  /** Outside quotes a backslash continues the line or stands before a quote. */
  private bareEscape(): string {
    if (this.peek() === '\r') this.take();
    const escaped = this.peek();
    if (escaped !== '\n' && escaped !== '"') {
      throw this.error("a backslash outside quotes must stand before a line end or a quote; put the value in quotes and write '\\\\'");
    }
    this.take();
    return escaped === '"' ? '"' : '';
  }

  private endOfLine(): void {
    this.skipWhiteSpace();
    if (this.peek() === ';' || this.peek() === '#') {
      this.run(/\n/);
    }
    if (this.peek() !== '' && this.peek() !== '\n') throw this.error(`expected the end of the line, got ${shown(this.peek())}`);
    this.take();
  }

  private isLetter(): boolean {
    return this.matched(LETTER) !== '';
  }

  private word(): string {
    const word = this.matched(WORD);
    this.offset += word.length;
    return word;
  }

  private skipWhiteSpace(): void {
    while (isWhiteSpace(this.text[this.offset])) this.offset++;
  }

  /** What a sticky expression matches here. */
  private matched(pattern: RegExp): string {
    pattern.lastIndex = this.offset;
    return pattern.exec(this.text)?.[0] ?? '';
  }

  private peek(): string {
    const code = this.text.codePointAt(this.offset);
    return code === undefined ? '' : String.fromCodePoint(code);
  }

  private take(): string {
    const char = this.peek();
    this.offset += char.length;
    if (char === '\n') this.line++;
    return char;
  }

  private error(what: string, line: number = this.line): GcfgError {
    return new GcfgError(what, line);
  }
}
