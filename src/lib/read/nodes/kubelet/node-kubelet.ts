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
}

export function kubeletOfNode(node: NodeFolderPath, kind: string, documents: Documents): NodeKubelet {
  const kubelet = readKubelet(node, kind);
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

/** A kubelet of a release. */
export interface StartedKubelet {
  readonly view?: ComponentView;
  /** Why it starts no static pods. */
  readonly stops: readonly Doubt[];
  /** What it registers its node with. */
  readonly registration: Pick<NodeView, 'registeredTaints' | 'maxPods' | 'isUnregistered' | 'configurationRefusals' | 'providerId'>;
}

export function startedKubelet(kubelet: NodeKubelet, node: string, version: KubernetesVersion | undefined): StartedKubelet {
  const { sources: { configuration }, hasVariable } = kubelet;
  const ofFlags = new Set(kubelet.view ? parseGates(textOf(kubelet.view, 'feature-gates')).map(({ name }) => name) : []);
  const configuredGates = configuration.gates.filter(({ name }) => !ofFlags.has(name));
  const view = kubelet.view && { ...kubelet.view, version, configuredGates };
  // What a configuration says is judged without flags too: a kubelet may have none.
  const doubts = startDoubts(view ?? { flags: [], version, configuredGates }, configuration, hasVariable);
  const taints = view && flagOf(view, 'register-with-taints')?.value;
  const pods = view && flagOf(view, 'max-pods')?.value;
  return {
    view,
    stops: doubts.map(doubt => stopOf(doubt, node)),
    registration: {
      registeredTaints: taints === undefined ? configuration.registeredTaints : parsedTaints(taints),
      maxPods: pods === undefined || !/^\d+$/.test(pods) ? configuration.maxPods : Number(pods),
      isUnregistered: !(view && flagOf(view, 'register-node') ? boolOf(view, 'register-node', true) : configuration.registersNode),
      configurationRefusals: doubts.filter(({ rule, isDoubtful }) => rule === CONFIGURATION_REFUSED && isDoubtful !== true),
      providerId: configuration.setting('providerID'),
    },
  };
}

function stopOf({ what, ...doubt }: Doubt, node: string): Doubt {
  return { ...doubt, what: `the kubelet of ${node} does not start, nor its static pods: ${what}`, fix: 'Correct what keeps it from starting.' };
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
