import { SourcePath } from '../edit/yaml/data';
import { parseSources, SourceDocument } from '../edit/yaml/source-document';
import { printable } from '../text/printable';
import { pathProblem } from '../text/safe-path';

/** An installer whose documents this library takes. */
export interface KnownInstaller {
  readonly name: string;
  /** What takes them. */
  readonly construct: string;
  /** Name of its page in docs/how-to. */
  readonly page: string;
}

/** What the document of an installer is, by its API group. */
const INSTALLERS: readonly (readonly [RegExp, KnownInstaller])[] = [
  [/^kops\.k8s\.io$/, { name: 'kops', construct: 'KopsMigration', page: 'kops' }],
  [/^kubeone\./, { name: 'KubeOne', construct: 'KubeOneMigration', page: 'kkp-and-kubeone' }],
  [/^kubermatic\./, { name: 'KKP', construct: 'KkpMigration', page: 'kkp-and-kubeone' }],
  [/(^|\.)cluster\.x-k8s\.io$/, { name: 'Cluster API', construct: 'ClusterApiMigration', page: 'cluster-api' }],
  [/^provisioning\.cattle\.io$/, { name: 'Rancher', construct: 'Rke2Migration', page: 'rke2' }],
  [/^kubeadm\./, { name: 'kubeadm', construct: 'KubeadmBundle', page: 'kubeadm' }],
];

/** The installer that a document is of, by its `apiVersion`. */
export function installerOf(apiVersion: string): KnownInstaller | undefined {
  return INSTALLERS.find(([pattern]) => pattern.test(apiVersion.split('/')[0]))?.[1];
}

/** Files and their documents. */
export type InstallerFiles = ReadonlyMap<string, readonly SourceDocument[]>;

/**
 * Reads the files of an installer.
 *
 * @param configs text of each file by its name
 * @throws if there is none, a key is no name for a file, or with file, line and column if one is no YAML or has a name that Kubernetes does not take
 */
export function readFiles(configs: { readonly [file: string]: string }, what: string): InstallerFiles {
  const wrong = Object.keys(configs).map(pathProblem).find(problem => problem !== undefined);
  if (wrong !== undefined) throw new Error(`a key of \`configs\` is no name for a file: ${wrong}`);
  const files = new Map(Object.keys(configs).sort().map(file => [file, parseSources(configs[file], { file })]));
  if (files.size === 0) throw new Error(`\`configs\` is empty; hand in ${what}`);
  for (const document of [...files.values()].flat()) NAME_PATHS.forEach(path => refuseOtherNames(document, path));
  return files;
}

/** Where documents of installers have names that come to stand in commands. The last is that of a KubeOneCluster. */
const NAME_PATHS: readonly SourcePath[] = [['metadata', 'name'], ['metadata', 'namespace'], ['status', 'namespaceName'], ['name']];
const NAME = /^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/;

function refuseOtherNames(document: SourceDocument, path: SourcePath): void {
  const value = document.value(path);
  if (value === undefined || value === null || value === '' || (typeof value === 'string' && NAME.test(value))) return;
  throw document.errorIn(path, `must be a Kubernetes name, got ${printable(JSON.stringify(value))}; accepted: `
    + 'lower-case letters, digits, \'-\' and \'.\'');
}

/**
 * @param option that becomes a word of a command or the value of an annotation
 * @throws if a shell would read it as more than a word
 */
export function refuseUnsafeWord(option: string, value: string | undefined): void {
  if (value === undefined || /^[A-Za-z0-9._/][A-Za-z0-9._/:@%+=,~-]*$/.test(value)) return;
  throw new Error(`${option} is '${printable(value)}', which a shell reads as more than one word; accepted: letters, digits and '._/:@%+=,~-'`);
}

/** What a document of another group is, and what to do. */
export function foreignDocument(document: SourceDocument, expected: string, what: string): Error {
  const { apiVersion, kind } = document.data;
  const installer = installerOf(String(apiVersion));
  const remedy = kind === 'List' ? 'that is what kubectl prints of several objects: hand in each of its items as a document of its own'
    : installer ? `that is a document of ${installer.name}: use ${installer.construct}` : `hand in ${what}`;
  return document.errorAt(['apiVersion'], `expected ${expected}, got kind ${JSON.stringify(kind ?? null)} of '${String(apiVersion)}'; `
    + remedy);
}

/**
 * The one Cluster among documents.
 *
 * @param remedy what to hand in where there is none
 * @throws with the place if there is none, or another one
 */
export function onlyCluster(
  documents: readonly SourceDocument[], isCluster: (data: SourceDocument['data']) => boolean, remedy: string,
): SourceDocument {
  const [cluster, other] = documents.filter(({ data }) => isCluster(data));
  if (other) {
    throw other.errorAt(['metadata', 'name'], `Cluster '${nameOf(other)}' and Cluster '${nameOf(cluster)}' are given; hand in one `
      + 'cluster at a time');
  }
  if (cluster) return cluster;
  const [first] = documents;
  throw first.errorAt(['kind'], `no Cluster is given, only ${String(first.data.kind)} '${nameOf(first)}'; hand in ${remedy}`);
}

/** @throws with the place if a switch is there and is neither true nor false: the installers' own types take no text that says it */
export function expectBoolean(document: SourceDocument, path: SourcePath): void {
  const value = document.value(path);
  if (value === undefined || value === null || typeof value === 'boolean') return;
  throw document.errorIn(path, `is ${printable(JSON.stringify(value))}, expected true or false, without quotes`);
}

/**
 * @param installer that tags what it makes with the name
 * @param what has the name
 * @throws if it has another one than the migration
 */
export function expectName(document: SourceDocument, clusterId: string, installer: string, what = 'Cluster', name = nameOf(document)): void {
  if (name === clusterId) return;
  throw document.errorIn(['metadata', 'name'], `is '${name}', but clusterId is '${clusterId}'; ${installer} tags everything with the `
    + `name of the ${what}: give that as clusterId`);
}

export function nameOf(document: SourceDocument): string {
  return String(document.value(['metadata', 'name']) ?? '');
}
