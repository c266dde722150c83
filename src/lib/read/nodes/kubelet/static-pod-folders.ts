import { KubeletConfiguration } from './kubelet-configuration';
import { KUBELET_CONFIGURATIONS, pathInConfiguration, staticPodFiles } from '../../../facts/inputs/kubelet-files';
import { cleanedPath } from '../../../kubernetes/cleaned-path';
import { STATIC_POD_PATH } from '../../../kubernetes/node';
import { Doubt, mayRunDoubt, PassedOver, Place, PlacedFlag } from '../../../view/model';
import { Documents } from '../../documents/documents';
import { isUnparsed } from '../../input/input';
import { NodeFolderPath, textsOnNode } from '../../input/layout';

/** Static pods of RKE2, whose kubelet is told the folder by its parent: github.com/rancher/rke2 pkg/podexecutor/staticpod.go, manifestsDir. */
const RKE2_FOLDER = '/var/lib/rancher/rke2/agent/pod-manifests';

/** Where a kubelet takes static pods from. */
export interface StaticPodSources {
  /** Its folders. */
  readonly folders: readonly string[];
  /** What says so; none: nothing does. */
  readonly said?: Place;
  /** Sources that this input does not show, and that there are none. */
  readonly unread: readonly Doubt[];
  /** That it has none: of a node whose control plane starts in another way, this is no doubt. */
  readonly none: readonly Doubt[];
  /** Of those, addresses that a kubelet takes pods from, whatever its node is for. */
  readonly addresses: readonly Doubt[];
  readonly passedOver: readonly PassedOver[];
  /** Where they were looked for, after the flags. */
  readonly configuration: KubeletConfiguration;
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
  const dropIns = flag('config-dir');
  const configuration = KubeletConfiguration.of(node, { config: config?.value, configDir: dropIns?.value }, documents);
  const path = configuration.setting('staticPodPath');
  const configuredPath = path === undefined ? STATIC_POD_PATH : pathInConfiguration(path.value ?? '', path.path);
  const said = flag('pod-manifest-path')?.value ?? configuredPath;
  const rke2 = node.paths.some(one => one.startsWith(`${RKE2_FOLDER.slice(1)}/`)) ? [RKE2_FOLDER] : [];
  const url = flag('manifest-url') ?? configuration.setting('staticPodURL');
  const hasDropIns = dropIns?.value === undefined || configuration.hasDropIns;
  const isMissing = config?.value !== undefined && !flag('pod-manifest-path') && !hasConfiguration(node, config.value);
  // Pods in the default folder, when they are in the input, mean that the kubelet reads that folder.
  const pods = staticPodFiles(STATIC_POD_PATH.slice(1), node.paths);
  const addresses = url?.value ? [elsewhere(url.place, url.value)] : [];
  return {
    configuration,
    addresses,
    said: flag('pod-manifest-path')?.place ?? path?.place,
    folders: [...new Set([...said === '' ? [] : [cleanedPath(said)], ...rke2])],
    none: said === '' && rke2.length === 0 && path ? [noFolder(path.place)] : [],
    unread: [
      ...addresses,
      ...hasDropIns ? [] : [mayName(dropIns.place, `the drop-ins of the kubelet's configuration in ${dropIns.value} are not in the input, and each`,
        'Add the folder to that of the node.')],
      ...isMissing && pods.length === 0 ? [mayName(config.place, `the configuration of the kubelet, ${config.value!}, is not in the input, and it`,
        'Add the file to the folder of the node.')] : [],
    ],
    passedOver: isMissing && pods.length > 0 ? [{
      place: config.place,
      what: `the configuration of the kubelet, ${config.value!}, is not in the input; ${STATIC_POD_PATH} is taken for its staticPodPath`,
      isStaticPod: false,
    }] : [],
  };
}

function noFolder(place: Place): Doubt {
  return {
    place,
    what: 'this configuration of the kubelet has no staticPodPath, and no flag names one: the kubelet starts no static pods',
    why: 'Whatever starts the control plane of this node is not in the input.',
    fix: 'Add staticPodPath, or what starts the kube-controller-manager of this node.',
    // Files that look like static pods are reported by themselves.
  };
}

function elsewhere(place: Place, url: string): Doubt {
  return mayRunDoubt(place, `the kubelet takes static pods from ${url} too, which is not read`, 'One of them may be a controller manager.',
    'Add what it serves to the folder of the node as files of its static pod path, and leave the address out, or leave it out altogether.');
}

function mayName(place: Place, what: string, fix: string): Doubt {
  return mayRunDoubt(place, `${what} may name another staticPodPath`, 'Which files are static pods depends on it.', fix);
}

/** The texts of the static pods of a node, where installers put them. */
export function staticPodTexts(node: NodeFolderPath): readonly { readonly file: string; readonly text: string }[] {
  return textsOnNode(node, staticPodFiles(STATIC_POD_PATH.slice(1), node.paths)).filter(({ content }) => isUnparsed(content));
}
