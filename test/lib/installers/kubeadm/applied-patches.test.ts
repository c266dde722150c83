import { Data } from '../../../../src/lib/edit/yaml/data';
import { patched, patchTarget } from '../../../../src/lib/installers/kubeadm/applied-patches';
import { unreadPatches } from '../../../../src/lib/installers/kubeadm/left-open';

const KCM = 'kube-controller-manager';
const POD: Data = {
  metadata: { labels: { a: 'b' } },
  spec: {
    containers: [{ name: KCM, command: [KCM, '--leader-elect=true'], env: [{ name: 'A', value: '1' }] }],
    volumes: [{ name: 'pki', hostPath: { path: '/etc/kubernetes/pki' } }],
  },
};
const command = (pod: Data) => (pod as { spec: { containers: { command: string[] }[] } }).spec.containers[0].command;
const applied = (...files: [name: string, text: string][]) => patched(POD, KCM, files.map(([name, text]) => ({ name, text })));

it.each([
  [`${KCM}0+json.yaml`, { target: KCM, type: 'json' }],
  [`${KCM}+merge.json`, { target: KCM, type: 'merge' }],
  [`${KCM}1+strategic.yaml`, { target: KCM, type: 'strategic' }],
  [`${KCM}.yaml`, { target: KCM, type: 'strategic' }],
  [`${KCM}-own.yaml`, { target: KCM, type: 'strategic' }],
  [`${KCM}+other.yaml`, { target: KCM, type: undefined }],
  ['kubeletconfiguration0+merge.yaml', { target: 'kubeletconfiguration', type: 'merge' }],
  [`${KCM}+json.yml`, undefined],
  ['cloud-controller-manager+json.yaml', undefined],
])('%s is a patch of what kubeadm takes it for', (name, expected) => expect(patchTarget(name)).toEqual(expected));

it.each<[string, [string, string][], readonly string[]]>([
  ['an addition at the end', [[`${KCM}0+json.yaml`, '[{op: add, path: /spec/containers/0/command/-, value: --x=1}]']],
    [KCM, '--leader-elect=true', '--x=1']],
  ['an addition before an index', [[`${KCM}0+json.yaml`, '[{op: add, path: /spec/containers/0/command/1, value: --x=1}]']],
    [KCM, '--x=1', '--leader-elect=true']],
  ['a replacement behind a test', [[`${KCM}0+json.yaml`, '- {op: test, path: /spec/containers/0/command/1, value: --leader-elect=true}\n'
    + '- {op: replace, path: /spec/containers/0/command/1, value: --leader-elect=false}\n']], [KCM, '--leader-elect=false']],
  ['a removal', [[`${KCM}0+json.json`, '[{"op":"remove","path":"/spec/containers/0/command/1"}]']], [KCM]],
  ['a move', [[`${KCM}0+json.yaml`, '[{op: move, from: /spec/containers/0/command/1, path: /spec/containers/0/command/0}]']],
    ['--leader-elect=true', KCM]],
  ['a merge, which replaces lists', [[`${KCM}+merge.yaml`, 'spec: {containers: [{command: [x]}]}']], ['x']],
  ['a strategic merge, which merges containers and replaces their commands', [[`${KCM}.yaml`,
    `spec: {containers: [{name: ${KCM}, command: [y], env: [{name: B, value: "2"}]}]}`]], ['y']],
  ['files in the order of their names', [
    [`${KCM}1+json.yaml`, '[{op: replace, path: /spec/containers/0/command/1, value: second}]'],
    [`${KCM}0+json.yaml`, '[{op: replace, path: /spec/containers/0/command/1, value: first}]'],
  ], [KCM, 'second']],
  ['two documents of one file', [[`${KCM}+json.yaml`, '[{op: remove, path: /spec/containers/0/command/1}]\n---\n'
    + '[{op: add, path: /spec/containers/0/command/-, value: z}]']], [KCM, 'z']],
  ['a patch of something else', [['kube-scheduler+json.yaml', '[{op: remove, path: /spec}]']], [KCM, '--leader-elect=true']],
])('%s is applied', (_, files, expected) => expect(command(applied(...files))).toEqual(expected));

