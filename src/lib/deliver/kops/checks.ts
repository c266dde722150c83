import { checkGroups } from './check-groups';
import { refuseEndedFields } from './ended-fields';
import { KopsOptions } from './options';
import { isMap, mapOf, SourcePath } from '../../edit/yaml/data';
import { SourceDocument } from '../../edit/yaml/source-document';
import { hasField, isExternalInKops, kopsRelease, KopsRelease, KOPS_FIELDS, kopsReleasesFor, runs } from '../../facts/kops';
import { lazy } from '../../facts/lazy';
import { expectBoolean, expectName, nameOf } from '../../installers/documents';
import { configuresCloudRoutes, hasCsi } from '../../installers/kops/component-flags';
import { KopsDocuments, refuseNewerFields } from '../../installers/kops/documents';
import { isIpv6Only } from '../../installers/kops/networking';
import { whyNothingToMigrate } from '../../installers/kops/nothing-to-migrate';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';

const KCM: SourcePath = ['spec', 'kubeControllerManager'];
const CCM: SourcePath = ['spec', 'cloudControllerManager'];

/** The field by which a cloud-controller-manager is told to migrate. */
const LEADER_MIGRATION = lazy(() => KOPS_FIELDS().find(({ path }) => path.join('.') === 'cloudControllerManager.enableLeaderMigration')!);

/**
 * A Cluster must be as it is before the migration, and the release of kops must be able to do all of it.
 *
 * @throws with the path of the first field that stands against it, its place, and what to do
 */
export function checkCluster(documents: KopsDocuments, options: KopsOptions): void {
  const { cluster, instanceGroups } = documents;
  const release = kopsRelease(options.kopsRelease);
  refuseNewerFields(cluster, release);
  refuseNewForms(cluster);
  checkProvider(cluster);
  expectName(cluster, options.clusterId, 'kops');
  checkVersions(cluster, release, options);
  refuseEndedFields(documents, options);
  checkInTree(cluster);
  for (const group of instanceGroups) checkGroup(group, options);
  checkGroups(documents, release);
  checkVolumes(cluster, release, options);
  checkRoutes(cluster, release, options);
}

/**
 * Fields of which v1alpha3 has another form, and what v1alpha2 has instead: k8s.io/kops@v1.28.0 pkg/apis/kops/v1alpha3/cluster.go:57, 109, and
 * v1alpha2/cluster.go:184. kops drops what it does not know.
 */
const NEW_FORMS = [
  { field: 'cloudProvider', isNew: isMap, beside: 'cloudConfig', write: 'in v1alpha2 it is a text: cloudProvider: aws' },
  { field: 'controlPlaneKubelet', isNew: (value: unknown) => value !== undefined, beside: 'masterKubelet', write: 'in v1alpha2 it is masterKubelet' },
];

function refuseNewForms(cluster: SourceDocument): void {
  const spec = mapOf(cluster.value(['spec']));
  const found = NEW_FORMS.find(({ field, isNew }) => isNew(spec[field]));
  if (!found) return;
  const { field, beside, write } = found;
  throw cluster.errorAt(['spec', field], `spec.${field} is ${isMap(spec[field]) ? 'a mapping, which is ' : ''}the form of v1alpha3`
    + `${beside in spec ? `, and spec.${beside} that of v1alpha2` : ''}; ${write}`);
}

function checkProvider(cluster: SourceDocument): void {
  const path: SourcePath = ['spec', 'cloudProvider'];
  const provider = cluster.value(path);
  if (provider !== 'aws') {
    throw cluster.errorAt(path, `spec.cloudProvider is ${JSON.stringify(provider ?? null)}, expected 'aws': `
    + 'only kops on AWS is supported');
  }
}

function checkVersions(cluster: SourceDocument, release: KopsRelease, { fromVersion, toVersion }: KopsOptions): void {
  const path: SourcePath = ['spec', 'kubernetesVersion'];
  const today = cluster.value(path);
  if (typeof today !== 'string' && typeof today !== 'number') {
    throw cluster.errorAt(path, `spec.kubernetesVersion is ${JSON.stringify(today ?? null)}, expected the release that the cluster `
      + 'runs, like \'1.23.17\'');
  }
  if (String(today).replace(/^v/, '') !== fromVersion.toString()) {
    throw cluster.errorAt(path, `spec.kubernetesVersion is '${today}', but fromVersion is ${fromVersion}; hand in the Cluster as it `
      + 'is before the migration, and give the version that it has');
  }
  if (isExternalInKops(fromVersion)) {
    throw cluster.errorAt(path, `fromVersion is ${fromVersion}: ${whyNothingToMigrate()}; leave this app out, and upgrade with kops: `
      + '\'kops update cluster\' and \'kops rolling-update cluster\'');
  }
  for (const [prop, version] of [['fromVersion', fromVersion], ['toVersion', toVersion]] as const) {
    if (runs(release, version)) continue;
    throw cluster.errorAt(path, `${prop} is ${version}, but kops ${release.release} supports Kubernetes 1.${release.kubernetes.from} `
      + `to 1.${release.kubernetes.to}; `
      + `releases that support ${fromVersion.minorVersion} and ${toVersion.minorVersion}: ${kopsReleasesFor(fromVersion, toVersion)}`);
  }
  if (!hasField(LEADER_MIGRATION(), release)) {
    throw cluster.errorAt(path, `kopsRelease is ${release.release}, which has no enableLeaderMigration; the first release with it is `
      + `${LEADER_MIGRATION().since}: upgrade kops first`);
  }
}

