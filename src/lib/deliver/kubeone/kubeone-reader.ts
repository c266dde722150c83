import { cloudsOf, EXTERNAL, KUBEONE_API } from './documents';
import { ccmDaemonSet, nodeFiles } from './machines';
import { SourceDocument } from '../../edit/yaml/source-document';
import { inTreeClouds } from '../../facts/in-tree-clouds';
import { KUBEONE_RELEASES, KubeOneRelease } from '../../facts/kubeone';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { Documents } from '../../read/documents';
import { FileContent, textOf, UnreadableInput, VerifyDirectory, VerifyInput } from '../../read/input';
import { fileName } from '../../read/layout';
import { renderYaml } from '../bundle-file';

/** Cheap to look for: most folders have nothing of it. */
const MENTIONS = /^["']?kind["']?[ \t]*:[ \t]*["']?KubeOneCluster\b/m;

/**
 * The input with what a KubeOneCluster stands for: a control-plane node, and the cloud-controller-manager where it has one. They are read as if they lay there as files.
 *
 * @throws `UnreadableInput` if the document does not say enough: it does not say how far a migration has come
 */
export function withKubeOne(input: VerifyInput): VerifyInput {
  return { ...input, directories: input.directories.map(expanded) };
}

function expanded(directory: VerifyDirectory): VerifyDirectory {
  const isManifest = ([path, content]: readonly [string, FileContent]) => /\.ya?ml$/i.test(path) && 'text' in content;
  const texts = [...directory.files].filter(isManifest);
  if (!texts.some(([, content]) => 'text' in content && MENTIONS.test(content.text))) return directory;
  const documents = new Documents();
  const clusters = texts.flatMap(([path, content]) => documents.of(textOf(content, fileName(directory, path)), fileName(directory, path)))
    .filter(({ data }) => KUBEONE_API.test(String(data.apiVersion)) && data.kind === 'KubeOneCluster');
  if (clusters.length === 0) return directory;
  if (clusters.length > 1) throw new UnreadableInput(`'${directory.name}' has ${clusters.length} KubeOneClusters; check one cluster at a time, each in a folder of its own`);
  return { ...directory, files: new Map<string, FileContent>([...directory.files, ...madeOf(clusters[0])]) };
}

function madeOf(cluster: SourceDocument): Map<string, FileContent> {
  const clouds = cloudsOf(cluster);
  if (clouds.join() !== 'aws') {
    throw unknown(cluster, ['cloudProvider'], `cloudProvider names ${clouds.join(', ') || 'no cloud'}; what KubeOne makes of a document is known for aws only: check the manifests of a control-plane node`);
  }
  const version = versionOf(cluster);
  const isInTree = inTreeClouds(version).includes('aws');
  if (cluster.value(EXTERNAL) !== true) {
    if (isInTree) return nodeFiles(cluster, releaseOf(cluster, version), version, 'in-tree');
    throw unknown(cluster, EXTERNAL, `cloudProvider.external is not true, but Kubernetes ${version} has no in-tree aws, and KubeOne refuses that; set it`);
  }
  if (isInTree) {
    throw unknown(cluster, EXTERNAL, `cloudProvider.external is true, and Kubernetes ${version} has in-tree aws too: the document does not say whether 'kubeone migrate to-ccm-csi' was run, once or twice; `
      + 'check the manifests of every control-plane node and the cloud-controller-manager instead');
  }
  const release = releaseOf(cluster, version);
  return new Map([...nodeFiles(cluster, release, version, 'external'), ['addons of KubeOne/ccm-aws.yaml', { text: renderYaml(ccmDaemonSet(cluster, release, version)) }]]);
}

/** The document does not say which KubeOne applies it; releases differ in gates and in the cloud config of the addon, which no proof looks at. */
function releaseOf(cluster: SourceDocument, version: KubernetesVersion): KubeOneRelease {
  const accepts = ({ kubernetes: range }: KubeOneRelease) => range !== undefined && version.minor >= range.from && version.minor <= range.to;
  const found = KUBEONE_RELEASES.filter(accepts).at(-1);
  if (found) return found;
  throw unknown(cluster, ['versions', 'kubernetes'], `versions.kubernetes is ${version}; which KubeOne accepts it is not known here, so what is made of the document is not, either`);
}

function versionOf(cluster: SourceDocument): KubernetesVersion {
  const given = String(cluster.value(['versions', 'kubernetes']) ?? '').replace(/^v/, '');
  try {
    return KubernetesVersion.of(given);
  } catch {
    throw unknown(cluster, ['versions', 'kubernetes'], `versions.kubernetes is '${given}', so what KubeOne makes of the document is not known; give a release like '1.25.16'`);
  }
}

function unknown(cluster: SourceDocument, path: readonly (string | number)[], message: string): UnreadableInput {
  return new UnreadableInput(cluster.error(cluster.offset(path), message).message);
}
