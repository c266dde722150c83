import { parseSources } from '../../../../src/lib/edit/yaml/source-document';
import { editSource } from '../../../../src/lib/edit/yaml/source-edit';

const read = (text: string, isOnlyRead: boolean) => parseSources(text, { file: 'f.yaml', isOnlyRead }).map(({ data }) => data);

describe('a text that Kubernetes reads otherwise', () => {
  it.each<[string, string, string]>([
    ['a carriage return that ends a comment', 'a: 1\n# note\rb: 2\n', 'f.yaml:2:7: a carriage return without a line feed ends a line'],
    ['U+0085 that ends a comment', 'a: 1\n# note\u0085b: 2\n', 'f.yaml:2:7: the character U+0085 ends a line'],
    ['U+2028 that ends a block', 'a: |\n  b\u2028c: 2\n', 'f.yaml:2:4: the character U+2028 ends a line'],
    ['U+2028 within a block', 'a: |\n  b\u2028  c\n', 'f.yaml:2:4: the character U+2028 ends a line'],
    ['U+2028 with blanks, which are lost', 'a: b \u2028 c\n', 'f.yaml:1:6: the character U+2028 ends a line'],
    ['U+2029 before a dash', 'a:\n- b\u2029- c\n', 'f.yaml:2:4: the character U+2029 ends a line'],
    ['U+2028 in quotes', 'a: "b\u2028c"\n', 'f.yaml:1:6: the character U+2028 ends a line'],
    ['line breaks of two kinds', 'a: "b\u2028c"\nd: "e\rf"\n', 'f.yaml:1:6: the character U+2028 ends a line'],
    ['nothing but a comment, to others', '# note\ra: 1\n', 'f.yaml:1:7: a carriage return'],
    ['a control character', 'a: 1 # \x07\n', 'f.yaml:1:8: the YAML parser of Kubernetes refuses the character U+0007'],
    ['a byte order mark before a second document', 'a: 1\n---\n\uFEFFb: 1\n', 'f.yaml:3:1: a byte order mark'],
    ['a document on the line of its mark', 'a: 1\n--- {b: 1}\n', 'f.yaml:2:1: Kubernetes takes only a comment after ---'],
    ['a key that begins like a mark', 'a: 1\n---b: 1\n', 'f.yaml:2:1: Kubernetes takes only a comment after ---'],
    ['a document after the end of another', 'a: 1\n...\nb: 1\n', 'f.yaml:3:1: Kubernetes reads nothing between ... and the next ---'],
    ['a directive', '%YAML 1.2\n---\na: 1\n', 'f.yaml:1:1: Kubernetes refuses documents with a directive'],
    ['a tab after a dash', 'a:\n-\tb\n', 'f.yaml:2:2: the YAML parser of Kubernetes takes no tab here'],
    ['a tab before a comment', 'a: 1\n\t# b\n', 'f.yaml:2:1: the YAML parser of Kubernetes takes no tab here'],
    ['a tab before a block', 'a: |\n  \tb\n', 'f.yaml:1:4: the YAML parser of Kubernetes takes no tab'],
    ['a key after a question mark', '? a\n- b\n', 'f.yaml:1:1: parsers of YAML do not read a key after ? alike'],
    ['merged keys behind what they replace', 'x: &x {a: 1}\nb: {a: 2, <<: *x}\n', 'f.yaml:2:11: << stands behind a'],
    ['merged keys of merged keys behind it', 'x: &x {a: 1}\ny: &y {<<: *x}\nb: {a: 2, <<: *y}\n', 'f.yaml:3:11: << stands behind a'],
    ['two merges', 'x: &x {a: 1}\ny: &y {a: 2}\nb:\n  <<: *x\n  <<: *y\n', 'f.yaml:5:3: a second <<'],
    ['a number and a text that are one key', 'a: {1: b, "1": c}\n', 'f.yaml:1:11: key 1 is given twice'],
    ['a key that is null', 'a: {~: b}\n', 'f.yaml:1:5: Kubernetes refuses a key that is null'],
    ['a question mark in []', 'a: [--url=http://b?c]\n', 'f.yaml:1:5: --url=http://b?c in [] or {}'],
    ['a colon at the end in {}', 'a: {b:}\n', 'f.yaml:1:5: b: without a blank'],
    ['an escape of JSON alone', 'a: "b\\/c"\n', 'f.yaml:1:4: the YAML parser of Kubernetes refuses the escape \\/'],
    ['halves of a character', 'a: "\\ud83d\\ude00"\n', 'f.yaml:1:4: the YAML parser of Kubernetes refuses the escape \\ud8'],
    ['a tag of a set', 'a: !!set {b}\n', 'f.yaml:1:10: !!set means different things'],
    ['an anchor with a colon', 'a: &b:c 1\n', 'f.yaml:1:9: the YAML parser of Kubernetes refuses the anchor b:c'],
    ['an anchor of a mapping with a dot', 'a: &b.c\n  d: 1\n', 'f.yaml:2:3: the YAML parser of Kubernetes refuses the anchor b.c'],
    ['an anchor of a list with a dot', 'a: &b.c [1]\n', 'f.yaml:1:9: the YAML parser of Kubernetes refuses the anchor b.c'],
    ['a key without a blank before a bracket', 'a: {b:{c: d}}\n', 'f.yaml:1:5: b: without a blank'],
    ['a tag before a comma', 'a: [!b,c]\n', 'f.yaml:1:7: a tag before nothing'],
    ['a tag with #', 'a: !#b c\n', 'f.yaml:1:8: the YAML parser of Kubernetes refuses the tag !#b'],
    ['a double quote that is escaped at the end', 'a: "b\\"', 'f.yaml:1:4: the quotes are not closed'],
    ['a quote that is doubled at the end', "a: 'b''", 'f.yaml:1:4: the quotes are not closed'],
    ['a colon on the next line', 'a: b\nc  \n :  d\n', 'f.yaml:2:1: the YAML parser of Kubernetes takes a key only with its colon'],
    ['blanks for the last line of a block', 'a: |+\n  b\n ', 'f.yaml:1:4: parsers of YAML do not read a block alike'],
    ['blanks in an indented block', 'a: |2\n    b\n   \n', 'f.yaml:1:4: parsers of YAML do not read a block alike'],
    ['no base64', 'a: !!binary "@@"\n', 'f.yaml:1:4: not valid YAML: !!binary must stand before text in base64'],
  ])('fails: %s', (_, text, message) => {
    for (const isOnlyRead of [true, false]) expect(() => read(text, isOnlyRead)).toThrow(message);
  });

  it.each<[string, string, unknown[]]>([
    ['CRLF', 'a: 1 # b\r\nc: 2\r\n', [{ a: 1, c: 2 }]],
    ['a byte order mark at its beginning', '\uFEFFa: 1\n', [{ a: 1 }]],
    ['escapes in double quotes', 'a: "\\r\\N\\L\\P\\u2028\\\\/"\n', [{ a: '\r\u0085\u2028\u2029\u2028\\/' }]],
    ['JSON with what it may have', '{"a":\r"b\u2028\u0085c\\/\\ud83d\\ude00?"}', [{ a: 'b\u2028\u0085c/\u{1F600}?' }]],
    ['a mark with a comment', 'a: 1\n--- # b\nc: 1\n', [{ a: 1 }, { c: 1 }]],
    ['a mark within a block', 'a: |\n  ---\n  ...\n  %b\n', [{ a: '---\n...\n%b\n' }]],
    ['tabs within texts and behind them', 'a: |\n  b\n  \tc\nd: "e\n \tf"\ng:\th\t# i\nj: [\tk]\n', [{ a: 'b\n\tc\n', d: 'e f', g: 'h', j: ['k'] }]],
    ['merged keys before what replaces them', 'x: &x {a: 1, c: 3}\nb: {<<: *x, a: 2}\n', [{ x: { a: 1, c: 3 }, b: { a: 2, c: 3 } }]],
    ['quotes that are closed', "a: 'b'''\nc: ''\nd: \"e\\\\\"\nf: \"\\\"\"\n", [{ a: "b'", c: '', d: 'e\\', f: '"' }]],
    ['an indented block before an indented key', 'a:\n  b: |2\n      c\n  d: 1\n', [{ a: { b: '  c\n', d: 1 } }]],
    ['a question mark outside of []', 'a: --url=http://b?c\nd: ["e?"]\n', [{ a: '--url=http://b?c', d: ['e?'] }]],
  ])('is not: %s', (_, text, data) => {
    for (const isOnlyRead of [true, false]) expect(read(text, isOnlyRead)).toEqual(data);
  });

  it.each<[string, string, unknown]>([
    ['a carriage return in quotes, as a blank', 'a: "b \r c"\n', { a: 'b c' }],
    ['U+0085 in a text without quotes, as a blank', 'a: b\u0085  c\n', { a: 'b c' }],
    ['a carriage return at the end of a comment', 'a: 1 # b\r\r\nc: 2\n', { a: 1, c: 2 }],
  ])('is read where it cannot matter, and not edited: %s', (_, text, data) => {
    expect(read(text, true)).toEqual([data]);
    expect(() => read(text, false)).toThrow('ends a line for the YAML parser of Kubernetes');
  });

  it('stays JSON when JSON is edited', () => {
    const [document] = parseSources('{"a":["x"],"b":{}}', { file: 'f.json' });
    const edits = [{ op: 'insert', path: ['a'], index: 1, value: '--c' }, { op: 'set-key', path: ['b'], key: 'd', value: { e: 'f' } }] as const;
    expect(JSON.parse(editSource([{ document, edits }]))).toEqual({ a: ['x', '--c'], b: { d: { e: 'f' } } });
  });
});
