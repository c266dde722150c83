import { applyingCommand, changingCommand } from '../../edit/changing-commands';
import { patchSaysWhat } from '../../edit/deciding-fields';
import { pathText, SourcePath } from '../../edit/yaml/data';
import { SourceDocument } from '../../edit/yaml/source-document';
import { kubeadmSpecOf } from '../../installers/cluster-api/documents';
import { isHere, machineFilesOf } from '../../installers/cluster-api/machine-file';
import { machineScripts } from '../../installers/cluster-api/machine-scripts';
import { patchesDirectory, patchesOf } from '../../installers/cluster-api/machines';
import { patchTarget } from '../../installers/kubeadm/applied-patches';

/** Components whose flags the migration sets. */
const OURS = ['kube-controller-manager', 'kube-apiserver', 'kubeletconfiguration'];

/**
 * The migration writes flags as extraArgs, which kubeadm makes static pods from. What changes those afterwards takes the flags back, or gives them
 * twice.
 *
 * @throws at the patch or the command
 */
export function refuseLaterChanges(controlPlane: SourceDocument): void {
  const spec = kubeadmSpecOf(controlPlane)!;
  const files = machineFilesOf(controlPlane, () => undefined);
  for (const own of ['initConfiguration', 'joinConfiguration'] as const) {
    const folder = patchesDirectory(controlPlane, own);
    const patches = [...patchesOf(controlPlane, own, files)];
    const path: SourcePath = [...spec, own, 'patches', 'directory'];
    const changed = patches.find(([name, content]) =>
      OURS.includes(patchTarget(name)!.target) && (!('text' in content) || patchSaysWhat(content.text)));
    if (changed) {
      throw controlPlane.errorAt(path, `kubeadm patch '${folder!}/${changed[0]}' changes ${patchTarget(changed[0])!.target} after `
        + `the migration has set its flags; move what it sets to extraArgs and extraVolumes in ${spec.join('.')}.clusterConfiguration`);
    }
    if (folder !== undefined && ![...files.keys()].some(file => file.startsWith(`${folder}/`))) {
      throw controlPlane.errorIn(path, `is '${folder}', and files has none of it: what kubeadm patches is not `
        + 'known; add its files to files, or take the folder out');
    }
  }
  for (const { text, path } of machineScripts(controlPlane)) {
    const applying = CLOUD_CONTROLLER.test(text) ? applyingCommand(text, isHere(files)) : undefined;
    const changing = applying ? undefined : changingCommand(withoutApplied(text, isHere(files)));
    if (!changing && !applying) continue;
    throw controlPlane.errorAt(path, `${pathText(path)} has ${changing
      ? `${changing.what}, which may take back the flags that the migration sets; set flags in extraArgs, and take the command out`
      : `${applying!.what}: the migration delivers the cloud-controller-manager itself, and a second one would run the controllers twice; take the `
        + 'command out'}`);
  }
}

/** A script without the lines that apply what is not in the input: a note names those. */
function withoutApplied(script: string, isKnown: (file: string) => boolean): string {
  const lines = script.split('\n');
  for (;;) {
    const found = applyingCommand(lines.join('\n'), isKnown);
    if (!found) return lines.join('\n');
    lines[found.line - 1] = '';
  }
}

/** A cloud controller by the name of a manifest or a chart: others are addons, which a note names. */
const CLOUD_CONTROLLER = /cloud-?(?:controller|provider)|\b(?:[a-z]+-)?(?:ccm|cpi)\b/i;
