import { kubeletLine } from './kubelet-line';
import { kubeletConfigurationFiles } from '../../kubernetes/kubelet-files';
import { readFlags } from '../static-pod/command-line';
import { FilesOfNode } from '../systemd/unit';

/** Absolute paths of the files of a node that its kubelet is configured by, as its command line names them; of a setting in several the last wins. */
export function kubeletConfigurationsOf(node: FilesOfNode): readonly string[] {
  const words = kubeletLine(node, path => `/${path}`)?.words ?? [];
  const flags = new Map(readFlags('kubelet', words).flags.map(({ name, value }) => [name, value]));
  return kubeletConfigurationFiles(node.paths.map(path => `/${path}`), { config: flags.get('config'), configDir: flags.get('config-dir') });
}
