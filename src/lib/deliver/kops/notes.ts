import { isControlPlane } from './check-groups';
import { addsLeaseRole } from './checks';
import { KopsMigration, rolesHandedIn } from './migration';
import { DataMap, mapOf } from '../../edit/yaml/data';
import { KOPS_RELEASES } from '../../facts/kops';
import { flagsThatMove } from '../../facts/shared-flags';
import { hasCsi } from '../../installers/kops/component-flags';
import { endingLine } from '../../migration/endings';
import { endingsOfNodes } from '../../migration/endings-of-nodes';
import { MigrationPhase } from '../../migration/migration-phase';

/** What an operator must know who applies a phase: what rolls, what can be turned back and what cannot. */
export function kopsNotes(migration: KopsMigration, phase: MigrationPhase): string[] {
  return [...ofPhase(migration, phase), ...ofCluster(migration)];
}

function ofPhase(migration: KopsMigration, phase: MigrationPhase): string[] {
  const { release, options: { fromVersion, toVersion } } = migration;
  const lost = lostSettings(mapOf(migration.documents.cluster.value(['spec'])));
  const isUnchanged = migration.files(phase).every(({ path, content }) => content === migration.options.configs[path]);
  switch (phase) {
    case MigrationPhase.N: return [
      isUnchanged
        ? `nothing has to be changed: kops ${release.release} turns Leader Migration on for kube-controller-manager of ${fromVersion} by itself. `
          + 'What rolls: the control-plane nodes that were made by an older kops, '
          + 'if \'kops rolling-update cluster\' shows any'
        : `what rolls: every control-plane node, one after the other (still ${fromVersion}); no worker`,
      'phase \'n\' must be rolled out completely before \'mixed\' is written: \'kops update cluster --yes\' starts the cloud-controller-manager on '
        + 'old control-plane nodes within a minute, and beside a '
        + 'kube-controller-manager without Leader Migration the controllers would run twice. Nothing in kops checks that',
      ...addsLeaseRole(release, fromVersion) ? [] : [`kops adds no access to the migration Lease for ${fromVersion}: apply the Role and RoleBinding `
        + 'of this phase first, and keep them until phase \'disabled\''],
    ];
    case MigrationPhase.MIXED: return [
      ...endingsOfNodes([], fromVersion, toVersion).filter(({ component }) => component.startsWith('kube-')).map(endingLine),
      `what rolls: every control-plane node, to ${toVersion}; no worker. The cloud-controller-manager starts before that, on the old control-plane `
        + 'nodes, as soon as \'kops update cluster --yes\' wrote the state store',
      'the launch templates of all other instance groups change then, too: a node that an autoscaler or a lost spot instance brings is of '
        + `${toVersion} from that moment on, and a kubelet must not be newer than an API server: stop the autoscaler until the control plane has `
        + 'rolled',
      ...lost.length === 0 ? [] : [`spec.kubeControllerManager has ${lost.join(', ')}, which the controllers that move used. kops has no `
        + 'such field in cloudControllerManager, so there they run with the defaults of the cloud-controller-manager'],
      'kops writes no configuration file: both sides use the built-in default of their release, so the migration Lease is '
        + '\'cloud-provider-extraction-migration\' and node IPAM stays where it is',
      'every node that is made from now on is named by its instance id, no longer by its private DNS name (kops '
        + `${KOPS_RELEASES().find(({ instanceIdFrom }) => instanceIdFrom !== undefined)!.release} and newer, Kubernetes 1.${release.instanceIdFrom} `
        + 'and newer): what knows nodes by name must follow',
      'back: write phase \'n\' and roll the control plane with the same kops (an older one is refused); etcd then runs the older release on data '
        + 'that the newer one wrote, which Kubernetes does not support '
        + 'across minors: take an etcd backup before this phase. The DaemonSet of the cloud-controller-manager stays, because kops prunes nothing: '
          + 'delete it as the plan says',
    ];
    case MigrationPhase.N_PLUS_1: return [
      'the Cluster is the same as in \'mixed\', byte for byte. What rolls: every node of the instance groups of role '
        + `${rolesHandedIn(migration).has('APIServer') ? 'APIServer and then of role ' : ''}Node, one group after the other`,
      'pods are moved by the roll. Nodes are replaced, so nothing on their disks stays',
    ];
    case MigrationPhase.DISABLED: return [
      'what rolls: no node, because cloudControllerManager is no part of what a node is made from (k8s.io/kops@v1.24.1 '
        + 'pkg/model/bootstrapscript.go:345-364); the pods of the cloud-controller-manager are replaced',
      ...release.ccmLeaderMigration !== undefined && toVersion.minor === release.ccmLeaderMigration.to
        ? [`enableLeaderMigration: false can be taken out when the cluster runs 1.${toVersion.minor + 1}: kops no longer turns it on there`] : [],
      'back: write \'n-plus-1\' first, so that Leader Migration is on again, before any control-plane node of version N comes back',
    ];
  }
}

/** What the input makes worth saying, in every phase. */
function ofCluster({ documents: { cluster, instanceGroups }, release, options }: KopsMigration): string[] {
  const spec = mapOf(cluster.value(['spec']));
  const masters = instanceGroups.filter(isControlPlane);
  return [
    ...!hasCsi(spec, release, options.fromVersion) && hasCsi(spec, release, options.toVersion)
      ? [`kops turns the EBS CSI driver on with ${options.toVersion}: volumes of the in-tree plugin move to it in the same roll as the controllers`]
      : [],
    ...instanceGroups.length === 0 ? ['no InstanceGroup was handed in, so how many control-plane nodes there are is not known'] : [],
    ...masters.length === 1 ? [`InstanceGroup '${String(mapOf(masters[0].data.metadata).name)}' is the only one of the control plane: while its `
      + 'node is replaced, no controller runs'] : [],
  ];
}

/**
 * Fields of `kubeControllerManager` whose flag the cloud-controller-manager has too, but no field of `cloudControllerManager`: k8s.io/kops@v1.27.3
 * and v1.36.2 pkg/apis/kops/v1alpha2/componentconfig.go, KubeControllerManagerConfig and CloudControllerManagerConfig.
 */
const WITHOUT_COUNTERPART: readonly (readonly [field: string, flag: string])[] = [
  ['concurrentServiceSyncs', 'concurrent-service-syncs'],
  ['nodeMonitorPeriod', 'node-monitor-period'],
  ['kubeAPIQPS', 'kube-api-qps'],
  ['kubeAPIBurst', 'kube-api-burst'],
  ['minResyncPeriod', 'min-resync-period'],
  ['enableProfiling', 'profiling'],
  ['enableContentionProfiling', 'contention-profiling'],
  ['tlsCipherSuites', 'tls-cipher-suites'],
  ['tlsMinVersion', 'tls-min-version'],
];

/** Settings of kube-controller-manager that the controllers which move used, and that kops cannot give to the cloud-controller-manager. */
function lostSettings(spec: DataMap): string[] {
  const kcm = mapOf(spec.kubeControllerManager);
  const moving = flagsThatMove(['service', 'route', 'cloud-node-lifecycle']);
  return WITHOUT_COUNTERPART.filter(([field, flag]) => field in kcm && moving.includes(flag))
    .map(([field]) => `${field}: ${JSON.stringify(kcm[field])}`);
}
