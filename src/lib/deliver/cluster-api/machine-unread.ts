import { applyingCommand } from '../../edit/commands';
import { mapOf, stringOf } from '../../edit/yaml/data';
import { parseSource } from '../../edit/yaml/source-document';
import { kubeadmSpecOf } from '../../installers/cluster-api/documents';
import { machineExtras } from '../../installers/cluster-api/machine-extras';
import { isHere, machineFilesOf, StoredText } from '../../installers/cluster-api/machine-file';
import { machineScripts, unsureScripts } from '../../installers/cluster-api/machine-scripts';
import { patchesDirectory } from '../../installers/cluster-api/machines';
import { patchTarget } from '../../installers/kubeadm/applied-patches';
import { CCM, ControllerManager, KCM } from '../../kubernetes/component';
import { placeAt } from '../../read/component/container';
import { ObjectAt } from '../../read/documents/documents';
import { VerifyDirectory } from '../../read/input/input';
import { Place, Unread } from '../../view/model';

/**
 * What kubeadm and the commands of machines do that the input does not show: patches that are not there, manifests that are applied from elsewhere.
 */
export function unreadMachines(objects: readonly ObjectAt[], directory: VerifyDirectory, stored: StoredText): readonly Unread[] {
  return objects.flatMap(object => [...ofMachine(object, stored), ...ofKubeadm(object, directory)]);
}

/** Where each kind holds kubeadm's configuration is known of the document; an item of a list is one of its own. */
function ofMachine(object: ObjectAt, stored: StoredText): readonly Unread[] {
  const { kind, file, base, document } = object;
  const own = base.length === 0 ? document : parseSource(JSON.stringify(object.data), { file });
  const spec = kubeadmSpecOf(own);
  if (spec === undefined) return [];
  const files = machineFilesOf(own, stored);
  const commands = machineScripts(own).flatMap(({ text, path }) => {
    const found = applyingCommand(text, isHere(files));
    if (!found) return [];
    const place = placeAt(file, document, [...base, ...path]);
    return [unread(`${kind} ${object.name} has ${found.what}`, place, 'Give what it applies as manifests, and leave the command out of the input.',
      [CCM])];
  });
  const named = (['initConfiguration', 'joinConfiguration'] as const).flatMap(configuration => {
    const folder = patchesDirectory(own, configuration);
    return folder === undefined || [...files.keys()].some(path => path.startsWith(`${folder}/`)) ? []
      : [noPatches(`${kind} ${object.name}`, folder, placeAt(file, document, [...base, ...spec, configuration, 'patches']))];
  });
  const more = [...unsureScripts(own, files), ...machineExtras(own)].map(({ what, path }) => unread(
    `${kind} ${object.name} has ${what}`, placeAt(file, document, [...base, ...path]),
    'Write it with the paths that it changes, give what it runs, or leave it out of the input.', [KCM, CCM]));
  return [...commands, ...more, ...kind === 'KubeadmControlPlane' ? named.slice(0, 1) : []];
}

/** A file for kubeadm itself. Where the input has the static pods that it made, they show what the patches did. */
function ofKubeadm({ kind, apiVersion, data, file, document, base }: ObjectAt, { files }: VerifyDirectory): readonly Unread[] {
  const folder = stringOf(mapOf(data.patches).directory)?.replace(/\/+$/, '');
  const isOne = apiVersion.startsWith('kubeadm.k8s.io/') && ['InitConfiguration', 'JoinConfiguration'].includes(kind);
  if (!isOne || folder === undefined || folder === '') return [];
  const paths = [...files.keys()];
  if (paths.some(path => /(^|\/)etc\/kubernetes\/manifests\/[^/]*controller-manager/.test(path))) return [];
  const last = folder.slice(folder.lastIndexOf('/') + 1);
  const here = paths.filter(path => path.split('/').at(-2) === last && patchTarget(path.slice(path.lastIndexOf('/') + 1)) !== undefined);
  const place = placeAt(file, document, [...base, 'patches']);
  if (here.length === 0) return [noPatches(kind, folder, place)];
  const changed = here.find(path => /^kube-(?:controller-manager|apiserver)/.test(path.slice(path.lastIndexOf('/') + 1)));
  return changed === undefined ? []
    : [unread(`${kind} has kubeadm patch ${changed}, which is not applied here`, place, 'Give the static pods that kubeadm writes.', [KCM])];
}

function noPatches(what: string, folder: string, place: Place): Unread {
  return unread(`${what} names the folder of patches ${folder}, of which the input has no file`, place,
    'Add its files, or the static pods that kubeadm writes; take the folder out if it is empty.', [KCM]);
}

function unread(what: string, place: Place, fix: string, mayRun: readonly ControllerManager[]): Unread {
  return { place, what, why: 'What the control plane runs depends on it.', fix, mayRun };
}
