import { cleanedPath } from '../../kubernetes/cleaned-path';

/** The order in which kubeadm's unit passes its variables: k8s.io/release cmd/krel/templates/latest/kubeadm/10-kubeadm.conf. */
export const VARIABLES_OF_KUBEADM = ['KUBELET_KUBECONFIG_ARGS', 'KUBELET_CONFIG_ARGS', 'KUBELET_KUBEADM_ARGS'];

export const VARIABLE_OF_USERS = 'KUBELET_EXTRA_ARGS';

/** Whether the unit of kubeadm passes a variable. */
export function isOfKubeadm(variable: string): boolean {
  return VARIABLES_OF_KUBEADM.includes(variable) || variable === VARIABLE_OF_USERS;
}

/**
 * Files that a kubelet may do without and that a node folder lacks where the node lacks them: kubeadm's package names them in its unit. Any other
 * environment file that is not there may pass every flag.
 */
export const MAY_BE_ABSENT: ReadonlySet<string> = new Set(['/var/lib/kubelet/kubeadm-flags.env', '/etc/default/kubelet', '/etc/sysconfig/kubelet']);

/**
 * Where kubelet flags are, in the order in which the kubelet gets them: of a flag that is in two files the last wins, and the drop-in of kubeadm
 * passes KUBELET_EXTRA_ARGS after KUBELET_KUBEADM_ARGS.
 */
const FLAG_FILES: readonly RegExp[] = [
  /^\/(etc|run|usr\/local\/lib|usr\/lib|lib)\/systemd\/[a-z.]+\/kubelet\.service$/,
  /^\/(etc|run|usr\/local\/lib|usr\/lib|lib)\/systemd\/[a-z.]+\/kubelet\.service\.d\/[^/]+\.conf$/,
  /^\/var\/lib\/kubelet\/kubeadm-flags\.env$/,
  /^\/etc\/default\/kubelet$/,
  /^\/etc\/sysconfig\/kubelet$/,
  /^\/etc\/kubernetes\/kubelet\.env$/,
];

/** The file that kubeadm writes flags to. */
export const KUBEADM_FLAGS = '/var/lib/kubelet/kubeadm-flags.env';

/** Where kubeadm, and kubespray, put the kubelet's configuration. */
export const KUBELET_CONFIGURATIONS: readonly string[] = ['/var/lib/kubelet/config.yaml', '/etc/kubernetes/kubelet-config.yaml'];

/** What a kubelet's flags say of its configuration: values of `--config` and `--config-dir`. */
export interface ConfigurationFlags {
  readonly config?: string;
  readonly configDir?: string;
}

/**
 * The files that a kubelet is configured by, of the absolute paths of its node: the one that its flag names, else one where installers put it, then
 * its drop-ins by name, of which the last one wins: k8s.io/kubernetes@v1.29.15 cmd/kubelet/app/server.go mergeKubeletConfigurations, files that end
 * in .conf.
 */
export function kubeletConfigurationFiles(paths: readonly string[], { config, configDir }: ConfigurationFlags): readonly string[] {
  const named = config === undefined || config === '' ? [] : [cleanedPath(config)];
  const main = [...named, ...KUBELET_CONFIGURATIONS].find(path => paths.includes(path));
  const dropIns = paths.filter(path => path.endsWith('.conf') && isDropIn(path, configDir)).sort();
  return [...main === undefined ? [] : [main], ...dropIns];
}

/** Whether an absolute path is below the folder that `--config-dir` names. */
export function isDropIn(path: string, configDir: string | undefined): boolean {
  return configDir !== undefined && configDir !== '' && path.startsWith(`${cleanedPath(configDir)}/`);
}

/** Whether the flags of a kubelet name an absolute path, or a folder above it, as its configuration. */
export function isNamedConfiguration(path: string, { config, configDir }: ConfigurationFlags): boolean {
  return isDropIn(path, configDir) || (config !== undefined && config !== '' && cleanedPath(config) === path);
}

/** Those of absolute paths that give the kubelet flags, in the order in which it gets them. */
export function kubeletFlagFilesOf(paths: readonly string[]): string[] {
  return FLAG_FILES.flatMap(pattern => paths.filter(path => pattern.test(path)).sort());
}

/**
 * The release of a kubelet that a unit runs from an image, `kubelet:v1.27.3`, or that the variable of its wrapper names: poseidon/typhoon at 21428170
 * aws/fedora-coreos/kubernetes/butane/controller.yaml; coreos/coreos-overlay app-admin/kubelet-wrapper/files/kubelet-wrapper.
 */
const KUBELET_RELEASES =
  /(?:^|[\s"'=/])(?:(?:kubelet|hyperkube)(?:-[a-z0-9]+)?:|KUBELET_(?:IMAGE_TAG|VERSION)=["']?)v?(1\.\d{1,3}\.\d{1,4})(?![\w.])/g;

/** Releases that the value of a setting of a kubelet's unit names. */
export function kubeletReleasesIn(value: string): readonly string[] {
  return [...value.matchAll(KUBELET_RELEASES)].map(([, release]) => release);
}

const KUBELET_FOLDER = /^\/(var\/lib\/kubelet|etc\/default|etc\/sysconfig|(etc|run|usr\/local\/lib|usr\/lib|lib)\/systemd)\//;

/** A file of another unit that has a name of its own. */
const OTHER_UNIT = /\/systemd\/[a-z.]+\/(?!kubelet\.)[^/]+\.service(\.d\/|$)/;

/** Whether the kubelet of a node reads a file at its start: what its flags and its configuration are read from, and all in the folders of these. */
export function isKubeletFile(path: string): boolean {
  return KUBELET_FOLDER.test(path) && !OTHER_UNIT.test(path) || KUBELET_CONFIGURATIONS.includes(path) || kubeletFlagFilesOf([path]).length > 0;
}

/**
 * The files that a kubelet starts pods from: those directly below its folder, with any ending, but no name that begins with a dot, or the one that
 * the path names. k8s.io/kubernetes@v1.26.15 pkg/kubelet/config/file.go:139 extractFromDir, file_linux.go produceWatchEvent.
 *
 * @param paths with or without a slash in front, as `folder` has one
 */
export function staticPodFiles(folder: string, paths: readonly string[]): readonly string[] {
  if (paths.includes(folder)) return [folder];
  return paths.filter(path => path.startsWith(`${folder}/`) && /^[^./][^/]*$|^$/.test(path.slice(folder.length + 1)));
}

/**
 * A path of the kubelet's configuration on its node: k8s.io/kubernetes@v1.26.15 pkg/kubelet/kubeletconfig/util/configfiles, resolveRelativePaths.
 *
 * @param file that has it
 */
export function pathInConfiguration(path: string, file: string): string {
  return path === '' || path.startsWith('/') ? path : `${file.slice(0, file.lastIndexOf('/') + 1)}${path}`;
}

/** What kubeadm makes on control-plane nodes alone: cmd/kubeadm/app/constants/constants.go of k8s.io/kubernetes@v1.26.15. */
export const MADE_FOR_MANAGERS = /^etc\/kubernetes\/(controller-manager|scheduler)\.conf$/;
