/** What Kubernetes counts in: finer parts are rounded up. */
const NANOS = 10n ** 9n;
/** Beyond the largest number of 64 bits a quantity is that number. */
const MOST = (2n ** 63n - 1n) * NANOS;
/** Digits that can decide anything, of a part of a number. */
const DIGITS = 60;

/** What a suffix multiplies nanos by: k8s.io/apimachinery@v0.26.15 pkg/api/resource/suffix.go. */
const SUFFIXES: ReadonlyMap<string, bigint> = new Map([
  ...['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'].map((suffix, index) => [suffix, 10n ** BigInt(3 * index)] as const),
  ...['Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'].map((suffix, index) => [suffix, NANOS * 2n ** BigInt(10 * index + 10)] as const),
]);

/** An amount of something in billionths, so that sums and comparisons are exact, as they are in Kubernetes. */
export type Quantity = bigint;

/** A quantity as Kubernetes reads it; undefined: it is none. k8s.io/apimachinery@v0.26.15 pkg/api/resource/quantity.go, ParseQuantity. */
export function quantityOf(value: unknown): Quantity | undefined {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined;
  const match = /^([+-]?)(?:(\d+)(?:\.(\d*))?|\.(\d+))(?:([KMGTPE]i|[numkMGTPE])|[eE]([+-]?\d+))?$/.exec(String(value));
  if (match === null) return undefined;
  const [, sign, whole = '', behind = '', alone = '', suffix = '', exponent = '0'] = match;
  const amount = amountOf(whole.replace(/^0+/, ''), behind + alone, SUFFIXES.get(suffix)!, Number(exponent));
  return sign === '-' ? -amount : amount;
}

/** So many of what is counted one by one: pods, bytes, cores. */
export function wholes(count: number): Quantity {
  return BigInt(count) * NANOS;
}

/** Whether so much of one thing per another is within a bound: `a / b <= bound`. Of nothing, no share is. */
export function isRatioWithin(a: Quantity, b: Quantity, bound: Quantity): boolean {
  return b > 0n && a * NANOS <= bound * b;
}

function amountOf(whole: string, fraction: string, factor: bigint, exponent: number): bigint {
  // What is cut off is less than a billionth, and more than nothing.
  const digits = fraction.length <= DIGITS ? fraction : fraction.slice(0, DIGITS) + (/[1-9]/.test(fraction.slice(DIGITS)) ? '1' : '');
  if (!/[1-9]/.test(whole + digits)) return 0n;
  const shift = exponent - digits.length;
  if (whole.length > DIGITS || whole.length + exponent > DIGITS) return MOST;
  if (shift < -3 * DIGITS) return 1n;
  const multiplied = BigInt(whole + digits) * factor;
  const parts = 10n ** BigInt(Math.abs(shift));
  const amount = shift >= 0 ? multiplied * parts : (multiplied + parts - 1n) / parts;
  return amount > MOST ? MOST : amount;
}
