import { controlPlaneEdits, KubeadmControlPlaneEdits, kubeletEdits, KubeletDecision } from './component-edits';
import type { SourceEdit } from '../../edit/yaml/data-edit';
import { SourceDocument } from '../../edit/yaml/source-document';
import { editSource } from '../../edit/yaml/source-edit';
import { kubeadmApiProblem } from '../../facts/kubeadm-api';
import { isKubeadm, KubeadmConfigOptions, readKubeadmConfig } from '../../installers/kubeadm/documents';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';

export interface KubeadmConfigEdits extends KubeadmControlPlaneEdits {
  readonly kubernetesVersion?: { readonly from: string; readonly to: string };
  /** Of the node that the file's InitConfiguration or JoinConfiguration is for. */
  readonly kubelet?: KubeletDecision;
}

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
    throw new Error(`${options.file} has ${found.length} ClusterConfiguration documents, expected 1; hand in the file given to 'kubeadm init `
      + '--config\'');
  }
  const offset = found[0].root.range![0];
  const marks = [...text.matchAll(/^\uFEFF?---.*(?:\n|$)/gm)];
  const above = marks.filter(({ index }) => index < offset).pop();
  const below = marks.find(({ index }) => index > offset);
  return text.slice(above ? above.index + above[0].length : 0, below?.index);
}

function editsOf(document: SourceDocument, edits: KubeadmConfigEdits): SourceEdit[] {
  if (!isKubeadm(document)) return [];
  const { kind } = document.data;
  if (kind === 'ClusterConfiguration') {
    return [
      ...versionEdits(document, edits.kubernetesVersion),
      ...controlPlaneEdits(document, [], edits),
    ];
  }
  if ((kind !== 'InitConfiguration' && kind !== 'JoinConfiguration') || !edits.kubelet) return [];
  return kubeletEdits(document, [], edits.kubelet);
}

function versionEdits(document: SourceDocument, version: KubeadmConfigEdits['kubernetesVersion']): SourceEdit[] {
  if (!version) return [];
  const got = document.data.kubernetesVersion;
  // kubeadm reads the version with and without a leading v.
  const bare = typeof got === 'string' ? got.replace(/^v/, '') : undefined;
  const [from, to] = [version.from, version.to].map((text) => text.replace(/^v/, ''));
  if (bare === to) return deployed(document, to, []);
  if (bare !== from) {
    throw document.errorIn(['kubernetesVersion'],
      `is ${JSON.stringify(got ?? null)}, expected '${version.from}'; give the version that this cluster runs`);
  }
  return deployed(document, to, [{ op: 'replace', path: ['kubernetesVersion'], value: got === bare ? to : `v${to}` }]);
}

/** The edits, where the API version of the document is one for that release. */
function deployed(document: SourceDocument, version: string, edits: SourceEdit[]): SourceEdit[] {
  const problem = kubeadmApiProblem(String(document.data.apiVersion), KubernetesVersion.of(version));
  if (problem) throw document.errorAt(['apiVersion'], `apiVersion: ${problem}`);
  return edits;
}
