import { CCM, Component } from '../../../src/lib/kubernetes/component';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { leaseAccessMissing } from '../../../src/lib/rules/lease-access-missing';
import { BindingView, ComponentView, ReadModel, RoleView } from '../../../src/lib/view/model';

const place = { file: 'rbac.yaml', line: 1 };
const BETA = 'rbac.authorization.k8s.io/v1beta1';
const flags = (...words: readonly string[]) => words.map(word => ({ name: word.split('=')[0], value: word.split('=')[1], place }));

const view = (component: Component, change: object = {}) => ({
  component,
  origin: 'daemon-set',
  object: 'x',
  version: KubernetesVersion.of('1.26.15'),
  unknowns: [],
  place,
  pod: { namespace: 'kube-system', serviceAccount: 'ccm' },
  flags: flags('enable-leader-migration=true'),
  process: { migration: { leaderName: 'lock' } },
  ...change,
}) as unknown as ComponentView;
const server = (modes: string) => view('kube-apiserver', { object: 'a', flags: flags(`authorization-mode=${modes}`) });

const rule = (verbs: readonly string[]) => ({ apiGroups: ['coordination.k8s.io'], resources: ['leases'], resourceNames: [], verbs, place });
const role = (verbs: readonly string[], change: Partial<RoleView> = {}): RoleView =>
  ({ kind: 'Role', name: 'r', namespace: 'kube-system', rules: [rule(verbs)], place, ...change });
const binding = (change: Partial<BindingView> = {}): BindingView => ({
  kind: 'RoleBinding',
  name: 'b',
  namespace: 'kube-system',
  roleKind: 'Role',
  roleName: 'r',
  place,
  subjects: [{ kind: 'ServiceAccount', name: 'ccm', namespace: 'kube-system' }],
  ...change,
});

/** What it lacks: `!` before what is certain, `?` before what is not. */
function told(roles: readonly RoleView[], bindings: readonly BindingView[], ...components: readonly ComponentView[]): readonly string[] {
  const asked = view(CCM);
  const answer = leaseAccessMissing.stops!(asked, { roles, bindings, components: [asked, ...components] } as unknown as ReadModel);
  const stops = 'undecided' in answer ? [answer] : Array.isArray(answer) ? answer : [];
  return stops.map(stop => {
    const { what, reaches } = 'undecided' in stop ? stop.undecided : stop;
    return `${'undecided' in stop ? '?' : '!'} ${what} (${reaches})`;
  });
}

const LACKS = 'CCM 1.26 (x) may not';
const LEASE = 'the Lease kube-system/lock';

it.each<[string, readonly RoleView[], readonly BindingView[], readonly string[], readonly string[]]>([
  ['all', [role(['create', 'get', 'update'])], [binding()], [], []],
  ['one verb of three', [role(['get'])], [binding()], [], [`! ${LACKS} create, update ${LEASE} (no-migration-lock)`]],
  ['a role that is not here', [], [binding()], [], [`? ${LACKS} create, get, update ${LEASE} (no-migration-lock)`]],
  ['none', [], [binding({ subjects: [] })], [], [`! ${LACKS} create, get, update ${LEASE} (no-migration-lock)`]],
  ['what is certain of one, beside what is not', [role(['get'], { ownedBy: 'ConfigMap o' }), role([])], [binding()], [],
    [`! ${LACKS} create, update ${LEASE} (no-migration-lock)`]],
  ['a version of a Role that is gone', [role(['create', 'get', 'update'], { apiVersion: BETA })], [binding()], [],
    [`! ${LACKS} create, get, update ${LEASE}; the API server does not serve the version of Role r (${BETA}) (no-migration-lock)`]],
  ['versions of both that are gone', [role(['create', 'get', 'update'], { apiVersion: BETA })], [binding({ apiVersion: BETA })], [],
    [`! ${LACKS} create, get, update ${LEASE}; the API server does not serve the version of Role r (${BETA}), RoleBinding b (${BETA}) `
      + '(no-migration-lock)']],
  ['others that are asked first', [role(['get'])], [binding()], ['Webhook,RBAC'],
    [`? whether CCM 1.26 (x) may use ${LEASE} is not known: kube-apiserver 1.26 (a) goes by more than RBAC (--authorization-mode=Webhook,RBAC) `
      + '(no-migration-lock)']],
  ['others that are asked after', [role(['get'])], [binding()], ['RBAC,Webhook'],
    [`? ${LACKS} create, update ${LEASE}; kube-apiserver 1.26 (a) goes by more than RBAC (--authorization-mode=RBAC,Webhook) (no-migration-lock)`]],
  ['others that are asked after what grants all', [role(['create', 'get', 'update'])], [binding()], ['RBAC,Webhook'], []],
])('of the rights to the migration Lease, %s', (_, roles, bindings, modes, expected) =>
  expect(told(roles, bindings, ...modes.map(server))).toEqual(expected));
