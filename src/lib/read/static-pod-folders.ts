import { mapOf, stringOf } from './data';
import { Documents } from './documents';
import { fileName, NodeFolderPath, onNode } from './layout';
import { CCM, KCM } from '../kubernetes/component';
import { cleanedPath, KUBELET_CONFIGURATIONS, pathInConfiguration, staticPodFiles } from '../kubernetes/kubelet-files';
import { STATIC_POD_PATH } from '../kubernetes/node';
import { configuredTaints, Taint } from '../kubernetes/taint';
import { ConfiguredGate, PassedOver, PlacedFlag, Place, Unread } from '../view/model';

/** Static pods of RKE2, whose kubelet is told the folder by its parent: github.com/rancher/rke2 pkg/podexecutor/staticpod.go, manifestsDir. */
const RKE2_FOLDER = '/var/lib/rancher/rke2/agent/pod-manifests';

/** Where a kubelet takes static pods from. */
export interface StaticPodSources {
  /** Its folders. */
  readonly folders: readonly string[];
  /** Sources that this input does not show, and that there are none. */
  readonly unread: readonly Unread[];
  readonly passedOver: readonly PassedOver[];
  /** Taints that the node is registered with, where the kubelet's configuration says so. */
  readonly registeredTaints?: readonly Taint[];
  /** Feature gates of the kubelet's configuration. */
  readonly configuredGates: readonly ConfiguredGate[];
}

/** A setting of the kubelet's configuration, and where it stands; no value: there is a configuration, and it does not have it. */
interface Setting {
  readonly value?: string;
  readonly place: Place;
  /** The file on the node. */
  readonly path: string;
}

/** Whether the input has the configuration that a flag names. Where kubeadm puts it, everybody knows what is in it. */
function hasConfiguration(node: NodeFolderPath, value: string): boolean {
  const path = cleanedPath(value);
  return KUBELET_CONFIGURATIONS.includes(path) || node.paths.includes(path.slice(1));
}

/**
 * The folders that a kubelet starts pods from: what its flag says, then its configuration, whose drop-ins come after it, else where installers put
 * them. One that names no folder starts none: k8s.io/kubernetes@v1.26.15 pkg/kubelet/kubelet.go makePodSourceConfig.
 */
export function staticPodSources(node: NodeFolderPath, flags: readonly PlacedFlag[], documents: Documents): StaticPodSources {
  const flag = (name: string) => flags.filter(one => one.name === name).at(-1);
  const config = flag('config');
  const files = configurationFiles(node, config?.value, flag('config-dir')?.value);
  const path = configured(node, files, 'staticPodPath', documents);
  const configuredPath = path === undefined ? STATIC_POD_PATH : pathInConfiguration(path.value ?? '', path.path);
  const said = flag('pod-manifest-path')?.value ?? configuredPath;
  const rke2 = node.paths.some(one => one.startsWith(`${RKE2_FOLDER.slice(1)}/`)) ? [RKE2_FOLDER] : [];
  const url = flag('manifest-url') ?? configured(node, files, 'staticPodURL', documents);
  const dropIns = flag('config-dir');
  const hasDropIns = dropIns?.value === undefined || files.some(file => isBelow(file, dropIns.value!));
  const isMissing = config?.value !== undefined && !flag('pod-manifest-path') && !hasConfiguration(node, config.value);
  // Whoever hands in pods of the usual folder says that it is the one.
  const pods = staticPodFiles(STATIC_POD_PATH.slice(1), node.paths);
  return {
    registeredTaints: registeredTaints(node, files, documents),
    configuredGates: configuredGates(node, files, documents),
    folders: [...new Set([...said === '' ? [] : [cleanedPath(said)], ...rke2])],
    unread: [
      ...said === '' && rke2.length === 0 && path ? [noFolder(path.place)] : [],
      ...url?.value ? [elsewhere(url.place, url.value)] : [],
      ...hasDropIns ? [] : [noDropIns(dropIns)],
      ...isMissing && pods.length === 0 ? [noConfiguration(config)] : [],
    ],
    passedOver: isMissing && pods.length > 0 ? [{
      place: config.place,
      what: `the configuration of the kubelet, ${config.value!}, is not in the input; ${STATIC_POD_PATH} is taken for its staticPodPath`,
      isStaticPod: false,
    }] : [],
  };
}

