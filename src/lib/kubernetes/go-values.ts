/** Values as Go's flag library reads them; `undefined` is a value at which the component ends at start. */

const BOOLS: ReadonlyMap<string, boolean> = new Map([
  ...['1', 't', 'T', 'TRUE', 'true', 'True'].map(text => [text, true] as const),
  ...['0', 'f', 'F', 'FALSE', 'false', 'False'].map(text => [text, false] as const),
]);

/** `strconv.ParseBool`. */
export function goBool(text: string): boolean | undefined {
  return BOOLS.get(text);
}

const UNITS: ReadonlyMap<string, number> = new Map([['ns', 1e-6], ['us', 1e-3], ['µs', 1e-3], ['μs', 1e-3], ['ms', 1], ['s', 1000], ['m', 60_000], ['h', 3_600_000]]);
const DURATION = /^[+-]?(0|((\d+(\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h))+)$/;

/** `time.ParseDuration`, in milliseconds. A number without a unit is refused, except zero. */
export function goDuration(text: string): number | undefined {
  if (!DURATION.test(text)) return undefined;
  const sum = [...text.matchAll(/([\d.]+)(ns|us|µs|μs|ms|s|m|h)/g)].reduce((total, [, number, unit]) => total + Number(number) * UNITS.get(unit)!, 0);
  return text.startsWith('-') ? -sum : sum;
}
