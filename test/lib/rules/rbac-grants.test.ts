import { KCM_SUBJECTS } from '../../../src/lib/facts/lease-grants';
import { CCM, Component, KCM } from '../../../src/lib/kubernetes/component';
import { KUBECONFIG_USER_ANNOTATION } from '../../../src/lib/kubernetes/kubeconfig-annotation';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { Access, allows, isGranted, isUnfilled } from '../../../src/lib/rules/rbac-grants';
import { BindingView, ComponentView, Model, PolicyRuleView, RoleView, Subject } from '../../../src/lib/view/model';

const place = { file: 'rbac.yaml', line: 1 };
const GET: Access = { verb: 'get', apiGroup: 'coordination.k8s.io', resource: 'leases', name: 'lock', namespace: 'kube-system' };
const RULE: PolicyRuleView = { apiGroups: ['coordination.k8s.io'], resources: ['leases'], resourceNames: [], verbs: ['get'], place };
const ACCOUNT: Subject = { kind: 'ServiceAccount', name: 'ccm', namespace: 'kube-system' };

const workload = { component: CCM, origin: 'daemon-set', pod: { namespace: 'kube-system', serviceAccount: 'ccm' } } as ComponentView;
const staticPod = { ...workload, origin: 'static-pod' } as ComponentView;
const unit = { component: CCM, origin: 'unit' } as ComponentView;
const kcm = { component: KCM, origin: 'static-pod' } as ComponentView;

const role = (change: Partial<RoleView> = {}): RoleView =>
  ({ kind: 'Role', name: 'migration', namespace: 'kube-system', rules: [RULE], place, ...change });
const clusterRole = role({ kind: 'ClusterRole', namespace: undefined });
const binding = (change: Partial<BindingView> = {}): BindingView => (
  { kind: 'RoleBinding', name: 'b', namespace: 'kube-system', roleKind: 'Role', roleName: 'migration', subjects: [ACCOUNT], place, ...change });
const answer = (roles: readonly RoleView[], bindings: readonly BindingView[], view = workload) => isGranted(
  { roles, bindings } as unknown as Model, view, GET);

describe('a grant', () => {
  it.each<[string, readonly RoleView[], readonly BindingView[], string]>([
    ['a Role and its binding', [role()], [binding()], 'yes'],
    ['no binding', [role()], [], 'no'],
    ['a binding in another namespace', [role({ namespace: 'other' })], [binding({ namespace: 'other' })], 'no'],
    ['a ClusterRoleBinding', [clusterRole], [binding({ kind: 'ClusterRoleBinding', namespace: undefined, roleKind: 'ClusterRole' })], 'yes'],
    ['a binding to a ClusterRole', [clusterRole], [binding({ roleKind: 'ClusterRole' })], 'yes'],
    ['a binding to another account', [role()], [binding({ subjects: [{ ...ACCOUNT, name: 'other' }] })], 'no'],
    ['a binding to another account too', [role()], [binding({ subjects: [{ ...ACCOUNT, name: 'other' }, ACCOUNT] })], 'yes'],
    ['a Role that allows something else', [role({ rules: [{ ...RULE, verbs: ['list'] }] })], [binding()], 'no'],
    ['a Role with one rule of two', [role({ rules: [{ ...RULE, verbs: ['list'] }, RULE] })], [binding()], 'yes'],
    ['a Role of another name', [role({ name: 'other' })], [binding()], 'unknown'],
    ['a Role of another namespace', [role({ namespace: 'other' })], [binding()], 'unknown'],
    ['a ClusterRole where a Role is meant', [clusterRole], [binding()], 'unknown'],
    ['a Role that is not here', [], [binding()], 'unknown'],
    ['cluster-admin', [], [binding({ roleKind: 'ClusterRole', roleName: 'cluster-admin' })], 'yes'],
    ['the reader of the authentication ConfigMap', [], [binding({ roleName: 'extension-apiserver-authentication-reader' })], 'no'],
    ['the delegator of authentication', [], [binding({ roleKind: 'ClusterRole', roleName: 'system:auth-delegator' })], 'no'],
    ['an aggregated role, and a patch of it', [{ ...role({ rules: [] }), isAggregated: true }, role({ rules: [] })], [binding()], 'unknown'],
    ['an aggregated role that has it', [{ ...role(), isAggregated: true }], [binding()], 'yes'],
    ['a binding that the API server refuses', [role()], [binding({ refused: 'why' })], 'no'],
    ['a patch of its Role', [role({ rules: [] }), role()], [binding()], 'yes'],
    ['a Role that allows it beside one that is not here', [role()], [binding({ roleName: 'other' }), binding()], 'yes'],
    ['a Role that is called cluster-admin, and is not here', [], [binding({ roleName: 'cluster-admin' })], 'unknown'],
    ['a ClusterRole that is not here', [], [binding({ roleKind: 'ClusterRole', roleName: 'other' })], 'unknown'],
    ['a cluster-admin of the input, which grants nothing', [role({ kind: 'ClusterRole', name: 'cluster-admin', rules: [] })],
      [binding({ roleKind: 'ClusterRole', roleName: 'cluster-admin' })], 'no'],
    ['a Role whose owner is not there', [role({ ownedBy: 'ConfigMap o' })], [binding()], 'unknown'],
    ['a Role whose owner is not there, and the same without', [role({ ownedBy: 'ConfigMap o' }), role()], [binding()], 'yes'],
    ['a binding whose owner is not there', [role()], [binding({ ownedBy: 'ConfigMap o' })], 'unknown'],
    ['a binding given twice', [role()], [binding({ isGivenTwice: true })], 'unknown'],
    ['a Role given twice that has it', [role({ isGivenTwice: true })], [binding()], 'yes'],
    ['a Role given twice, once without it', [role({ isGivenTwice: true }), role({ isGivenTwice: true, rules: [] })], [binding()], 'unknown'],
    ['a Role beside another without it', [role(), role({ rules: [] })], [binding()], 'yes'],
    ['a cluster-admin whose binding is given twice', [],
      [binding({ roleKind: 'ClusterRole', roleName: 'cluster-admin', isGivenTwice: true })], 'unknown'],
    ['an aggregated role beside none that has it', [{ ...role({ rules: [] }), isAggregated: true }], [binding()], 'unknown'],
    ['a Role that does not, beside one that is not here', [role({ rules: [] })], [binding({ roleName: 'other' }), binding()], 'unknown'],
  ])('by %s', (_, roles, bindings, expected) => {
    expect(answer(roles, bindings)).toBe(expected);
  });
});

