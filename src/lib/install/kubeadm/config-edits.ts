import { argEdits, argFormOf, KubeadmArg } from './extra-args';
import { KubeadmVolume, volumeEdits } from './extra-volumes';
import type { SourceEdit } from '../../yaml/data-edit';
import { yaml } from '../../yaml/load';
import { keyOf, parseSources, SourceDocument, SourcePath } from '../../yaml/source-document';
import { editSource, removeKeys } from '../../yaml/source-edit';

/** Changes of one control-plane component. Whatever is already so is left as it is. */
export interface KubeadmComponentEdits {
  readonly setArgs?: readonly KubeadmArg[];
  readonly removeArgs?: readonly string[];
  readonly extraVolumes?: readonly KubeadmVolume[];
  /** By mountPath. */
  readonly removeExtraVolumes?: readonly string[];
}

export interface KubeadmConfigEdits {
  readonly kubernetesVersion?: { readonly from: string; readonly to: string };
  readonly apiServer?: KubeadmComponentEdits;
  readonly controllerManager?: KubeadmComponentEdits;
  readonly scheduler?: KubeadmComponentEdits;
  /** Of the node that the file's InitConfiguration or JoinConfiguration is for. */
  readonly kubeletExtraArgs?: { readonly set?: readonly KubeadmArg[]; readonly remove?: readonly string[] };
}

export interface KubeadmConfigOptions {
  /** Name of the file, for errors. */
  readonly file: string;
}

const COMPONENTS = ['apiServer', 'controllerManager', 'scheduler'] as const;

/**
 * kubeadm's configuration with the edits spliced in; documents of other kinds and every line that no edit is about stay byte for byte. Edits of
 * a kind that the file does not have (kubelet arguments in a ClusterConfiguration alone) do not apply to it.
 *
 * @throws if the file has no kubeadm document, an API version that is not understood, or something that contradicts an edit
 */
export function editKubeadmConfig(text: string, edits: KubeadmConfigEdits, options: KubeadmConfigOptions): string {
  const documents = readKubeadmConfig(text, options);
  return editSource(documents.map((document) => ({ document, edits: editsOf(document, edits) })));
}

/**
 * The ClusterConfiguration alone: what is the same on every node, byte for byte as it stands in the file.
 *
 * @throws if the file has none, or more than one
 */
export function clusterConfigurationOnly(text: string, options: KubeadmConfigOptions): string {
  const found = readKubeadmConfig(text, options).filter(({ data }) => data.kind === 'ClusterConfiguration');
  if (found.length !== 1) {
    throw new Error(`${options.file} has ${found.length} ClusterConfiguration documents, expected 1; hand in the file given to 'kubeadm init --config'`);
  }
  const offset = found[0].root.range![0];
  const marks = [...text.matchAll(/^\uFEFF?---.*(?:\n|$)/gm)];
  const above = marks.filter(({ index }) => index < offset).pop();
  const below = marks.find(({ index }) => index > offset);
  return text.slice(above ? above.index + above[0].length : 0, below?.index);
}

function readKubeadmConfig(text: string, options: KubeadmConfigOptions): SourceDocument[] {
  const documents = parseSources(text, options);
  if (!documents.some(isKubeadm)) {
    throw documents[0].error(documents[0].offset(['kind']),
      `expected a kubeadm configuration, got kind ${JSON.stringify(documents[0].data.kind ?? null)}; hand in the file given to 'kubeadm init --config'`);
  }
  for (const document of documents.filter(isKubeadm)) argFormOf(document);
  return documents;
}

function isKubeadm({ data }: SourceDocument): boolean {
  return String(data.apiVersion).startsWith('kubeadm.k8s.io/');
}

function editsOf(document: SourceDocument, edits: KubeadmConfigEdits): SourceEdit[] {
  if (!isKubeadm(document)) return [];
  const { kind } = document.data;
  if (kind === 'ClusterConfiguration') {
    return [
      ...versionEdits(document, edits.kubernetesVersion),
      ...COMPONENTS.flatMap((component) => componentEdits(document, component, edits[component] ?? {})),
    ];
  }
  if ((kind !== 'InitConfiguration' && kind !== 'JoinConfiguration') || !edits.kubeletExtraArgs) return [];
  const { set = [], remove = [] } = edits.kubeletExtraArgs;
  return withParents(document, ['nodeRegistration'], argEdits(document, ['nodeRegistration', 'kubeletExtraArgs'], set, remove));
}

function versionEdits(document: SourceDocument, version: KubeadmConfigEdits['kubernetesVersion']): SourceEdit[] {
  if (!version) return [];
  const got = document.data.kubernetesVersion;
  // kubeadm reads the version with and without a leading v.
  const bare = typeof got === 'string' ? got.replace(/^v/, '') : undefined;
  const [from, to] = [version.from, version.to].map((text) => text.replace(/^v/, ''));
  if (bare === to) return [];
  if (bare !== from) {
    throw document.error(document.offset(['kubernetesVersion']),
      `kubernetesVersion is ${JSON.stringify(got ?? null)}, expected '${version.from}'; give the version that this cluster runs`);
  }
  return [{ op: 'replace', path: ['kubernetesVersion'], value: got === bare ? to : `v${to}` }];
}

function componentEdits(document: SourceDocument, component: string, edits: KubeadmComponentEdits): SourceEdit[] {
  const path = [component];
  return withParents(document, path, [
    ...argEdits(document, [...path, 'extraArgs'], edits.setArgs ?? [], edits.removeArgs ?? []),
    ...volumeEdits(document, [...path, 'extraVolumes'], edits.extraVolumes ?? [], edits.removeExtraVolumes ?? []),
  ]);
}

/**
 * Puts edits below a mapping that is not there yet into one edit that makes it; a mapping that the edits leave empty goes.
 */
function withParents(document: SourceDocument, path: SourcePath, edits: readonly SourceEdit[]): SourceEdit[] {
  const node = document.node(path);
  if (!node) {
    const entries = edits.flatMap((edit) => (edit.op === 'set-key' ? [[edit.key, edit.value] as const] : []));
    return entries.length === 0 ? [] : [{ op: 'set-key', path: path.slice(0, -1), key: String(path[path.length - 1]), value: Object.fromEntries(entries) }];
  }
  const removed = edits.flatMap((edit) => (edit.op === 'remove-key' && edit.path.length === path.length ? [edit.key] : []));
  const isEmptied = yaml().isMap(node) && removed.length > 0 && node.items.every((pair) => removed.includes(keyOf(pair.key) ?? ''))
    && !edits.some((edit) => edit.op === 'set-key');
  return isEmptied ? removeKeys(document, path, removed) : [...edits];
}

