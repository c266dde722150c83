import { itemOf, itemsOf, LABEL_VALUE, qualified } from './pod/looks';
import { isObject } from './pod/shape';

/** Everything that is no blank, as Kubernetes divides a selector: k8s.io/apimachinery@v0.32.2 pkg/labels/selector.go, Lexer. */
const TOKEN = /==|!=|[=!(),<>]|[^ \t\r\n=!(),<>]+/g;
const WORD = /^[^ \t\r\n=!(),<>]/;
const COMPARING = ['=', '==', '!=', '<', '>'];
/** A value that is compared by size: strconv.ParseInt, of 64 bits. */
const MOST = 2n ** 63n - 1n;

/** What a selector asks of one label, of an object or of a node. */
export interface SelectorRequirement {
  readonly key: string;
  readonly operator: string;
  readonly values: readonly string[];
}

/** What a selector in an object asks for, all of it: `matchLabels` and `matchExpressions`. */
export function requirementsOf(selector: unknown): readonly SelectorRequirement[] {
  const { matchLabels, matchExpressions } = itemOf(selector);
  return [
    ...Object.entries(itemOf(matchLabels)).map(([key, value]) => ({ key, operator: 'In', values: [textOf(value) ?? ''] })),
    ...expressionsOf(matchExpressions, 'key'),
  ];
}

/** The alternatives of a node selector; a field, such as `metadata.name`, is asked for like a label. */
export function nodeSelectorTerms(terms: unknown): readonly (readonly SelectorRequirement[])[] {
  return itemsOf(terms).filter(isObject).map(term => [...expressionsOf(term.matchExpressions, 'key'), ...expressionsOf(term.matchFields, 'key')]);
}

/** What a quota asks of its pods. */
export function scopeRequirements(scopeSelector: unknown): readonly SelectorRequirement[] {
  return expressionsOf(itemOf(scopeSelector).matchExpressions, 'scopeName');
}

/**
 * Whether a value has what is asked of it: k8s.io/apimachinery@v0.26.15 pkg/labels/selector.go Requirement.Matches. An operator that Kubernetes does
 * not have refuses its object elsewhere, and asks for nothing here.
 *
 * @param value undefined: there is no such label
 */
export function holds({ operator, values }: Pick<SelectorRequirement, 'operator' | 'values'>, value: string | undefined): boolean {
  switch (operator) {
    case 'In': return value !== undefined && values.includes(value);
    case 'NotIn': return value === undefined || !values.includes(value);
    case 'Exists': return value !== undefined;
    case 'DoesNotExist': return value === undefined;
    case 'Gt': return isGreater(value, values[0]);
    case 'Lt': return isGreater(values[0], value);
    default: return true;
  }
}

/** Whether labels have all that is asked for. */
export function holdAll(requirements: readonly SelectorRequirement[], labels: { readonly [key: string]: unknown }): boolean {
  return requirements.every(requirement => holds(requirement, textOf(Object.hasOwn(labels, requirement.key) ? labels[requirement.key] : undefined)));
}

/** Whether a selector in an object selects what has these labels; one that asks for nothing selects everything. */
export function selectorMatches(selector: unknown, labels: { readonly [key: string]: unknown }): boolean {
  return holdAll(requirementsOf(selector), labels);
}

/** A selector of an object as kubectl takes it. */
export function selectorText(selector: unknown): string {
  return requirementsOf(selector).map(({ key, operator, values: [first = '', ...others] }) => {
    switch (operator) {
      case 'Exists': return key;
      case 'DoesNotExist': return `!${key}`;
      case 'NotIn': return `${key} notin (${[first, ...others].join(',')})`;
      default: return others.length === 0 ? `${key}=${first}` : `${key} in (${[first, ...others].join(',')})`;
    }
  }).join(',');
}

/** The value of a label as a text. */
export function textOf(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  return value === null ? '' : String(value);
}

/** Whole numbers of 64 bits; of anything else none is greater. */
function isGreater(one: string | undefined, other: string | undefined): boolean {
  return [one, other].every(text => text !== undefined && /^[+-]?\d{1,19}$/.test(text)) && BigInt(one!) > BigInt(other!);
}

function expressionsOf(expressions: unknown, name: 'key' | 'scopeName'): readonly SelectorRequirement[] {
  return itemsOf(expressions).filter(isObject).map(one => ({
    key: textOf(one[name]) ?? '', operator: textOf(one.operator) ?? '', values: itemsOf(one.values).map(String),
  }));
}

