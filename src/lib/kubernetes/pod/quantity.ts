/** What a suffix multiplies by, and divides by: k8s.io/apimachinery@v0.26.15 pkg/api/resource/suffix.go. */
const TIMES: Readonly<Record<string, number>> = {
  k: 1e3, M: 1e6, G: 1e9, T: 1e12, P: 1e15, E: 1e18, Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30, Ti: 2 ** 40, Pi: 2 ** 50, Ei: 2 ** 60,
};
const PARTS: Readonly<Record<string, number>> = { n: 1e9, u: 1e6, m: 1e3 };

/** A quantity as a number; undefined: it is none. */
export function quantityOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  const match = typeof value === 'string' ? /^([+-]?(?:\d+\.?\d*|\.\d+))(?:([KMGTPE]i|[numkMGTPE])|([eE][+-]?\d+))?$/.exec(value) : null;
  if (match === null) return undefined;
  const [, digits, suffix = '', exponent] = match;
  // Divided, so that 700m is 0.7 to the last bit.
  return exponent !== undefined ? Number(digits + exponent) : Number(digits) * (TIMES[suffix] ?? 1) / (PARTS[suffix] ?? 1);
}
