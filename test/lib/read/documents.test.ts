import { parseSources } from '../../../src/lib/edit/yaml/source-document';
import { Documents } from '../../../src/lib/read/documents';

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
