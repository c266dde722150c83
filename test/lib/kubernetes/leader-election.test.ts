import { goDuration } from '../../../src/lib/kubernetes/leader-election';

describe('goDuration', () => {
  it.each([[15_000, '15s'], [1_500, '1500ms'], [60_000, '60s'], [0, '0s'], [1, '1ms']])('of %d ms is %s', (milliseconds, text) => {
    expect(goDuration(milliseconds)).toBe(text);
  });
});
