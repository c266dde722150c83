import { SourceError } from '../../edit/yaml/source-error';
import { ClusterDocuments } from '../../installers/cluster-documents';
import { nameOf } from '../../installers/documents';
import { KKP_CLUSTERS } from '../../installers/kkp/made-of-cluster';
import { KOPS_CLUSTERS } from '../../installers/kops/made-of-cluster';
import { KUBEONE_CLUSTERS } from '../../installers/kubeone/made-of-cluster';
import { RANCHER_CLUSTERS, RKE2_FILES } from '../../installers/rke2/made-of-cluster';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { InstallerReading } from '../coverage/renderers';
import { Documents, ParsedBefore } from '../documents/documents';
import { atFirstSight, FileContent, textOf, UnreadableInput, VerifyDirectory, VerifyInput } from '../input/input';
import { fileName } from '../input/layout';

const INSTALLERS: readonly ClusterDocuments[] = [KOPS_CLUSTERS, KKP_CLUSTERS, KUBEONE_CLUSTERS, RANCHER_CLUSTERS, RKE2_FILES];

/**
 * The input with what the documents of installers stand for, read as if they were files: control-plane nodes that are made of them, and what is
 * applied to the cluster. A document that does not say enough stays as it is, and is unknown.
 *
 * @returns beside it, what became of the documents of each API group
 */
export function withInstallers(
  given: VerifyInput, parsed: ParsedBefore,
): { readonly input: VerifyInput; readonly readings: ReadonlyMap<string, InstallerReading> } {
  const readings = new Map<string, InstallerReading>();
  let input = given;
  for (const installer of INSTALLERS) {
    const made = withClusters(input, installer, parsed);
    if (made === input) continue;
    const reading = 'reason' in made ? made : 'read';
    if (!('reason' in made)) input = made;
    for (const group of installer.groups) readings.set(group, reading);
  }
  return { input, readings };
}

/** The same input, if it has no such cluster. */
function withClusters(input: VerifyInput, installer: ClusterDocuments, parsed: ParsedBefore): VerifyInput | { readonly reason: string } {
  try {
    const directories = input.directories.map(directory =>
      expanded(directory, installer, new Documents(input.documents, parsed), input.kubernetesVersion));
    return directories.some((directory, index) => directory !== input.directories[index]) ? { ...input, directories } : input;
  } catch (error) {
    if (error instanceof UnreadableInput || error instanceof SourceError) return { reason: error.message };
    throw error;
  }
}

function expanded(
  directory: VerifyDirectory, { plural, mentions, isCluster, areOneCluster, made }: ClusterDocuments, parser: Documents, version?: KubernetesVersion,
): VerifyDirectory {
  const texts = [...directory.files].filter(([path, content]) => /\.ya?ml$/i.test(path) && 'text' in content);
  if (!texts.some(([, content]) => mentions.test(atFirstSight(content)))) return directory;
  const all = texts.flatMap(([path, content]) => parser.of(textOf(content, fileName(directory, path)), fileName(directory, path)));
  const [cluster, ...others] = all.filter(({ data }) => isCluster(data));
  if (cluster === undefined) return directory;
  if (others.length > 0 && areOneCluster !== true) {
    throw UnreadableInput.several(directory.name, plural, [cluster, ...others].map(one => (
      // KubeOne has no metadata.
      { name: nameOf(one) || String(one.value(['name']) ?? ''), file: one.file })));
  }
  // What was made of a document stands, for a reader of findings, where the document does.
  const origin = () => ({ file: cluster.file, line: cluster.line(['apiVersion']) });
  const files = [...made(cluster, all, version)].map(([path, content]): [string, FileContent] =>
    [path, 'text' in content ? { ...content, origin } : content]);
  // Settings are no objects, of which it is said elsewhere that they were read.
  const settings = new Set(areOneCluster === true ? [cluster, ...others].map(({ file }) => file) : []);
  const given = [...directory.files].map(([path, content]): [string, FileContent] =>
    [path, settings.has(fileName(directory, path)) && 'text' in content ? { ...content, isApplied: true } : content]);
  return { ...directory, files: new Map([...given, ...files]) };
}