/** What a selector asks for that is written as a text, or why Kubernetes does not take it. */
export type ParsedSelector = { readonly requirements: readonly SelectorRequirement[] } | { readonly problem: string };

/** A label selector as a text, as labels.Parse reads it, which kubectl asks. An empty one selects everything. */
export function parseLabelSelector(text: string): ParsedSelector {
  if (text.includes('\0')) return { problem: 'it has a NUL character, which no command can be given' };
  const rest = text.match(TOKEN) ?? [];
  const requirements: SelectorRequirement[] = [];
  while (rest.length > 0) {
    const problem = takeRequirement(rest, requirements);
    if (problem !== undefined) return { problem };
    if (rest.length === 0) break;
    if (rest[0] !== ',') return { problem: expected('\',\' or the end', rest[0]) };
    rest.shift();
    if (!isWord(rest[0]) && rest[0] !== '!') return { problem: expected('a key after \',\'', rest[0]) };
  }
  return { requirements };
}

/** Why Kubernetes does not take a label selector; undefined: it does. */
export function labelSelectorProblem(text: string): string | undefined {
  const parsed = parseLabelSelector(text);
  return 'problem' in parsed ? parsed.problem : undefined;
}

/** What a text calls the operators of objects. */
const OPERATORS: Readonly<Record<string, string>> = { '=': 'In', '==': 'In', '!=': 'NotIn', '<': 'Lt', '>': 'Gt', 'in': 'In', 'notin': 'NotIn' };

/** Takes one requirement off the front; undefined, or why it is none. */
function takeRequirement(rest: string[], found: SelectorRequirement[]): string | undefined {
  const isNot = rest[0] === '!';
  if (isNot) rest.shift();
  const key = rest.shift();
  if (!isWord(key)) return expected('a key', key);
  if (qualified(key, '') !== undefined) return `'${key}' is no key of a label`;
  if (isNot || rest.length === 0 || rest[0] === ',') {
    found.push({ key, operator: isNot ? 'DoesNotExist' : 'Exists', values: [] });
    return undefined;
  }
  const operator = rest.shift()!;
  const values: string[] = [];
  found.push({ key, operator: OPERATORS[operator] ?? operator, values });
  if (operator === 'in' || operator === 'notin') return takeSet(operator, rest, values);
  if (!COMPARING.includes(operator)) return expected(`${COMPARING.map(one => `'${one}'`).join(', ')}, 'in', 'notin', ',' or the end`, operator);
  const value = rest.length === 0 || rest[0] === ',' ? '' : rest.shift()!;
  if (value !== '' && !isWord(value)) return expected('a value', value);
  if ('<>'.includes(operator) && !(/^\d+$/.test(value) && BigInt(value) <= MOST)) return `'${operator}' compares whole numbers, got '${value}'`;
  values.push(value);
  return valueProblem(value);
}

/** Values may be empty: `a in (,b)`. What may follow two commas is what upstream reads there. */
function takeSet(operator: string, rest: string[], values: string[]): string | undefined {
  const open = rest.shift();
  if (open !== '(') return expected(`'(' after '${operator}'`, open);
  if (rest[0] === ')') {
    rest.shift();
    values.push('');
    return undefined;
  }
  for (;;) {
    const one = rest.shift();
    if (one === ',') {
      if (values.length === 0) values.push('');
      if (rest[0] === ')') {
        values.push('');
        break;
      }
      if (rest[0] === ',') {
        values.push('');
        rest.shift();
      }
      continue;
    }
    if (!isWord(one)) return expected('a value, \',\' or \')\'', one);
    const problem = valueProblem(one);
    if (problem !== undefined) return problem;
    values.push(one);
    if (rest[0] === ')') break;
    if (rest[0] !== ',') return expected('\',\' or \')\'', rest[0]);
  }
  rest.shift();
  return undefined;
}

function valueProblem(value: string): string | undefined {
  return LABEL_VALUE.test(value) ? undefined : `'${value}' is no value of a label`;
}

function isWord(token: string | undefined): token is string {
  return token !== undefined && WORD.test(token);
}

function expected(what: string, token: string | undefined): string {
  return `expected ${what}, got ${token === undefined ? 'the end' : `'${token}'`}`;
}
