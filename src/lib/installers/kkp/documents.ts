import { SourcePath } from '../../edit/yaml/data';
import { SourceDocument } from '../../edit/yaml/source-document';
import { KkpRelease } from '../../facts/kkp';
import { foreignDocument, InstallerFiles, onlyCluster, readFiles } from '../documents';

/** A Cluster of the seed cluster, and the MachineDeployments of the user cluster. */
export interface KkpDocuments {
  readonly files: InstallerFiles;
  readonly cluster: SourceDocument;
  readonly machineDeployments: readonly SourceDocument[];
}

export const KKP_GROUPS = /^kubermatic\.(k8s|k8c)\.io\/v1$/;
/** The annotations that KKP's webhook sets when the feature is turned on. */
export const MIGRATION_ANNOTATIONS = ['ccm-migration.k8c.io/migration-needed', 'csi-migration.k8c.io/migration-needed'];
/** The condition that is True when every Machine is external. */
export const COMPLETED = 'CSIKubeletMigrationCompleted';
export const FEATURES: SourcePath = ['spec', 'features'];
const MACHINES = /^cluster\.k8s\.io\/v1alpha1$/;
const WHAT = 'the Cluster of the seed cluster (\'kubectl get cluster <id> -o yaml\') and the MachineDeployments of the user cluster';

/**
 * Reads the objects of a cluster.
 *
 * @throws if they are not one Cluster of KKP with its MachineDeployments, or of another group than the release has
 */
export function readKkp(configs: { readonly [file: string]: string }, { release, group }: KkpRelease): KkpDocuments {
  const files = readFiles(configs, WHAT);
  const documents = [...files.values()].flat();
  const foreign = documents.find(({ data }) => !isCluster(data) && !MACHINES.test(String(data.apiVersion)));
  if (foreign) throw foreignDocument(foreign, `a Cluster of ${group}/v1 or a MachineDeployment of cluster.k8s.io/v1alpha1`, WHAT);
  const cluster = onlyCluster(documents, isCluster, WHAT);
  if (cluster.data.apiVersion !== `${group}/v1`) {
    throw cluster.errorIn(['apiVersion'], `is '${String(cluster.data.apiVersion)}', but Clusters of KKP ${release} are of '${group}/v1'; give the `
      + 'release that runs as kkpRelease, or hand in the Cluster as that release has it');
  }
  return { files, cluster, machineDeployments: documents.filter(({ data }) => data.kind === 'MachineDeployment') };
}

function isCluster({ apiVersion, kind }: { readonly [key: string]: unknown }): boolean {
  return KKP_GROUPS.test(String(apiVersion)) && kind === 'Cluster';
}
