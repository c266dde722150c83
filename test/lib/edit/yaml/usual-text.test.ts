import { differenceOf, isUsual, usualTexts } from './usual-texts';
import { parseSources } from '../../../../src/lib/edit/yaml/source-document';
import { usualDocuments } from '../../../../src/lib/edit/yaml/usual-text';

const dataOf = (text: string) => usualDocuments(text)?.map(({ data }) => data);

describe('a text of the usual notation', () => {
  it.each<[string, string, readonly unknown[]]>([
    ['mappings and lists', 'a:\n  b: c\n  d:\n  - e\n  - f: 1\n    g: true\n', [{ a: { b: 'c', d: ['e', { f: 1, g: true }] } }]],
    ['lists of lists', 'a:\n- - b\n  - c\n- -\n  - d\n', [{ a: [['b', 'c'], [null, 'd']] }]],
    ['what is not there', 'a:\nb: # c\nd:\n-\n- # e\nf: null\n', [{ a: null, b: null, d: [null, null], f: null }]],
    ['quotes', 'a: "b \\"c\\" \\\\ \\n"\nd: \'it\'\'s\' # e\n"f g": ""\n\'h\': \'\'\n', [{ 'a': 'b "c" \\ \n', 'd': 'it\'s', 'f g': '', 'h': '' }]],
    ['blocks', 'a: |\n\n  b\n    c\n\n  # d\ne: |-\n   f\n\ng: |+\n  h\n\n\ni: >-\n  j\n  k\n\n  l\n',
      [{ a: '\nb\n  c\n\n# d\n', e: 'f', g: 'h\n\n\n', i: 'j k\nl' }]],
    ['brackets on a line', 'a: [b, "c d", {e: f:g, h: []}] # i\nj: {}\nk:\n  {l: 1}\n', [{
      a: ['b', 'c d', { e: 'f:g', h: [] }],
      j: {},
      k: { l: 1 },
    }]],
    ['numbers and what looks like one', 'a: [0, -1, 1.50, 1.26.0, 10.0.0.0/8, 5Gi, True, NULL]\nb: --v=2\nc: -1.5\n',
      [{ a: [0, -1, 1.5, '1.26.0', '10.0.0.0/8', '5Gi', true, null], b: '--v=2', c: -1.5 }]],
    ['several documents, also empty ones', '# a\n---\n---\nb: 1\n--- # c\nd: 2\n---\n', [{ b: 1 }, { d: 2 }]],
    ['other scripts, and no line end', 'a: é😀\nb: c', [{ a: 'é😀', b: 'c' }]],
  ])('is read: %s', (_, text, documents) => {
    expect(dataOf(text)).toEqual(documents);
    expect(differenceOf(text)).toBeUndefined();
  });

  it.each<[string, string]>([
    ['anchors', 'a: &b c\n'], ['aliases', 'a: *b\n'], ['tags', 'a: !!str 1\n'], ['a key after ?', '? a\n: b\n'], ['merges', '<<: {a: b}\n'],
    ['a directive', '%YAML 1.2\n---\na: 1\n'], ['a text behind a mark', '--- {a: 1}\n'], ['the end of a document', 'a: 1\n...\n'],
    ['a text of two lines', 'a: b\n  c\n'], ['quotes of two lines', 'a: "b\n  c"\n'], ['brackets of two lines', 'a: [b,\n  c]\n'],
    ['an escape', 'a: "\\u0041"\n'], ['an indented document', ' a: 1\n'], ['a list', '- a\n'], ['nothing', '# a\n'],
    ['a block of nothing', 'a: |\nb: 1\n'],
    ['an indicator of indentation', 'a: |2\n  b\n'], ['blanks before a block', 'a: |\n    \n  b\n'], ['a block without an end', 'a: |\n  b'],
    ['a folded text with indentation', 'a: >\n  b\n    c\n'], ['blanks in a block', 'a: |\n  b\n     \n  c\n'],
    ['a tab in a block of blanks', 'a: |\n  b\n  \t\n'],
    ['a block indented less', 'a: |\n    b\n  c\n'], ['a key that is given twice', 'a: 1\na: 2\n'], ['a key in brackets, too', 'a: {b: 1, b: 2}\n'],
    ['a key of each object', 'constructor: 1\n'], ['a number as a key', '1: a\n'], ['a long key', `${'a'.repeat(600)}: 1\n`],
    ['a truth of YAML 1.1', 'a: yes\n'], ['octal', 'a: 0644\n'], ['an address that begins as octal', 'a: 010.0.0/8\n'], ['an exponent', 'a: 1e3\n'],
    ['a day', 'a: 2001-01-01\n'], ['minutes', 'a: 1:30\n'],
    ['long numbers', 'a: 1234567890123456\n'], ['minus zero', 'a: -0.0\n'], ['a wild case', 'a: tRUE\n'], ['~', 'a: ~\n'],
    ['a tab', 'a:\tb\n'], ['a tab within', 'a: b\tc\n'], ['a carriage return', 'a: 1\r\n'], ['half a character', 'a: \ud800\n'],
    ['U+2028', 'a: \u2028\n'],
    ['a colon', 'a: b: c\n'], ['what begins with an indicator', 'a: @b\n'], ['a dash too many', 'a: b\n- c\n'],
    ['an indentation too many', 'a: 1\n  b: 2\n'],
    ['brackets that stay open', 'a: [b\n'], ['a comma too many', 'a: [b,]\n'], ['a text after quotes', 'a: "b" c\n'],
    ['depth', `a: ${'['.repeat(60)}${']'.repeat(60)}\n`],
    ['depth in lines', Array.from({ length: 60 }, (_, depth) => `${' '.repeat(depth)}a:\n`).join('')],
  ])('is not what has %s', (_, text) => {
    expect(usualDocuments(text)).toBeUndefined();
  });

  it('says where each part stands, and that of edits', () => {
    const text = 'a: 1\n---\nb:\n- c: |\n    d\n  e: >\n    f\n- \n';
    const [, document] = parseSources(text, { file: 'f' });
    const at = (path: readonly (string | number)[]) => document.location(document.offset(path));
    expect(document.isUsual).toBe(true);
    expect([at([]), at(['b']), at(['b', 0, 'e']), at(['b', 0, 'none']), at(['b', 1])]).toMatchObject([
      { line: 3, column: 1 }, { line: 4, column: 1 }, { line: 6, column: 6 }, { line: 4, column: 3 }, { line: 8 },
    ]);
    expect([['b', 0, 'c'], ['b', 0, 'e'], ['b']].map(path => document.isLiteral(path))).toEqual([true, false, false]);
    expect(document.root.range![0]).toBe(document.offset([]));
    expect(differenceOf(text)).toBeUndefined();
  });

  it.each<[string, boolean]>([
    ['{"a": [1, -2.5, "b\\/\\u00e9", {"c": null}], "d": {}}', true], ['{"a": 1, "a": 2}', false], ['{"a": {"b": 1}, "b": {"b": 1, "b": 2}}', false],
    ['{"a": 1e3}', false], ['{"a": 1234567890123456}', false], ['{"a": -0}', false], ['{"__proto__": 1}', false],
    [`{"${'a'.repeat(600)}": 1}`, false],
    [`{"a": ${'['.repeat(60)}${']'.repeat(60)}}`, false], ['{"a": "b: c\\": "}\n', true], ['{"a"\n:\r\n1}', true],
  ])('is JSON, where nothing in it is odd: %s', (text, expected) => {
    expect(isUsual(text)).toBe(expected);
    expect(differenceOf(text)).toBeUndefined();
  });

  it('says of generated texts what `yaml` says, or leaves them to it', () => {
    const texts = usualTexts(600, 20261130);
    expect(texts.flatMap(text => differenceOf(text) ?? [])).toEqual([]);
    expect(texts.filter(isUsual).length).toBeGreaterThan(60);
  });
});
