import { at, flags, model, pod, view } from './views';
import { takenUnread } from '../../../src/lib/facts/kubernetes-releases';
import { CCM, KCM } from '../../../src/lib/kubernetes/component';
import { Image, parseImage } from '../../../src/lib/kubernetes/image';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { SelectorRequirement } from '../../../src/lib/kubernetes/label-selector';
import { tolerates } from '../../../src/lib/kubernetes/taint';
import {
  asksForControlPlane, controlPlanes, hasControlPlane, hasManager, isScheduled, isScheduledHere, kindsOfOtherVersions, selectsControlPlane,
} from '../../../src/lib/rules/scheduling';
import { ComponentView, KindView, NodeObjectView, NodeView, Toleration } from '../../../src/lib/view/model';

const V = (minor: string) => KubernetesVersion.of(minor);
const CONTROL_PLANE = 'node-role.kubernetes.io/control-plane';
const MASTER = 'node-role.kubernetes.io/master';

it.each<[ComponentView['origin'], boolean]>([
  ['daemon-set', true], ['deployment', true], ['static-pod', false], ['kubelet', false], ['kubeadm', false],
])('%s is scheduled: %j', (origin, expected) => expect(isScheduled(view({ origin }))).toBe(expected));

it.each<[boolean | undefined, ComponentView['origin'], boolean]>([
  [undefined, 'daemon-set', true], [false, 'deployment', true], [true, 'daemon-set', false], [undefined, 'static-pod', false],
  [true, 'static-pod', false],
])('hosted elsewhere: %j, %s is scheduled here: %j', (isHosted, origin, expected) =>
  expect(isScheduledHere(view({ origin, isHosted })) === true).toBe(expected));

it.each<[string, readonly string[], boolean]>([['a', [], false], ['a', ['a'], true], ['a', ['b', 'a'], true], ['a', ['b'], false]])(
  'kind %s beside managers of %j has one: %j', (kind, kinds, expected) => expect(hasManager(model({
    components: [view({ component: CCM, kind: 'a' }), ...kinds.map(one => view({ component: KCM, kind: one }))],
  }), kind)).toBe(expected));

describe('the versions of the nodes that a workload is meant for', () => {
  const apiServer = (kind: string | undefined, minor?: string) =>
    view({ component: 'kube-apiserver', kind, version: minor === undefined ? undefined : V(minor) });
  const kcm = (kind: string, minor: string) => view({ component: KCM, kind, version: V(minor) });

  it.each<[string, readonly ComponentView[], Partial<ComponentView>, readonly string[]]>([
    ['those of its API servers', [apiServer('a', '1.26')], {}, ['1.26']],
    ['those of its kube-controller-managers', [kcm('a', '1.26')], {}, ['1.26']],
    ['each once, whatever the CCM is', [apiServer('a', '1.26'), kcm('a', '1.26'), kcm('b', '1.27')], { version: V('1.28') }, ['1.26', '1.27']],
    ['not those of nodes that it cannot be on', [kcm('a', '1.26'), kcm('b', '1.27')], { onlyOn: ['b'] }, ['1.27']],
    ['not those of components that belong to no node', [apiServer(undefined, '1.26')], {}, []],
    ['not those of other components', [view({ component: 'kubelet', kind: 'a', version: V('1.26') })], {}, []],
    ['its own, where the input has no node', [], { version: V('1.28') }, ['1.28']],
    ['its own, where no node says its version', [apiServer('a')], { version: V('1.28') }, ['1.28']],
    ['its own, with the facts that are taken for it', [], { version: takenUnread(V('1.99')) }, ['1.99']],
    ['that of its tag, which is built from the libraries of the next', [], { version: V('1.29'), awsRelease: 'v1.28.3' }, ['1.28']],
    ['none, where nothing says one', [], {}, []],
  ])('are %s', (_, components, known, expected) => {
    const found = controlPlanes(model({ components }), view({ component: CCM, ...known }));
    expect(found.map(({ version }) => version.minorVersion)).toEqual(expected);
  });
});

