import { printable } from '../../text/printable';

/** A place in a text; both numbers start at 1, the column counts UTF-16 units as editors do. */
export interface Location {
  readonly line: number;
  readonly column: number;
}

/** Something wrong at one place of a file that was handed in. */
export class SourceError extends Error {
  public readonly line: number;
  public readonly column: number;

  public constructor(public readonly file: string, at: Location, message: string) {
    super(printable(`${file}:${at.line}:${at.column}: ${message}`));
    this.name = 'SourceError';
    this.line = at.line;
    this.column = at.column;
  }
}

/** Line and column of an offset. A byte order mark has no width. */
export function locate(text: string, offset: number): Location {
  const starts = lineStartsOf(text);
  const at = Math.min(Math.max(offset, 0), text.length);
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (starts[middle] <= at) low = middle;
    else high = middle - 1;
  }
  const mark = low === 0 && at > 0 && text.startsWith('\uFEFF') ? 1 : 0;
  return { line: low + 1, column: at - starts[low] - mark + 1 };
}

/** The text that was asked about last: questions about one text come in a row, as many as it has words. */
let latest: { readonly text: string; readonly starts: readonly number[] } = { text: '', starts: [0] };

function lineStartsOf(text: string): readonly number[] {
  if (latest.text !== text) {
    const starts = [0];
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
    latest = { text, starts };
  }
  return latest.starts;
}
