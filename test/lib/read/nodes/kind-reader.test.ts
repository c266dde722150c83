import { KubernetesVersion } from '../../../../src/lib/kubernetes/kubernetes-version';
import { Documents } from '../../../../src/lib/read/documents/documents';
import { layoutOf } from '../../../../src/lib/read/input/layout';
import { groupNodes, NodeGroup } from '../../../../src/lib/read/input/node-kinds';
import { KindsReadBefore } from '../../../../src/lib/read/nodes/kind-reader';
import { directory, KCM_26, node } from '../../rules/input';

const FILES = Object.fromEntries(['a', 'b'].flatMap(name =>
  Object.entries(node({ kcm: KCM_26 })).map(([path, text]) => [`control-plane-n/${name}/${path}`, text])));
const group = (files = FILES, name = 'nodes', versions?: ReadonlyMap<string, KubernetesVersion>): NodeGroup =>
  groupNodes(layoutOf({ ...directory(name, files), versions }).nodes)[0];

describe('nodes of several inputs', () => {
  const before = new KindsReadBefore();
  const read = (one: NodeGroup) => before.of(one, new Documents(), {}, []);
  const [first] = read(group());

  it('are read once where they are the same, and are those of each input', () => {
    const now = group();
    const [again] = read(now);
    expect(again.kind).toBe(first.kind);
    expect(again.group.nodes).toEqual(now.nodes);
    expect(again.group.nodes[0].directory).toBe(now.nodes[0].directory);
  });

  const [path] = Object.keys(FILES).filter(one => one.includes('/manifests/'));
  const { [path]: text, ...others } = FILES;
  it.each<[string, NodeGroup]>([
    ['a text', group({ ...FILES, [path]: `${text}# other\n` })],
    ['a name of a file', group({ ...others, [`${path}.other`]: text })],
    ['a file less', group(others)],
    ['a file more', group({ ...FILES, 'control-plane-n/a/etc/motd': '' })],
    ['a node less', group(Object.fromEntries(Object.entries(FILES).filter(([one]) => one.includes('/a/'))))],
    ['their folder', group(FILES, 'others')],
    ['their side', group(Object.fromEntries(Object.entries(FILES).map(([one, own]) => [one.replace('-n/', '-n-plus-1/'), own])))],
    ['their release', group(FILES, 'nodes', new Map([['control-plane-n/a', KubernetesVersion.of('1.26.15')]]))],
  ])('are read anew where they differ in %s', (_, other) => {
    expect(read(other)[0].kind).not.toBe(first.kind);
  });

  it('are read anew where their Node may say their release', () => {
    const own = group(Object.fromEntries(Object.entries(FILES).map(([one, text_]) => [one.replace('control-plane-n/', ''), text_])));
    expect(read(own)[0].kind).not.toBe(read(own)[0].kind);
  });
});