it('control-plane nodes beside which nothing runs are of the releases of their kubelets', () => {
  const object = (name: string, role: string, minor?: number): NodeObjectView =>
    ({ name, place: at(1), labels: new Map([[role, '']]), taints: [], addresses: [], minor });
  const of = (...nodeObjects: readonly NodeObjectView[]) =>
    controlPlanes(model({ nodeObjects }), view({ component: CCM, version: V('1.28') })).map(({ version, nodes }) => [version.minorVersion, ...nodes]);
  expect(of(object('x', CONTROL_PLANE, 29), object('y', MASTER, 30), object('w', 'pool', 31))).toEqual([['1.29', 'x'], ['1.30', 'y']]);
  expect(of(object('x', CONTROL_PLANE))).toEqual([['1.28', 'x']]);
});

describe('the kinds of nodes that run none of some versions', () => {
  const on = (kind: string | undefined, minor?: string, component: ComponentView['component'] = KCM) =>
    view({ component, origin: 'static-pod', kind, version: minor === undefined ? undefined : V(minor) });
  it.each<[string, readonly ComponentView[], Partial<ComponentView>, readonly string[]]>([
    ['the others', [on('a', '1.26'), on('b', '1.27')], {}, ['b']],
    ['each once', [on('a', '1.26'), on('b', '1.27'), on('b', '1.27', 'kube-apiserver'), on('c', '1.25')], {}, ['b', 'c']],
    ['not one that runs both', [on('b', '1.27', 'kube-apiserver'), on('b', '1.26')], {}, []],
    ['not those that it cannot be on', [on('b', '1.27'), on('c', '1.27')], { onlyOn: ['a', 'c'] }, ['c']],
    ['not one of which no version is known', [on('b')], {}, []],
    ['one of which a version is known besides', [on('b'), on('b', '1.27', 'kube-apiserver')], {}, ['b']],
    ['none of what belongs to no node', [on(undefined, '1.27')], {}, []],
    ['none by other components', [on('b', '1.27', 'kubelet')], {}, []],
  ])('are %s', (_, components, known, expected) =>
    expect(kindsOfOtherVersions(model({ components }), view({ component: CCM, ...known }), [V('1.26')])).toEqual(expected));
});

