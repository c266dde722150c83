import { parseSources } from '../../../../src/lib/edit/yaml/source-document';
import { Documents } from '../../../../src/lib/read/documents/documents';
import { STANDARD_INPUT } from '../../../../src/lib/read/input/input';

const TEXT = 'apiVersion: v1\nkind: Pod\nmetadata: {name: a}\n';

describe('documents of a cluster', () => {
  it('are parsed once for each text', () => {
    const documents = new Documents();
    expect(documents.of(TEXT, 'b.yaml')).toBe(documents.of(TEXT, 'a.yaml'));
  });

  it('are not parsed where the caller did, and say the name of their own file', () => {
    const known = parseSources(TEXT, { file: 'node:/a.yaml' });
    const [read] = new Documents(new Map([[TEXT, known]])).of(TEXT, 'nodes/a.yaml');
    expect([read.root, read.file, read.data]).toEqual([known[0].root, 'nodes/a.yaml', known[0].data]);
    expect(read.root).toBe(known[0].root);
  });

  it('are parsed where the text is another one', () => {
    const [read] = new Documents(new Map([[TEXT, parseSources(TEXT, { file: 'a.yaml' })]])).of(TEXT.replace('name: a', 'name: b'), 'b.yaml');
    expect(read.data.metadata).toEqual({ name: 'b' });
  });
});

describe('more than is read', () => {
  const many = (name: string, items: number) => ({ file: `${name}.yaml`, text: `a: [${'x,'.repeat(items)}${name}]\n` });
  const container = (name: string, words: number) => `{name: ${name}, command: [${Array.from({ length: words }, (_, i) => `w${i}`).join(', ')}]}`;
  const pod = (containers: readonly string[]) => `${TEXT}spec: {containers: [${containers.join(', ')}]}\n`;

  it('in all is refused before anything is parsed', () => {
    const texts = ['a', 'b', 'c'].map(name => many(name, 150_000));
    expect(() => { new Documents().expect(texts); }).toThrow('c.yaml: the manifests up to here have 450009 line ends, commas, colons, dashes and '
      + 'brackets, the limit is 400000; give fewer folders at a time');
    expect(() => { new Documents().expect([texts[0], texts[1], texts[0]]); }).not.toThrow();
  });

  it('in a text is refused', () => {
    expect(() => { new Documents().expect([many('a', 300_000)]); }).toThrow('a.yaml: it has 300003 line ends, commas, colons, dashes and brackets, '
      + 'the limit is 250000; split it');
    expect(() => new Documents().of(many('a', 300_000).text, STANDARD_INPUT)).toThrow(/the limit is 250000; give fewer objects at a time, /);
  });

  it('of containers, and of words of command lines, is refused', () => {
    const documents = new Documents();
    documents.of(pod(Array.from({ length: 9_999 }, (_, i) => container(`c${i}`, 1))), 'a.yaml');
    expect(() => documents.of(pod([container('x', 1), container('y', 1)]), 'b.yaml')).toThrow('b.yaml: the manifests up to here have 10001 '
      + 'containers and 10001 words of command lines, the limits are 10000 and 150000; give less at a time');
    expect(() => new Documents().of(pod([container('x', 150_001)]), 'c.yaml')).toThrow(/1 containers and 150001 words/);
  });
});
