import { LABEL_VALUE, qualified } from './pod/looks';

/** Everything that is no blank, as Kubernetes divides a selector: k8s.io/apimachinery@v0.32.2 pkg/labels/selector.go, Lexer. */
const TOKEN = /==|!=|[=!(),<>]|[^ \t\r\n=!(),<>]+/g;
const WORD = /^[^ \t\r\n=!(),<>]/;
const COMPARING = ['=', '==', '!=', '<', '>'];
/** A value that is compared by size: strconv.ParseInt, of 64 bits. */
const MOST = 2n ** 63n - 1n;

/**
 * Why Kubernetes does not take a label selector (labels.Parse, which kubectl asks); undefined: it does. An empty one selects everything.
 */
export function labelSelectorProblem(text: string): string | undefined {
  if (text.includes('\0')) return 'it has a NUL character, which no command can be given';
  const rest = text.match(TOKEN) ?? [];
  while (rest.length > 0) {
    const problem = requirementProblem(rest);
    if (problem !== undefined) return problem;
    if (rest.length === 0) return undefined;
    if (rest[0] !== ',') return expected('\',\' or the end', rest[0]);
    rest.shift();
    if (!isWord(rest[0]) && rest[0] !== '!') return expected('a key after \',\'', rest[0]);
  }
  return undefined;
}

/** Takes one requirement off the front. */
function requirementProblem(rest: string[]): string | undefined {
  const isNot = rest[0] === '!';
  if (isNot) rest.shift();
  const key = rest.shift();
  if (!isWord(key)) return expected('a key', key);
  if (qualified(key, '') !== undefined) return `'${key}' is no key of a label`;
  if (isNot || rest.length === 0 || rest[0] === ',') return undefined;
  const operator = rest.shift()!;
  if (operator === 'in' || operator === 'notin') return setProblem(operator, rest);
  if (!COMPARING.includes(operator)) return expected(`${COMPARING.map(one => `'${one}'`).join(', ')}, 'in', 'notin', ',' or the end`, operator);
  const value = rest.length === 0 || rest[0] === ',' ? '' : rest.shift()!;
  if (value !== '' && !isWord(value)) return expected('a value', value);
  if ('<>'.includes(operator) && !(/^\d+$/.test(value) && BigInt(value) <= MOST)) return `'${operator}' compares whole numbers, got '${value}'`;
  return valueProblem(value);
}

/** Values may be empty: `a in (,b)`. What may follow two commas is what upstream reads there. */
function setProblem(operator: string, rest: string[]): string | undefined {
  const open = rest.shift();
  if (open !== '(') return expected(`'(' after '${operator}'`, open);
  if (rest[0] === ')') {
    rest.shift();
    return undefined;
  }
  for (;;) {
    const one = rest.shift();
    if (one === ',') {
      if (rest[0] === ')') break;
      if (rest[0] === ',') rest.shift();
      continue;
    }
    if (!isWord(one)) return expected('a value, \',\' or \')\'', one);
    const problem = valueProblem(one);
    if (problem !== undefined) return problem;
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
