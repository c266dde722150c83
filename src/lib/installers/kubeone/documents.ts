import { mapOf, SourcePath } from '../../edit/yaml/data';
import { SourceDocument } from '../../edit/yaml/source-document';
import { KubeOneRelease } from '../../facts/kubeone';
import { foreignDocument, InstallerFiles, readFiles } from '../documents';

/** A KubeOneCluster and the file that it stands in. */
export interface KubeOneDocuments {
  readonly files: InstallerFiles;
  readonly cluster: SourceDocument;
  readonly file: string;
}

export const KUBEONE_API = /^kubeone\.(k8c\.)?io\/v1beta\d$/;
const WHAT = 'the KubeOneCluster that \'kubeone apply -m\' is given';
export const PROVIDER: SourcePath = ['cloudProvider'];
export const EXTERNAL: SourcePath = [...PROVIDER, 'external'];
/** Fields of `cloudProvider` that name no cloud. */
const SETTINGS = ['external', 'cloudConfig', 'csiConfig', 'secretProviderClassName', 'disableBundledCSIDrivers'];

/**
 * Reads the KubeOneCluster.
 *
 * @throws if there is not exactly one, or it is of another version than the release has
 */
export function readKubeOne(configs: { readonly [file: string]: string }, release: KubeOneRelease): KubeOneDocuments {
  const files = readFiles(configs, WHAT);
  const documents = [...files.values()].flat();
  const isCluster = ({ data }: SourceDocument) => KUBEONE_API.test(String(data.apiVersion)) && data.kind === 'KubeOneCluster';
  const foreign = documents.find(document => !isCluster(document));
  if (foreign) throw foreignDocument(foreign, `a KubeOneCluster of ${release.apiVersions.join(' or ')}`, WHAT);
  const [cluster, other] = documents;
  if (other) throw other.errorAt(['kind'], 'two KubeOneClusters are given; hand in one cluster at a time');
  if (!release.apiVersions.includes(String(cluster.data.apiVersion))) {
    throw cluster.errorIn(['apiVersion'], `is '${String(cluster.data.apiVersion)}', but KubeOne ${release.release} reads `
      + `${release.apiVersions.join(' and ')}; give the release that runs as kubeOneRelease, or hand in the document as that release has it`);
  }
  return { files, cluster, file: [...files.keys()][0] };
}

/** The clouds that a document names: exactly one, in every document that KubeOne accepts. */
export function cloudsOf(cluster: SourceDocument): string[] {
  return Object.keys(mapOf(cluster.value(PROVIDER))).filter(name => !SETTINGS.includes(name));
}
