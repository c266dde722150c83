import { MAX_MARKS, structureOf, tokensOf } from '../../../../src/lib/edit/yaml/bounds';
import { looseData } from '../../../../src/lib/edit/yaml/plain-data';

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

  it('is one mistake of many in a row', () => {
    const texts = ['[]'.repeat(1000), `a: ${'[]'.repeat(1000)}\n`, `${'[]\n'.repeat(1000)}---\na: 1\n`];
    expect(texts.map(text => tokensOf(text, 'f.yaml').map(({ type }) => type).filter(type => type !== 'newline'))).toEqual([
      ['document', 'error'], ['document', 'error'], ['document', 'error', 'document'],
    ]);
    expect(texts.map(text => looseData(text))).toMatchObject([
      { documents: [[]], isWhole: false }, { documents: [{ a: [] }], isWhole: false }, { documents: [[], { a: 1 }], isWhole: false },
    ]);
    expect(looseData(`a: {${'b c, '.repeat(1000)}`)?.isWhole).toBe(false);
  });

  it('is not what stands within a text', () => {
    expect(tokens(`a: ${'b&c*d!'.repeat(MAX_MARKS)}\n`)).not.toThrow();
  });
});
