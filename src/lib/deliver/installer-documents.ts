import { Data, parseSources, SourceDocument } from '../edit/yaml/source-document';

/** What the document of another installer is, by its API group. */
const INSTALLERS: readonly (readonly [RegExp, string])[] = [
  [/^kops\.k8s\.io$/, 'kops: use KopsMigration'],
  [/^kubeone\./, 'KubeOne: use KubeOneMigration'],
  [/^kubermatic\./, 'KKP: use KkpMigration'],
  [/(^|\.)cluster\.x-k8s\.io$/, 'Cluster API: use ClusterApiMigration'],
  [/^kubeadm\./, 'kubeadm: use KubeadmBundle'],
];

/** Files and their documents. */
export type InstallerFiles = ReadonlyMap<string, readonly SourceDocument[]>;

/**
 * Reads the files of an installer.
 *
 * @param configs text of each file by its name
 * @throws if there is none, or with file, line and column if one is no YAML
 */
export function readFiles(configs: { readonly [file: string]: string }, what: string): InstallerFiles {
  const files = new Map(Object.keys(configs).sort().map(file => [file, parseSources(configs[file], { file })]));
  if (files.size === 0) throw new Error(`\`configs\` is empty; hand in ${what}`);
  return files;
}

/** What a document of another group is, and what to do. */
export function foreignDocument(document: SourceDocument, expected: string, what: string): Error {
  const { apiVersion, kind } = document.data;
  const hint = INSTALLERS.find(([pattern]) => pattern.test(String(apiVersion).split('/')[0]))?.[1];
  return document.error(document.offset(['apiVersion']), `expected ${expected}, got kind ${JSON.stringify(kind ?? null)} of '${String(apiVersion)}'; `
    + (hint ? `that is a document of ${hint}` : `hand in ${what}`));
}

export function nameOf(document: SourceDocument): string {
  return String(document.value(['metadata', 'name']) ?? '');
}

export function isMapping(value: Data | undefined): value is { [key: string]: Data } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The mapping, or an empty one. */
export function mapping(value: Data | undefined): { readonly [key: string]: Data } {
  return isMapping(value) ? value : {};
}
