import { RbacRule } from '../kubernetes/rbac-rule';

/** What a cloud-controller-manager needs, decided by its flags. */
export interface CcmPermissions {
  /** `--use-service-account-credentials`: each controller acts as a service account of its own, which bootstrap ClusterRoles already serve. */
  readonly useServiceAccountCredentials: boolean;
  /** Whether requests to its secure port (metrics) are authenticated and authorized by the API server. */
  readonly delegatedAuthorization: boolean;
}

/** What an informer does. */
const informed = ['list', 'watch'];

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
    // No `update`: a repeated event is patched (k8s.io/client-go@v0.20.15 to v0.36.3 tools/record/event.go, recordEvent).
    { apiGroups: [''], resources: ['events'], verbs: ['create', 'patch'] },
  ];
  if (permissions.useServiceAccountCredentials) {
    rules.push(
      // Informers are shared and run as the component itself.
      { apiGroups: [''], resources: ['nodes'], verbs: informed },
      { apiGroups: [''], resources: ['services'], verbs: informed },
    );
  } else {
    rules.push(
      { apiGroups: [''], resources: ['nodes'], verbs: ['delete', 'get', 'list', 'patch', 'update', 'watch'] },
      { apiGroups: [''], resources: ['nodes/status'], verbs: ['patch'] },
      { apiGroups: [''], resources: ['services'], verbs: informed },
      // Finalizers too: service/helpers/helper.go:141 patches metadata through the status subresource.
      { apiGroups: [''], resources: ['services/status'], verbs: ['patch'] },
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

/**
 * The tagging controller of AWS, which is off unless it is named. It labels each node whose instance it has tagged
 * (k8s.io/cloud-provider-aws@v1.27.0 pkg/controllers/tagging/tagging_controller.go:300, a get and a patch: k8s.io/cloud-provider@v0.27.0
 * node/helpers/labels.go:68,98), as a service account that no bootstrap role serves.
 */
export const TAGGING_CONTROLLER = {
  subject: { kind: 'ServiceAccount', name: 'tagging-controller', namespace: 'kube-system' },
  rules: [{ apiGroups: [''], resources: ['nodes'], verbs: ['get', 'patch'] }],
} as const;

/** The Role rules for the main Lease: `create` cannot be limited to a name, so it stands alone. */
export function mainLeaseRules(leaseName: string): RbacRule[] {
  return [
    { apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: ['create'] },
    { apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: ['get', 'update'], resourceNames: [leaseName] },
  ];
}

/**
 * The Role rules for the service accounts as which its controllers act: a token of any other account of the cluster would be all that account may do.
 * An account is looked up, and made where it is missing; `create` cannot be limited to a name (k8s.io/controller-manager@v0.26.13 pkg/clientbuilder,
 * getOrCreateServiceAccount).
 */
export function controllerAccountRules(accounts: readonly string[]): RbacRule[] {
  return [
    { apiGroups: [''], resources: ['serviceaccounts'], verbs: ['create'] },
    { apiGroups: [''], resources: ['serviceaccounts'], verbs: ['get'], resourceNames: [...accounts] },
    { apiGroups: [''], resources: ['serviceaccounts/token'], verbs: ['create'], resourceNames: [...accounts] },
  ];
}
