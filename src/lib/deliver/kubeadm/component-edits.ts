import { argEdits } from './arg-edits';
import { volumeEdits } from './extra-volumes';
import { Data, SourcePath } from '../../edit/yaml/data';
import type { SourceEdit } from '../../edit/yaml/data-edit';
import { yaml } from '../../edit/yaml/load';
import { keyOf, SourceDocument } from '../../edit/yaml/source-document';
import { removeKeys } from '../../edit/yaml/source-edit';
import { KubeadmArg, readArgs } from '../../installers/kubeadm/extra-args';
import { KubeadmVolume } from '../../installers/kubeadm/generated-pods';

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

/** Changes of what a ClusterConfiguration says about its components. */
export interface KubeadmControlPlaneEdits {
  readonly apiServer?: KubeadmComponentEdits;
  readonly controllerManager?: KubeadmComponentEdits;
  readonly scheduler?: KubeadmComponentEdits;
}

const COMPONENTS = ['apiServer', 'controllerManager', 'scheduler'] as const;

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

/**
 * Puts edits below mappings that are not there yet into one edit that makes them; a mapping that the edits leave empty goes.
 */
export function withParents(document: SourceDocument, path: SourcePath, edits: readonly SourceEdit[]): SourceEdit[] {
  const node = document.node(path);
  if (!node) {
    const entries = edits.flatMap((edit) => (edit.op === 'set-key' ? [[edit.key, edit.value] as const] : []));
    return entries.length === 0 ? [] : [madeWithParents(document, path, Object.fromEntries(entries))];
  }
  const removed = edits.flatMap((edit) => (edit.op === 'remove-key' && edit.path.length === path.length ? [edit.key] : []));
  const isEmptied = yaml().isMap(node) && removed.length > 0 && node.items.every((pair) => removed.includes(keyOf(pair.key) ?? ''))
    && !edits.some((edit) => edit.op === 'set-key');
  return isEmptied ? removeKeys(document, path, removed) : [...edits];
}

/** One edit that makes a value and every mapping on the way to it that is not there. */
export function madeWithParents(document: SourceDocument, path: SourcePath, value: Data): SourceEdit {
  const parent = path.slice(0, -1);
  const key = String(path[path.length - 1]);
  return parent.length === 0 || document.node(parent) ? { op: 'set-key', path: parent, key, value }
    : madeWithParents(document, parent, { [key]: value });
}
