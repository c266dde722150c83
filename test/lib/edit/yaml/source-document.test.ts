import { MAX_SIZE } from '../../../../src/lib/edit/yaml/bounds';
import { parseSource, parseSources } from '../../../../src/lib/edit/yaml/source-document';
import { SourceError } from '../../../../src/lib/edit/yaml/source-error';

const file = 'f.yaml';

describe('parseSource', () => {
  it('knows where things stand, also behind a byte order mark and CRLF', () => {
    const document = parseSource('\uFEFFa: 1\r\nb:\r\n  - c\r\n  - d: e\r\n', { file });
    expect(document.data).toEqual({ a: 1, b: ['c', { d: 'e' }] });
    expect(document.location(document.offset(['b', 1, 'd']))).toEqual({ line: 4, column: 8 });
    expect(document.location(document.offset(['a']))).toEqual({ line: 1, column: 4 });
    expect(document.line(['b', 1, 'nothing'])).toBe(4);
  });

  it('reads several documents and leaves empty ones out', () => {
    expect(parseSources('---\na: 1\n---\n---\n# x\nb: 2\n---\n', { file }).map(({ data }) => data)).toEqual([{ a: 1 }, { b: 2 }]);
  });

  it('resolves aliases and merge keys as data', () => {
    expect(parseSource('a: &a {x: 1}\nb: *a\nc: {<<: *a, y: 2}\n', { file }).data).toEqual({ a: { x: 1 }, b: { x: 1 }, c: { x: 1, y: 2 } });
  });

  it('fails with file, line and column as values', () => {
    expect(() => parseSource('a: 1\n b: 2\n', { file })).toThrow(SourceError);
    try {
      parseSource('a: 1\na: 2\n', { file });
    } catch (error) {
      expect(error).toMatchObject({ file, line: 2, column: 1 });
    }
    expect.assertions(2);
  });

  const bomb = ['a0: &a0 [x, x, x, x, x, x, x, x, x]',
    ...[1, 2, 3, 4, 5].map((n) => `a${n}: &a${n} [${Array(9).fill(`*a${n - 1}`).join(', ')}]`)].join('\n');
  it.each([
    ['a list', '- a\n', 'f.yaml:1:1: expected a mapping (key: value), got something else'],
    ['a tab', 'a:\n\t- b\n', 'f.yaml:2:1: not valid YAML: tabs are not allowed as indentation; indent with spaces'],
    ['an open bracket', 'a: {b: [c}\n', 'f.yaml:1:10: not valid YAML: flow sequence in block collection must be sufficiently indented and end with '
      + 'a ]; '
      + 'indent what belongs together by the same number of spaces'],
    ['an alias of nothing', 'a: *b\n', 'f.yaml:1:1: unresolved alias (the anchor must be set before the alias): b'],
    ['an alias bomb', bomb, 'f.yaml:1:1: aliases stand for more than 100 nodes; write the values out'],
    ['a file that is too big', `a: ${'x'.repeat(MAX_SIZE)}`, 'f.yaml:1:1: the file has 5000003 characters, the limit is 5000000'],
    ['an alias of what it is part of', 'a: &a {b: *a}', 'f.yaml:1:1: an alias stands for a value that it is part of; write the value out'],
    ['a list as a key', '? [a]\n: b', 'f.yaml:1:3: a list or mapping stands as a key; Kubernetes takes text only'],
    ['a thousand aliases', `a: &a x\nb: [${'*a,'.repeat(1001)}]`, 'f.yaml:2:5: more than 1000 aliases; write the values out'],
    ['a mass of structure', ','.repeat(400_000), 'f.yaml:1:1: the file has 400000 line ends, commas, colons, dashes and brackets, the limit is '
      + '250000; split it'],
    ['a key with an escape sequence, on one line', '"a\\eb": 1\n"a\\eb": 2', 'f.yaml:2:1: key a\\x1bb is given twice; keep one of the two'],
    ['deep nesting', `a: ${'['.repeat(100_000)}`, 'f.yaml:1:103: nested deeper than the limit of 100 levels'],
  ])('fails for %s', (_, text, message) => {
    expect(() => parseSource(text, { file })).toThrow(new Error(message));
  });
});

it('fails with a sentence of its own where so many lists are never closed that the parser would end', () => {
  const text = `a: ${'['.repeat(2000)}\n`.repeat(40);
  expect(() => parseSources(text, { file: 'deep.yaml' })).toThrow(/^deep\.yaml:\d+:\d+: nested deeper than the limit of 100 levels$/);
});
