import { credentialProviderDoubts, CredentialProviderFile, credentialProviderFile } from './credential-providers';
import { KubeletConfiguration } from './kubelet-configuration';
import { ReadKubelet, readKubelet } from './kubelet-reader';
import { CONFIGURATION_REFUSED, startDoubts } from './kubelet-start-doubts';
import { StaticPodSources, staticPodSources } from './static-pod-folders';
import { attempt } from '../../../edit/yaml/source-error';
import { parseGates } from '../../../kubernetes/feature-gates';
import { KubernetesVersion } from '../../../kubernetes/kubernetes-version';
import { STATIC_POD_PATH } from '../../../kubernetes/node';
import { parsedTaints } from '../../../kubernetes/taint';
import { boolOf, flagOf, textOf } from '../../../view/ask';
import { ComponentView, Doubt, NO_DOUBT, NodeView } from '../../../view/model';
import { Documents } from '../../documents/documents';
import { NodeFolderPath } from '../../input/layout';
import { unreadableFile } from '../../input/unreadable';

/** The kubelet of a node, and where it takes static pods from. */
export interface NodeKubelet extends ReadKubelet {
  readonly sources: StaticPodSources;
  readonly credentials?: CredentialProviderFile;
}

export function kubeletOfNode(node: NodeFolderPath, kind: string, documents: Documents): NodeKubelet {
  const read = readKubelet(node, kind);
  const kubelet = { ...read, credentials: credentialProviderFile(read.view, node, documents) };
  const sourcesOf = (given: NodeFolderPath) => staticPodSources(given, kubelet.view?.flags ?? [], documents);
  const found = attempt(() => sourcesOf(node), error => error);
  const sources = found instanceof Error ? sourcesOf({ ...node, paths: [] }) : found;
  const unread = found instanceof Error ? [unreadableFile(found.file, found.message, found.line)] : [];
  // A worker has no control plane to start.
  return node.role === 'worker' ? { ...kubelet, sources, unread: [...unread, ...sources.addresses] } : {
    ...kubelet,
    sources,
    unread: [...unread, ...kubelet.unread, ...sources.unread],
    passedOver: [...kubelet.passedOver, ...sources.passedOver],
  };
}

/** A number, and where it stands. */
type Bound = NonNullable<ReturnType<KubeletConfiguration['number']>>;

/** A kubelet of a release. */
export interface StartedKubelet {
  readonly view?: ComponentView;
  /** Why it starts no static pods. */
  readonly stops: readonly Doubt[];
  /** What it registers its node with. */
  readonly registration: Pick<NodeView, 'registeredTaints' | 'maxPods' | 'isUnregistered' | 'configurationRefusals' | 'providerId'>;
}

/** @param staticPods how many it has */
export function startedKubelet(
  kubelet: NodeKubelet, node: NodeFolderPath, version: KubernetesVersion | undefined, staticPods: number,
): StartedKubelet {
  const { sources: { configuration }, hasVariable, doubts: ofUnit, credentials } = kubelet;
  const ofFlags = new Set(kubelet.view ? parseGates(textOf(kubelet.view, 'feature-gates')).map(({ name }) => name) : []);
  const configuredGates = configuration.gates.filter(({ name }) => !ofFlags.has(name));
  const view = kubelet.view && { ...kubelet.view, version, configuredGates };
  // What a configuration says is judged without flags too: a kubelet may have none.
  const pods = mostPods(view, configuration);
  const doubts = [
    ...startDoubts(view ?? { flags: [], version, configuredGates, place: { file: node.name, line: 1 } }, configuration, node, hasVariable),
    ...ofUnit,
    ...credentialProviderDoubts(credentials, version),
    ...pods === undefined || pods.value >= staticPods ? NO_DOUBT.isRight
      : [{ what: `it takes ${pods.value} pods, and there are ${staticPods} static ones`, place: pods.place, isDoubtful: true }],
  ];
  const taints = view && flagOf(view, 'register-with-taints')?.value;
  return {
    view,
    stops: doubts.map(doubt => stopOf(doubt, node.name)),
    registration: {
      registeredTaints: taints === undefined ? configuration.registeredTaints : parsedTaints(taints),
      maxPods: pods?.value,
      isUnregistered: !(view && flagOf(view, 'register-node') ? boolOf(view, 'register-node', true) : configuration.registersNode),
      configurationRefusals: doubts.filter(({ rule, isDoubtful }) => rule === CONFIGURATION_REFUSED && isDoubtful !== true),
      providerId: configuration.setting('providerID'),
    },
  };
}

/** Of what kubeadm asks of a node, cmd/kubeadm/app/constants/constants.go of k8s.io/kubernetes@v1.26.15 ControlPlaneNumCPU. */
const LEAST_CORES = 2;

/** Pods that it takes for sure; undefined: nothing says so. */
function mostPods(view: ComponentView | undefined, configuration: KubeletConfiguration): Bound | undefined {
  const of = (name: string, field: string): Bound | undefined => {
    const flag = view && flagOf(view, name);
    return flag !== undefined && /^\d+$/.test(flag.value ?? '') ? { value: Number(flag.value), place: flag.place } : configuration.number(field);
  };
  const perCore = of('pods-per-core', 'podsPerCore');
  const bounds = [of('max-pods', 'maxPods'), perCore && perCore.value > 0 ? { ...perCore, value: LEAST_CORES * perCore.value } : undefined];
  return bounds.filter(one => one !== undefined).sort((a, b) => a.value - b.value)[0];
}

function stopOf({ what, ...doubt }: Doubt, node: string): Doubt {
  const stops = doubt.isDoubtful === true ? 'may not start, or may not start its static pods' : 'does not start, nor its static pods';
  return { ...doubt, what: `the kubelet of ${node} ${stops}: ${what}`, fix: 'Correct what keeps it from starting.' };
}

/** kubeadm writes static pods to one folder, whatever its kubelet is told: cmd/kubeadm/app/constants/constants.go of k8s.io/kubernetes@v1.26.15. */
export function notWatched({ sources: { folders, said } }: NodeKubelet, node: string): readonly Doubt[] {
  return said === undefined || folders.includes(STATIC_POD_PATH) ? NO_DOUBT.isRight : [{
    place: said,
    what: `the kubelet of ${node} takes static pods from ${folders.join(', ') || 'no folder'}, and kubeadm writes those of the control plane to `
      + STATIC_POD_PATH,
    fix: `Leave the folder of static pods at ${STATIC_POD_PATH}.`,
  }];
}
