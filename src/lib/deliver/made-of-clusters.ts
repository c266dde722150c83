import { SourceDocument, SourcePath } from '../edit/yaml/source-document';
import { nameOf } from '../installers/documents';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { Documents, ParsedBefore } from '../read/documents/documents';
import { atFirstSight, FileContent, textOf, UnreadableInput, VerifyDirectory, VerifyInput } from '../read/input/input';
import { fileName } from '../read/input/layout';

/** The document of an installer that stands for a whole cluster. */
export interface ClusterDocuments {
  /** As messages call several of them: `Clusters of kops`. */
  readonly plural: string;
  /** Cheap to look for: most folders have nothing of it. */
  readonly mentions: RegExp;
  readonly isCluster: (data: SourceDocument['data']) => boolean;
  /** Files that the cluster stands for, by path. */
  readonly made: (cluster: SourceDocument) => Iterable<readonly [string, FileContent]>;
}

/**
 * The input with what clusters of an installer stand for, read as if they were files.
 *
 * @throws `UnreadableInput` if a folder has two clusters, or one does not say enough
 */
export function withClusters(input: VerifyInput, documents: ClusterDocuments, parsed?: ParsedBefore): VerifyInput {
  const { directories } = input;
  return { ...input, directories: directories.map(directory => expanded(directory, documents, new Documents(input.documents, parsed))) };
}

function expanded(directory: VerifyDirectory, { plural, mentions, isCluster, made }: ClusterDocuments, parser: Documents): VerifyDirectory {
  const texts = [...directory.files].filter(([path, content]) => /\.ya?ml$/i.test(path) && 'text' in content);
  if (!texts.some(([, content]) => mentions.test(atFirstSight(content)))) return directory;
  const all = texts.flatMap(([path, content]) => parser.of(textOf(content, fileName(directory, path)), fileName(directory, path)));
  const clusters = all.filter(({ data }) => isCluster(data));
  if (clusters.length === 0) return directory;
  if (clusters.length > 1) {
    const names = clusters.map(cluster => `'${titleOf(cluster)}'`).join(' and ');
    throw new UnreadableInput(`'${directory.name}' has ${plural} ${names}; check one cluster at a time, each in a folder of its own`);
  }
  return { ...directory, files: new Map<string, FileContent>([...directory.files, ...made(clusters[0])]) };
}

/** KubeOne has no metadata. */
function titleOf(cluster: SourceDocument): string {
  return nameOf(cluster) || String(cluster.value(['name']) ?? '');
}

/** What a document does not say, with the place where it would. */
export function unknownOf(cluster: SourceDocument, path: SourcePath, message: string): UnreadableInput {
  return new UnreadableInput(cluster.error(cluster.offset(path), message).message);
}

/**
 * The Kubernetes release that a document names.
 *
 * @param who what makes something of it: `kops`
 * @throws `UnreadableInput` if it is no release
 */
export function versionIn(cluster: SourceDocument, path: SourcePath, who: string): KubernetesVersion {
  const given = String(cluster.value(path) ?? '').replace(/^v/, '');
  try {
    return KubernetesVersion.of(given);
  } catch {
    throw unknownOf(cluster, path, `${path.join('.')} is '${given}', so what ${who} makes of it is not known; give a release like '1.24.17'`);
  }
}
