import { kindOf, kubeadmSpecOf, nameOf } from './documents';
import { machineExtras } from './machine-extras';
import { isHere, machineFilesOf, StoredText } from './machine-file';
import { machineScripts, unsureScripts } from './machine-scripts';
import { patchesDirectory } from './machines';
import { applyingCommand } from '../../edit/changing-commands';
import { SourceDocument } from '../../edit/yaml/source-document';
import { CCM, KCM } from '../../kubernetes/component';
import { LeftOpen, leftOpen, noPatches } from '../kubeadm/left-open';

/** What kubeadm and the commands of machines do that the object does not show: patches that are not there, manifests from elsewhere. */
export function unreadOfMachine(document: SourceDocument, stored: StoredText): readonly LeftOpen[] {
  const spec = kubeadmSpecOf(document);
  if (spec === undefined) return [];
  const name = `${kindOf(document)} ${nameOf(document)}`;
  const files = machineFilesOf(document, stored);
  const commands = machineScripts(document).flatMap(({ text, path }) => {
    const found = applyingCommand(text, isHere(files));
    return found
      ? [leftOpen(`${name} has ${found.what}`, path, 'Give what it applies as manifests, and leave the command out of the input.', [CCM])] : [];
  });
  const named = (['initConfiguration', 'joinConfiguration'] as const).flatMap(configuration => {
    const folder = patchesDirectory(document, configuration);
    return folder === undefined || [...files.keys()].some(path => path.startsWith(`${folder}/`)) ? []
      : [noPatches(name, folder, [...spec, configuration, 'patches'])];
  });
  const more = [...unsureScripts(document, files), ...machineExtras(document)].map(({ what, path }) =>
    leftOpen(`${name} has ${what}`, path, 'Write it with the paths that it changes, give what it runs, or leave it out of the input.', [KCM, CCM]));
  return [...commands, ...more, ...kindOf(document) === 'KubeadmControlPlane' ? named.slice(0, 1) : []];
}
