import { patchTarget } from './applied-patches';
import { patchDecides } from '../../edit/deciding-fields';
import { Data, mapOf, SourcePath, stringOf } from '../../edit/yaml/data';
import { ControllerManager, KCM } from '../../kubernetes/component';

/** Something that decides what runs, and that a document names and does not show. */
export interface LeftOpen {
  readonly what: string;
  readonly why: string;
  readonly fix: string;
  /** Where the document names it. */
  readonly path: SourcePath;
  readonly mayRun: readonly ControllerManager[];
}

export function leftOpen(what: string, path: SourcePath, fix: string, mayRun: readonly ControllerManager[]): LeftOpen {
  return { what, why: 'What the control plane runs depends on it.', fix, path, mayRun };
}

/** @param what names the folder */
export function noPatches(what: string, folder: string, path: SourcePath): LeftOpen {
  return leftOpen(`${what} names the folder of patches ${folder}, of which the input has no file`, path,
    'Add its files, or the static pods that kubeadm writes; take the folder out if it is empty.', [KCM]);
}

/**
 * What a configuration of kubeadm has patched. Where the input has the static pods that it made, they show what the patches did.
 *
 * @param files of the input, by their paths; undefined: their text is not known
 */
export function unreadPatches(data: { readonly [key: string]: Data }, files: Texts): readonly LeftOpen[] {
  return patchFolders(data).flatMap(({ folder, path }) => ofFolder(String(data.kind), folder, path, files)).slice(0, 1);
}

/** The folders of patches that a configuration of kubeadm names, and where. */
export function patchFolders(data: { readonly [key: string]: Data }): readonly { readonly folder: string; readonly path: readonly string[] }[] {
  const { kind, apiVersion } = data;
  if (!String(apiVersion).startsWith('kubeadm.k8s.io/')) return [];
  return (PATCHING[String(kind)] ?? []).flatMap(path => {
    const held = path.reduce<Data | undefined>((within, key) => mapOf(within)[key], data);
    const folder = stringOf(mapOf(held).directory)?.replace(/(?<!\/)\/+$/, '');
    return folder === undefined || folder === '' ? [] : [{ folder, path }];
  });
}

/** Where kinds name the folder. */
const PATCHING: Readonly<Record<string, readonly (readonly string[])[]>> = {
  InitConfiguration: [['patches']],
  JoinConfiguration: [['patches']],
  UpgradeConfiguration: [['apply', 'patches'], ['node', 'patches']],
};

function ofFolder(kind: string, folder: string, at: readonly string[], files: Texts): readonly LeftOpen[] {
  const paths = [...files.keys()];
  if (paths.some(path => /(^|\/)etc\/kubernetes\/manifests\/[^/]*controller-manager/.test(path))) return [];
  const last = folder.slice(folder.lastIndexOf('/') + 1);
  const here = paths.filter(path => path.split('/').at(-2) === last && patchTarget(path.slice(path.lastIndexOf('/') + 1)) !== undefined);
  if (here.length === 0) return [noPatches(kind, folder, at)];
  const changed = here.find(path => mayDecide(path.slice(path.lastIndexOf('/') + 1), files.get(path)));
  const what = `${kind} has kubeadm patch ${changed}, which is not applied here`;
  return changed === undefined ? [] : [leftOpen(what, at, 'Give the static pods that kubeadm writes.', [KCM])];
}

type Texts = ReadonlyMap<string, string | undefined>;

/** Whether a patch may decide something of ours. Operations need what is there, and kubeadm ends where that is not. */
function mayDecide(name: string, text: string | undefined): boolean {
  const { target, type } = patchTarget(name)!;
  return ['kube-controller-manager', 'kube-apiserver'].includes(target)
    && (text === undefined || type === undefined || type === 'json' || patchDecides(text, []));
}