it('merges items of lists by their keys, and takes out what is deleted', () => {
  expect(applied([`${KCM}.yaml`, `metadata: {labels: {a: null, c: d}}
spec:
  $setElementOrder/containers: [{name: ${KCM}}]
  containers: [{name: ${KCM}, env: [{name: A, $patch: delete}, {name: B, value: "2"}]}]
  volumes: [{name: own, hostPath: {path: /etc/own}}]
`])).toEqual({
    metadata: { labels: { c: 'd' } },
    spec: {
      containers: [{ name: KCM, command: [KCM, '--leader-elect=true'], env: [{ name: 'B', value: '2' }] }],
      volumes: [{ name: 'pki', hostPath: { path: '/etc/kubernetes/pki' } }, { name: 'own', hostPath: { path: '/etc/own' } }],
    },
  });
});

it.each([
  [`${KCM}+json.yaml`, '[{op: test, path: /spec/containers/0/command/1, value: x}]', /the test of \/spec\/containers\/0\/command\/1 fails/],
  [`${KCM}+json.yaml`, '[{op: replace, path: /spec/none, value: x}]', /there is no \/spec\/none/],
  [`${KCM}+json.yaml`, '{op: add}', /a JSON patch is a list/],
  [`${KCM}+other.yaml`, 'a: b', /has a type that kubeadm does not know/],
  [`${KCM}.yaml`, 'spec: {$retainKeys: [a]}', /\$retainKeys is not followed here/],
  [`${KCM}.yaml`, 'spec: [', /is no YAML/],
])('fails for %s with %s', (name, text, expected) => expect(() => applied([name, text])).toThrow(expected));

describe('a patch of a folder that kubeadm is told, where the input has no static pod', () => {
  const INIT = { apiVersion: 'kubeadm.k8s.io/v1beta3', kind: 'InitConfiguration', patches: { directory: '/etc/kubeadm/patches/' } };
  const told = (name: string, text: string | undefined, more: readonly (readonly [string, string])[] = []) =>
    unreadPatches(INIT, new Map([[`x/patches/${name}`, text], ...more])).map(({ what }) => what);
  const limit = (memory: string) => `spec: {containers: [{name: kube-controller-manager, resources: {limits: {memory: ${memory}}}}]}`;

  it.each<[string, string | undefined]>([
    ['kube-controller-manager.yaml', limit('4Mi')],
    ['kube-apiserver+merge.yaml', 'spec: {containers: []}\nhostNetwork: false'],
    ['kube-controller-manager+json.yaml', '[{op: add, path: /metadata/annotations/a, value: b}]'],
    ['kube-controller-manager0+strategic.yaml', 'spec: {containers: [{$patch: replace}]}'],
    ['kube-controller-manager+strategi.yaml', limit('1Gi')],
    ['kube-controller-manager.yaml', 'spec: ['],
    ['kube-apiserver.yaml', undefined],
  ])('is told where it may decide: %s', (name, text) =>
    expect(told(name, text)).toEqual([`InitConfiguration has kubeadm patch x/patches/${name}, which is not applied here`]));

  it.each<[string, string | undefined]>([
    ['kube-controller-manager.yaml', limit('1Gi')],
    ['kube-apiserver+merge.yaml', 'metadata: {labels: {a: b}}'],
    ['kube-scheduler.yaml', limit('4Mi')],
    ['kubeletconfiguration.yaml', undefined],
  ])('is not where nothing hangs on it: %s', (name, text) => expect(told(name, text)).toEqual([]));

  it('is told where another one decides', () =>
    expect(told('kube-apiserver.yaml', limit('1Gi'), [['x/patches/kube-controller-manager.yaml', limit('1Mi')]])).toHaveLength(1));
});
