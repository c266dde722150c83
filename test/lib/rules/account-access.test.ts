import { CCM, Component, KCM } from '../../../src/lib/kubernetes/component';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { accountAccess } from '../../../src/lib/rules/account-access';
import { authorizationOf } from '../../../src/lib/rules/authorization';
import { toldOf } from '../../../src/lib/rules/rule';
import { serviceAccountCredentialsWithoutRights } from '../../../src/lib/rules/service-account-credentials-without-rights';
import { BindingView, ComponentView, Model, PolicyRuleView, ReadModel, RoleView, Subject } from '../../../src/lib/view/model';

const place = { file: 'rbac.yaml', line: 1 };
const rule = (resources: readonly string[], verbs: readonly string[], resourceNames: readonly string[] = []): PolicyRuleView =>
  ({ apiGroups: [''], resources, verbs, resourceNames, place });
const WORK = [rule(['nodes'], ['update']), rule(['nodes/status', 'services/status'], ['patch'])];
const ACCOUNT: Subject = { kind: 'ServiceAccount', name: 'ccm', namespace: 'kube-system' };
const OTHER: Subject = { ...ACCOUNT, name: 'other' };

const view = (change: object = {}, component: Component = CCM) => ({
  component, origin: 'daemon-set', object: 'x', flags: [], unknowns: [], pod: { namespace: 'kube-system', serviceAccount: 'ccm' }, place, ...change,
}) as unknown as ComponentView;
const CCM_VIEW = view();
const OTHER_VIEW = view({ pod: { namespace: 'kube-system', serviceAccount: 'other' } });
const server = (modes: string) => view({ object: modes, flags: [{ name: 'authorization-mode', value: modes, place }] }, 'kube-apiserver');

const role = (change: Partial<RoleView> = {}): RoleView => ({ kind: 'ClusterRole', name: 'r', rules: WORK, place, ...change });
const binding = (change: Partial<BindingView> = {}): BindingView =>
  ({ kind: 'ClusterRoleBinding', name: 'b', roleKind: 'ClusterRole', roleName: 'r', subjects: [ACCOUNT], place, ...change });
const model = (roles: readonly RoleView[], bindings: readonly BindingView[], ...components: readonly ComponentView[]) =>
  ({ roles, bindings, components: [CCM_VIEW, ...components] }) as unknown as ReadModel;

it.each<[string, ComponentView]>([
  ['another component', view({}, KCM)],
  ['a static pod', view({ origin: 'static-pod' })],
  ['a unit of systemd', view({ origin: 'unit', pod: undefined })],
  ['one with a kubeconfig', view({ flags: [{ name: 'kubeconfig', value: '/k', place }] })],
])('nothing is known of the account of %s', (_, one) => expect(accountAccess(one, model([role()], [binding()]))).toBeUndefined());

describe('what is wrong with what is meant for it', () => {
  it.each<[string, readonly RoleView[], readonly BindingView[], readonly string[]]>([
    ['nothing', [role()], [binding()], []],
    ['a role of which there are several', [role({ isGivenTwice: true })], [binding()],
      ['the input has several ClusterRoles r, which differ: the one that is applied last counts']],
    ['a binding of which there are several', [role()], [binding({ isGivenTwice: true })],
      ['the input has several ClusterRoleBindings b, which differ: the one that is applied last counts']],
    ['an owner of both', [role({ ownedBy: 'ConfigMap o' })], [binding({ ownedBy: 'ConfigMap p' })], [
      'ClusterRoleBinding b is deleted without its owner ConfigMap p, which is not in the input',
      'ClusterRole r is deleted without its owner ConfigMap o, which is not in the input',
    ]],
  ])('%s', (_, roles, bindings, hints) => expect(accountAccess(CCM_VIEW, model(roles, bindings))).toMatchObject({ hints, roles }));
});

