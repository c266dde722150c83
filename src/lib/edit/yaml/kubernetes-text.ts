import type { Data } from './data';
import { yaml } from './load';
import { attempt, Lines, locate, SourceError } from './source-error';

/**
 * Texts that Kubernetes' parser of YAML 1.1 reads otherwise than ours, which reads YAML 1.2, as far as the text alone says it:
 * gopkg.in/yaml.v2@v2.4.0 behind sigs.k8s.io/yaml, and k8s.io/apimachinery@v0.27.16 pkg/util/yaml/decoder.go, which takes the documents apart.
 * `conformance/yaml.test.ts` holds ours against both.
 */

/** What unicode.IsSpace of Go is true for. A byte order mark is none. */
const GO_SPACE = '[\\t\\n\\v\\f\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]';
const BRACE_FIRST = new RegExp(`^${GO_SPACE}*\\{`);

/** Whether Kubernetes reads a text as JSON, where none of what is below has a meaning. */
export function isJson(text: string): boolean {
  return BRACE_FIRST.test(text) && jsonError(text) === undefined;
}

/**
 * Why the kubelet reads a text as nothing else than JSON, and cannot: decoder.go, ToJSON. kubectl from 1.33 on reads YAML in braces, and those before
 * it say so where they do not. A template is not yet what the kubelet reads.
 */
