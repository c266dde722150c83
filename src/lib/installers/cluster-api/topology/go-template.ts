import { semverCompare } from './semver-compare';
import { TemplateProblem } from './template-problem';
import { Data, isMap } from '../../../edit/yaml/data';

/** Values by the words of a template; what is missing is no value. */
export type TemplateData = { readonly [key: string]: Data };

type Value = Data | undefined;

/**
 * The text that a template of a ClusterClass makes, by text/template of Go with the functions of Sprig that classes use:
 * kubernetes-sigs/cluster-api@v1.9.11 internal/controllers/topology/cluster/patches/inline/json_patch_generator.go, renderValueTemplate.
 *
 * @throws `TemplateProblem` where something of it is not known here
 */
export function renderGoTemplate(text: string, data: TemplateData): string {
  const parts = partsOf(text);
  const rendered = block(parts, { at: 0 }, data, data, true);
  return rendered.text;
}

type Part = { readonly text: string } | { readonly action: string };

/** Texts and actions in their order, with the blanks that `{{-` and `-}}` take. */
function partsOf(text: string): readonly Part[] {
  const parts: Part[] = [];
  let rest = text;
  let trims = false;
  for (;;) {
    const start = rest.indexOf('{{');
    const before = start < 0 ? rest : rest.slice(0, start);
    const after = start < 0 ? undefined : /^\{\{(- )?((?:"(?:[^"\\]|\\.)*"|`[^`]*`|(?! -\}\}|\}\})[^])*?)( -)?\}\}/.exec(rest.slice(start));
    if (start >= 0 && !after) throw new TemplateProblem('an action without an end');
    const left = trims ? before.trimStart() : before;
    parts.push({ text: after?.[1] === undefined ? left : left.trimEnd() });
    if (!after) return parts;
    const action = after[2].trim();
    if (!/^\/\*[^]*\*\/$/.test(action)) parts.push({ action });
    trims = after[3] !== undefined;
    rest = rest.slice(start + after[0].length);
  }
}

interface Cursor {
  at: number;
}

/**
 * The parts up to the `else` or `end` that closes them.
 *
 * @param isTaken whether what they say counts: the other side of a condition is passed over
 */
function block(
  parts: readonly Part[], cursor: Cursor, dot: Value, root: TemplateData, isTaken: boolean, isInner = false,
): { readonly text: string; readonly end: string } {
  let text = '';
  for (; cursor.at < parts.length; cursor.at++) {
    const part = parts[cursor.at];
    if ('text' in part) {
      if (isTaken) text += part.text;
      continue;
    }
    const [word] = part.action.split(/\s/);
    if (word === 'end' || word === 'else') {
      if (!isInner) throw new TemplateProblem(`'${part.action}' where nothing is open`);
      return { text, end: part.action };
    }
    if (word === 'if' || word === 'with' || word === 'range') {
      text += control(word, part.action.slice(word.length), parts, cursor, dot, root, isTaken);
    } else if (isTaken) {
      text += printed(evaluate(part.action, dot, root));
    }
  }
  if (isInner) throw new TemplateProblem('a block without an end');
  return { text, end: '' };
}

function control(
  word: string, condition: string, parts: readonly Part[], cursor: Cursor, dot: Value, root: TemplateData, isTaken: boolean,
): string {
  const value = isTaken ? evaluate(condition, dot, root) : undefined;
  const isTrue = isTaken && isTruthy(value);
  const start = cursor.at + 1;
  const each = word === 'range' && isTrue ? elementsOf(value) : [word === 'with' ? value : dot];
  let text = '';
  let end = '';
  for (const own of each) {
    cursor.at = start;
    const body = block(parts, cursor, own, root, isTrue, true);
    text += body.text;
    end = body.end;
  }
  while (end !== 'end') {
    const next = /^else(?:\s+(if|with)\s+(\S[^]*))?$/.exec(end);
    if (!next) throw new TemplateProblem(`'${end}'`);
    if (next[1] !== undefined) return text + control(next[1], next[2], parts, cursor, dot, root, isTaken && !isTrue);
    cursor.at++;
    const body = block(parts, cursor, dot, root, isTaken && !isTrue, true);
    text += body.text;
    end = body.end;
  }
  return text;
}

function elementsOf(value: Value): readonly Value[] {
  if (Array.isArray(value)) return value;
  if (isMap(value)) return Object.keys(value).sort().map(key => value[key]);
  throw new TemplateProblem('range over what is no list');
}

function isTruthy(value: Value): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (isMap(value)) return Object.keys(value).length > 0;
  return value !== undefined && value !== null && value !== '' && value !== 0 && value !== false;
}

/** As Go prints it. */
function printed(value: Value): string {
  if (value === undefined || value === null) return '<no value>';
  if (typeof value === 'object') throw new TemplateProblem('a list or a mapping is printed');
  if (typeof value === 'number' && Math.abs(value) >= 1e6) throw new TemplateProblem('a number of more than six digits is printed');
  return String(value);
}

/** A text, a sign, a number, or a word: a function, a keyword or a path of fields. */
const TOKEN = new RegExp([/("(?:[^"\\]|\\.)*"|`[^`]*`)/, /([|()])/, /((?<!\d)-?\d+(?:\.\d+)?(?![\w.]))/,
  /((?:\$|\.)?[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*|\$(?:\.[A-Za-z_]\w*)*|\.)/].map(({ source }) => source).join('|').replace(/^(.*)$/, '\\s*(?:$1)'), 'y');

type Token = { readonly literal: Data } | { readonly sign: string } | { readonly word: string };

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  const whole = text.trim();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < whole.length) {
    const at = TOKEN.lastIndex;
    const [, quoted, sign, number, word] = TOKEN.exec(whole) ?? [];
    if (quoted !== undefined) tokens.push({ literal: quoted.startsWith('`') ? quoted.slice(1, -1) : JSON.parse(quoted) as string });
    else if (sign !== undefined) tokens.push({ sign });
    else if (number !== undefined) tokens.push({ literal: Number(number) });
    else if (word !== undefined) tokens.push({ word });
    else throw new TemplateProblem(`'${whole.slice(at).trim()}'`);
  }
  return tokens;
}

