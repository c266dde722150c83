import { goBool, goDuration } from '../../../src/lib/kubernetes/go-values';

/** strconv.ParseBool. */
test.each<[string, boolean | undefined]>([
  ...['1', 't', 'T', 'TRUE', 'true', 'True'].map((text): [string, boolean] => [text, true]),
  ...['0', 'f', 'F', 'FALSE', 'false', 'False'].map((text): [string, boolean] => [text, false]),
  ...['yes', 'on', 'tRUE', '', ' true'].map((text): [string, undefined] => [text, undefined]),
])('the boolean "%s" is %s', (text, expected) => {
  expect(goBool(text)).toBe(expected);
});

/** time.ParseDuration, in milliseconds. */
test.each<[string, number | undefined]>([
  ['15s', 15_000],
  ['1.5s', 1500],
  ['1.s', 1000],
  ['.5s', 500],
  ['.25s', 250],
  ['1.25s', 1250],
  ['1m30s', 90_000],
  ['2h', 7_200_000],
  ['300ms', 300],
  ['500us', 0.5],
  ['500µs', 0.5],
  ['500μs', 0.5],
  ['1000000ns', 1],
  ['+5s', 5000],
  ['-5s', -5000],
  ['0', 0],
  ['+0', 0],
  ['-0', 0],
  ['5-5s', undefined],
  ['15', undefined],
  ['', undefined],
  ['s', undefined],
  ['.s', undefined],
  ['1.x5s', undefined],
  ['15s ', undefined],
  ['x15s', undefined],
  ['--5s', undefined],
  ['5d', undefined],
])('the duration "%s" is %s', (text, expected) => {
  const found = goDuration(text);
  if (expected === undefined) expect(found).toBeUndefined();
  else expect(found).toBeCloseTo(expected, 9);
});
