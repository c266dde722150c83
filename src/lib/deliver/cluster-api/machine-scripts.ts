import { kubeadmSpecOf } from './documents';
import { SourceDocument, SourcePath } from '../../edit/yaml/source-document';
import { listOf, stringOf } from '../../read/data';

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
