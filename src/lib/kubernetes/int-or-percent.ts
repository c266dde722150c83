/** `intstr.IntOrString` as `GetScaledValueFromIntOrPercent` reads it: k8s.io/apimachinery@v0.32.3 pkg/util/intstr/intstr.go:172-221. */
export interface IntOrPercent {
  readonly value: number;
  readonly isPercent: boolean;
}

const MAX_INT32 = 2 ** 31 - 1;

/** Undefined: Kubernetes does not take it, or it is below zero, which no controller means. */
export function intOrPercent(given: unknown): IntOrPercent | undefined {
  const value = typeof given === 'string' && /^[+-]?\d+%$/.test(given) ? Number(given.slice(0, -1)) : given;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > MAX_INT32) return undefined;
  return { value, isPercent: typeof given === 'string' };
}

/** How many of a total it is. */
export function scaled({ value, isPercent }: IntOrPercent, total: number, rounding: 'up' | 'down'): number {
  if (!isPercent) return value;
  return rounding === 'up' ? Math.ceil(value * total / 100) : Math.floor(value * total / 100);
}

/** `strconv.Atoi` of a text, 0 where it is no number: `IntOrString.IntValue()`. */
export function intValue(given: string): number {
  return /^[+-]?\d+$/.test(given) ? Number(given) : 0;
}
