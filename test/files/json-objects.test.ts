import { JsonObjects } from '../../src/files/json-objects';
import { readStandardInput } from '../../src/files/read-directory';
import { DocumentPart, UnreadableInput } from '../../src/lib/read/input/input';
import { verify } from '../../src/lib/verify/verify';

/** What is read where the stream comes in pieces of a length. */
function read(text: string, length = text.length * 4): readonly DocumentPart[] {
  const bytes = new TextEncoder().encode(text);
  const objects = new JsonObjects('standard input');
  for (let at = 0; at < bytes.length; at += length) objects.push(bytes.subarray(at, at + length));
  return objects.end();
}

const ITEM = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'ä "]}' }, data: { a: '{[\\"\n\\', items: '[{' } };
const LIST = JSON.stringify({ apiVersion: 'v1', items: [ITEM, { ...ITEM, items: [{}] }], kind: 'List', metadata: { items: [{ a: [1] }] } },
  undefined, 2);

describe('a stream of JSON', () => {
  it('is its objects, wherever the pieces end', () => {
    const whole = read(LIST);
    expect(whole.map(({ data }) => data)).toEqual([ITEM, { ...ITEM, items: [{}] }]);
    expect(whole.map(({ line, text }) => [line, JSON.parse(text!) as unknown])).toEqual([[4, ITEM], [15, { ...ITEM, items: [{}] }]]);
    for (const length of [1, 2, 3, 7, 64]) expect(read(LIST, length)).toEqual(whole);
  });

  it.each<[string, string, unknown[]]>([
    ['several objects', '{"a": 1}\n{"b": 2} ', [{ a: 1 }, { b: 2 }]],
    ['a list of a kind', '{"kind": "PodList", "apiVersion": "v1", "items": [{"metadata": {"name": "a"}}]}',
      [{ kind: 'Pod', apiVersion: 'v1', metadata: { name: 'a' } }]],
    ['an empty list', '{"kind": "List", "items": []}', [{ kind: 'List', items: [] }]],
    ['items that are no list', '{"items": {"a": [{}]}, "b": [{"c": 1}]}', [{ items: { a: [{}] }, b: [{ c: 1 }] }]],
    ['a value that is called items', '{"a": "items", "b": [{"c": 1}]}', [{ a: 'items', b: [{ c: 1 }] }]],
    ['who wrote the fields', '{"items": [{"metadata": {"name": "a", "managedFields": [{"a": 1}]}}]}', [{ metadata: { name: 'a' } }]],
    ['the state of a pod', '{"items": [{"kind": "Pod", "status": {"phase": "Failed", "podIP": "x"}}]}', [{
      kind: 'Pod',
      status: { phase: 'Failed' },
    }]],
    ['the state of a manager', '{"items": [{"kind": "Pod", "a": "kube-controller-manager", "status": {"b": 1}}]}',
      [{ kind: 'Pod', a: 'kube-controller-manager', status: { b: 1 } }]],
  ])('is read: %s', (_, text, data) => expect(read(text).map(part => part.data)).toEqual(data));

  it.each<[string, string, string]>([
    ['a comma too many', '{"items": [{"a": 1},]}', 'is no JSON'],
    ['an item that is none', '{"items": [{"a": }]}', 'is no JSON'],
    ['YAML in braces', '{a: 1}', 'is no JSON'],
    ['an end that is missing', '{"items": [{"a": 1}', 'is no JSON'],
    ['an item that is cut off', '{"items": [{"a": 1', 'is no JSON'],
    ['YAML behind it', '{"a": 1}\nb: 1\n', 'is no JSON'],
    ['items twice', '{"items": [{"a": 1}], "items": [{"b": 1}]}', "two keys 'items'"],
    ['items twice, once with an escape', '{"items": [{"a": 1}], "\\u0069tems": []}', "two keys 'items'"],
    ['items of two kinds', '{"items": [{"a": 1}, 2]}', 'items that are no objects'],
    ['a large object', `{"a": "${'x'.repeat(5_100_000)}"}`, 'an object of more than 5000000 bytes'],
  ])('fails: %s', (_, text, message) => {
    expect(() => read(text)).toThrow(UnreadableInput);
    expect(() => read(text)).toThrow(message);
  });

  it('is refused for its values, with the command that gives fewer objects', () => {
    const push = (most: number) => { new JsonObjects('standard input', most).push(new TextEncoder().encode(LIST)); };
    // ITEM has 8 with itself, as has the other one with `items`, and two more.
    expect(() => { push(18); }).not.toThrow();
    expect(() => { push(17); }).toThrow(
      /^standard input has more than 17 values; leave out pods and ConfigMaps outside of kube-system: \(kubectl get /);
  });

  it('is refused for its bytes, and not before', async () => {
    const bytes = ['{"items": [', ...Array<string>(100).fill(`${JSON.stringify(ITEM)}${' '.repeat(20_000)},`), `${JSON.stringify(ITEM)}]}`];
    const length = bytes.reduce((sum, one) => sum + Buffer.byteLength(one), 0);
    const { files } = await readStandardInput(bytes, length);
    expect([...files.values()].map(content => 'parts' in content ? content.parts?.length : 0)).toEqual([101]);
    await expect(readStandardInput(bytes, length - 1)).rejects.toThrow(
      `standard input has more than ${length - 1} bytes; leave out pods and ConfigMaps`);
  });

  it('is judged as its text is, with the same places', () => {
    const pod = (name: string, flags: readonly string[]) => ({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: `kube-controller-manager-${name}`, namespace: 'kube-system', annotations: { 'kubernetes.io/config.mirror': 'x' } },
      spec: {
        nodeName: name,
        containers: [{
          name: 'c',
          image: 'registry.k8s.io/kube-controller-manager:v1.26.15',
          command: ['kube-controller-manager', ...flags],
        }],
      },
    });
    const text = JSON.stringify({
      apiVersion: 'v1',
      kind: 'List',
      items: [pod('a', ['--cloud-provider=aws', '--leader-elect=false']), pod('b',
        ['--cloud-provider=aws'])],
    }, undefined, 4);
    const judged = (content: { text: string; parts?: readonly DocumentPart[] }) => verify({
      directories: [{
        name: '-',
        files: new Map([['-',
          content]]),
      }],
    });
    const [one, other] = [judged({ text }), judged({ text: '', parts: read(text) })];
    expect(one.exclusivity.verdict).toBe('broken');
    expect(JSON.stringify(other)).toBe(JSON.stringify(one));
  });
});
