import { CCM, KCM } from '../../../src/lib/kubernetes/component';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { LeaseAccess, leaseAccessObjects } from '../../../src/lib/rbac/lease-access';
import { LeaseAccessMode } from '../../../src/lib/rbac/lease-access-mode';

type Json = { [key: string]: any };

const LEASES = { apiGroups: ['coordination.k8s.io'], resources: ['leases'] };
const OURS = { ...LEASES, resourceNames: ['lease'], verbs: ['get', 'update'] };

function access(changes: Partial<LeaseAccess> & { minor?: string } = {}): Json[] {
  const { minor = '1.26', ...rest } = changes;
  return leaseAccessObjects({
    component: KCM,
    mode: LeaseAccessMode.ADDITIVE,
    version: KubernetesVersion.of(minor),
    leaseName: 'lease',
    namespace: 'kube-system',
    granted: true,
    createGranted: true,
    ccmSubject: { kind: 'ServiceAccount', name: 'ccm', namespace: 'kube-system' },
    ...rest,
  }).map(({ manifest }) => manifest as Json);
}

describe('additive access', () => {
  it('is a Role of our own with what kube-controller-manager lacks, for both of its identities', () => {
    expect(access()).toEqual([
      {
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'Role',
        metadata: { name: 'leader-migration:kube-controller-manager', namespace: 'kube-system' },
        rules: [OURS],
      },
      {
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'RoleBinding',
        metadata: { name: 'leader-migration:kube-controller-manager', namespace: 'kube-system' },
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'leader-migration:kube-controller-manager' },
        subjects: [
          { apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'system:kube-controller-manager' },
          { apiGroup: '', kind: 'ServiceAccount', name: 'kube-controller-manager', namespace: 'kube-system' },
        ],
      },
    ]);
  });

  it.each([['1.21', 2], ['1.26', 2], ['1.30', 2], ['1.31', 0], ['1.37', 0]])('of kube-controller-manager %s is %d objects', (minor, count) => {
    expect(access({ minor })).toHaveLength(count);
  });

  it('of the cloud-controller-manager is always needed, and is its own subject\'s', () => {
    const [role, binding] = access({ component: CCM, minor: '1.37', namespace: 'locks' });
    expect([role.metadata.namespace, role.rules, binding.subjects])
      .toEqual(['locks', [OURS], [{ apiGroup: '', kind: 'ServiceAccount', name: 'ccm', namespace: 'kube-system' }]]);
  });

  it('has create in a rule of its own, without names, where no other role grants it', () => {
    expect(access({ component: CCM, createGranted: false })[0].rules).toEqual([{ ...LEASES, verbs: ['create'] }, OURS]);
  });

  it('is nothing when the phase no longer uses the Lease', () => {
    expect([access({ granted: false }), access({ granted: false, component: CCM })]).toEqual([[], []]);
  });
});

describe('access in the way of the Kubernetes page', () => {
  const mode = LeaseAccessMode.BOOTSTRAP_ROLE_PATCH;

  it.each([
    ['1.26', [['watch'], ['get', 'update'], ['get', 'update']]],
    ['1.31', [['watch'], ['get', 'update'], ['create', 'get', 'list', 'update', 'watch'], ['create', 'get', 'list', 'update', 'watch']]],
    ['1.35', [['create', 'get', 'list', 'update', 'watch'], ['create', 'get', 'list', 'update', 'watch']]],
  ])('adds to the rules that the Role of %s has', (minor, verbs) => {
    const [role, ...rest] = access({ mode, minor });
    expect(rest).toEqual([]);
    expect(role.metadata).toEqual({
      name: 'system::leader-locking-kube-controller-manager',
      namespace: 'kube-system',
      annotations: { 'rbac.authorization.kubernetes.io/autoupdate': 'true' },
      labels: { 'kubernetes.io/bootstrapping': 'rbac-defaults' },
    });
    expect(role.rules.map((rule: Json) => rule.verbs)).toEqual(verbs);
  });

  it('is taken back by writing the Role without the rule', () => {
    expect(access({ mode, granted: false })[0].rules).toEqual(access({ mode })[0].rules.slice(0, -1));
  });

  it('makes the Role of the cloud-controller-manager, which no release has', () => {
    expect(access({ mode, component: CCM }).map(({ kind, metadata }) => [kind, metadata.name])).toEqual([
      ['Role', 'system::leader-locking-cloud-controller-manager'], ['RoleBinding', 'system::leader-locking-cloud-controller-manager'],
    ]);
    expect(access({ mode, component: CCM, granted: false })).toEqual([]);
  });
});

it('no access is nothing', () => {
  expect([access({ mode: LeaseAccessMode.NONE }), access({ mode: LeaseAccessMode.NONE, component: CCM })]).toEqual([[], []]);
});
