import { kubeadmSpecOf } from './documents';
import { isHere } from './machine-file';
import { changingCommand } from '../../edit/changing-commands';
import { newShell, unsureCommand } from '../../edit/script-writes';
import { listOf, mapOf, SourcePath, stringOf } from '../../edit/yaml/data';
import { SourceDocument } from '../../edit/yaml/source-document';
import { isNamedConfiguration } from '../../facts/inputs/kubelet-files';
import { cleanedPath } from '../../kubernetes/cleaned-path';
import { readArgs } from '../kubeadm/extra-args';
import { MadeFile } from '../made-file';

/** Something that a shell runs on a machine. */
export interface MachineScript {
  readonly text: string;
  readonly path: SourcePath;
}

/** The commands around kubeadm, and the files that are scripts, of a document that has a configuration of kubeadm. */
export function machineScripts(document: SourceDocument): readonly MachineScript[] {
  const spec = kubeadmSpecOf(document)!;
  const commands = ['bootCommands', 'preKubeadmCommands', 'postKubeadmCommands'].flatMap(key =>
    listOf(document.value([...spec, key])).map((text, index): MachineScript => ({ text: String(text), path: [...spec, key, index] })));
  const files = listOf(document.value([...spec, 'files'])).flatMap((_, index): readonly MachineScript[] => {
    const path: SourcePath = [...spec, 'files', index, 'content'];
    const text = stringOf(document.value(path));
    return text?.startsWith('#!') ? [{ text, path }] : [];
  });
  return [...commands, ...files];
}

/** What of these is not followed to its end. The commands of one list are one script. */
export function unsureScripts(
  document: SourceDocument, files: ReadonlyMap<string, MadeFile>,
): readonly { readonly what: string; readonly path: SourcePath }[] {
  const shell = newShell();
  const has = { isKnown: isHere(files), isGiven: (path: string) => files.has(cleanedPath(path)), isConfiguration: configurationsOf(document) };
  const commands = machineScripts(document).filter(({ path }) => path.at(-1) !== 'content').map(({ text, path }) => ({ text, path, shell }));
  const list: SourcePath = [...kubeadmSpecOf(document)!, 'files'];
  const scripts = listOf(document.value(list)).flatMap((file, index) => {
    const content = files.get(cleanedPath(stringOf(mapOf(file).path) ?? ''));
    return content && 'text' in content && (content.text.startsWith('#!') || /\.(?:ba)?sh$/.test(String(mapOf(file).path)))
      ? [{ text: content.text, path: [...list, index] as SourcePath, shell: newShell() }] : [];
  });
  return [...commands, ...scripts].flatMap(({ text, path, shell: own }) => {
    // What names the folder of static pods is reported as such.
    const found = changingCommand(text) === undefined ? unsureCommand(text, has, own) : undefined;
    return found === undefined ? [] : [{ what: found.what, path }];
  });
}

/** Whether a path is one that the kubelet's arguments name as its configuration. */
function configurationsOf(document: SourceDocument): (path: string) => boolean {
  const args = ['initConfiguration', 'joinConfiguration'].map(own =>
    new Map(readArgs(document, [...kubeadmSpecOf(document)!, own, 'nodeRegistration', 'kubeletExtraArgs']).map(({ name, value }) => [name, value])));
  return path => args.some(own => isNamedConfiguration(path, { config: own.get('config'), configDir: own.get('config-dir') }));
}
