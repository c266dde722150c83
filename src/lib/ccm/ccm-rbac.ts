import { CcmAccessOptions } from './access-options';
import { withoutEmpty } from './without-empty';
import { AWS_CCM_TAGGING_CONTROLLER } from '../facts/ccm-releases';
import { LOCK_NAMESPACE, MAIN_LOCK_NAMES } from '../facts/locks';
import { CONTROLLER_ACCOUNTS_NAMESPACE } from '../facts/token-requests';
import { IdentifiedObject } from '../kubernetes/manifest';
import { RbacRule, RbacSubject, renderSubject } from '../kubernetes/rbac-rule';
import { controllerAccountRules, mainLeaseRules, TAGGING_CONTROLLER } from '../rbac/ccm-rules';

const RBAC_API = 'rbac.authorization.k8s.io/v1';
const RBAC_GROUP = 'rbac.authorization.k8s.io';

/** What the ClusterRole allows. */
export interface CcmRules {
  readonly rules: readonly RbacRule[];
  /** Whether `rules` already allow its main Lease. */
  readonly rulesGrantLeases: boolean;
  /** Service accounts that it makes and gets tokens of, by a Role of its own; none: `rules` say it. */
  readonly controllerAccounts: readonly string[];
}

/** The ServiceAccount, its roles and bindings, in apply order. */
export function ccmRbacObjects(
  options: CcmAccessOptions, cloud: CcmRules & { readonly cloudProvider: string }, subject: RbacSubject, flags: Readonly<Record<string, string>>,
): IdentifiedObject[] {
  const subjects = [renderSubject(subject)];
  const clusterRole = { apiGroup: RBAC_GROUP, kind: 'ClusterRole', name: options.clusterRoleName ?? 'system:cloud-controller-manager' };
  const objects: IdentifiedObject[] = [];
  if (subject.kind === 'ServiceAccount' && !options.serviceAccount) {
    const metadata = { name: subject.name, namespace: subject.namespace, ...withoutEmpty({ annotations: options.serviceAccountAnnotations }) };
    objects.push({ id: 'ServiceAccount', manifest: { apiVersion: 'v1', kind: 'ServiceAccount', metadata } });
  }
  objects.push(
    { id: 'ClusterRole', manifest: { apiVersion: RBAC_API, kind: 'ClusterRole', metadata: { name: clusterRole.name }, rules: cloud.rules } },
    {
      // How delegated authentication is configured; the Role is Kubernetes' own, in kube-system whatever our namespace.
      id: 'AuthReader',
      manifest: {
        apiVersion: RBAC_API,
        kind: 'RoleBinding',
        metadata: { name: options.authReaderBindingName ?? 'cloud-controller-manager:apiserver-authentication-reader', namespace: 'kube-system' },
        roleRef: { apiGroup: RBAC_GROUP, kind: 'Role', name: 'extension-apiserver-authentication-reader' },
        subjects,
      },
    },
    {
      id: 'ClusterRoleBinding',
      manifest: { apiVersion: RBAC_API, kind: 'ClusterRoleBinding', metadata: { name: clusterRole.name }, roleRef: clusterRole, subjects },
    },
  );
  const isTagging = hasTaggingAccount(options, cloud.cloudProvider, flags);
  if (isTagging) objects.push(...taggingObjects());
  if (cloud.controllerAccounts.length > 0) {
    objects.push(...accountObjects([...cloud.controllerAccounts, ...isTagging ? [TAGGING_CONTROLLER.subject.name] : []].sort(), subjects));
  }
  if (cloud.rulesGrantLeases) return objects;
  const metadata = { name: 'cloud-controller-manager:leader-election', namespace: flags['leader-elect-resource-namespace'] ?? LOCK_NAMESPACE };
  const lease = flags['leader-elect-resource-name'] ?? MAIN_LOCK_NAMES['cloud-controller-manager'];
  return [
    ...objects,
    { id: 'LeaderElectionRole', manifest: { apiVersion: RBAC_API, kind: 'Role', metadata, rules: mainLeaseRules(lease) } },
    {
      id: 'LeaderElectionRoleBinding',
      manifest: {
        apiVersion: RBAC_API,
        kind: 'RoleBinding',
        metadata,
        roleRef: {
          apiGroup: RBAC_GROUP, kind: 'Role', name: metadata.name,
        },
        subjects,
      },
    },
  ];
}

/** Whether the tagging controller is on, which `*` does not do, and acts as itself. */
function hasTaggingAccount(
  { useServiceAccountCredentials = true }: CcmAccessOptions, cloudProvider: string, flags: Readonly<Record<string, string>>,
): boolean {
  return cloudProvider === 'aws' && useServiceAccountCredentials && (flags.controllers ?? '').split(',').includes(AWS_CCM_TAGGING_CONTROLLER);
}

function accountObjects(accounts: readonly string[], subjects: readonly object[]): IdentifiedObject[] {
  const metadata = { name: 'cloud-controller-manager:controller-accounts', namespace: CONTROLLER_ACCOUNTS_NAMESPACE };
  const roleRef = { apiGroup: RBAC_GROUP, kind: 'Role', name: metadata.name };
  return [
    { id: 'ControllerAccountsRole', manifest: { apiVersion: RBAC_API, kind: 'Role', metadata, rules: controllerAccountRules(accounts) } },
    { id: 'ControllerAccountsRoleBinding', manifest: { apiVersion: RBAC_API, kind: 'RoleBinding', metadata, roleRef, subjects } },
  ];
}

function taggingObjects(): IdentifiedObject[] {
  const metadata = { name: 'cloud-controller-manager:tagging-controller' };
  const roleRef = { apiGroup: RBAC_GROUP, kind: 'ClusterRole', name: metadata.name };
  const subjects = [renderSubject(TAGGING_CONTROLLER.subject)];
  return [
    { id: 'TaggingClusterRole', manifest: { apiVersion: RBAC_API, kind: 'ClusterRole', metadata, rules: TAGGING_CONTROLLER.rules } },
    { id: 'TaggingClusterRoleBinding', manifest: { apiVersion: RBAC_API, kind: 'ClusterRoleBinding', metadata, roleRef, subjects } },
  ];
}
