/** Where the next setting, variable or section begins. */
const NEXT = /^\s*(?:(?:export\s+)?[A-Za-z_][A-Za-z0-9_]*\s*=|\[)/;

/** No flag has a longer name, and a pattern of a long one is refused. */
const LONGEST = 200;

/**
 * The line that a flag stands on: a command line, or the value of a variable, may go over several.
 *
 * @param from the line that the whole begins on, from 1
 * @param word with dashes, and with a value or without
 */
export function flagLine(text: string, from: number, word: string): number {
  const flag = word.replace(/^-+/, '').replace(/=[\s\S]*/, '').replace(/_/g, '-');
  if (flag.length > LONGEST) return from;
  const pattern = new RegExp(`--?${flag.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/-/g, '[-_]')}(?=[\\s=\\\\"']|$)`);
  const lines = text.split(/\r?\n/).slice(from - 1);
  const end = lines.findIndex((line, index) => index > 0 && NEXT.test(line));
  const index = lines.slice(0, end === -1 ? undefined : end).findIndex(line => pattern.test(line));
  return index === -1 ? from : from + index;
}
