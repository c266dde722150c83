import type * as Re2Module from 're2js';

/** A regular expression of Go. */
export interface GoRegexp {
  /** Whether the text has a match of it. */
  matches(text: string): boolean;
}

/** Longest expression that is compiled: a name or a host is far shorter, and time grows with it. */
const MAX_LENGTH = 1000;

/** What Go's compiler says against an expression; undefined if it takes it. Of two groups of one name only this says anything: Go takes them. */
export function goRegexpError(expression: string): string | undefined {
  if (expression.length > MAX_LENGTH) return `a pattern of ${expression.length} characters is not checked here, the limit is ${MAX_LENGTH}`;
  try {
    goRegexp(expression);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/**
 * Compiled as `regexp.Compile` does. JavaScript's own expressions are another language: `(?i)`, `\pN`, `\z` and named groups differ, and
 * they take what Go refuses.
 *
 * @throws on what is no expression of Go
 */
export function goRegexp(expression: string): GoRegexp {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- a quarter of a megabyte that few need
  const { RE2JS } = require('re2js') as typeof Re2Module;
  const compiled = RE2JS.compile(expression);
  return { matches: text => compiled.matcher(text).find() };
}