function checkInTree(cluster: SourceDocument): void {
  if (cluster.value(CCM) !== undefined) {
    throw cluster.errorAt(CCM, 'spec.cloudControllerManager is set: its presence alone, also as {}, makes every component external, '
      + 'so this cluster was moved already, '
      + 'and without Leader Migration; hand in the Cluster as it is before the migration');
  }
  for (const component of ['kubeControllerManager', 'kubeAPIServer', 'kubelet',
    'masterKubelet']) expectUnset(cluster, ['spec', component, 'cloudProvider']);
  const lm: SourcePath = [...KCM, 'enableLeaderMigration'];
  expectBoolean(cluster, lm);
  if (cluster.value(lm) === false) {
    throw cluster.errorIn(lm, 'is false, and what you set wins over kops\' own default: version N would run without Leader Migration; take it out '
      + `('kops edit cluster --unset=${lm.join('.')}')`);
  }
  if (cluster.value([...KCM, 'leaderElection', 'leaderElect']) === false) {
    throw cluster.errorAt([...KCM, 'leaderElection', 'leaderElect'],
      `${KCM.join('.')}.leaderElection.leaderElect is false: kube-controller-manager takes no lock, and Leader Migration is then ignored; take it `
        + 'out');
  }
  if (isIpv6Only(mapOf(cluster.value(['spec'])))) {
    throw cluster.errorIn(['spec', 'nonMasqueradeCIDR'], 'is IPv6, which kops runs with the '
      + 'cloud-controller-manager only: there is nothing to migrate');
  }
}

/** kops replaces the groups of the cluster that their label names, and lays their kubelet over that of the Cluster. */
function checkGroup(group: SourceDocument, { clusterId }: KopsOptions): void {
  const label: SourcePath = ['metadata', 'labels', 'kops.k8s.io/cluster'];
  const named = group.value(label);
  if (named !== undefined && named !== clusterId) {
    throw group.errorAt(label, `InstanceGroup '${nameOf(group)}' is labelled kops.k8s.io/cluster: ${String(named)}, but clusterId is `
      + `'${clusterId}'; hand in the groups of one cluster`);
  }
  expectUnset(group, ['spec', 'kubelet', 'cloudProvider']);
}

/** Of `aws` too: it would still be there at version N+1. */
function expectUnset(cluster: SourceDocument, path: SourcePath): void {
  const value = cluster.value(path);
  if (value === undefined || value === null || value === '') return;
  throw cluster.errorIn(path, `is '${String(value)}'; kops sets it by itself, and what you set wins in every phase: take it out`);
}

/** kops refuses an external cloud controller without the driver, and names a path that is not the user's. */
function checkVolumes(cluster: SourceDocument, release: KopsRelease, { toVersion, csiMigration }: KopsOptions): void {
  const path: SourcePath = ['spec', 'cloudConfig', 'awsEBSCSIDriver'];
  const given = cluster.value(path);
  const hasOption = csiMigration === true && !isMap(given);
  if (hasOption || hasCsi(mapOf(cluster.value(['spec'])), release, toVersion)) return;
  const enabled = cluster.value([...path, 'enabled']);
  throw cluster.errorAt([...path, 'enabled'], `${path.join('.')}.enabled is ${JSON.stringify(enabled ?? null)}, and kops refuses an `
    + 'external cloud controller without the EBS CSI driver; '
    + 'volumes move with it, and that is a change of its own: enable it and roll the cluster before the migration');
}

function checkRoutes(cluster: SourceDocument, release: KopsRelease, { toVersion, configureCloudRoutes }: KopsOptions): void {
  const spec = mapOf(cluster.value(['spec']));
  const today: SourcePath = [...KCM, 'configureCloudRoutes'];
  expectBoolean(cluster, today);
  if ((cluster.value(today) ?? configuresCloudRoutes(spec)) !== configuresCloudRoutes(spec)) {
    throw cluster.errorIn(today, `is ${String(cluster.value(today))}, and what you set wins at version N, but the cloud-controller-manager of this `
      + `networking gets ${String(configuresCloudRoutes(spec))}: one of the two would make routes and the other not; take it out`);
  }
  if (configureCloudRoutes === undefined || configureCloudRoutes === configuresCloudRoutes(spec)) return;
  if (configureCloudRoutes) {
    throw cluster.errorAt(['spec', 'networking'], 'configureCloudRoutes is true, but spec.networking has '
      + `${Object.keys(mapOf(spec.networking)).join(', ') || 'nothing'}, whose plugin makes the routes; leave it out`);
  }
  throw cluster.errorAt(['spec', 'networking'], 'configureCloudRoutes is false, but the networking of this cluster is kubenet, which '
    + 'has routes from the cloud provider only: '
    + `with kops ${release.release} and ${toVersion.minorVersion} no component would create them; remove it`);
}

/** Whether kops adds access to the migration Lease by itself. */
export function addsLeaseRole({ leaseRole }: KopsRelease, version: KubernetesVersion): boolean {
  return leaseRole !== undefined && version.minor >= leaseRole.from && version.minor <= leaseRole.to;
}
