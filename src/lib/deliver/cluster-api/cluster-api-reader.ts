import { machineFiles } from './machines';
import { Data } from '../../edit/yaml/source-document';
import { isMap, listOf, mapOf, stringOf } from '../../read/container';
import { Documents, ObjectAt } from '../../read/documents';
import { FileContent, textOf, UnreadableInput, VerifyDirectory, VerifyInput } from '../../read/input';
import { fileName } from '../../read/layout';

/** Cheap to look for: most folders have nothing of it. */
const MENTIONS = /^["']?kind["']?[ \t]*:[ \t]*["']?(KubeadmControlPlane|ClusterResourceSet)\b/m;

/**
 * The input with what objects of Cluster API stand for: the machines that a KubeadmControlPlane makes, and the manifests that a ClusterResourceSet applies to the
 * cluster. They are read as if they lay there as files.
 *
 * @throws `UnreadableInput` if a folder has the control planes of several clusters
 */
export function withClusterApi(input: VerifyInput): VerifyInput {
  return { ...input, directories: input.directories.map(expanded) };
}

function expanded(directory: VerifyDirectory): VerifyDirectory {
  const isManifest = ([path, content]: readonly [string, FileContent]) => /\.ya?ml$/i.test(path) && 'text' in content;
  const texts = [...directory.files].filter(isManifest);
  if (!texts.some(([, content]) => 'text' in content && MENTIONS.test(content.text))) return directory;
  const documents = new Documents();
  const objects = texts.flatMap(([path, content]) => documents.objects(textOf(content, fileName(directory, path)), fileName(directory, path)));
  return { ...directory, files: new Map([...directory.files, ...machines(objects, directory), ...applied(objects)]) };
}

function machines(objects: readonly ObjectAt[], { name: directory }: VerifyDirectory): Map<string, FileContent> {
  const [controlPlane, other] = objects.filter(object => isOf(object, 'KubeadmControlPlane'));
  if (other) {
    throw new UnreadableInput(`'${directory}' has KubeadmControlPlanes '${controlPlane.name}' and '${other.name}'; check one cluster at a time, each in a folder of its own`);
  }
  if (!controlPlane || controlPlane.base.length > 0) return new Map();
  const cluster = objects.find(object => isOf(object, 'Cluster'));
  const pods = mapOf(mapOf(mapOf(cluster?.data.spec).clusterNetwork).pods).cidrBlocks;
  return machineFiles(controlPlane.document, { name: cluster?.name ?? controlPlane.name, podSubnet: listOf(pods).length === 0 ? undefined : listOf(pods).join(',') });
}

/** The manifests that ClusterResourceSets hold in ConfigMaps, by a path that says where they are from. */
function applied(objects: readonly ObjectAt[]): Map<string, FileContent> {
  const names = objects.filter(object => isOf(object, 'ClusterResourceSet')).flatMap(({ data }) => listOf(mapOf(data.spec).resources)).filter(isMap)
    .filter(({ kind }) => kind === 'ConfigMap').map(({ name }) => stringOf(name));
  const configMaps = objects.filter(({ kind, name }) => kind === 'ConfigMap' && names.includes(name));
  return new Map(configMaps.flatMap(({ name, data }) => Object.entries(mapOf(data.data))
    .map(([key, text]: [string, Data]): [string, FileContent] => [`ConfigMap ${name}/${/\.ya?ml$/.test(key) ? key : `${key}.yaml`}`, { text: String(text) }])));
}

function isOf({ kind, apiVersion }: ObjectAt, wanted: string): boolean {
  return kind === wanted && /^([a-z]+\.)?cluster\.x-k8s\.io\//.test(apiVersion);
}
