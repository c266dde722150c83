import { podsIn } from '../../../../src/lib/edit/static-pod/pods-in';
import { whyNotStarted } from '../../../../src/lib/read/coverage/not-started';

const POD = 'apiVersion: v1\nkind: Pod\nmetadata: {name: a}\n';
const CONFIG_MAP = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: b}\n';
const AS_JSON = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' } };

describe('the Pods of a text', () => {
  it.each<[string, string, number, boolean]>([
    ['YAML', POD, 1, true],
    ['YAML in another order, with quotes and comments', '# a\n"kind": \'Pod\' # b\nmetadata: {name: a}\n"apiVersion": "v1"\n', 1, true],
    ['YAML on one line', '{kind: Pod, apiVersion: v1}\n', 1, true],
    ['JSON on one line', JSON.stringify(AS_JSON), 1, true],
    ['JSON on many lines', JSON.stringify(AS_JSON, undefined, 2), 1, true],
    ['several', `${POD}---\n${JSON.stringify(AS_JSON)}\n`, 2, true],
    ['one beside another object', `${POD}---\n${CONFIG_MAP}`, 1, false],
    ['one within an object', `${CONFIG_MAP}data:\n  a: |\n    apiVersion: v1\n    kind: Pod\n`, 0, false],
    ['a Pod of another API', POD.replace('v1', 'example.com/v1'), 0, false],
    ['a PodList', POD.replace('Pod', 'PodList'), 0, false],
    ['no YAML', `${POD}a: [\n`, 0, false],
    ['nothing', '', 0, false],
  ])('of %s', (_, text, count, isAll) => {
    const found = podsIn(text);
    expect([found.pods.length, found.isAll]).toEqual([count, isAll]);
  });

  it('decide the same in YAML and JSON: one outside the folder of static pods starts nothing', () => {
    const whys = [POD, JSON.stringify(AS_JSON), JSON.stringify(AS_JSON, undefined, 2)].map(text =>
      whyNotStarted('opt/pod.json', text, ['/etc/kubernetes/manifests'], []));
    expect(new Set(whys)).toEqual(new Set(['a Pod outside the static pod folder, which nothing on the node names']));
  });
});