/**
 * The configuration, then its drop-ins by name: k8s.io/kubernetes@v1.29.15 cmd/kubelet/app/server.go mergeKubeletConfigurations, files that end in
 * .conf.
 */
function configurationFiles(node: NodeFolderPath, flag: string | undefined, dropIns: string | undefined): readonly string[] {
  const main = [...flag === undefined ? [] : [cleanedPath(flag)], ...KUBELET_CONFIGURATIONS].map(path => path.slice(1))
    .find(candidate => node.paths.includes(candidate));
  const more = dropIns === undefined ? [] : node.paths.filter(path => isBelow(path, dropIns) && path.endsWith('.conf')).sort();
  return [...main === undefined ? [] : [main], ...more];
}

function isBelow(path: string, folder: string): boolean {
  return `/${path}`.startsWith(`${cleanedPath(folder)}/`);
}

/** The last file that has the setting; undefined: the input has no configuration that can be read. */
function configured(node: NodeFolderPath, files: readonly string[], key: string, documents: Documents): Setting | undefined {
  const read = files.flatMap((path): Setting[] => {
    const content = node.directory.files.get(onNode(node, path))!;
    if (!('text' in content)) return [];
    const file = fileName(node.directory, onNode(node, path));
    const [document] = documents.of(content.text, file);
    const value = stringOf(mapOf(document?.data)[key]);
    return document ? [{ value, place: { file, line: value === undefined ? 1 : document.line([key]) }, path: `/${path}` }] : [];
  });
  return read.filter(({ value }) => value !== undefined).at(-1) ?? read[0];
}

/** The last file that has them, as for any setting. */
function registeredTaints(node: NodeFolderPath, files: readonly string[], documents: Documents): readonly Taint[] | undefined {
  const lists = files.flatMap(path => {
    const content = node.directory.files.get(onNode(node, path))!;
    const [document] = 'text' in content ? documents.of(content.text, fileName(node.directory, onNode(node, path))) : [];
    const { registerWithTaints: list } = mapOf(document?.data);
    return Array.isArray(list) ? [list] : [];
  });
  return lists.length === 0 ? undefined : configuredTaints(lists.at(-1));
}

/** Of each gate the last file that has it: drop-ins are merged, key by key. */
function configuredGates(node: NodeFolderPath, files: readonly string[], documents: Documents): readonly ConfiguredGate[] {
  const found = files.flatMap((path): ConfiguredGate[] => {
    const content = node.directory.files.get(onNode(node, path))!;
    const file = fileName(node.directory, onNode(node, path));
    const [document] = 'text' in content ? documents.of(content.text, file) : [];
    return Object.entries(mapOf(mapOf(document?.data).featureGates)).flatMap(([name, on]) =>
      typeof on === 'boolean' ? [{ name, on, place: { file, line: document.line(['featureGates', name]) } }] : []);
  });
  return [...new Map(found.map(gate => [gate.name, gate])).values()];
}

const BOTH = [KCM, CCM] as const;

function noFolder(place: Place): Unread {
  return {
    place,
    what: 'this configuration of the kubelet has no staticPodPath, and no flag names one: the kubelet starts no static pods',
    why: 'Whatever starts the control plane of this node is not in the input.',
    fix: 'Add staticPodPath, or what starts the kube-controller-manager of this node.',
    // Files that somebody may take for static pods are reported by themselves.
    mayRun: [],
  };
}

function elsewhere(place: Place, url: string): Unread {
  return {
    place,
    what: `the kubelet takes static pods from ${url} too, which is not read`,
    why: 'One of them may be a controller manager.',
    fix: 'Add what it serves to the folder of the node as files of its static pod path, and leave the address out, or leave it out altogether.',
    mayRun: BOTH,
  };
}

function noDropIns({ place, value }: PlacedFlag): Unread {
  return {
    place,
    what: `the drop-ins of the kubelet's configuration in ${value!} are not in the input, and each may name another staticPodPath`,
    why: 'Which files are static pods depends on it.',
    fix: 'Add the folder to that of the node.',
    mayRun: BOTH,
  };
}

function noConfiguration({ place, value }: PlacedFlag): Unread {
  return {
    place,
    what: `the configuration of the kubelet, ${value!}, is not in the input, and it may name another staticPodPath`,
    why: 'Which files are static pods depends on it.',
    fix: 'Add the file to the folder of the node.',
    mayRun: BOTH,
  };
}