describe('a role that may be meant for it', () => {
  const free = (change: Partial<RoleView> = {}) => role({ place: { file: 'free.yaml', line: 2 }, ...change });
  const told = (roles: readonly RoleView[], bindings: readonly BindingView[], ...components: readonly ComponentView[]) => {
    const access = accountAccess(CCM_VIEW, model(roles, bindings, ...components));
    return access !== undefined && 'undecided' in access ? access.undecided.what.split(' is not known: ')[1] : access;
  };

  it.each<[string, readonly RoleView[], readonly BindingView[], string | undefined]>([
    ['bound to none', [free()], [], 'ClusterRole r, which has the rights for it, is for others'],
    ['bound to what is not here', [free()], [binding({ subjects: [{ ...OTHER, name: 'gone' }] })],
      'ClusterRole r, which has the rights for it, is for others'],
    ['bound to another manager', [free()], [binding({ subjects: [OTHER] })], undefined],
    ['bound to another manager, among others', [free()], [binding({ subjects: [{ ...OTHER, name: 'gone' }, OTHER] })], undefined],
    ['beside one that is bound to another manager', [free()], [binding({ roleName: 'q', subjects: [OTHER] })],
      'ClusterRole r, which has the rights for it, is for others'],
    ['of a controller of Kubernetes', [free({ name: 'system:controller:node-controller' })], [], undefined],
    ['which starts so further on', [free({ name: 'x-system:controller:node-controller' })], [],
      'ClusterRole x-system:controller:node-controller, which has the rights for it, is for others'],
    ['that lacks one right', [free({ rules: WORK.slice(1) })], [], undefined],
    ['that is limited by names', [free({ rules: [rule(['nodes'], ['update'], ['a']), WORK[1]] })], [], undefined],
    ['whose rule is given twice, once by names', [free({ rules: [rule(['nodes'], ['update'], ['a']), ...WORK] })], [],
      'ClusterRole r, which has the rights for it, is for others'],
    ['that is bound to it, and grants nothing', [free({ rules: [] })], [binding()], 'ClusterRole r, which it is bound to, grants nothing'],
    ['that is bound to it, and grants something else', [free({ rules: [rule(['pods'], ['get'])] })], [binding()], undefined],
    ['that is bound to it, with a rule that grants nothing', [free({ rules: [rule([], ['get']), rule(['pods'], ['get'])] })], [binding()], undefined],
    ['of a binding that is refused', [], [binding({ refused: 'it has no roleRef' })],
      'the API server refuses ClusterRoleBinding b: it has no roleRef'],
    ['of a binding that is refused, among its subjects', [], [binding({ refused: 'it has no roleRef', subjects: [OTHER, ACCOUNT] })],
      'the API server refuses ClusterRoleBinding b: it has no roleRef'],
    ['of a binding for another that is refused', [], [binding({ refused: 'it has no roleRef', subjects: [OTHER] })], undefined],
    ['of a refused binding, beside one that grants nothing', [free({ rules: [], name: 'q' })],
      [binding({ roleName: 'q', name: 'a' }), binding({ refused: 'why' })], 'the API server refuses ClusterRoleBinding b: why'],
    ['of nothing', [], [], undefined],
  ])('%s', (_, roles, bindings, expected) => expect(told(roles, bindings, OTHER_VIEW)).toBe(expected));

  it('is shown, with what to do', () => expect(accountAccess(CCM_VIEW, model([free()], []))).toEqual({
    undecided: {
      place: { file: 'free.yaml', line: 2 },
      what: 'whether CCM (x) may take its main lock and do its work as ServiceAccount kube-system/ccm is not known: ClusterRole r, which has the '
        + 'rights for it, is for others',
      fix: 'Correct it, or give the roles that its account has in the cluster.',
    },
  }));
});

describe('who says what is allowed', () => {
  it.each<[readonly string[], string]>([
    [[], 'roles'],
    [['RBAC'], 'roles'],
    [['AlwaysAllow'], 'everything'],
    [['AlwaysAllow', 'RBAC'], 'roles'],
    [['RBAC,Webhook', 'RBAC'], 'kube-apiserver (RBAC,Webhook) goes by more than RBAC (--authorization-mode=RBAC,Webhook)'],
    [['RBAC,Webhook', 'Webhook'], 'kube-apiserver (Webhook) does not go by RBAC (--authorization-mode=Webhook)'],
    [['Webhook', 'AlwaysAllow'], 'kube-apiserver (Webhook) does not go by RBAC (--authorization-mode=Webhook)'],
    [['RBAC,Webhook', 'AlwaysAllow,RBAC'], 'kube-apiserver (RBAC,Webhook) goes by more than RBAC (--authorization-mode=RBAC,Webhook)'],
  ])('of API servers with %j', (modes, expected) => {
    const answer = authorizationOf(model([], [], ...modes.map(server)));
    expect(typeof answer === 'string' ? answer : answer.what).toBe(expected);
  });
});

describe('an API server without modes', () => {
  it.each<[string, object, string]>([
    ['of a release', { version: KubernetesVersion.of('1.26.15') }, 'everything'],
    ['of any release', {}, 'everything'],
    ['that ends', { ends: ['why'] }, 'whom kube-apiserver (a) asks is not known: --authorization-mode is not there'],
    ['that does not end', { ends: [] }, 'everything'],
  ])('%s asks', (_, change, expected) => {
    const answer = authorizationOf(model([], [], view({ object: 'a', ...change }, 'kube-apiserver')));
    expect(typeof answer === 'string' ? answer : answer.what).toBe(expected);
  });
});

describe('service-account-credentials-without-rights', () => {
  const USES = { flags: [{ name: 'use-service-account-credentials', value: 'true', place }] };
  const found = (one: ComponentView) => toldOf(serviceAccountCredentialsWithoutRights.check({
    roles: [], bindings: [binding({ roleName: 'system:auth-delegator' })], components: [one],
  } as unknown as Model)).map(({ message }) => message);

  it.each<[string, object, number]>([
    ['tells a pod that uses them', USES, 1],
    ['tells nothing of one that does not', {}, 0],
    ['tells nothing of a static pod', { ...USES, origin: 'static-pod' }, 0],
    ['tells nothing of a unit', { ...USES, origin: 'unit', pod: undefined }, 0],
  ])('%s', (_, change, count) => expect(found(view(change))).toHaveLength(count));
});
