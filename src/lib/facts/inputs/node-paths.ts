import { KUBELET_CONFIGURATIONS } from './kubelet-files';
import { STATIC_POD_PATH } from '../../kubernetes/node';

/** Where kubelets take static pods from, if nothing else is said. */
export const POD_FOLDERS = [STATIC_POD_PATH, '/var/lib/rancher/rke2/agent/pod-manifests'];

/** Files of static pods that are no controller managers, and that installers write on the node itself: the address of the API servers. */
export const OTHER_POD = /\/(?:kube-vip|haproxy|keepalived|nginx|nginx-proxy|etcd|kube-proxy)\.(?:ya?ml|json|manifest)(?![\w.])/;

/** Folders of unit files, the one that counts first: systemd.unit(5), systemd v255 src/basic/path-lookup.c lookup_paths_init. */
export const UNIT_FOLDERS = [
  'etc/systemd/system.control', 'run/systemd/system.control', 'run/systemd/transient', 'run/systemd/generator.early', 'etc/systemd/system',
  'etc/systemd/system.attached', 'run/systemd/system', 'run/systemd/system.attached', 'run/systemd/generator', 'usr/local/lib/systemd/system',
  'usr/lib/systemd/system', 'lib/systemd/system', 'run/systemd/generator.late',
];

/** Folders of drop-ins, the one that counts first; system.conf comes before all of them: systemd-system.conf(5), "Configuration Directories". */
export const SYSTEMD_FOLDERS = ['etc/systemd', 'run/systemd', 'usr/local/lib/systemd', 'usr/lib/systemd', 'lib/systemd'];

/** Folders of which every file decides what runs: static pods, drop-ins of the kubelet, and what kubeadm is told. */
export const WATCHED_FOLDERS = [
  ...POD_FOLDERS, '/run/kubeadm', '/etc/systemd/system/kubelet.service.d',
  '/usr/lib/systemd/system/kubelet.service.d', '/run/systemd/system/kubelet.service.d',
];

/** Files that do. */
export const WATCHED_FILES = [
  ...KUBELET_CONFIGURATIONS, '/var/lib/kubelet/kubeadm-flags.env', '/etc/default/kubelet', '/etc/sysconfig/kubelet', '/etc/kubernetes/kubelet.env',
  '/etc/systemd/system/kubelet.service', '/usr/lib/systemd/system/kubelet.service', '/lib/systemd/system/kubelet.service',
];

/** Whatever is written below these may be one of them. */
export const ABOVE_WATCHED = ['/', '/etc', '/etc/kubernetes', '/var', '/var/lib', '/var/lib/kubelet', '/run', '/etc/systemd', '/etc/systemd/system'];

/** Programs that an image has where it has programs are taken for what they are called. */
export const PROGRAMS_OF_IMAGE = /^\/(?:(?:usr\/(?:local\/)?)?s?bin|opt\/(?:cni\/)?bin|(?:usr\/)?lib)\/(?!.*\.(?:sh|py|pl|bash)$)/;
