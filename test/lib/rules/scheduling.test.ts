import { flags, model, pod, view } from './views';
import { CCM, KCM } from '../../../src/lib/kubernetes/component';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { tolerates } from '../../../src/lib/kubernetes/taint';
import { asksForControlPlane, isScheduled, nodeVersions, selectsControlPlane } from '../../../src/lib/rules/scheduling';
import { ComponentView, SelectorRequirement, Toleration } from '../../../src/lib/view/model';

const V = (minor: string) => KubernetesVersion.of(minor);
const CONTROL_PLANE = 'node-role.kubernetes.io/control-plane';
const MASTER = 'node-role.kubernetes.io/master';

it.each<[ComponentView['origin'], boolean]>([
  ['daemon-set', true], ['deployment', true], ['static-pod', false], ['kubelet', false], ['kubeadm', false],
])('%s is scheduled: %j', (origin, expected) => expect(isScheduled(view({ origin }))).toBe(expected));

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
    ['none, where nothing says one', [], {}, []],
  ])('are %s', (_, components, known, expected) => {
    expect(nodeVersions(model({ components }), view({ component: CCM, ...known })).map(({ minorVersion }) => minorVersion)).toEqual(expected);
  });
});

describe('a term', () => {
  const need = (key: string, operator: string, ...values: string[]): SelectorRequirement => ({ key, operator, values });

  it.each<[SelectorRequirement, boolean, boolean]>([
    [need(CONTROL_PLANE, 'In', ''), true, false],
    [need(CONTROL_PLANE, 'In', 'true'), false, false],
    [need(CONTROL_PLANE, 'NotIn', ''), false, true],
    [need(CONTROL_PLANE, 'NotIn', 'true'), true, true],
    [need(CONTROL_PLANE, 'Exists'), true, false],
    [need(CONTROL_PLANE, 'DoesNotExist'), false, true],
    [need(CONTROL_PLANE, 'Gt', '1'), true, true],
    [need('pool', 'In', 'infra'), true, true],
  ])('%j can hold with the label: %j, without it: %j', (requirement, withLabel, without) => {
    expect([selectsControlPlane([requirement], [CONTROL_PLANE]), selectsControlPlane([requirement], [])]).toEqual([withLabel, without]);
  });

  it('has to hold as a whole', () => {
    expect(selectsControlPlane([need(MASTER, 'Exists'), need(CONTROL_PLANE, 'Exists')], [CONTROL_PLANE])).toBe(false);
    expect(selectsControlPlane([need(CONTROL_PLANE, 'Exists'), need(MASTER, 'Exists')], [MASTER, CONTROL_PLANE])).toBe(true);
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
