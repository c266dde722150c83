import { RbacRule } from './rbac-rule';

/** What a cloud-controller-manager needs, decided by its flags. */
export interface CcmPermissions {
  /** `--use-service-account-credentials`: each controller acts as a service account of its own, which bootstrap ClusterRoles already serve. */
  readonly useServiceAccountCredentials: boolean;
  /** Whether requests to its secure port (metrics) are authenticated and authorized by the API server. */
  readonly delegatedAuthorization: boolean;
}

const read = ['get', 'list', 'watch'];

/**
 * The ClusterRole rules that a cloud-controller-manager needs, and no more: no leases (its Role has those, by name) and no right that only
 * volumes or endpoints locks needed.
 *
 * Read from k8s.io/cloud-provider@v0.27.14: app/controllermanager.go (informers use the component's own identity), controllers/node
 * (labels, addresses, taint), controllers/nodelifecycle (deletes nodes: upstream's superset role lacks that), controllers/service
 * (finalizers, status), controllers/route (condition NetworkUnavailable).
 */
export function ccmClusterRoleRules(permissions: CcmPermissions): RbacRule[] {
  const rules: RbacRule[] = [
    { apiGroups: [''], resources: ['events'], verbs: ['create', 'patch', 'update'] },
  ];
  if (permissions.useServiceAccountCredentials) {
    rules.push(
      // Informers are shared and run as the component itself.
      { apiGroups: [''], resources: ['nodes'], verbs: read },
      { apiGroups: [''], resources: ['services'], verbs: read },
      // One service account and token per controller, made on first use. Client names: k8s.io/cloud-provider names/controller_names.go.
      { apiGroups: [''], resources: ['serviceaccounts'], verbs: ['create', 'get'] },
      { apiGroups: [''], resources: ['serviceaccounts/token'], verbs: ['create'] },
    );
  } else {
    rules.push(
      { apiGroups: [''], resources: ['nodes'], verbs: ['delete', 'get', 'list', 'patch', 'update', 'watch'] },
      { apiGroups: [''], resources: ['nodes/status'], verbs: ['patch', 'update'] },
      { apiGroups: [''], resources: ['services'], verbs: ['get', 'list', 'patch', 'update', 'watch'] },
      { apiGroups: [''], resources: ['services/status'], verbs: ['patch', 'update'] },
    );
  }
  if (permissions.delegatedAuthorization) {
    rules.push(
      { apiGroups: ['authentication.k8s.io'], resources: ['tokenreviews'], verbs: ['create'] },
      { apiGroups: ['authorization.k8s.io'], resources: ['subjectaccessreviews'], verbs: ['create'] },
    );
  }
  return rules;
}

/** The Role rules for the main Lease: `create` cannot be limited to a name, so it stands alone. */
export function mainLeaseRules(leaseName: string): RbacRule[] {
  return [
    { apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: ['create'] },
    { apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: ['get', 'update'], resourceNames: [leaseName] },
  ];
}
