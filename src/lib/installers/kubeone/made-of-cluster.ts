import { cloudsOf, EXTERNAL, KUBEONE_API } from './documents';
import { ccmDaemonSet, nodeFiles } from './machines';
import { SourceDocument } from '../../edit/yaml/source-document';
import { inTreeClouds } from '../../facts/in-tree-clouds';
import { KUBEONE_RELEASES, KubeOneRelease } from '../../facts/kubeone';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { ClusterDocuments, unknownOf, versionIn } from '../cluster-documents';
import { expectBoolean } from '../documents';
import { MadeFile } from '../made-file';
import { renderYaml } from '../render-yaml';

/**
 * What a KubeOneCluster stands for: a control-plane node, and the cloud-controller-manager where it has one.
 *
 * @throws `SourceError` if the document does not say enough: it does not say how far a migration has come
 */
export const KUBEONE_CLUSTERS: ClusterDocuments = {
  groups: ['kubeone.io', 'kubeone.k8c.io'],
  plural: 'KubeOneClusters',
  mentions: /^["']?kind["']?[ \t]*:[ \t]*["']?KubeOneCluster\b/m,
  isCluster: ({ apiVersion, kind }) => KUBEONE_API.test(String(apiVersion)) && kind === 'KubeOneCluster',
  made: madeOf,
};

function madeOf(cluster: SourceDocument): Map<string, MadeFile> {
  const clouds = cloudsOf(cluster);
  if (clouds.join() !== 'aws') {
    throw unknownOf(cluster, ['cloudProvider'], `cloudProvider names ${clouds.join(', ') || 'no cloud'}; what KubeOne makes of a document is known `
      + 'for aws only: check the manifests of a control-plane node');
  }
  const version = versionIn(cluster, ['versions', 'kubernetes'], 'KubeOne');
  const release = releaseOf(cluster, version);
  expectBoolean(cluster, EXTERNAL);
  const isInTree = inTreeClouds(version).includes('aws');
  if (cluster.value(EXTERNAL) !== true) {
    if (isInTree) return nodeFiles(cluster, release, version, 'in-tree');
    throw unknownOf(cluster, EXTERNAL, `cloudProvider.external is not true, but Kubernetes ${version} has no in-tree aws, and KubeOne refuses that; `
      + 'set it');
  }
  if (isInTree) {
    throw unknownOf(cluster, EXTERNAL, `cloudProvider.external is true, and Kubernetes ${version} has in-tree aws too: the document does not say `
      + 'whether \'kubeone migrate to-ccm-csi\' was run, once or twice; '
      + 'check the manifests of every control-plane node and the cloud-controller-manager instead');
  }
  return new Map([...nodeFiles(cluster, release, version, 'external'),
    ['addons of KubeOne/ccm-aws.yaml', { text: renderYaml(ccmDaemonSet(cluster, release, version)) }]]);
}

/** The document does not say which KubeOne applies it; releases differ in gates and in the cloud config of the addon, which no proof looks at. */
function releaseOf(cluster: SourceDocument, version: KubernetesVersion): KubeOneRelease {
  const accepts = ({ kubernetes: range }: KubeOneRelease) => range !== undefined && version.minor >= range.from && version.minor <= range.to;
  const able = KUBEONE_RELEASES.filter(accepts);
  const apiVersion = String(cluster.data.apiVersion);
  const found = able.filter(({ apiVersions }) => apiVersions.includes(apiVersion)).at(-1);
  if (found) return found;
  if (able.length > 0) {
    const read = [...new Set(able.flatMap(({ apiVersions }) => apiVersions))].join(', ');
    throw unknownOf(cluster, ['apiVersion'], `apiVersion is '${apiVersion}', which no KubeOne reads that accepts Kubernetes ${version}: that is `
      + `KubeOne ${able.map(({ release }) => release).join(', ')}, with documents of ${read}`);
  }
  throw unknownOf(cluster, ['versions', 'kubernetes'], `versions.kubernetes is ${version}; which KubeOne accepts it is not known here, so what is `
    + 'made of the document is not, either');
}
