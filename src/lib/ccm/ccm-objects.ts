import { CcmOptions } from './ccm-options';
import { ccmFlags } from './command-line';
import { Flag, renderFlag } from './flag';
import { CcmVolume } from './volume';
import { renderCcmWorkload } from './workload';
import { CcmWorkload } from './workload-options';
import { controlPlaneNode } from '../facts/control-plane-node';
import { LOCK_NAMESPACE, MAIN_LOCK_NAMES } from '../facts/locks';
import { LEADER_MIGRATION_FILE } from '../leader-migration';
import { IdentifiedObject, Manifest } from '../manifest';
import { mainLeaseRules } from '../rbac/ccm-rules';
import { RbacRule, RbacSubject, renderSubject } from '../rbac/rbac-rule';

/** What the cloud decides. */
export interface CcmOfCloud {
  readonly name: string;
  readonly image: string;
  readonly cloudProvider: string;
  readonly rules: readonly RbacRule[];
  /** Whether `rules` already allow its main Lease. */
  readonly rulesGrantLeases: boolean;
}

/** All of a cloud-controller-manager: its command line, its workload and what it runs as. */
export interface CcmObjects {
  readonly flags: readonly Flag[];
  readonly args: readonly string[];
  readonly subject: RbacSubject;
  /** ServiceAccount, roles, bindings and, unless it is a static pod, the workload; in apply order. */
  readonly objects: readonly IdentifiedObject[];
  /** The Pod of the static pod manifest. */
  readonly staticPod?: Manifest;
}

const RBAC_API = 'rbac.authorization.k8s.io/v1';
const RBAC_GROUP = 'rbac.authorization.k8s.io';

/** Who a cloud-controller-manager is: its service account, or, as a static pod, the user of its kubeconfig. */
export function ccmSubject(options: Pick<CcmOptions, 'workload' | 'serviceAccountName' | 'namespace'>): RbacSubject {
  return options.workload === CcmWorkload.STATIC_POD
    ? { kind: 'User', name: 'system:cloud-controller-manager' }
    : { kind: 'ServiceAccount', name: options.serviceAccountName ?? 'cloud-controller-manager', namespace: options.namespace ?? 'kube-system' };
}

export function ccmObjects(options: CcmOptions, cloud: CcmOfCloud): CcmObjects {
  const namespace = options.namespace ?? 'kube-system';
  const isStatic = options.workload === CcmWorkload.STATIC_POD;
  const leaderMigration = options.leaderMigration ?? options.leaderMigrationConfig !== undefined;
  const kubeconfig = isStatic ? options.staticPodKubeconfig ?? '/etc/kubernetes/cloud-controller-manager.conf' : undefined;
  const flags = ccmFlags({
    cloudProvider: cloud.cloudProvider,
    verbosity: options.verbosity ?? 2,
    useServiceAccountCredentials: options.useServiceAccountCredentials ?? true,
    configureCloudRoutes: options.configureCloudRoutes ?? false,
    clusterName: options.clusterName,
    clusterCidr: options.clusterCidr,
    allocateNodeCidrs: options.allocateNodeCidrs,
    cloudConfig: options.cloudConfigPath,
    enableLeaderMigration: leaderMigration,
    leaderMigrationConfig: options.leaderMigrationConfig ? LEADER_MIGRATION_FILE : undefined,
    featureGates: options.featureGates,
    kubeconfig,
    flags: options.flags ?? {},
  });
  const contentHash = leaderMigration ? options.leaderMigrationConfig?.contentHash : undefined;
  const workload = renderCcmWorkload({
    name: cloud.name,
    namespace,
    image: cloud.image,
    flags,
    controlPlane: controlPlaneNode(options.kubernetesVersion),
    placementLabels: options.placementLabels ?? {},
    volumes: volumes(options, leaderMigration, kubeconfig),
    // A file is read only at start, and neither a changed ConfigMap nor a changed node file restarts a pod: the hash does.
    podAnnotations: contentHash ? { 'ccm-migration/leader-migration-config-sha256': contentHash } : {},
    options,
  });
  const subject = ccmSubject(options);
  return {
    flags,
    args: flags.map(renderFlag),
    subject,
    objects: [
      ...(options.rbac ?? true ? rbacObjects(options, cloud, subject) : []),
      ...(isStatic ? [] : [{ id: 'Resource', manifest: workload }]),
    ],
    staticPod: isStatic ? workload : undefined,
  };
}

function volumes(options: CcmOptions, leaderMigration: boolean, kubeconfig: string | undefined): CcmVolume[] {
  const list: CcmVolume[] = [];
  if (options.cloudConfigPath) list.push(CcmVolume.hostPath('cloud-config', options.cloudConfigPath, 'File', { mountPath: options.cloudConfigPath }));
  if (kubeconfig) list.push(CcmVolume.hostPath('kubeconfig', kubeconfig, 'File', { mountPath: kubeconfig }));
  const config = options.leaderMigrationConfig;
  if (!leaderMigration || !config) return list;
  list.push(kubeconfig
    ? CcmVolume.hostPath('leader-migration-config', LEADER_MIGRATION_FILE, 'File', { mountPath: LEADER_MIGRATION_FILE })
    : CcmVolume.configMap('leader-migration-config', config.configMapName, { mountPath: LEADER_MIGRATION_FILE, subPath: config.key }));
  return list;
}

function rbacObjects(options: CcmOptions, cloud: CcmOfCloud, subject: RbacSubject): IdentifiedObject[] {
  const subjects = [renderSubject(subject)];
  const clusterRole = { apiGroup: RBAC_GROUP, kind: 'ClusterRole', name: 'system:cloud-controller-manager' };
  const objects: IdentifiedObject[] = [];
  if (subject.kind === 'ServiceAccount') {
    objects.push({ id: 'ServiceAccount', manifest: { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: subject.name, namespace: subject.namespace } } });
  }
  objects.push(
    { id: 'ClusterRole', manifest: { apiVersion: RBAC_API, kind: 'ClusterRole', metadata: { name: clusterRole.name }, rules: cloud.rules } },
    {
      // How delegated authentication is configured; the Role is Kubernetes' own, in kube-system whatever our namespace.
      id: 'AuthReader',
      manifest: {
        apiVersion: RBAC_API,
        kind: 'RoleBinding',
        metadata: { name: 'cloud-controller-manager:apiserver-authentication-reader', namespace: 'kube-system' },
        roleRef: { apiGroup: RBAC_GROUP, kind: 'Role', name: 'extension-apiserver-authentication-reader' },
        subjects,
      },
    },
    { id: 'ClusterRoleBinding', manifest: { apiVersion: RBAC_API, kind: 'ClusterRoleBinding', metadata: { name: clusterRole.name }, roleRef: clusterRole, subjects } },
  );
  if (cloud.rulesGrantLeases) return objects;
  const metadata = { name: 'cloud-controller-manager:leader-election', namespace: options.flags?.['leader-elect-resource-namespace'] ?? LOCK_NAMESPACE };
  const lease = options.flags?.['leader-elect-resource-name'] ?? MAIN_LOCK_NAMES['cloud-controller-manager'];
  return [
    ...objects,
    { id: 'LeaderElectionRole', manifest: { apiVersion: RBAC_API, kind: 'Role', metadata, rules: mainLeaseRules(lease) } },
    {
      id: 'LeaderElectionRoleBinding',
      manifest: { apiVersion: RBAC_API, kind: 'RoleBinding', metadata, roleRef: { apiGroup: RBAC_GROUP, kind: 'Role', name: metadata.name }, subjects },
    },
  ];
}
