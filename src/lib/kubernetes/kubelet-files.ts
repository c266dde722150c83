/**
 * Where kubelet flags lie, in the order in which the kubelet gets them: of a flag that is in two files the last wins, and the drop-in of kubeadm
 * passes KUBELET_EXTRA_ARGS after KUBELET_KUBEADM_ARGS.
 */
const FLAG_FILES: readonly RegExp[] = [
  /^\/(etc|usr\/lib|lib)\/systemd\/system\/kubelet\.service$/,
  /^\/(etc|usr\/lib|lib)\/systemd\/system\/kubelet\.service\.d\/[^/]+\.conf$/,
  /^\/var\/lib\/kubelet\/kubeadm-flags\.env$/,
  /^\/etc\/default\/kubelet$/,
  /^\/etc\/sysconfig\/kubelet$/,
  /^\/etc\/kubernetes\/kubelet\.env$/,
];

/** The file that kubeadm writes flags to. */
export const KUBEADM_FLAGS = '/var/lib/kubelet/kubeadm-flags.env';

/** Where kubeadm, and kubespray, put the kubelet's configuration. */
export const KUBELET_CONFIGURATIONS: readonly string[] = ['/var/lib/kubelet/config.yaml', '/etc/kubernetes/kubelet-config.yaml'];

/** Those of absolute paths that give the kubelet flags, in the order in which it gets them. */
export function kubeletFlagFilesOf(paths: readonly string[]): string[] {
  return FLAG_FILES.flatMap(pattern => paths.filter(path => pattern.test(path)).sort());
}
