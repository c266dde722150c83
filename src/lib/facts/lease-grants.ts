import { FactTable } from './table';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** One rule of a Role as the API server makes it. */
export interface PolicyRule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  /** None: every object of the resource. */
  readonly resourceNames?: readonly string[];
  readonly verbs: readonly string[];
}

/** A subject of the bootstrap binding. */
export interface PolicySubject {
  readonly kind: 'User' | 'ServiceAccount';
  readonly name: string;
  readonly namespace?: string;
}

/** The bootstrap Role of kube-controller-manager's own locks, in kube-system. */
export const KCM_LOCK_ROLE = 'system::leader-locking-kube-controller-manager';

/** The Role that the Kubernetes page patches for the CCM. No release has it: it has to be created, with a binding, before it can be patched. */
export const CCM_LOCK_ROLE = 'system::leader-locking-cloud-controller-manager';

/** What a component lacks to take the migration Lease, and what it already has. */
export interface LeaseGrants {
  /** Verbs on the migration Lease that kube-controller-manager does not have. */
  readonly kcmMissing: readonly string[];
  /** Rules of `KCM_LOCK_ROLE` as the API server makes them: what a patch of that Role has to keep. */
  readonly roleRules: readonly PolicyRule[];
  /** Subjects of the binding of the same name. */
  readonly subjects: readonly PolicySubject[];
}

/** Where `create` on Leases comes from, in every release. A rule with resourceNames never authorizes create, so no grant of ours can replace it. */
export const KCM_LEASE_CREATE = {
  clusterRole: 'system:kube-controller-manager',
  source: 'k8s.io/kubernetes@v1.26.15 plugin/pkg/auth/authorizer/rbac/bootstrappolicy/policy.go:425-433, v1.37.1:493-498',
};

/** What the CCM needs on both of its Leases; no release grants it anything. */
export const CCM_LEASE_VERBS: readonly string[] = ['create', 'get', 'update'];

const NAMESPACE_POLICY = 'plugin/pkg/auth/authorizer/rbac/bootstrappolicy/namespace_policy.go';

const CONFIGMAP_RULES: readonly PolicyRule[] = [
  { apiGroups: [''], resources: ['configmaps'], verbs: ['watch'] },
  { apiGroups: [''], resources: ['configmaps'], resourceNames: ['kube-controller-manager'], verbs: ['get', 'update'] },
];

const ALL_LEASE_VERBS = ['get', 'watch', 'list', 'create', 'update'];

const LEASE_RULES: readonly PolicyRule[] = [
  { apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: ALL_LEASE_VERBS },
  { apiGroups: ['coordination.k8s.io'], resources: ['leasecandidates'], verbs: ALL_LEASE_VERBS },
];

const KCM_USER: PolicySubject = { kind: 'User', name: 'system:kube-controller-manager' };
const KCM_ACCOUNT: PolicySubject = { kind: 'ServiceAccount', name: 'kube-controller-manager', namespace: 'kube-system' };
const ELECTION_ACCOUNT: PolicySubject = { kind: 'ServiceAccount', name: 'leader-election-controller', namespace: 'kube-system' };

/** The two identities that kube-controller-manager can have, in every release: what a grant of ours is bound to. */
export const KCM_SUBJECTS: readonly PolicySubject[] = [KCM_USER, KCM_ACCOUNT];

export const LEASE_GRANTS = new FactTable<LeaseGrants>('bootstrap grants on Leases', [
  {
    from: '1.20',
    to: '1.30',
    value: { kcmMissing: ['get', 'update'], roleRules: CONFIGMAP_RULES, subjects: KCM_SUBJECTS },
    source: `k8s.io/kubernetes@v1.20.15 to v1.30.14 ${NAMESPACE_POLICY}:107-114, the same file`,
  },
  {
    from: '1.31',
    to: '1.34',
    value: { kcmMissing: [], roleRules: [...CONFIGMAP_RULES, ...LEASE_RULES], subjects: [...KCM_SUBJECTS, ELECTION_ACCOUNT] },
    source: `k8s.io/kubernetes@v1.31.14 ${NAMESPACE_POLICY}:107-115`,
  },
  {
    from: '1.35',
    readAt: ['1.37.1'],
    value: { kcmMissing: [], roleRules: LEASE_RULES, subjects: [...KCM_SUBJECTS, ELECTION_ACCOUNT] },
    source: `k8s.io/kubernetes@v1.35.4 ${NAMESPACE_POLICY}:107-114`,
  },
]);

/** Grants of this release. */
export function leaseGrants(version: KubernetesVersion): LeaseGrants {
  return LEASE_GRANTS.at(version);
}
