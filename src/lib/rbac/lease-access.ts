import { LeaseAccessMode } from './lease-access-mode';
import { CCM_LOCK_ROLE, KCM_LOCK_ROLE, KCM_SUBJECTS, leaseGrants } from '../facts/lease-grants';
import { CCM, ControllerManager, KCM } from '../kubernetes/component';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { IdentifiedObject, Manifest } from '../kubernetes/manifest';
import { RbacRule, RbacSubject, renderSubject } from '../kubernetes/rbac-rule';

/** What decides the access of one component. */
export interface LeaseAccess {
  readonly component: ControllerManager;
  readonly mode: LeaseAccessMode;
  /** Version that the component runs. */
  readonly version: KubernetesVersion;
  readonly leaseName: string;
  readonly namespace: string;
  /** Whether the phase still uses the Lease. In mode `bootstrap-role-patch` a Role of Kubernetes' own is then written back without the rule. */
  readonly granted: boolean;
  /** Whether the component may already create Leases in the namespace, by other roles. */
  readonly createGranted: boolean;
  /** Who the cloud-controller-manager is. */
  readonly ccmSubject: RbacSubject;
  /** Who kube-controller-manager is, where its pods have a service account and no kubeconfig. */
  readonly kcmAccount?: RbacSubject;
}

const RBAC_API = 'rbac.authorization.k8s.io/v1';

/** Marks that the API server puts on its own roles; kept, so that it goes on reconciling them. */
const BOOTSTRAP_MARKS = {
  annotations: { 'rbac.authorization.kubernetes.io/autoupdate': 'true' },
  labels: { 'kubernetes.io/bootstrapping': 'rbac-defaults' },
};

/** The objects that give one component access to the migration Lease. */
export function leaseAccessObjects(access: LeaseAccess): IdentifiedObject[] {
  switch (access.mode) {
    case LeaseAccessMode.NONE:
      return [];
    case LeaseAccessMode.ADDITIVE: {
      const rules = missingRules(access);
      return access.granted && rules.length > 0 ? roleAndBinding(access, `leader-migration:${access.component}`, rules) : [];
    }
    case LeaseAccessMode.BOOTSTRAP_ROLE_PATCH: {
      if (access.component === CCM) {
        return access.granted ? roleAndBinding(access, CCM_LOCK_ROLE, missingRules(access)) : [];
      }
      const own = leaseGrants(access.version).roleRules.map(rule => ({ ...rule }) as RbacRule);
      const rules = access.granted ? [...own, ...missingRules(access)] : own;
      const patched = { id: 'Role', manifest: role(KCM_LOCK_ROLE, access.namespace, rules, BOOTSTRAP_MARKS) };
      // The API server binds its role to the subjects that it knows.
      return [patched, ...access.granted && isAnother(access.kcmAccount) ? [{
        id: 'RoleBinding', manifest: binding(access, 'leader-migration:kube-controller-manager', KCM_LOCK_ROLE, [renderSubject(access.kcmAccount)]),
      }] : []];
    }
  }
}

/** Only what the component lacks. `create` stands alone: a rule with resourceNames never authorizes it. */
function missingRules(access: LeaseAccess): RbacRule[] {
  const verbs = access.component === KCM ? [...leaseGrants(access.version).kcmMissing] : ['get', 'update'];
  const leases = { apiGroups: ['coordination.k8s.io'], resources: ['leases'] };
  const rules: RbacRule[] = verbs.length > 0 ? [{ ...leases, verbs, resourceNames: [access.leaseName] }] : [];
  return access.createGranted ? rules : [{ ...leases, verbs: ['create'] }, ...rules];
}

function roleAndBinding(access: LeaseAccess, name: string, rules: RbacRule[]): IdentifiedObject[] {
  const ofKcm = [...KCM_SUBJECTS, ...isAnother(access.kcmAccount) ? [access.kcmAccount] : []];
  const subjects = access.component === KCM ? ofKcm.map(subject => renderSubject(subject)) : [renderSubject(access.ccmSubject)];
  return [
    { id: 'Role', manifest: role(name, access.namespace, rules) },
    { id: 'RoleBinding', manifest: binding(access, name, name, subjects) },
  ];
}

/** Whether it is none of those that kube-controller-manager usually is. */
function isAnother(account: RbacSubject | undefined): account is RbacSubject {
  return account !== undefined && !KCM_SUBJECTS.some(({ kind, name, namespace }) =>
    kind === account.kind && name === account.name && namespace === account.namespace);
}

function binding({ namespace }: LeaseAccess, name: string, roleName: string, subjects: readonly object[]): Manifest {
  return {
    apiVersion: RBAC_API,
    kind: 'RoleBinding',
    metadata: { name, namespace },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: roleName },
    subjects: [...subjects],
  };
}

function role(name: string, namespace: string, rules: RbacRule[], marks: object = {}): Manifest {
  return { apiVersion: RBAC_API, kind: 'Role', metadata: { name, namespace, ...marks }, rules };
}
