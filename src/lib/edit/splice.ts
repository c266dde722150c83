/** A replacement of the characters from `start` up to, not including, `end`. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Applies all splices to a text. Offsets refer to the text before any of them; those at the same place apply in the order given.
 *
 * @throws if two overlap or one lies outside: a mistake of the caller, never of a user
 */
export function applySplices(text: string, splices: readonly Splice[]): string {
  const sorted = splices.map((splice, index) => ({ ...splice, index }))
    .sort((a, b) => a.start - b.start || a.end - b.end || a.index - b.index);
  let result = '';
  let done = 0;
  for (const { start, end, text: replacement } of sorted) {
    if (start < done) throw new Error(`splices overlap: one starts at ${start}, the one before ends at ${done}`);
    if (end < start || end > text.length) throw new Error(`splice ${start}..${end} is not a range of a text of ${text.length} characters`);
    result += text.slice(done, start) + replacement;
    done = end;
  }
  return result + text.slice(done);
}
