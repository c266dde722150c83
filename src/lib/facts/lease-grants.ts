import { BootstrapRow, BootstrapRule, generatedBootstrap } from './generated';
import { lazy } from './lazy';
import { readReleases } from './read-releases';
import { FactTable, generatedTable } from './table';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { grouped } from '../kubernetes/once-for';

/** One rule of a Role as the API server makes it. */
export type PolicyRule = BootstrapRule;

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

/**
 * The ClusterRole that lets kube-controller-manager create Leases, in every release. A rule with resourceNames never authorizes create, so no grant
 * of ours can replace it.
 */
const KCM_CLUSTER_ROLE = 'system:kube-controller-manager';

/** What the CCM needs on both of its Leases; no release grants it anything. */
export const CCM_LEASE_VERBS: readonly string[] = ['create', 'get', 'update'];

/** Whom the kubeconfigs of kubeadm, kops, Kubespray and Cluster API name. */
export const KCM_USER: PolicySubject = { kind: 'User', name: 'system:kube-controller-manager' };
const KCM_ACCOUNT: PolicySubject = { kind: 'ServiceAccount', name: 'kube-controller-manager', namespace: 'kube-system' };

/** The two identities that kube-controller-manager can have, in every release: what a grant of ours is bound to. */
export const KCM_SUBJECTS: readonly PolicySubject[] = [KCM_USER, KCM_ACCOUNT];

/** Verbs of the migration Lease that a Role of ours can grant. */
const NAMED_VERBS = ['get', 'update'];

export const LEASE_GRANTS = lazy<FactTable<LeaseGrants>>(() => {
  const { read, rows } = generatedBootstrap();
  const named = (kind: BootstrapRow['kind'], name: string) => rows.filter(row => row.kind === kind && row.name === name);
  const facts = [named('Role', KCM_LOCK_ROLE), named('RoleBinding', KCM_LOCK_ROLE), named('ClusterRole', KCM_CLUSTER_ROLE)];
  return generatedTable('bootstrap grants on Leases', read, facts, held => {
    const of = (kind: BootstrapRow['kind']) => held.find(row => row.kind === kind)!;
    const granted = [...of('Role').rules!, ...of('ClusterRole').rules!].filter(isOnAnyLease).flatMap(({ verbs }) => verbs);
    return {
      kcmMissing: NAMED_VERBS.filter(verb => !granted.includes(verb)),
      roleRules: of('Role').rules!,
      subjects: of('RoleBinding').subjects!.map(({ kind, name, namespace }) => ({ kind, name, ...namespace === undefined ? {} : { namespace } })),
    };
  });
});

const bootstrapObjects = lazy(() => {
  const { read, rows } = generatedBootstrap();
  return { releases: readReleases(read), rows: [...grouped(rows, ({ kind, name }) => `${kind} ${name}`).values()] };
});

/**
 * Roles that the API server of a release makes for kube-controller-manager and for controllers of clouds, and whom it binds them to; without those of
 * which it is not known.
 */
export function bootstrapObjectsOf(version: KubernetesVersion): readonly BootstrapRow[] {
  const { releases, rows } = bootstrapObjects();
  return rows.map(ofOne => releases.rowAt(ofOne, version)).filter((row): row is BootstrapRow => typeof row === 'object');
}

/** Whether a rule holds for a Lease of any name. */
function isOnAnyLease({ apiGroups, resources, resourceNames = [] }: PolicyRule): boolean {
  return apiGroups.includes('coordination.k8s.io') && resources.includes('leases') && resourceNames.length === 0;
}

/** Grants of this release. */
export function leaseGrants(version: KubernetesVersion): LeaseGrants {
  return LEASE_GRANTS().at(version);
}