describe('what is not filled in', () => {
  const account = (serviceAccount: string, namespace = 'kube-system') => ({ ...workload, pod: { namespace, serviceAccount } }) as ComponentView;

  it.each<[string, readonly RoleView[], readonly BindingView[], ComponentView, boolean]>([
    ['the account', [], [], account('<account>'), true],
    ['its namespace', [], [], account('ccm', '${NAMESPACE}'), true],
    ['the name of a role', [role({ name: '{{ role }}' })], [], workload, true],
    ['the namespace of a role', [role({ namespace: '{{ namespace }}' })], [], workload, true],
    ['a verb of a role', [role({ rules: [RULE, { ...RULE, verbs: ['${VERB}'] }] })], [], workload, true],
    ['who a binding is for', [], [binding({ subjects: [{ ...ACCOUNT, name: '<account>' }] })], workload, true],
    ['nothing but names of files', [role({ place: { file: '{{ x }}', line: 1 }, rules: [{ ...RULE, place: { file: '{{ x }}', line: 1 } }] })],
      [binding({ place: { file: '${X}', line: 1 } })], workload, false],
    ['nothing', [role()], [binding()], workload, false],
    ['nothing of a component without a pod', [role()], [binding()], { component: KCM, origin: 'unit' } as ComponentView, false],
  ])('is %s', (_, roles, bindings, view, expected) => {
    const model = { roles, bindings } as unknown as Model;
    expect(isUnfilled(model, view)).toBe(expected);
    if (expected) expect(isGranted({ ...model, bindings: [] }, view, GET)).toBe(bindings.length > 0 ? 'no' : 'unknown');
  });
});

