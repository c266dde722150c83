import { KUBELET_CONFIGURATIONS, kubeletFlagFilesOf } from '../kubernetes/kubelet-files';

const KUBELET_FOLDER = /^\/(var\/lib\/kubelet|etc\/default|etc\/sysconfig|etc\/systemd|usr\/lib\/systemd|lib\/systemd)\//;

/** Whether the kubelet of a node reads a file at its start: what its flags and its configuration are read from, and all in the folders of these. */
export function isKubeletFile(path: string): boolean {
  return KUBELET_FOLDER.test(path) || KUBELET_CONFIGURATIONS.includes(path) || kubeletFlagFilesOf([path]).length > 0;
}
