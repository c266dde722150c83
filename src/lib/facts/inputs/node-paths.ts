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

/** Folders of a node that make it one. */
export const NODE_FOLDERS = /^(.*?)(?:^|\/)(?:etc|var)\/./;

/** Folders of a node beside them. */
export const OTHER_FOLDERS = /^(?:usr|lib|opt|run|srv|root|home)\/./;

/**
 * Folders of a node whose manifests its distribution applies to the cluster: https://docs.k3s.io/installation/packaged-components,
 * https://docs.rke2.io/install/packaged_components and https://docs.k0sproject.io/stable/manifests/, a folder per stack. What ends in `.skip` is
 * left.
 */
const DEPLOYED = /^var\/lib\/(?:rancher\/(?:k3s|rke2)\/server\/manifests\/(?:[^/]+\/)*|k0s\/manifests\/[^/]+\/)[^/]+\.(?:ya?ml|json)$/;

/** Whether a file of a node is a manifest that is applied to the cluster. */
export function isDeployed(path: string): boolean {
  return DEPLOYED.test(path);
}

/** What the kernel or, in the pod of a workload, the kubelet puts into each container. */
export const OF_KERNEL = /^\/(?:dev|proc|sys)\//;

export const OF_ACCOUNT = /^\/(?:var\/)?run\/secrets\/kubernetes\.io\/serviceaccount\//;

/** Where images have files of their own; those of upstream have certificates and time zones. */
export const OF_IMAGE = /^(?!\/)|^\/(?:usr|opt|etc\/ssl|etc\/pki)\//;

/** What editors, package managers and people call a copy that they keep. */
export const KEPT_COPY = /(~|\.(bak|backup|orig|old|save|saved|swp|swo|rpmsave|rpmnew|dpkg-(old|dist|new)|disabled)([.-][\w-]+)?|\.bak\d*)$/i;

export const FOLDERS_OF_COPIES = /(^|\/)(backups?|bak|old|archive)\//i;

/** Folders from which something applies what it finds: addons of kops and kube-up, manifests of k3s, RKE2, k0s and microk8s. */
export const APPLIED_FOLDERS = /(^|\/)(addons?|manifests|charts|deploy)(\/|$)/i;

/** What RKE2 or kubeadm is told, on a node that has the pods that they make of that. */
export const TURNED_INTO_PODS = /^etc\/rancher\/|\/rke2-[^/]*\.service(\.d\/|$)|^etc\/kubernetes\/kubeadm[^/]*\.(ya?ml|conf)$/;

/** Copies that kubeadm keeps, certificates and logs start nothing. */
export const UNWATCHED =
  /^(var\/log|var\/lib\/etcd|etc\/ssl|usr\/share|etc\/kubernetes\/tmp|etc\/logrotate\.d)\/|\/pki\/|\.(md|rst|adoc|log|pem|crt|key)$/;

/** Where a file or a folder that cannot be read leaves open what is started. Elsewhere a node is full of links. */
export function decidesWhatStarts(path: string): boolean {
  return !UNWATCHED.test(path)
    && /^etc\/(kubernetes|rancher|containers\/systemd|supervisor|init\.d|cron[^/]*)(\/|$)|^var\/lib\/(kubelet|rancher)(\/[^/]+)?$/.test(path);
}

/** Services of other init systems and supervisors: OpenRC, runit, s6, SysV, Upstart, supervisord. */
export const OTHER_INIT = new RegExp('(^|/)(conf\\.d|init\\.d|rc\\.d|sv|services?|runit|s6[^/]*|supervisor[^/]*|monit[^/]*|init)/(.*/)?'
  + '[^/]*kubelet[^/]*(/[^/]+)?$');

/** Settings of a service that give it other files than the node's: systemd.exec(5), "Paths" and "Sandboxing". */
export const BINDS = new RegExp('^[ \\t]*(BindPaths|BindReadOnlyPaths|TemporaryFileSystem|InaccessiblePaths|RootDirectory|RootImage|MountImages'
  + '|ExtensionImages|ExtensionDirectories)[ \\t]*=[ \\t]*(\\S.*)$', 'gm');

/** What is on a device is what the node shows. */
export const DEVICE = /^(?:\/dev\/|(?:PART)?(?:UUID|LABEL)=)/;

/** Files of a node that are root's alone: kubeconfigs and keys, as kubeadm writes them. */
export const READ_BY_ROOT =
  /^\/etc\/kubernetes(?:\/?|\/pki(?:\/.*)?|\/(?:admin|controller-manager|scheduler|kubelet|super-admin)\.conf)$|kubeconfig|\.key$/;
