import { Data, parseSources, SourceDocument, SourcePath } from '../../edit/yaml/source-document';
import { KOPS_FIELDS, KopsRelease, kopsMinor } from '../../facts/kops';

/** The API version of kops' own files; what its error texts call v1alpha3 is not for users. */
export const KOPS_API = 'kops.k8s.io/v1alpha2';

/** A Cluster and its InstanceGroups, as `kops get -o yaml` prints them. */
export interface KopsDocuments {
  /** Every document of every file, in their order. */
  readonly files: ReadonlyMap<string, readonly SourceDocument[]>;
  readonly cluster: SourceDocument;
  readonly instanceGroups: readonly SourceDocument[];
}

/** What another installer's document is, by its group. */
const OTHERS: readonly (readonly [RegExp, string])[] = [
  [/^kubeone\./, 'KubeOne: use KubeOneMigration'],
  [/^kubermatic\./, 'KKP: use KkpMigration'],
  [/(^|\.)cluster\.x-k8s\.io$/, 'Cluster API: use ClusterApiMigration'],
  [/^kubeadm\./, 'kubeadm: use KubeadmBundle'],
];

/**
 * Reads the objects of a cluster.
 *
 * @param configs text of each file by its name
 * @throws if they are not one Cluster of kops with its InstanceGroups
 */
export function readKops(configs: { readonly [file: string]: string }): KopsDocuments {
  const files = new Map(Object.keys(configs).sort().map(file => [file, parseSources(configs[file], { file })]));
  const documents = [...files.values()].flat();
  if (documents.length === 0) throw new Error('`configs` is empty; hand in the Cluster and its InstanceGroups as \'kops get -o yaml\' prints them');
  documents.forEach(refuseForeign);
  const [cluster, other] = documents.filter(({ data }) => data.kind === 'Cluster');
  if (other) {
    throw other.error(other.offset(['metadata', 'name']), `Cluster '${nameOf(other)}' and Cluster '${nameOf(cluster)}' are given; hand in one cluster at a time`);
  }
  if (!cluster) {
    const [first] = documents;
    throw first.error(first.offset(['kind']), `no Cluster is given, only ${String(first.data.kind)} '${nameOf(first)}'; hand in the Cluster too: 'kops get cluster -o yaml'`);
  }
  return { files, cluster, instanceGroups: documents.filter(({ data }) => data.kind === 'InstanceGroup') };
}

export function nameOf(document: SourceDocument): string {
  return String(document.value(['metadata', 'name']) ?? '');
}

/** Whether a value is what the field asks for. */
export function isMapping(value: Data | undefined): value is { [key: string]: Data } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @throws if a field is there that the release does not have: kops drops what it does not know without a word */
export function refuseNewerFields(cluster: SourceDocument, { release }: KopsRelease): void {
  for (const { path, since } of KOPS_FIELDS) {
    const full: SourcePath = ['spec', ...path];
    if (cluster.value(full) === undefined || kopsMinor(since) <= kopsMinor(release)) continue;
    throw cluster.error(cluster.offset(full), `${full.join('.')} is a field of kops ${since} and newer, but kopsRelease is ${release}, which drops it without a word; take it out, or upgrade kops first`);
  }
}

function refuseForeign(document: SourceDocument): void {
  const { apiVersion, kind } = document.data;
  if (apiVersion === KOPS_API) return;
  const group = String(apiVersion).split('/')[0];
  const hint = OTHERS.find(([pattern]) => pattern.test(group))?.[1];
  const remedy = hint ? `that is a document of ${hint}` : 'hand in the Cluster and its InstanceGroups as \'kops get -o yaml\' prints them';
  throw document.error(document.offset(['apiVersion']), `expected objects of ${KOPS_API}, got kind ${JSON.stringify(kind ?? null)} of '${String(apiVersion)}'; ${remedy}`);
}
