import { KubeOneOptions } from './options';
import { SourcePath } from '../../edit/yaml/data';
import { SourceDocument } from '../../edit/yaml/source-document';
import { KubeOneRelease, kubeOneReleasesFor } from '../../facts/kubeone';
import { expectBoolean } from '../../installers/documents';
import { cloudsOf, EXTERNAL, KubeOneDocuments, PROVIDER } from '../../installers/kubeone/documents';

const VERSION: SourcePath = ['versions', 'kubernetes'];

/**
 * A KubeOneCluster must be as it is before the migration, and the release must be able to do it.
 *
 * @throws with the path of the first field that stands against it, its place, and what to do
 */
export function checkKubeOne({ cluster }: KubeOneDocuments, release: KubeOneRelease, { clusterId, version }: KubeOneOptions): void {
  checkCloud(cluster);
  if (cluster.value(['name']) !== clusterId) {
    throw cluster.errorAt(['name'], `name is ${JSON.stringify(cluster.value(['name']) ?? null)}, but clusterId is '${clusterId}'; `
      + 'KubeOne tags everything with the name of the cluster: give that as clusterId'
      + (cluster.value(['name']) === undefined ? ', and write it into the document where Terraform gives it' : ''));
  }
  const today = String(cluster.value(VERSION) ?? '').replace(/^v/, '');
  if (today !== version.toString()) {
    throw cluster.errorIn(VERSION, `is '${today}', but fromVersion is ${version}; give the version that the cluster runs`);
  }
  expectBoolean(cluster, EXTERNAL);
  if (cluster.value(EXTERNAL) === true) {
    throw cluster.errorIn(EXTERNAL, 'is true: this cluster was moved already, or is being moved; hand in the document as it is before the migration');
  }
  const { aws } = release;
  if (!aws) {
    throw cluster.errorAt([...PROVIDER, 'aws'], `KubeOne ${release.release} does not move aws: ${release.reason}; releases `
    + `that move it for ${version.minorVersion}: ${kubeOneReleasesFor(version)}`);
  }
  if (version.minor >= aws.from && version.minor <= aws.to) return;
  throw cluster.errorAt(VERSION, `the cluster runs ${version}, but KubeOne ${release.release} moves aws for Kubernetes 1.${aws.from} `
    + `to 1.${aws.to} only; releases that move it for `
    + `${version.minorVersion}: ${kubeOneReleasesFor(version)}`);
}

function checkCloud(cluster: SourceDocument): void {
  const clouds = cloudsOf(cluster);
  if (clouds.includes('name')) {
    throw cluster.errorAt([...PROVIDER, 'name'], 'cloudProvider.name is the form of '
      + `v1alpha1${clouds.length > 1 ? `, and cloudProvider.${clouds.find(name => name !== 'name')} that of ${String(cluster.data.apiVersion)}`
        : ''}; `
      + 'write cloudProvider: {aws: {}}');
  }
  if (clouds.length === 1 && clouds[0] === 'aws') return;
  throw cluster.errorAt(PROVIDER, clouds.length === 0
    ? 'cloudProvider names no cloud; write cloudProvider: {aws: {}}, also where Terraform gives it'
    : `cloudProvider names ${clouds.join(', ')}, expected aws alone: only KubeOne on AWS is supported`);
}