describe('a grant of an API version that is gone', () => {
  const BETA = { apiVersion: 'rbac.authorization.k8s.io/v1beta1' };
  const STABLE = { apiVersion: 'rbac.authorization.k8s.io/v1' };
  const of = (component: Component, minor?: string) =>
    ({ component, origin: 'static-pod', ...minor !== undefined && { version: KubernetesVersion.of(minor) } }) as ComponentView;
  const asked = (components: readonly ComponentView[], roleVersion: object, bindingVersion: object) =>
    isGranted({ roles: [role(roleVersion)], bindings: [binding(bindingVersion)], components } as unknown as Model, workload, GET);

  it.each<[string, readonly ComponentView[], string]>([
    ['from the release on that drops it', [of('kube-apiserver', '1.22')], 'no'],
    ['in later ones', [of('kube-apiserver', '1.30'), of(KCM, '1.30')], 'no'],
    ['by the managers, where no API server is known', [of(KCM, '1.27'), of(CCM, '1.26')], 'no'],
    ['not before', [of('kube-apiserver', '1.21')], 'yes'],
    ['not where an API server serves it still', [of('kube-apiserver', '1.22'), of('kube-apiserver', '1.21')], 'yes'],
    ['not where a manager is older', [of('kube-apiserver', '1.22'), of(KCM, '1.21')], 'yes'],
    ['not where no version is known', [of('kube-apiserver'), of(KCM)], 'yes'],
    ['not by the others', [of('kubelet', '1.30')], 'yes'],
  ])('grants nothing %s', (_, components, expected) => {
    expect(asked(components, BETA, STABLE)).toBe(expected);
    expect(asked(components, STABLE, BETA)).toBe(expected);
    expect([asked(components, STABLE, STABLE), asked(components, {}, {})]).toEqual(['yes', 'yes']);
  });
});

describe('a binding is for', () => {
  const group = (name: string): Subject => ({ kind: 'Group', name });
  const ofPod = (more: object) => ({ ...workload, component: KCM, origin: 'deployment', flags: [], ...more }) as unknown as ComponentView;
  const hosted = { ...workload, isHosted: true, pod: { ...workload.pod, annotations: { [KUBECONFIG_USER_ANNOTATION]: 'meant' } } } as ComponentView;

  it.each<[string, Subject]>([
    ['another user', { kind: 'User', name: 'other' }], ['a group that is called like it', group('system:kube-controller-manager')],
  ])('perhaps kube-controller-manager by its service account, beside %s', (_, other) => {
    expect(answer([role()], [binding({ subjects: [KCM_SUBJECTS[1] as Subject, other] })], kcm)).toBe('unknown');
  });

  it.each<[string, ComponentView, Subject, string]>([
    ['a pod by its service account', workload, ACCOUNT, 'yes'],
    ['no pod of another namespace', workload, { ...ACCOUNT, namespace: 'other' }, 'no'],
    ['no subject of a kind that there is not', workload, { ...ACCOUNT, kind: 'Serviceaccount' }, 'no'],
    ['the user that its account is', workload, { kind: 'User', name: 'system:serviceaccount:kube-system:ccm' }, 'yes'],
    ['everybody', workload, group('system:authenticated'), 'yes'],
    ['no user who is called like the account', workload, { ...ACCOUNT, kind: 'User' }, 'no'],
    ['a unit of systemd by the user of its kubeconfig', unit, { kind: 'User', name: 'system:cloud-controller-manager' }, 'yes'],
    ['no unit of systemd by a group', unit, group('cloud-controller-managers'), 'no'],
    ['every service account', workload, group('system:serviceaccounts'), 'yes'],
    ['every service account of its namespace', workload, group('system:serviceaccounts:kube-system'), 'yes'],
    ['no service account of another namespace', workload, group('system:serviceaccounts:other'), 'no'],
    ['no pod by the user of a kubeconfig', workload, { kind: 'User', name: 'system:cloud-controller-manager' }, 'no'],
    ['a static pod by the user of its kubeconfig', staticPod, { kind: 'User', name: 'system:cloud-controller-manager' }, 'yes'],
    ['no static pod by another user', staticPod, { kind: 'User', name: 'system:kube-scheduler' }, 'no'],
    ['no static pod by a group', staticPod, group('cloud-controller-managers'), 'no'],
    ['no static pod by the group of service accounts', staticPod, group('system:serviceaccounts'), 'no'],
    ['kube-controller-manager by its user', kcm, { kind: 'User', name: 'system:kube-controller-manager', namespace: 'kube-system' }, 'yes'],
    ['perhaps kube-controller-manager, whose kubeconfig is not known, by its service account', kcm,
      { kind: 'ServiceAccount', name: 'kube-controller-manager', namespace: 'kube-system' }, 'unknown'],
    ['a unit of kube-controller-manager by the user of its kubeconfig', { component: KCM, origin: 'unit' } as ComponentView, KCM_SUBJECTS[0], 'yes'],
    ['a kube-controller-manager of a management cluster by the user of its kubeconfig', ofPod({ isHosted: true }), KCM_SUBJECTS[0], 'yes'],
    ['a pod of kube-controller-manager with a kubeconfig by it', ofPod({ flags: [{ name: 'kubeconfig', value: '/x' }] }), KCM_SUBJECTS[0], 'yes'],
    ['no pod of kube-controller-manager without a kubeconfig by that user', ofPod({}), KCM_SUBJECTS[0], 'no'],
    ['a pod of kube-controller-manager without a kubeconfig by its account', ofPod({}), ACCOUNT, 'yes'],
    ['a hosted pod by the user that is meant', hosted, { kind: 'User', name: 'meant' }, 'yes'],
    ['no hosted pod by another user', hosted, { kind: 'User', name: 'cloud-controller-manager' }, 'no'],
    ['no hosted pod by a group that is called like the user', hosted, group('meant'), 'no'],
    ['a hosted pod by a name that is like its own, where no user is said', { ...hosted, pod: undefined } as ComponentView,
      { kind: 'User', name: 'cloud-controller-manager' }, 'yes'],
    ['not kube-controller-manager by an account of another namespace', kcm,
      { kind: 'ServiceAccount', name: 'kube-controller-manager', namespace: 'other' }, 'no'],
    ['not kube-controller-manager by a user who is called like the account', kcm, { kind: 'User', name: 'kube-controller-manager' }, 'no'],
    ['not kube-controller-manager by a group that is called like the user', kcm, group('system:kube-controller-manager'), 'no'],
    ['not kube-controller-manager by another user', kcm, { kind: 'User', name: 'system:kube-scheduler' }, 'no'],
  ])('%s', (_, view, subject, expected) => {
    expect(answer([role()], [binding({ subjects: [subject] })], view)).toBe(expected);
  });
});

