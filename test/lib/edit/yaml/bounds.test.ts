import { structureOf } from '../../../../src/lib/edit/yaml/bounds';

describe('structureOf', () => {
  it.each<[string, number]>([
    ['', 0],
    ['one long word', 0],
    ['a: b', 1],
    ['a:b', 0],
    ['a:\n', 2], // the colon before a line end, and the line end
    ['a:', 0], // nothing follows
    ['- a\n- b\n', 4],
    ['-a\n', 1],
    ['? a\n: b\n', 4],
    ['{a: 1, b: [2, 3]}', 6],
    ['a-b--c-\td', 1],
  ])('%j opens at most %i nodes', (text, count) => {
    expect(structureOf(text)).toBe(count);
  });
});