describe('the labels and taints of the control-plane nodes', () => {
  const RKE2 = parseImage('index.docker.io/rancher/hardened-kubernetes:v1.28.9-rke2r1-build20240416');
  const KUBEADM = parseImage('registry.k8s.io/kube-apiserver:v1.28.9');
  const server = (image: Image, minor = '1.28') =>
    view({ component: 'kube-apiserver', kind: 'a', version: V(minor), image: { ...image, place: at(1) } });
  const nodeObject = (name: string, labels: Record<string, string>, known: Partial<NodeObjectView> = {}): NodeObjectView =>
    ({ name, place: at(1), labels: new Map(Object.entries(labels)), taints: [], addresses: [], ...known });
  const TRUE = { [CONTROL_PLANE]: 'true', [MASTER]: 'true' };
  const tainted = (effect: string, key = CONTROL_PLANE) => ({ taints: [{ key, value: '', effect }] });

  it.each<[string, readonly ComponentView[], readonly NodeObjectView[], readonly Record<string, string>[], readonly string[]]>([
    ['those of kubeadm', [server(KUBEADM)], [], [{ [CONTROL_PLANE]: '' }], [CONTROL_PLANE]],
    ['those of its release', [server(KUBEADM, '1.24')], [], [{ [CONTROL_PLANE]: '' }], [MASTER, CONTROL_PLANE]],
    ['those of RKE2', [server(RKE2)], [], [TRUE], []],
    ['those of kubeadm, where nothing says the image', [view({ component: 'kube-apiserver', kind: 'a', version: V('1.28') })], [], [
      { [CONTROL_PLANE]: '' },
    ], [CONTROL_PLANE]],
    ['those of the nodes of the release', [server(KUBEADM), server(RKE2, '1.27')], [], [{ [CONTROL_PLANE]: '' }], [CONTROL_PLANE]],
    ['both, where both are in the input', [server(RKE2), server(KUBEADM)], [], [{ [CONTROL_PLANE]: '' }, TRUE], [CONTROL_PLANE]],
    ['any, where the input has no node', [], [], [{ [CONTROL_PLANE]: '' }, TRUE], [CONTROL_PLANE]],
    ['those of the Nodes', [server(KUBEADM)], [nodeObject('x', { [CONTROL_PLANE]: 'yes', pool: 'a' })], [{ [CONTROL_PLANE]: 'yes' }], []],
    ['of each Node', [server(RKE2)], [nodeObject('x', TRUE), nodeObject('y', { [MASTER]: '' }), nodeObject('w', { pool: 'a' })], [TRUE,
      { [MASTER]: '' }], []],
    ['not those of Nodes of another release', [server(KUBEADM)], [nodeObject('x', TRUE, { minor: 27 })], [{ [CONTROL_PLANE]: '' }], [CONTROL_PLANE]],
    ['those of Nodes of the release', [server(KUBEADM)], [nodeObject('x', TRUE, { minor: 28 })], [TRUE], []],
    ['the taints of the Nodes', [server(KUBEADM)], [nodeObject('x', TRUE, tainted('NoSchedule'))], [TRUE], [CONTROL_PLANE]],
    ['no taint, where one Node has none', [server(KUBEADM)], [nodeObject('x', TRUE, tainted('NoExecute')), nodeObject('y', TRUE)], [TRUE, TRUE], []],
    ['no taint that only prefers others', [server(KUBEADM)], [nodeObject('x', TRUE, tainted('PreferNoSchedule'))], [TRUE], []],
    ['no taint of another key', [server(KUBEADM)], [nodeObject('x', TRUE, tainted('NoSchedule', 'a'))], [TRUE], []],
  ])('are %s', (_, components, nodeObjects, labels, taints) => {
    const [found] = controlPlanes(model({ components, nodeObjects }), view({ component: CCM, version: V('1.28') }));
    expect(found.labels.map(each => Object.fromEntries(each))).toEqual(labels);
    expect(found.taints).toEqual(taints);
    const isMeant = ({ labels: own, minor = 28 }: NodeObjectView) => minor === 28 && [MASTER, CONTROL_PLANE].some(role => own.has(role));
    expect(found.nodes).toEqual(nodeObjects.filter(isMeant).map(({ name }) => name));
  });
});

describe('a control plane', () => {
  const node = (name: string, known: Partial<NodeView> = {}): NodeView =>
    ({ name, kind: 'a', role: 'worker', isControlPlane: false, root: '', staticPodPath: '', staticPods: [], ...known });
  const whole = (...nodes: readonly NodeView[]): KindView => ({ name: 'a', nodes, external: false });
  const [x, y] = [node('x'), node('y')];
  const kcm = (known: Partial<ComponentView> = {}) => view({ component: KCM, origin: 'static-pod', kind: 'a', ...known });

  it.each<[string, KindView, readonly ComponentView[], KindView, boolean]>([
    ['of a node that says so', whole(x), [], whole(x, node('z', { isControlPlane: true })), true],
    ['of nodes without one', whole(x, y), [], whole(x, y), false],
    ['of nodes of a kind with a manager', whole(x, y), [kcm()], whole(x), true],
    ['of a kind of another name', whole(x, y), [kcm({ kind: 'b' })], whole(x), false],
    ['of nodes with a manager on each', whole(x, y), [kcm({ onNodes: [0, 1] })], whole(y), true],
    ['of nodes of which the other has a manager', whole(x, y), [kcm({ onNodes: [0] })], whole(y), false],
    ['of nodes of which one has a manager', whole(x, y), [kcm({ onNodes: [1] })], whole(x, y), true],
    ['of a kind without nodes', whole(), [kcm()], whole(), true],
    ['of a kind without nodes or managers', whole(), [], whole(), false],
    ['of a kind without nodes beside one with a manager', whole(), [kcm({ kind: 'b' })], whole(), false],
    ['of a kind with other components', whole(x), [kcm({ component: 'kubelet' })], whole(x), false],
  ])('%s', (_, kind, components, some, expected) => {
    const other: KindView = { name: 'b', nodes: [node('w')], external: false };
    expect(hasControlPlane(model({ components, kinds: [other, kind] }), some)).toBe(expected);
  });
});

