import { CurrentFlag } from './component-changes';
import { editKubeletFlags, KubeletFlagEdits, parseKubeletFlags } from '../edit/kubelet/kubelet-flags';
import { KUBEADM_FLAGS, kubeletFlagFilesOf } from '../kubernetes/kubelet-files';
import { NodeInput } from '../kubernetes/node';

/**
 * Files of a node that give the kubelet flags, the one that `--cloud-provider` belongs into first: where it is passed today, else where kubeadm would
 * pass it, else a file of variables before a unit. The others may have flags that the release no longer has.
 *
 * @throws if the node has no file with kubelet flags
 */
export function kubeletFlagFiles(node: NodeInput): string[] {
  const known = knownFiles(node);
  if (known.length === 0) {
    throw new Error(`node '${node.name}' has no file with kubelet flags; hand in '/var/lib/kubelet/kubeadm-flags.env' or the file that your kubelet `
      + 'reads its flags from');
  }
  const forNew = [...known.filter(path => path === KUBEADM_FLAGS), ...known.filter(path => path !== KUBEADM_FLAGS).reverse()];
  const passes = (path: string) => read(node, path).flag('cloud-provider') !== undefined;
  return [...forNew.filter(passes), ...forNew.filter(path => !passes(path))];
}

/** The kubelet flag files of a node with what `decide` says changed in them. A flag that is in no file is added to the first. */
export function editKubeletFlagFiles(node: NodeInput, decide: (current: CurrentFlag) => KubeletFlagEdits): Map<string, string> {
  return new Map(kubeletFlagFiles(node).map((path, index) => {
    const flags = read(node, path);
    const { set = [], remove } = decide(name => flags.flag(name)?.value);
    const here = index === 0 ? set : set.filter(({ name }) => flags.flag(name) !== undefined);
    return [path, editKubeletFlags(flags.text, { set: here, remove }, { file: flags.file })];
  }));
}

/** Value of a kubelet flag of the node, of the last file that passes it; undefined if none does. */
export function kubeletFlag(node: NodeInput, name: string): string | undefined {
  return knownFiles(node).map(path => read(node, path).flag(name)?.value).filter(value => value !== undefined).at(-1);
}

function knownFiles(node: NodeInput): string[] {
  return kubeletFlagFilesOf(Object.keys(node.files));
}

function read(node: NodeInput, path: string) {
  return parseKubeletFlags(node.files[path], { file: `${node.name}:${path}` });
}
