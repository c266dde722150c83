/** Values as Go's flag library reads them; `undefined` is a value at which the component ends at start. */

const BOOLS: ReadonlyMap<string, boolean> = new Map([
  ...['1', 't', 'T', 'TRUE', 'true', 'True'].map(text => [text, true] as const),
  ...['0', 'f', 'F', 'FALSE', 'false', 'False'].map(text => [text, false] as const),
]);

/** `strconv.ParseBool`. */
export function goBool(text: string): boolean | undefined {
  return BOOLS.get(text);
}

const UNITS: ReadonlyMap<string, number> = new Map([['ns', 1e-6], ['us', 1e-3], ['µs', 1e-3], ['μs', 1e-3], ['ms', 1], ['s', 1000], ['m', 60_000],
  ['h', 3_600_000]]);
const DURATION_PART = /(\d+(?:\.\d*)?|\.\d+)(ns|us|\u00b5s|\u03bcs|ms|s|m|h)/y;

/** `time.ParseDuration`, in milliseconds. A number without a unit is refused, except zero. */
export function goDuration(text: string): number | undefined {
  const unsigned = text.replace(/^[+-]/, '');
  if (unsigned === '0') return 0;
  let sum = 0;
  // Part by part: one expression for the whole would need a stack as deep as the text is long.
  for (let at = 0; at < unsigned.length || at === 0; at = DURATION_PART.lastIndex) {
    DURATION_PART.lastIndex = at;
    const part = DURATION_PART.exec(unsigned);
    if (!part) return undefined;
    sum += Number(part[1]) * UNITS.get(part[2])!;
  }
  return text.startsWith('-') ? -sum : sum;
}