describe('a term', () => {
  const need = (key: string, operator: string, ...values: string[]): SelectorRequirement => ({ key, operator, values });

  it.each<[SelectorRequirement, boolean, boolean]>([
    [need(CONTROL_PLANE, 'In', ''), true, false],
    [need(CONTROL_PLANE, 'In', 'true'), false, false],
    [need(CONTROL_PLANE, 'NotIn', ''), false, true],
    [need(CONTROL_PLANE, 'NotIn', 'true'), true, true],
    [need(CONTROL_PLANE, 'In', 'true', ''), true, false],
    [need(CONTROL_PLANE, 'NotIn', 'true', ''), false, true],
    [need(CONTROL_PLANE, 'Exists'), true, false],
    [need(CONTROL_PLANE, 'DoesNotExist'), false, true],
    [need(CONTROL_PLANE, 'Gt', '1'), false, false],
    [need('pool', 'In', 'infra'), true, true],
  ])('%j can hold with the label: %j, without it: %j', (requirement, withLabel, without) => {
    const found = [new Map([[CONTROL_PLANE, '']]), new Map()].map(labels => selectsControlPlane([requirement], labels));
    expect(found).toEqual([withLabel, without]);
  });

  it('has to hold as a whole', () => {
    expect(selectsControlPlane([need(MASTER, 'Exists'), need(CONTROL_PLANE, 'Exists')], new Map([[CONTROL_PLANE, '']]))).toBe(false);
    expect(selectsControlPlane([need(CONTROL_PLANE, 'Exists'), need(MASTER, 'Exists')], new Map([[MASTER, ''], [CONTROL_PLANE, '']]))).toBe(true);
  });

  it.each<[readonly (readonly SelectorRequirement[])[], boolean]>([
    [[], false],
    [[[]], false],
    [[[need('pool', 'In', 'infra')]], false],
    [[[need(MASTER, 'Exists')]], true],
    [[[need(CONTROL_PLANE, 'In', '')]], true],
    [[[need(CONTROL_PLANE, 'DoesNotExist')]], false],
    [[[need('pool', 'Exists'), need(CONTROL_PLANE, 'Exists')]], true],
    [[[need('pool', 'Exists')], [need(MASTER, 'Exists')]], true],
  ])('%j asks for control-plane nodes: %j', (nodeTerms, expected) => expect(asksForControlPlane(view({ pod: pod({ nodeTerms }) }))).toBe(expected));

  it('of a component without a pod asks for nothing', () =>
    expect(asksForControlPlane(view({ component: 'kubelet', flags: flags('--v=2') }))).toBe(false));
});

describe('a toleration', () => {
  it.each<[Toleration, boolean]>([
    [{ operator: 'Exists' }, true],
    [{ key: 'a', operator: 'Exists' }, true],
    [{ key: 'a', operator: 'Exists', effect: 'NoSchedule' }, true],
    [{ key: 'a', operator: 'Exists', effect: 'NoExecute' }, false],
    [{ key: 'b', operator: 'Exists' }, false],
    [{ key: 'a', operator: 'Equal', value: 'true' }, true],
    [{ key: 'a', value: 'true' }, true],
    [{ key: 'a', value: 'false' }, false],
    [{ key: 'a' }, false],
    [{ key: 'a', operator: 'Lt', value: 'true' }, false],
    [{ operator: 'Equal', value: 'true' }, false],
    [{ value: 'true' }, false],
  ])('%j tolerates a=true:NoSchedule: %j', (toleration, expected) => {
    expect(tolerates([{ key: 'x', operator: 'Exists' }, toleration], { key: 'a', value: 'true', effect: 'NoSchedule' })).toBe(expected);
  });

  it('without a value is one with an empty value', () => {
    expect(tolerates([{ key: 'a' }], { key: 'a', value: '', effect: 'NoSchedule' })).toBe(true);
  });
});
