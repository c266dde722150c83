import { MAX_MARKS, structureOf, tokensOf } from '../../../../src/lib/edit/yaml/bounds';

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

describe('what costs time and opens no node', () => {
  const tokens = (text: string) => () => tokensOf(text, 'f.yaml');

  it.each<[string, string, number]>([
    ['anchors', '&a ', 1], ['aliases', '*a ', 1], ['tags', '!a ', 1], ['tags of YAML', '!!str ', 1], ['brackets', ']', 1], ['braces', '}', 1],
    ['all of them', '- &a !b\n}', 3],
  ])('is refused before it is parsed: %s', (_, unit, each) => {
    expect(tokens(unit.repeat(MAX_MARKS / each))).not.toThrow('that close nothing');
    expect(tokens(unit.repeat(MAX_MARKS / each + 1))).toThrow(
      /^f\.yaml:1:1: the file has \d+ anchors, aliases, tags and brackets that close nothing, .* 30000; split/);
  });

  it('is not what stands within a text', () => {
    expect(tokens(`a: ${'b&c*d!'.repeat(MAX_MARKS)}\n`)).not.toThrow();
  });
});
