import { isRatioWithin, quantityOf, wholes } from '../../../src/lib/kubernetes/quantity';

/** In billionths. */
const MOST = (2n ** 63n - 1n) * 10n ** 9n;

describe('a quantity', () => {
  it.each<[unknown, bigint]>([
    ['1', 1_000_000_000n], [1, 1_000_000_000n], ['200m', 200_000_000n], ['0.2', 200_000_000n], [0.2, 200_000_000n], ['.5', 500_000_000n],
    ['5.', 5_000_000_000n], ['+1', 1_000_000_000n], ['-1', -1_000_000_000n], ['001', 1_000_000_000n], ['0', 0n], ['0m', 0n], ['100n', 100n],
    ['3u', 3_000n], ['1k', wholes(1_000)], ['1Ki', wholes(1_024)], ['1.5Gi', wholes(1_610_612_736)], ['1e3', wholes(1_000)], ['1E', 10n ** 27n],
    ['1E3', wholes(1_000)], ['12e-1', 1_200_000_000n],
  ])('%j is %d billionths', (text, amount) => expect(quantityOf(text)).toBe(amount));

  it.each(['', 'x', '1x', '1 Gi', 'm', '.', '1.2.3', '1e', 'Ki', '0x10', '1mi', Number.NaN, null, undefined, true, {}])('%j is none', text =>
    expect(quantityOf(text)).toBeUndefined());

  it('is rounded up to a billionth, and never more than the largest number', () => {
    expect(['0.1n', '1e-30', `0.${'0'.repeat(80)}1`].map(quantityOf)).toEqual([1n, 1n, 1n]);
    expect(['1e999999999', '9'.repeat(100), '16Ei'].map(quantityOf)).toEqual([MOST, MOST, MOST]);
    expect(quantityOf('-16Ei')).toBe(-MOST);
  });

  it('is exact in sums and shares', () => {
    expect(quantityOf('0.1')! + quantityOf('0.2')!).toBe(quantityOf('300m'));
    expect(['1.5', '1499m'].map(bound => isRatioWithin(wholes(3), wholes(2), quantityOf(bound)!))).toEqual([true, false]);
    expect(isRatioWithin(wholes(1), 0n, MOST)).toBe(false);
  });
});
