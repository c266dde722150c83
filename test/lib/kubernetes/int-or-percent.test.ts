import { intOrPercent, intValue, scaled } from '../../../src/lib/kubernetes/int-or-percent';

const TOTALS = [1, 2, 3, 7, 10];

/**
 * Rounded up and down of 1, 2, 3, 7 and 10: what `intstr.GetScaledValueFromIntOrPercent` of k8s.io/apimachinery@v0.32.3 printed on 2026-11-28 for
 * each of these JSON values; nothing: it returned an error, or `json.Unmarshal` did.
 */
const OF_GO: readonly (readonly [unknown, ...(readonly [number, number])[]])[] = [
  [0, [0, 0], [0, 0], [0, 0], [0, 0], [0, 0]],
  [1, [1, 1], [1, 1], [1, 1], [1, 1], [1, 1]],
  [5, [5, 5], [5, 5], [5, 5], [5, 5], [5, 5]],
  ['0%', [0, 0], [0, 0], [0, 0], [0, 0], [0, 0]],
  ['1%', [1, 0], [1, 0], [1, 0], [1, 0], [1, 0]],
  ['10%', [1, 0], [1, 0], [1, 0], [1, 0], [1, 1]],
  ['25%', [1, 0], [1, 0], [1, 0], [2, 1], [3, 2]],
  ['33%', [1, 0], [1, 0], [1, 0], [3, 2], [4, 3]],
  ['34%', [1, 0], [1, 0], [2, 1], [3, 2], [4, 3]],
  ['50%', [1, 0], [1, 1], [2, 1], [4, 3], [5, 5]],
  ['66%', [1, 0], [2, 1], [2, 1], [5, 4], [7, 6]],
  ['99%', [1, 0], [2, 1], [3, 2], [7, 6], [10, 9]],
  ['100%', [1, 1], [2, 2], [3, 3], [7, 7], [10, 10]],
  ['200%', [2, 2], [4, 4], [6, 6], [14, 14], [20, 20]],
  ['+5%', [1, 0], [1, 0], [1, 0], [1, 0], [1, 0]],
  ['007%', [1, 0], [1, 0], [1, 0], [1, 0], [1, 0]],
  [2147483647, [2147483647, 2147483647], [2147483647, 2147483647], [2147483647, 2147483647], [2147483647, 2147483647], [2147483647, 2147483647]],
  [''], ['%'], ['5'], ['10 %'], ['1.5%'], ['x%'], [1.5], [2147483648], [[1]], [true],
];

describe('an amount or a percentage', () => {
  it.each(OF_GO)('of %j is what Kubernetes makes of it', (given, ...expected) => {
    const parsed = intOrPercent(given);
    expect(parsed === undefined ? [] : TOTALS.map(total => [scaled(parsed, total, 'up'), scaled(parsed, total, 'down')])).toEqual(expected);
  });

  it.each([-1, '-10%', null, {}, 1e300, Number.NaN, `${'9'.repeat(400)}%`])('of %j is not known, whether Kubernetes takes it or not', given => {
    expect(intOrPercent(given)).toBeUndefined();
  });

  it.each([['1', 1], ['+2', 2], ['-3', -3], ['25%', 0], ['', 0], ['one', 0]])('%j as a plain number is %d', (given, expected) => {
    expect(intValue(given)).toBe(expected);
  });
});
