/** What Kubernetes counts in: finer parts are rounded up. */
const NANOS = 10n ** 9n;
/** Beyond the largest number of 64 bits a quantity is that number. */
const MOST = (2n ** 63n - 1n) * NANOS;
/** Digits that can decide anything, of a part of a number. */
const DIGITS = 60;

/** What a suffix multiplies nanos by: k8s.io/apimachinery@v0.26.15 pkg/api/resource/suffix.go. */
const SUFFIXES: Readonly<Record<string, bigint>> = {
  'n': 1n,
  'u': 10n ** 3n,
  'm': 10n ** 6n,
  '': NANOS,
  'k': NANOS * 10n ** 3n,
  'M': NANOS * 10n ** 6n,
  'G': NANOS * 10n ** 9n,
  'T': NANOS * 10n ** 12n,
  'P': NANOS * 10n ** 15n,
  'E': NANOS * 10n ** 18n,
  'Ki': NANOS * 2n ** 10n,
  'Mi': NANOS * 2n ** 20n,
  'Gi': NANOS * 2n ** 30n,
  'Ti': NANOS * 2n ** 40n,
  'Pi': NANOS * 2n ** 50n,
  'Ei': NANOS * 2n ** 60n,
};

/** An amount of something in billionths, so that sums and comparisons are exact, as they are in Kubernetes. */
export type Quantity = bigint;

/** A quantity as Kubernetes reads it; undefined: it is none. k8s.io/apimachinery@v0.26.15 pkg/api/resource/quantity.go, ParseQuantity. */
export function quantityOf(value: unknown): Quantity | undefined {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined;
  const match = /^([+-]?)(?:(\d+)(?:\.(\d*))?|\.(\d+))(?:([KMGTPE]i|[numkMGTPE])|[eE]([+-]?\d+))?$/.exec(String(value));
  if (match === null) return undefined;
  const [, sign, whole = '', behind = '', alone = '', suffix = '', exponent = '0'] = match;
  const amount = amountOf(whole.replace(/^0+/, ''), behind + alone, SUFFIXES[suffix], Number(exponent));
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
  const amount = shift >= 0 ? multiplied * 10n ** BigInt(shift) : roundedUp(multiplied, 10n ** BigInt(-shift));
  return amount > MOST ? MOST : amount;
}

function roundedUp(amount: bigint, parts: bigint): bigint {
  return (amount + parts - 1n) / parts;
}
