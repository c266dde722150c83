import { MadeFile } from './made-file';
import { SourcePath } from '../edit/yaml/data';
import { SourceDocument } from '../edit/yaml/source-document';
import { SourceError } from '../edit/yaml/source-error';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** Documents of an installer that stand for whole clusters. */
export interface ClusterDocuments {
  /** API groups of what the installer reads. */
  readonly groups: readonly string[];
  /** As messages call several of them: `Clusters of kops`. */
  readonly plural: string;
  /** Cheap to look for: most folders have nothing of it. */
  readonly mentions: RegExp;
  readonly isCluster: (data: SourceDocument['data']) => boolean;
  /** Whether several of them are of one cluster. */
  readonly areOneCluster?: boolean;
  /**
   * Files that the cluster stands for, by path.
   *
   * @param all documents of the folder
   * @param version of what does not say one
   * @throws `SourceError` if it does not say enough
   */
  readonly made: (cluster: SourceDocument, all: readonly SourceDocument[], version?: KubernetesVersion) => Iterable<readonly [string, MadeFile]>;
}

/** What a document does not say, with the place where it would. */
export function unknownOf(cluster: SourceDocument, path: SourcePath, message: string): SourceError {
  return cluster.errorAt(path, message);
}

/**
 * The Kubernetes release that a document names.
 *
 * @param who what makes something of it: `kops`
 * @throws `SourceError` if it is no release
 */
export function versionIn(cluster: SourceDocument, path: SourcePath, who: string): KubernetesVersion {
  const given = String(cluster.value(path) ?? '').replace(/^v/, '');
  try {
    return KubernetesVersion.of(given);
  } catch {
    throw unknownOf(cluster, path, `${path.join('.')} is '${given}', so what ${who} makes of it is not known; give a release like '1.24.17'`);
  }
}
