import { fitted } from './fitted';
import { DETAIL } from './placed-lines';
import { printable } from './printable';

/** Rows of a terminal that a counter-example takes at most, with what is beside its story: the line of its file and its fix. */
const MOST_ROWS = 10;

/**
 * The story of a counter-example with its fix, as details of the line that names it: without as many of the processes in its middle as are too many.
 * Who begins and what comes of it stay.
 */
export function storyLines(story: readonly string[], fix: string, columns: number): readonly string[] {
  const parts = story.map(part => printable(part));
  const without = (left: number) => left === 0 ? parts : [...parts.slice(0, -1 - left), `and ${left} more`, ...parts.slice(-1)];
  const rows = (lines: readonly string[]) => lines.flatMap(line => fitted(`${DETAIL}${line}`, columns)).length;
  const most = parts.length - 3;
  const left = Array.from({ length: most }, (_, count) => count).find(count => 1 + rows([...without(count), fix]) <= MOST_ROWS);
  return [...without(left ?? Math.max(most, 0)), fix];
}