function evaluate(text: string, dot: Value, root: TemplateData): Value {
  const tokens = tokensOf(text);
  const cursor: Cursor = { at: 0 };
  const value = pipeline(tokens, cursor, dot, root);
  if (cursor.at < tokens.length) throw new TemplateProblem(`'${text.trim()}'`);
  return value;
}

function pipeline(tokens: readonly Token[], cursor: Cursor, dot: Value, root: TemplateData): Value {
  let value: Value;
  for (let isFirst = true; ; isFirst = false) {
    value = command(tokens, cursor, dot, root, isFirst ? [] : [value]);
    const next = tokens[cursor.at];
    if (next === undefined || !('sign' in next) || next.sign !== '|') return value;
    cursor.at++;
  }
}

function command(tokens: readonly Token[], cursor: Cursor, dot: Value, root: TemplateData, last: readonly Value[]): Value {
  const first = tokens[cursor.at];
  const isCall = first !== undefined && 'word' in first && /^[A-Za-z_]\w*$/.test(first.word) && !['true', 'false', 'nil'].includes(first.word);
  if (isCall) cursor.at++;
  const operands: Value[] = [];
  for (let next = tokens[cursor.at]; next !== undefined && !('sign' in next && next.sign !== '('); next = tokens[cursor.at]) {
    operands.push(operand(tokens, cursor, dot, root));
  }
  if (!isCall) {
    if (operands.length !== 1 || last.length > 0) throw new TemplateProblem('a value where a function is expected');
    return operands[0];
  }
  const { word } = first as { readonly word: string };
  const known = Object.hasOwn(FUNCTIONS, word) ? FUNCTIONS[word] : undefined;
  if (!known) throw new TemplateProblem(`function '${word}'`);
  return known(...operands, ...last);
}

