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
    super(`${file}:${at.line}:${at.column}: ${message}`);
    this.name = 'SourceError';
    this.line = at.line;
    this.column = at.column;
  }
}

/** Line and column of an offset. A byte order mark has no width. */
export function locate(text: string, offset: number): Location {
  const before = text.slice(0, offset).replace(/^\uFEFF/, '');
  const lineStart = before.lastIndexOf('\n') + 1;
  let line = 1;
  for (const char of before) if (char === '\n') line++;
  return { line, column: before.length - lineStart + 1 };
}
