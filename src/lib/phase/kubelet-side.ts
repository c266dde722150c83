import { CurrentFlag } from './component-changes';
import { editKubeletFlags, KubeletFlagEdits, parseKubeletFlags } from '../kubelet/kubelet-flags';
import { NodeInput } from '../node';

/** Where kubelet flags lie, in the order in which a flag that is nowhere yet is added. */
const FLAG_FILES: readonly RegExp[] = [
  /^\/var\/lib\/kubelet\/kubeadm-flags\.env$/,
  /^\/etc\/default\/kubelet$/,
  /^\/etc\/sysconfig\/kubelet$/,
  /^\/(etc|usr\/lib|lib)\/systemd\/system\/kubelet\.service\.d\/[^/]+\.conf$/,
];

/** Flags by which a file takes part in the migration. */
const MIGRATED_FLAGS = ['cloud-provider', 'cloud-config'];

/**
 * Files of a node that give the kubelet its cloud flags; where none does, the first that could.
 *
 * @throws if the node has no file with kubelet flags
 */
export function kubeletFlagFiles(node: NodeInput): string[] {
  const known = FLAG_FILES.flatMap(pattern => Object.keys(node.files).filter(path => pattern.test(path)).sort());
  if (known.length === 0) {
    throw new Error(`node '${node.name}' has no file with kubelet flags; hand in '/var/lib/kubelet/kubeadm-flags.env' or the file that your kubelet reads its flags from`);
  }
  const withCloudFlags = known.filter(path => MIGRATED_FLAGS.some(flag => read(node, path).flag(flag) !== undefined));
  return withCloudFlags.length > 0 ? withCloudFlags : [known[0]];
}

/** A kubelet flag file with what `decide` says changed in it. */
export function editKubeletFlagFile(node: NodeInput, path: string, decide: (current: CurrentFlag) => KubeletFlagEdits): string {
  const flags = read(node, path);
  return editKubeletFlags(flags.text, decide(name => flags.flag(name)?.value), { file: flags.file });
}

function read(node: NodeInput, path: string) {
  return parseKubeletFlags(node.files[path], { file: `${node.name}:${path}` });
}