function operand(tokens: readonly Token[], cursor: Cursor, dot: Value, root: TemplateData): Value {
  const token = tokens[cursor.at++];
  if ('literal' in token) return token.literal;
  if ('sign' in token) {
    const value = pipeline(tokens, cursor, dot, root);
    const close = tokens[cursor.at++];
    if (close === undefined || !('sign' in close) || close.sign !== ')') throw new TemplateProblem('a parenthesis without an end');
    return value;
  }
  const { word } = token;
  if (word === 'true' || word === 'false') return word === 'true';
  if (word === 'nil') return undefined;
  const [head, ...path] = word.split('.');
  if (head !== '' && head !== '$') throw new TemplateProblem(head.startsWith('$') ? `variable '${head}'` : `'${word}'`);
  return path.filter(step => step !== '').reduce<Value>((value, step) => {
    if (value === undefined || value === null) return undefined;
    if (!isMap(value)) throw new TemplateProblem(`'${word}' of what is no mapping`);
    return Object.hasOwn(value, step) ? value[step] : undefined;
  }, head === '$' ? root : dot);
}

function textOf(value: Value): string {
  if (typeof value !== 'string') throw new TemplateProblem('a text is expected and is not there');
  return value;
}

/** Of two that Go compares: of one kind. */
function isEqual(first: Value, other: Value): boolean {
  if (first === undefined || other === undefined || first === null || other === null || typeof first !== typeof other || typeof first === 'object') {
    throw new TemplateProblem('values of different kinds are compared');
  }
  return first === other;
}

const FUNCTIONS: { readonly [name: string]: (...values: readonly Value[]) => Value } = {
  eq: (first, ...others) => others.some(other => isEqual(first, other)),
  ne: (first, other) => !isEqual(first, other),
  not: value => !isTruthy(value),
  and: (...values) => values.find(value => !isTruthy(value)) ?? (values.every(isTruthy) ? values.at(-1) : false),
  or: (...values) => values.find(isTruthy) ?? values.at(-1),
  empty: value => !isTruthy(value),
  default: (otherwise, value) => (isTruthy(value) ? value : otherwise),
  coalesce: (...values) => values.find(isTruthy),
  ternary: (yes, no, value) => (value === true ? yes : no),
  semverCompare: (constraint, version) => semverCompare(textOf(constraint), textOf(version)),
  quote: value => JSON.stringify(printed(value)),
  squote: value => `'${printed(value)}'`,
  toString: (value: Value) => printed(value),
  lower: value => textOf(value).toLowerCase(),
  upper: value => textOf(value).toUpperCase(),
  trim: value => textOf(value).trim(),
  trimPrefix: (prefix, value) => (textOf(value).startsWith(textOf(prefix)) ? textOf(value).slice(textOf(prefix).length) : value),
  trimSuffix: (suffix, value) => (textOf(value).endsWith(textOf(suffix)) ? textOf(value).slice(0, textOf(value).length - textOf(suffix).length)
    : value),
  hasPrefix: (prefix, value) => textOf(value).startsWith(textOf(prefix)),
  hasSuffix: (suffix, value) => textOf(value).endsWith(textOf(suffix)),
  contains: (part, value) => textOf(value).includes(textOf(part)),
  replace: (old, to, value) => textOf(value).replaceAll(textOf(old), textOf(to)),
  list: (...values) => values.map(value => value ?? null),
  has: (item, values) => (Array.isArray(values) && values.some(value => value === item)),
  len: value => (Array.isArray(value) || typeof value === 'string' ? value.length : Object.keys(isMap(value) ? value : {}).length),
  indent: (spaces, value) => textOf(value).split('\n').map(line => ' '.repeat(Number(spaces)) + line).join('\n'),
  nindent: (spaces, value) => `\n${textOf(value).split('\n').map(line => ' '.repeat(Number(spaces)) + line).join('\n')}`,
  printf: (format, ...values) => {
    const rest = [...values];
    const made = textOf(format).replace(/%([svdq%])/g, (_, verb: string) => {
      if (verb === '%') return '%';
      const value = rest.shift();
      return verb === 'q' ? JSON.stringify(textOf(value)) : printed(value);
    });
    if (rest.length > 0 || /%(?![svdq%])/.test(textOf(format))) throw new TemplateProblem(`printf ${JSON.stringify(format)}`);
    return made;
  },
};