describe('the Role that the API server itself binds to kube-controller-manager', () => {
  const bootstrap = (change: Partial<RoleView> = {}) =>
    [role({ rules: [] }), role({ name: 'system::leader-locking-kube-controller-manager', ...change })];
  const other = { namespace: 'other' };

  it.each<[string, readonly RoleView[], ComponentView, Partial<Access>, string]>([
    ['grants what the input adds to it, without a binding in the input', bootstrap(), kcm, {}, 'yes'],
    ['grants nothing else', bootstrap({ rules: [{ ...RULE, verbs: ['list'] }] }), kcm, {}, 'no'],
    ['grants it by one of its rules', bootstrap({ rules: [{ ...RULE, verbs: ['list'] }, RULE] }), kcm, {}, 'yes'],
    ['grants nothing to others', bootstrap(), workload, {}, 'no'],
    ['is a Role', bootstrap({ kind: 'ClusterRole' }), kcm, {}, 'no'],
    ['has that name', bootstrap({ name: 'other' }), kcm, {}, 'no'],
    ['is for no other namespace', bootstrap(), kcm, other, 'no'],
    ['is in no other namespace', bootstrap(other), kcm, {}, 'no'],
    ['is not made in another namespace', bootstrap(other), kcm, other, 'no'],
  ])('%s', (_, roles, view, access, expected) => {
    expect(isGranted({ roles, bindings: [] } as unknown as Model, view, { ...GET, ...access })).toBe(expected);
  });
});

describe('a rule', () => {
  it.each<[string, Partial<PolicyRuleView>, Partial<Access>, boolean]>([
    ['allows what it lists', {}, {}, true],
    ['allows everything by *', { verbs: ['*'], apiGroups: ['*'], resources: ['*'] }, {}, true],
    ['allows no other verb', { verbs: ['list'] }, {}, false],
    ['allows no other API group', { apiGroups: [''] }, {}, false],
    ['allows no other resource', { resources: ['leasecandidates'] }, {}, false],
    ['allows a subresource of everything', { resources: ['*/status'] }, { resource: 'leases/status' }, true],
    ['allows no other subresource of everything', { resources: ['*/scale'] }, { resource: 'leases/status' }, false],
    ['allows no resource by its subresource', { resources: ['*/leases'] }, {}, false],
    ['allows an object that it names', { resourceNames: ['other', 'lock'] }, {}, true],
    ['allows no object that it does not name', { resourceNames: ['other'] }, {}, false],
    ['with names allows nothing that is asked without one', { resourceNames: ['lock'] }, { name: undefined }, false],
    ['without names allows what is asked without one', {}, { name: undefined }, true],
  ])('%s', (_, rule, access, expected) => {
    expect(allows({ ...RULE, ...rule }, { ...GET, ...access })).toBe(expected);
  });
});
