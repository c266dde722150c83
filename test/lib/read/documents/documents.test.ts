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

  it('count for another reader that takes what one has asked for, with the keys that are given twice', () => {
    const text = `${TEXT}spec: {a: 1, a: 2}\n`;
    const first = new Documents();
    first.of(TEXT, 'before.yaml');
    const { made, asked } = first.asking(() => first.of(text, 'a.yaml'));
    const other = new Documents();
    other.takeAsked(asked);
    other.takeAsked(asked);
    expect([...asked.keys()]).toEqual([text]);
    expect(other.of(text, 'b.yaml')).toBe(made);
    expect(other.duplicateKeys).toEqual([{ file: 'a.yaml', line: 4, key: 'a' }]);
    const full = new Documents();
    for (const name of 'cdefghij') full.expect([{ file: `${name}.yaml`, text: `a: [${'x,'.repeat(224_997)}${name}]\n` }]);
    expect(() => { full.takeAsked(asked); }).toThrow(/^a\.yaml: the manifests up to here have /);
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
    const texts = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(name => many(name, 224_997));
    expect(() => { new Documents().expect([...texts, texts[0]]); }).not.toThrow();
    const refusal = (file: string) => {
      try {
        new Documents().expect([...texts, { text: 'a: 1', file }]);
      } catch (error) {
        return (error as Error).message.replace(/^.*, the limit is /, '');
      }
      return undefined;
    };
    expect(() => { new Documents().expect([...texts, { text: 'a: 1', file: 'in/f.yaml' }]); }).toThrow('in/f.yaml: the manifests up to here have '
      + '1800001 line ends, commas, colons, dashes and brackets, the limit is 1800000; give fewer files at a time');
    const fewer = (folders: string) => '1800000; leave out folders of nodes that run the same as others: '
      + `ls -d ${folders} | head -n 500 | xargs ccm-migration verify`;
    expect(['a/etc/f.yaml', 'in/a/etc/f.yaml', '/my nodes/in/a/etc/kubernetes/f.yaml'].map(refusal))
      .toEqual([fewer('*/'), fewer("'in'/*/"), fewer("'/my nodes/in'/*/")]);
  });

  it('that is not of the usual notation is refused sooner', () => {
    const documents = new Documents();
    for (const name of ['a', 'b']) documents.of(`a: &a ${name}\nb: |\n${'  x\n'.repeat(199_996)}`, `${name}.yaml`);
    documents.of('a: 1\n', 'c.yaml');
    expect(() => documents.of('a: &a 1\n', 'd.yaml')).toThrow(
      /^d\.yaml: the manifests up to here that have anchors, .* 400002 .* 400000; give fewer files/);
  });

  it('in a text is refused', () => {
    expect(() => { new Documents().expect([many('a', 300_000)]); }).toThrow('a.yaml: it has 300003 line ends, commas, colons, dashes and brackets, '
      + 'the limit is 250000; split it');
    expect(() => new Documents().of(many('a', 300_000).text, STANDARD_INPUT)).toThrow(
      /the limit is 250000; leave out pods and ConfigMaps outside of kube-system: \(kubectl get no,.* \| ccm-migration verify -$/);
  });

  it('of containers, and of words of command lines, is refused', () => {
    const documents = new Documents();
    documents.of(pod(Array.from({ length: 14_999 }, (_, i) => container(`c${i}`, 1))), 'a.yaml');
    expect(() => documents.of(pod([container('x', 1), container('y', 1)]), 'b.yaml')).toThrow('b.yaml: the manifests up to here have 15001 '
      + 'containers and 15001 words of command lines, the limits are 15000 and 300000; give fewer files at a time');
    const halves = new Documents();
    halves.of(pod([container('x', 150_000)]), 'c.yaml');
    halves.of(pod([container('y', 150_000)]), 'd.yaml');
    expect(() => halves.of(pod([container('z', 1)]), 'e.yaml')).toThrow(/3 containers and 300001 words/);
  });
});
