import { got } from '../../../src/lib/text/got';

test.each<[unknown, string]>([
  ['1.27.16', 'the string "1.27.16"'],
  ['a\n"b"', 'the string "a\\n\\"b\\""'],
  [7, '7'],
  [true, 'true'],
  [null, 'null'],
  [undefined, 'undefined'],
  [['a'], 'a list'],
  [{}, 'an object without keys'],
  [new Date(0), 'an object without keys'],
  [{ a: 1, b: 2, c: 3, d: 4 }, 'an object with the keys "a", "b", "c"'],
  [class A {}, 'a function'],
])('%p is described by its type and what it says', (value, text) => {
  expect(got(value)).toBe(text);
});
