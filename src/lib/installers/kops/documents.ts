import { SourcePath } from '../../edit/yaml/data';
import { SourceDocument } from '../../edit/yaml/source-document';
import { hasField, KOPS_FIELDS, KopsRelease } from '../../facts/kops';
import { foreignDocument, onlyCluster, readFiles } from '../documents';

/** The API version of kops' own files; what its error texts call v1alpha3 is not for users. */
export const KOPS_API = 'kops.k8s.io/v1alpha2';

/** A Cluster and its InstanceGroups, as `kops get -o yaml` prints them. */
export interface KopsDocuments {
  /** Every document of every file, in their order. */
  readonly files: ReadonlyMap<string, readonly SourceDocument[]>;
  readonly cluster: SourceDocument;
  readonly instanceGroups: readonly SourceDocument[];
}

const WHAT = 'the Cluster and its InstanceGroups as \'kops get -o yaml\' prints them';

/**
 * Reads the objects of a cluster.
 *
 * @param configs text of each file by its name
 * @throws if they are not one Cluster of kops with its InstanceGroups
 */
export function readKops(configs: { readonly [file: string]: string }): KopsDocuments {
  const files = readFiles(configs, WHAT);
  const documents = [...files.values()].flat();
  const foreign = documents.find(({ data }) => data.apiVersion !== KOPS_API);
  if (foreign) {
    throw foreignDocument(foreign, `objects of ${KOPS_API}`, `${WHAT}, without the addon objects that may follow: 'kops replace' takes none`);
  }
  const cluster = onlyCluster(documents, ({ kind }) => kind === 'Cluster', 'the Cluster too: \'kops get cluster -o yaml\'');
  return { files, cluster, instanceGroups: documents.filter(({ data }) => data.kind === 'InstanceGroup') };
}

/** @throws if a field is there that the release does not have: kops silently drops what it does not know */
export function refuseNewerFields(cluster: SourceDocument, release: KopsRelease): void {
  for (const field of KOPS_FIELDS()) {
    const full: SourcePath = ['spec', ...field.path];
    if (cluster.value(full) === undefined || hasField(field, release)) continue;
    const asked = [release.release, ...release.patch === undefined ? [] : [release.patch]].join('.');
    throw cluster.errorIn(full, `is a field of kops ${field.since} and newer, but kopsRelease is ${asked}, which `
      + 'drops it silently; remove it, or upgrade kops first');
  }
}
