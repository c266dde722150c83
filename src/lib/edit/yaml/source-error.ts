import { printable } from '../../text/printable';

/** A place in a text; both numbers start at 1, the column counts UTF-16 units as editors do. */
export interface Location {
  readonly line: number;
  readonly column: number;
}

/** Something wrong at one place of a file that was handed in. */
export class SourceError extends Error {
  declare public readonly file: string;
  declare public readonly line: number;
  declare public readonly column: number;
  declare public readonly problem: string;

  /** @param problem what is wrong, without the place */
  public constructor(file: string, { line, column }: Location, problem: string) {
    super(printable(`${file}:${line}:${column}: ${problem}`));
    // Not enumerable: where an error ends a program, Node prints what else it has below its message, which says it all.
    for (const [name, value] of Object.entries({ name: 'SourceError', file, line, column, problem })) Object.defineProperty(this, name, { value });
  }
}

/** What is read; where that ends with a `SourceError`, what stands for it. */
export function attempt<T, U = T>(read: () => T, otherwise: (error: SourceError) => U): T | U {
  try {
    return read();
  } catch (error) {
    if (error instanceof SourceError) return otherwise(error);
    throw error;
  }
}

/** Line and column of an offset, for the one place of an error; many places of a text are asked of its `Lines`. */
export function locate(text: string, offset: number): Location {
  return new Lines(text).locate(offset);
}

/** A text of which many places are asked. */
export class Lines {
  private readonly starts = [0];

  /** @param first line on which the text begins */
  public constructor(private readonly text: string, private readonly first: number = 1) {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.starts.push(at + 1);
  }

  /** Line and column of an offset. A byte order mark has no width. */
  public locate(offset: number): Location {
    const { text, starts } = this;
    const at = Math.min(Math.max(offset, 0), text.length);
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (starts[middle] <= at) low = middle;
      else high = middle - 1;
    }
    const mark = low === 0 && at > 0 && text.startsWith('\uFEFF') ? 1 : 0;
    return { line: low + this.first, column: at - starts[low] - mark + 1 };
  }
}
