import { argEdits } from './arg-edits';
import { volumeEdits } from './extra-volumes';
import type { SourcePath } from '../../edit/yaml/data';
import type { SourceEdit } from '../../edit/yaml/data-edit';
import type { SourceDocument } from '../../edit/yaml/source-document';
import { KubeadmArg, readArgs } from '../../installers/kubeadm/extra-args';
import { KubeadmVolume } from '../../installers/kubeadm/generated-pods';
import { withParents } from '../document-edits';

/** Changes of one control-plane component. Whatever is already so is left as it is. */
export interface KubeadmComponentEdits {
  readonly setArgs?: readonly KubeadmArg[];
  readonly removeArgs?: readonly string[];
  readonly extraVolumes?: readonly KubeadmVolume[];
  /** By mountPath. */
  readonly removeExtraVolumes?: readonly string[];
}

/** Changes of the kubelet's arguments. */
export interface KubeadmKubeletEdits {
  readonly set?: readonly KubeadmArg[];
  readonly remove?: readonly string[];
  /** Why no kubelet would start with what a field of nodeRegistration says. */
  readonly refused?: { readonly field: 'criSocket' | 'kubeletExtraArgs'; readonly why: string };
}

/** Decides the kubelet's changes by the arguments that it has today: they are those of one file, and no other file says them. */
export type KubeletDecision = (today: (name: string) => string | undefined, criSocket?: string) => KubeadmKubeletEdits;

const COMPONENTS = ['apiServer', 'controllerManager', 'scheduler'] as const;
/** Changes of what a ClusterConfiguration says about its components. */
export type KubeadmControlPlaneEdits = { readonly [component in typeof COMPONENTS[number]]?: KubeadmComponentEdits };

/** @param base where the ClusterConfiguration is: the document itself, or a field of an object that embeds it */
export function controlPlaneEdits(document: SourceDocument, base: SourcePath, edits: KubeadmControlPlaneEdits): SourceEdit[] {
  return COMPONENTS.flatMap(component => {
    const path = [...base, component];
    const { setArgs = [], removeArgs = [], extraVolumes = [], removeExtraVolumes = [] } = edits[component] ?? {};
    return withParents(document, path, [
      ...argEdits(document, [...path, 'extraArgs'], setArgs, removeArgs),
      ...volumeEdits(document, [...path, 'extraVolumes'], extraVolumes, removeExtraVolumes),
    ]);
  });
}

/**
 * @param base where the InitConfiguration or JoinConfiguration is
 * @throws if its container runtime is one that no kubelet of the side has
 */
export function kubeletEdits(document: SourceDocument, base: SourcePath, decide: KubeletDecision): SourceEdit[] {
  const path = [...base, 'nodeRegistration'];
  const args = readArgs(document, [...path, 'kubeletExtraArgs']);
  const criSocket = document.value([...path, 'criSocket']);
  const { set = [], remove = [], refused } = decide(
    name => args.find(arg => arg.name === name)?.value, typeof criSocket === 'string' ? criSocket : undefined,
  );
  if (refused) throw document.errorAt([...path, refused.field], `${[...path, refused.field].join('.')} ${refused.why}`);
  return withParents(document, path, argEdits(document, [...path, 'kubeletExtraArgs'], set, remove));
}
