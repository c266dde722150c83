import { MAX_MARKS, structureOf, tokensOf } from '../../../../src/lib/edit/yaml/bounds';
import { looseData } from '../../../../src/lib/edit/yaml/plain-data';
import { attempt } from '../../../../src/lib/edit/yaml/source-error';

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

/** Objects that a text becomes, or its refusal, and the characters that they hold. */
function madeOf(text: string): number {
  const open: unknown[] = [attempt(() => tokensOf(text, 'f.yaml'), error => error)];
  let made = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === 'string') made += next.length;
    if (typeof next !== 'object' || next === null) continue;
    made += 1;
    for (const value of Object.values(next)) if (value !== undefined) open.push(value);
  }
  return made;
}

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

  /** 400,000 bytes of each, with and without an object before it, took `verify` at most 1.6 s of processor time and 270 MB. */
  const REPEATED = [
    '"', '\'', '""', '"\n', '\'\n', '&a ', '*a ', '!a ', '!!str ', '&', '*', '!', '[', ']', '{', '}', '[]', '{}', '[a, ', '{a: ', '- ', '-\n',
    '- - ', '? ',
    ': ', 'a: ', 'a:\n', '<<: ', ',', '#\n', '|\n', '>\n', '%', '%YAML 1.2\n', '---\n', '...\n', '\n', '\r\n', '\t', '@', '`', '\\',
  ];

  const LENGTH = 1_000;

  it.each(REPEATED)('is no more than in proportion to the text, of one token repeated: %j', unit => {
    for (const head of ['', 'kind: Pod\ndata:\n  a: ']) {
      const made = [1, 2].map(times => madeOf(`${head}${unit.repeat(times * LENGTH / unit.length)}`));
      expect(made[0]).toBeLessThan(40 * LENGTH);
      expect(made[1]).toBeLessThan(2 * made[0] + LENGTH);
    }
  });

  it('is not what stands within a text', () => {
    expect(tokens(`a: ${'b&c*d!'.repeat(MAX_MARKS)}\n`)).not.toThrow();
  });
});
