import { fileName, NodeFolderPath, onNode } from './layout';
import { nodeFile } from './referenced-file';
import { readSegments } from '../edit/kubelet/flag-file';
import { readFlags } from '../edit/static-pod/command-line';
import { SourceError } from '../edit/yaml/source-error';
import { kubeletFlagFilesOf } from '../kubernetes/kubelet-files';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { flagOf } from '../view/ask';
import { ComponentView, PlacedFlag, ReadingProblem } from '../view/model';

/** The kubelet of a node; undefined where the input has none of its flag files. */
export function readKubelet(
  node: NodeFolderPath, paths: readonly string[], kind: string, version: KubernetesVersion | undefined,
): { readonly view?: ComponentView; readonly read: readonly string[] } {
  const flagFiles = kubeletFlagFilesOf(paths.map(path => `/${path}`)).map(path => path.slice(1));
  const problems: ReadingProblem[] = [];
  const flags = flagFiles.flatMap((path): PlacedFlag[] => {
    const file = fileName(node.directory, onNode(node, path));
    try {
      const content = node.directory.files.get(onNode(node, path))!;
      if ('unreadable' in content) throw new SourceError(file, { line: 1, column: 1 }, content.unreadable);
      const { text } = content;
      return readSegments(text, file).flatMap(({ words }) => readFlags('kubelet', words).flags)
        .map(({ name, value, form, line }) => ({ name, ...form === 'bare' ? {} : { value }, place: { file, line } }));
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      problems.push({
        place: { file, line: error.line },
        message: `kubelet flags cannot be read: ${error.message}`,
        fix: 'Write the flags as plain words.',
      });
      return [];
    }
  });
  if (flagFiles.length === 0) return { read: [] };
  const view: ComponentView = {
    component: 'kubelet',
    object: 'kubelet',
    place: { file: fileName(node.directory, onNode(node, flagFiles[0])), line: 1 },
    origin: 'kubelet',
    kind,
    node: node.name,
    flags,
    version,
    unknowns: problems.map(({ place, message, fix }) => ({ kind: 'command', place, what: message, fix })),
  };
  return { view: { ...view, cloudConfig: nodeFile(flagOf(view, 'cloud-config'), node) }, read: flagFiles };
}
