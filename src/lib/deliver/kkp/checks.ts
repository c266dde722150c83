import { KkpOptions } from './options';
import { mapOf, SourcePath } from '../../edit/yaml/data';
import { SourceDocument } from '../../edit/yaml/source-document';
import { firstKkpFor, KkpRelease, limitsOf, migrates } from '../../facts/kkp';
import { expectBoolean, expectName, nameOf } from '../../installers/documents';
import { cloudsOf, providerOf } from '../../installers/kkp/deployments';
import { FEATURES, KkpDocuments, MIGRATION_ANNOTATIONS } from '../../installers/kkp/documents';

/**
 * A Cluster must be as it is before the migration, and the release of KKP must be able to do it.
 *
 * @throws with the path of the first field that stands against it, its place, and what to do
 */
export function checkKkp({ cluster, machineDeployments }: KkpDocuments, release: KkpRelease, { clusterId, version }: KkpOptions): void {
  expectName(cluster, clusterId, 'KKP');
  checkProvider(cluster, release, version);
  const today = cluster.value(['spec', 'version']);
  if (String(today ?? '').replace(/^v/, '') !== version.toString()) {
    throw cluster.errorIn(['spec', 'version'], `is ${JSON.stringify(today ?? null)}, but fromVersion is ${version}; give the version that the `
      + 'Cluster has');
  }
  const running: SourcePath = ['status', 'versions', 'controlPlane'];
  const runs = cluster.value(running);
  if (runs !== undefined && String(runs).replace(/^v/, '') !== version.toString()) {
    throw cluster.errorIn(running, `is '${String(runs)}', but spec.version is `
      + `'${String(today)}': an upgrade is in progress; wait until it has finished`);
  }
  checkNotStarted(cluster);
  checkClusterName(cluster, release);
  checkManaged(cluster, machineDeployments);
}

/**
 * What is paused would wait half-way, and there is no way back. kubermatic/kubermatic@v2.18.0 pkg/crd/kubermatic/v1/helper/helper.go:52;
 * kubermatic/machine-controller@v1.35.2 pkg/controller/machinedeployment/machinedeployment_controller.go.
 */
function checkManaged(cluster: SourceDocument, machineDeployments: readonly SourceDocument[]): void {
  if (cluster.value(['spec', 'pause']) === true) {
    throw cluster.errorIn(['spec', 'pause'], 'is true, so KKP does not manage this Cluster, and a migration would not go '
      + 'on; see spec.pauseReason, and let KKP manage it first');
  }
  const paused = machineDeployments.find(document => document.value(['spec', 'paused']) === true);
  if (!paused) return;
  throw paused.errorIn(['spec', 'paused'], `of MachineDeployment '${nameOf(paused)}' is true, so its Machines would not be `
    + 'recreated, and the migration would not be complete; remove it');
}

function checkProvider(cluster: SourceDocument, release: KkpRelease, version: KkpOptions['version']): void {
  const provider = providerOf(cluster);
  const path: SourcePath = ['spec', 'cloud'];
  if (provider === undefined) {
    throw cluster.errorAt(path, 'spec.cloud names no cloud that is known here; hand in the Cluster with its spec.cloud');
  }
  if (migrates(release, provider, version)) {
    refuseOtherClouds(cluster, provider);
    return;
  }
  const limits = limitsOf(release, provider);
  if (!limits) {
    const first = firstKkpFor(provider);
    throw cluster.errorAt(path, `spec.cloud is ${provider}, but KKP ${release.release} supports `
      + `${Object.keys(release.providers).join(', ')} only; `
      + (first ? `the first release that moves ${provider} is ${first}: upgrade KKP first` : `no known release moves ${provider}`));
  }
  const range = [limits.from === undefined ? [] : [`from 1.${limits.from}`], limits.to === undefined ? [] : [`to 1.${limits.to}`]].flat().join(' ');
  throw cluster.errorAt(['spec', 'version'], `the cluster runs ${version}, but KKP ${release.release} moves ${provider} for `
    + `Kubernetes ${range} only${limits.reason ? `: ${limits.reason}` : ''}`);
}

function refuseOtherClouds(cluster: SourceDocument, provider: string): void {
  const other = cloudsOf(cluster).find(name => name !== provider);
  if (other === undefined) return;
  const path: SourcePath = ['spec', 'cloud', other];
  throw cluster.errorIn(path, `is given, but the cloud of this cluster is ${provider}; KKP takes one cloud: leave the other out`);
}

/** The webhook turns it on beside, whatever it was. */
function checkClusterName(cluster: SourceDocument, { setsCcmClusterName, release }: KkpRelease): void {
  const path: SourcePath = [...FEATURES, 'ccmClusterName'];
  expectBoolean(cluster, path);
  if (!setsCcmClusterName || cluster.value(path) !== false) return;
  throw cluster.errorIn(path, `is false, but KKP ${release} turns it on together with externalCloudProvider; take it out`);
}

function checkNotStarted(cluster: SourceDocument): void {
  const feature: SourcePath = [...FEATURES, 'externalCloudProvider'];
  expectBoolean(cluster, feature);
  if (cluster.value(feature) === true) {
    throw cluster.errorIn(feature, 'is true: this cluster was moved already, or is being moved, and KKP offers '
      + 'no rollback; hand in the Cluster as it is before the migration');
  }
  const set = MIGRATION_ANNOTATIONS.find(name => name in mapOf(cluster.value(['metadata', 'annotations'])));
  if (set === undefined) return;
  throw cluster.errorAt(['metadata', 'annotations', set], `metadata.annotations has '${set}', which KKP's webhook sets when the `
    + 'feature is turned on; only the webhook may set it: remove it');
}