export function brokenJson(text: string): string | undefined {
  return BRACE_FIRST.test(text) && !/^\s*\{[{%#]/.test(text) ? jsonError(text) : undefined;
}

function jsonError(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Characters that end a line in YAML 1.1 and not in YAML 1.2: yamlprivateh.go is_break. */
const OTHER_BREAK = /\r(?!\n)|[\u0085\u2028\u2029]/;
const NAMES: Readonly<Record<string, string>> = {
  '\r': 'a carriage return without a line feed', '\u0085': 'the character U+0085', '\u2028': 'the character U+2028', '\u2029': 'the character U+2029',
};

/** Why readers disagree about where the lines of a text end; undefined: they do not. */
export function otherLineBreak(text: string, file: string): SourceError | undefined {
  const found = OTHER_BREAK.exec(text);
  return found === null ? undefined : new SourceError(file, locate(text, found.index), `${NAMES[found[0]]} ends a line for the YAML parser of `
    + 'Kubernetes and not for others, so that they read different texts; write line feeds, or an escape in double quotes');
}

/**
 * A text with other line breaks as Kubernetes reads it, where that can be told: both readings have the same structure, and a carriage return or
 * U+0085 stands within a scalar of one line, as which it is a blank. U+2028 and U+2029 stay what they are there: scannerc.go read_line.
 *
 * @param read what a text says; undefined: it is none
 */
export function readWithBreaks<T extends { readonly data: Data }>(
  text: string, read: (text: string) => readonly T[] | undefined,
): readonly T[] | undefined {
  // Each line break is one character as before.
  const [before, after] = [text, text.replace(new RegExp(OTHER_BREAK, 'g'), '\n')].map(read);
  return before && after && isFolded(before.map(({ data }) => data), after.map(({ data }) => data)) ? after : undefined;
}

/** Whether data differs at most by a blank where a scalar has a line break. */
function isFolded(before: Data, folded: Data): boolean {
  if (typeof before === 'string') return before === folded || before.replace(/(?:(?<![ \t])[ \t]+)?[\r\u0085][ \t]*/g, ' ') === folded;
  if (before === null || folded === null || typeof before !== 'object' || typeof folded !== 'object') return before === folded;
  const [one, other] = [Object.entries(before), Object.entries(folded)];
  return Array.isArray(before) === Array.isArray(folded) && one.length === other.length
    && one.every(([key, value], index) => other[index][0] === key && isFolded(value, other[index][1]));
}

/** Characters that the parser of Kubernetes refuses wherever they stand: readerc.go yaml_parser_update_buffer. */
// eslint-disable-next-line no-control-regex
const REFUSED = /[\0-\x08\v\f\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]/;

/**
 * Looks for what only one of the two parsers takes, or takes for something else.
 *
 * @throws `SourceError` at the first of it
 */
export function refuseOtherText(text: string, file: string, lines: Lines): void {
  const fail = (offset: number, problem: string): never => { throw new SourceError(file, lines.locate(offset), problem); };
  const refused = REFUSED.exec(text);
  if (refused) {
    const code = refused[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    fail(refused.index, `the YAML parser of Kubernetes refuses the character U+${code}; remove it, or write an escape in double quotes`);
  }
  const mark = text.indexOf('\n\uFEFF');
  if (mark !== -1) fail(mark + 1, 'a byte order mark in the middle of a text is left out by the YAML parser of Kubernetes; remove it');
  refuseDocumentMarks(text, fail);
}

type Fail = (offset: number, problem: string) => never;

/** Documents are told apart line by line before anything is parsed, and of each only the first is read: decoder.go YAMLReader.Read, Unmarshal. */
function refuseDocumentMarks(text: string, fail: Fail): void {
  // Most texts have neither: only lines that begin with one of them are looked at.
  if (!/^(?:---[^\r\n]|\.\.\.|%)/m.test(text)) return;
  let place: 'start' | 'within' | 'ended' = 'start';
  for (let at = 0; at < text.length;) {
    const next = text.indexOf('\n', at);
    const end = next === -1 ? text.length : next;
    const line = text.slice(at, Math.min(end, at + 100));
    if (line.startsWith('---')) {
      if (!/^---\s*(?:#|$)/.test(line)) fail(at, 'Kubernetes takes only a comment after ---; write the document below it');
      place = 'start';
    } else if (/^\.\.\.(?:\s|$)/.test(line)) {
      if (place === 'start') fail(at, 'Kubernetes refuses ... without a document before it; remove this line');
      place = 'ended';
    } else if (/\S/.test(line) && !/^\s*#/.test(line)) {
      if (place === 'ended') fail(at, 'Kubernetes reads nothing between ... and the next ---; write --- before this document');
      if (place === 'start' && line.startsWith('%')) fail(at, 'Kubernetes refuses documents with a directive (%); remove this line');
      place = 'within';
    }
    at = end + 1;
  }
}

/**
 * Looks for marks that the two parsers do not take alike, in a text that is YAML to our parser: a tab between what begins a line and a block
 * (scannerc.go yaml_parser_scan_to_next_token takes tabs only where no key can begin), and keys after `?`, behind which ours passes over what it does
 * not expect.
 *
 * @throws `SourceError` at the first of them
 */
export function refuseMarks(text: string, file: string, lines: Lines): void {
  if (!text.includes('\t') && !/\?\s/.test(text)) return;
  const { Lexer } = yaml();
  let [at, depth, mayBegin] = [0, 0, true];
  for (const lexeme of new Lexer().lex(text)) {
    const char = lexeme[0];
    // Marks of the lexer that stand for nothing in the text.
    if (char === '\x02' || char === '\x18' || char === '\x1f') {
      mayBegin = false;
      continue;
    }
    if (lexeme === '?') throw new SourceError(file, lines.locate(at), 'parsers of YAML do not read a key after ? alike; write key: value');
    if (char === '[' || char === '{') depth++;
    if (char === ']' || char === '}') depth = Math.max(0, depth - 1);
    if (char === ' ' || char === '\t') {
      if (depth === 0 && mayBegin && lexeme.includes('\t')) {
        throw new SourceError(file, lines.locate(at), 'the YAML parser of Kubernetes takes no tab here; write blanks');
      }
    } else {
      mayBegin = lexeme.endsWith('\n') || lexeme === '-';
    }
    at += lexeme.length;
  }
}

/** Why parsers do not read a text alike, as far as the text alone says it. */
export function textProblem(text: string, file: string): SourceError | undefined {
  if (isJson(text)) return undefined;
  const other = otherLineBreak(text, file);
  if (other) return other;
  return attempt(() => {
    const lines = new Lines(text);
    refuseOtherText(text, file, lines);
    refuseMarks(text, file, lines);
    return undefined;
  }, error => error);
}
