import { stripVTControlCharacters } from 'node:util';

/** Rows after the first stand so much further in. */
const HANG = '  ';

/**
 * A line in rows of a terminal, broken between words. A word that is longer than a row stays whole, so that a path can be copied.
 *
 * @param columns undefined: the line stays whole
 */
export function fitted(line: string, columns: number | undefined): readonly string[] {
  if (columns === undefined || widthOf(line) <= columns) return [line];
  const [indent] = /^ */.exec(line)!;
  const rows: string[] = [];
  for (const word of line.slice(indent.length).split(' ')) {
    const row = rows.at(-1);
    if (row !== undefined && widthOf(row) + 1 + widthOf(word) <= columns) rows[rows.length - 1] = `${row} ${word}`;
    else rows.push(`${indent}${row === undefined ? '' : HANG}${word}`);
  }
  return rows;
}

/** Colours take no room. */
function widthOf(text: string): number {
  return stripVTControlCharacters(text).length;
}
