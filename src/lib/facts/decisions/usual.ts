import { goDuration } from '../../kubernetes/go-values';
import { quantityOf, wholes } from '../../kubernetes/quantity';

/** Values that a row which is not decided says nothing of, where these are no few names. Values of flags are texts. */

type Usual = (value: unknown) => boolean;

function milliseconds(value: unknown): number | undefined {
  return typeof value === 'string' ? goDuration(value) : undefined;
}

/** A duration above none, and up to an hour. */
export const atMostAnHour: Usual = value => isPositiveDuration(value) && milliseconds(value)! <= 3_600_000;

export const isPositiveDuration: Usual = value => (milliseconds(value) ?? 0) > 0;

export function atLeastSeconds(seconds: number): Usual {
  return value => (milliseconds(value) ?? 0) >= seconds * 1000;
}

export function atLeast(least: number): Usual {
  return value => Number(value) >= least;
}

/** Thresholds as `memory.available<100Mi,nodefs.available<10%`: at most a fifth, or four gigabytes. */
export const isSmallEviction: Usual = value => parts(value).every(part => {
  const [, amount] = /^[\w.]+<(.+)$/.exec(part) ?? [];
  if (amount === undefined) return false;
  return amount.endsWith('%') ? Number(amount.slice(0, -1)) <= 20 : isAtMost(amount, 4 * GIGABYTE);
});

/** Reservations as `cpu=100m,memory=1Gi`, of which every node of a control plane has a multiple. */
export const isSmallReservation: Usual = value => parts(value).every(part => {
  const [resource, amount] = part.split('=');
  return isAtMost(amount, resource === 'cpu' ? 1 : resource === 'memory' ? 2 * GIGABYTE : 10 * GIGABYTE);
});

const GIGABYTE = 1024 ** 3;

function parts(value: unknown): readonly string[] {
  return String(value).split(',').map(part => part.trim());
}

function isAtMost(amount: string | undefined, most: number): boolean {
  const quantity = quantityOf(amount);
  return quantity !== undefined && quantity >= 0n && quantity <= wholes(most);
}
