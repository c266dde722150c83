import { isUsual, usualTexts } from './usual-texts';
import type { Data, SourcePath } from '../../../../src/lib/edit/yaml/data';
import type { SourceEdit } from '../../../../src/lib/edit/yaml/data-edit';
import { parseSources, SourceDocument, sourcesByYaml } from '../../../../src/lib/edit/yaml/source-document';
import { editSource } from '../../../../src/lib/edit/yaml/source-edit';
import { usualListSplices, usualReplacement } from '../../../../src/lib/edit/yaml/usual-edit';
import { CONTROLLER_MANAGER, kubeadmNodes } from '../../../nodes';

const VALUES: readonly Data[] = ['--x=y', 'it is: "so"', { name: 'a b', path: { at: '/p', more: [] } }, ['a', ['b']]];

/** Edits that may be made of a document, each alone, and of each list all at once. */
function editsOf(data: Data, path: SourcePath = []): readonly (readonly SourceEdit[])[] {
  if (typeof data === 'string') return ['x', '--y=z', 'a: b', 'x, y', 'yes'].map(value => [{ op: 'replace', path, value }]);
  if (Array.isArray(data)) {
    const removed = data.map((_, index): SourceEdit => ({ op: 'remove', path, index }));
    const inserted = [0, Math.ceil(data.length / 2), data.length].flatMap(index =>
      VALUES.map((value): SourceEdit => ({ op: 'insert', path, index, value })));
    const own = [...removed.slice(1), ...inserted];
    return [...own.map(edit => [edit]), own, ...data.flatMap((item, index) => editsOf(item, [...path, index]))];
  }
  return data === null || typeof data !== 'object' ? [] : Object.keys(data).flatMap(key => editsOf(data[key], [...path, key]));
}

function edited(document: SourceDocument, edits: readonly SourceEdit[]): string {
  try {
    return editSource([{ document, edits }]);
  } catch (error) {
    return (error as Error).message;
  }
}

/** What random texts seldom have: quoted keys, indentation of several kinds, lists within lists, comments. */
const WRITTEN: readonly string[] = [
  '"a":\n- "b": "c"\n  "d e":\n  - \'f\'\n',
  "'a':\n- 'b': c\n  d: e\nf:\n- g\n- 'h'\n",
  'a:\n   b: c\n   d:\n     - e: f\n       g:\n         h: i\nj:\n- k:\n    l:\n    - m\n',
  'a:\n    - b\n    # of c\n\n    - c # end\n    - "d"\n\n# last\ne: [f, "g"]\nh: {i: j}\n',
  'a:\n- - b\n  - c\n- - d\n',
  'a:\n- b:\n    - c\n    - d: {e: f}\n      g: h\ni: k',
  'a:\n   b:\n     c: d\ne:\n- f\n',
  'a:\n- {b: c}\n- d: [e]\n  f: g\n',
];

/** How many edits were made by places, and the first whose text is another one than by the tokens of `yaml`. */
function differences(texts: readonly string[]): { readonly byPlaces: number; readonly first?: unknown } {
  let byPlaces = 0;
  for (const text of texts) {
    const [ours, theirs] = [parseSources, sourcesByYaml].map(parse => parse(text, { file: 'a.yaml' })[0]);
    for (const edits of editsOf(ours.data)) {
      const [{ op, path }] = edits;
      const closed = text.endsWith('\n') ? text : `${text}\n`;
      const isByPlaces = op === 'replace' ? usualReplacement(ours, path, 'x') : usualListSplices(ours, closed, path, edits);
      if (isByPlaces) byPlaces++;
      const [our, their] = [ours, theirs].map(document => edited(document, edits));
      if (our !== their) return { byPlaces, first: { text, edits, our, their } };
    }
  }
  return { byPlaces };
}

describe('an edit of the usual notation', () => {
  it('gives the bytes that it gives by the tokens of `yaml`', () => {
    const texts = usualTexts(250, 77).filter(text => isUsual(text) && parseSources(text, { file: 'a.yaml' }).length === 1);
    const { byPlaces, first } = differences([...WRITTEN, ...texts]);
    expect(first).toBeUndefined();
    expect(byPlaces).toBeGreaterThan(150);
  });

  it('of a static pod needs no tree: flags, image, mounts and volumes', () => {
    const text = kubeadmNodes()[0].files[CONTROLLER_MANAGER];
    const [document] = parseSources(text, { file: 'a.yaml' });
    const flags: SourcePath = ['spec', 'containers', 0, 'command'];
    const lists: readonly (readonly [SourcePath, Data])[] = [
      [flags, '--leader-migration'],
      [['spec', 'containers', 0, 'volumeMounts'], { mountPath: '/etc/a.conf', name: 'a', readOnly: true }],
      [['spec', 'volumes'], { hostPath: { path: '/etc/a.conf', type: 'File' }, name: 'a' }],
    ];
    expect(usualReplacement(document, ['spec', 'containers', 0, 'image'], 'registry.k8s.io/a:b')).toBeDefined();
    for (const [path, value] of lists) {
      expect(usualListSplices(document, text, path, [{ op: 'insert', path, index: 2, value }, { op: 'remove', path, index: 1 }])).toBeDefined();
    }
    expect(differences([text]).first).toBeUndefined();
  });

  it.each<[string, string, SourceEdit]>([
    ['a block of text', 'a: |\n  b\n', { op: 'replace', path: ['a'], value: 'c' }],
    ['a list in brackets', 'a: [b]\n', { op: 'insert', path: ['a'], index: 0, value: 'c' }],
    ['an item that is no text, beside which a text goes', 'a:\n- 1\n', { op: 'insert', path: ['a'], index: 1, value: 'c' }],
    ['an empty item', 'a:\n- b\n-\n', { op: 'remove', path: ['a'], index: 0 }],
    ['a key of a mapping', 'a:\n- b: c\n', { op: 'set-key', path: ['a', 0], key: 'd', value: 'e' }],
  ])('leaves to the tokens: %s', (_, text, edit) => {
    const [document] = parseSources(text, { file: 'a.yaml' });
    const made = edit.op === 'replace' ? usualReplacement(document, edit.path, 'c') : usualListSplices(document, text, edit.path, [edit]);
    expect(made).toBeUndefined();
  });
});
