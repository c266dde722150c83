import { availabilityObjects } from './availability-objects';
import { CcmOptions } from './ccm-options';
import { CcmRules, ccmRbacObjects } from './ccm-rbac';
import { ccmFlags } from './command-line';
import { Flag, renderFlag } from './flag';
import { monitoringObjects } from './monitoring-objects';
import { CcmVolume } from './volume';
import { renderCcmWorkload } from './workload';
import { CcmWorkload } from './workload-options';
import { controlPlaneNode } from '../facts/control-plane-node';
import { IdentifiedObject, Manifest } from '../kubernetes/manifest';
import { RbacSubject } from '../kubernetes/rbac-rule';
import { LEADER_MIGRATION_FILE } from '../leader-migration';

/** What the cloud decides. */
export interface CcmOfCloud extends CcmRules {
  readonly name: string;
  readonly image: string;
  readonly cloudProvider: string;
  /** Objects that its pods mount. */
  readonly mounted?: readonly IdentifiedObject[];
}

/** All of a cloud-controller-manager: its command line, its workload and what it runs as. */
export interface CcmObjects {
  readonly flags: readonly Flag[];
  readonly args: readonly string[];
  readonly subject: RbacSubject;
  /** ServiceAccount, roles, bindings, the workload unless it is a static pod, and what goes with it; in apply order. */
  readonly objects: readonly IdentifiedObject[];
  /** The Pod of the static pod manifest. */
  readonly staticPod?: Manifest;
}

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
      ...(options.rbac ?? true ? ccmRbacObjects(options, cloud, subject) : []),
      ...cloud.mounted ?? [],
      ...(isStatic ? [] : [{ id: 'Resource', manifest: workload }]),
      ...availabilityObjects(options, options.workload ?? CcmWorkload.DAEMON_SET, options.kubernetesVersion, cloud.name, namespace),
      ...monitoringObjects(options, cloud.name, namespace, flags),
    ].map(object => labelled(object, options.objectLabels ?? {})),
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

/** With the user's labels on the object itself; what the object already says wins. */
function labelled({ id, manifest }: IdentifiedObject, labels: Readonly<Record<string, string>>): IdentifiedObject {
  if (Object.keys(labels).length === 0) return { id, manifest };
  const own = manifest.metadata.labels as object | undefined;
  return { id, manifest: { ...manifest, metadata: { ...manifest.metadata, labels: { ...labels, ...own } } } };
}
