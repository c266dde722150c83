import { COMPLETED, MIGRATION_ANNOTATIONS } from './checks';
import { ccmDeployment, kcmDeployment, KkpStage, providerOf } from './deployments';
import { KKP_GROUPS } from './documents';
import { SourceDocument } from '../../edit/yaml/source-document';
import { firstKkpFor, kkpRelease, migrates } from '../../facts/kkp';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { Documents } from '../../read/documents';
import { FileContent, textOf, UnreadableInput, VerifyDirectory, VerifyInput } from '../../read/input';
import { fileName } from '../../read/layout';
import { renderYaml } from '../bundle-file';
import { isMapping, mapping, nameOf } from '../installer-documents';

/** Cheap to look for: most folders have nothing of it. */
const MENTIONS = /^["']?apiVersion["']?[ \t]*:[ \t]*["']?kubermatic\.(k8s|k8c)\.io\//m;

/**
 * The input with what a Cluster of KKP stands for: the Deployments of its control plane in the seed cluster. They are read as if they lay there as files.
 *
 * @throws `UnreadableInput` if a Cluster does not say enough, or runs on a cloud whose components are not modelled
 */
export function withKkp(input: VerifyInput): VerifyInput {
  return { ...input, directories: input.directories.map(expanded) };
}

function expanded(directory: VerifyDirectory): VerifyDirectory {
  const isManifest = ([path, content]: readonly [string, FileContent]) => /\.ya?ml$/i.test(path) && 'text' in content;
  const texts = [...directory.files].filter(isManifest);
  if (!texts.some(([, content]) => 'text' in content && MENTIONS.test(content.text))) return directory;
  const documents = new Documents();
  const clusters = texts.flatMap(([path, content]) => documents.of(textOf(content, fileName(directory, path)), fileName(directory, path)))
    .filter(({ data }) => KKP_GROUPS.test(String(data.apiVersion)) && data.kind === 'Cluster');
  if (clusters.length > 1) throw new UnreadableInput(`'${directory.name}' has Clusters of KKP '${nameOf(clusters[0])}' and '${nameOf(clusters[1])}'; check one cluster at a time, each in a folder of its own`);
  const made = clusters.flatMap(deploymentsOf).map((object, index): [string, FileContent] => [`control plane of KKP/${index}.yaml`, { text: renderYaml(object) }]);
  return { ...directory, files: new Map<string, FileContent>([...directory.files, ...made]) };
}

function deploymentsOf(cluster: SourceDocument) {
  const provider = providerOf(cluster);
  if (provider !== 'aws') {
    throw unknown(cluster, ['spec', 'cloud'], `spec.cloud is ${provider ?? 'not known'}; what KKP makes of a Cluster is known for aws only: check the Deployments of its control plane`);
  }
  const given = String(cluster.value(['spec', 'version']) ?? '').replace(/^v/, '');
  const version = versionOf(cluster, given);
  const stage = stageOf(cluster);
  const first = kkpRelease(firstKkpFor('aws')!);
  if (stage !== 'in-tree' && (version.minor < (first.providers.aws.from ?? 0) || String(cluster.data.apiVersion).startsWith('kubermatic.k8s.io/'))) {
    throw unknown(cluster, ['spec', 'features', 'externalCloudProvider'], `spec.features.externalCloudProvider is true, but KKP has an external cloud provider for aws from ${first.release} and Kubernetes `
      + `1.${first.providers.aws.from} on only; what runs is not known`);
  }
  return [kcmDeployment(cluster, provider, version, stage), ...stage === 'in-tree' ? [] : [ccmDeployment(cluster, version, migrates(first, provider, version) ? first : kkpRelease('2.29'))]];
}

/** A Cluster that was made with the feature has no annotations, and nothing to migrate. */
function stageOf(cluster: SourceDocument): KkpStage {
  if (cluster.value(['spec', 'features', 'externalCloudProvider']) !== true) return 'in-tree';
  const annotations = mapping(cluster.value(['metadata', 'annotations']));
  return !(MIGRATION_ANNOTATIONS[0] in annotations) || isCompleted(cluster) ? 'external' : 'migrating';
}

/** A list to KKP 2.19, a mapping from 2.20 on. */
function isCompleted(cluster: SourceDocument): boolean {
  const conditions = cluster.value(['status', 'conditions']);
  const found = Array.isArray(conditions) ? conditions.find(one => isMapping(one) && one.type === COMPLETED) : mapping(conditions)[COMPLETED];
  return mapping(found).status === 'True';
}

function versionOf(cluster: SourceDocument, given: string): KubernetesVersion {
  try {
    return KubernetesVersion.of(given);
  } catch {
    throw unknown(cluster, ['spec', 'version'], `spec.version is '${given}', so what KKP makes of the Cluster is not known; give a release like '1.24.17'`);
  }
}

function unknown(cluster: SourceDocument, path: readonly string[], message: string): UnreadableInput {
  return new UnreadableInput(cluster.error(cluster.offset(path), message).message);
}
