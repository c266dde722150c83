const KUBELET_FILE = /^\/(var\/lib\/kubelet|etc\/default|etc\/sysconfig|etc\/systemd|usr\/lib\/systemd|lib\/systemd)\//;

/** Whether the kubelet of a node reads a file at its start. */
export function isKubeletFile(path: string): boolean {
  return KUBELET_FILE.test(path);
}
