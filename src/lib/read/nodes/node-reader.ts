import { kubeletOfNode, notWatched, startedKubelet } from './kubelet/node-kubelet';
import { restOfNode } from './rest-of-node';
import { NodeContext, readStaticPods } from './static-pod-reader';
import { readUnits } from './unit-reader';
import { mapOf } from '../../edit/yaml/data';
import { MADE_FOR_MANAGERS, staticPodFiles } from '../../facts/inputs/kubelet-files';
import { KCM } from '../../kubernetes/component';
import { knownVersion, versionAsRead, versionProblem } from '../../model/component-version';
import { textOf } from '../../view/ask';
import { ComponentView, Doubt, NodeView, PassedOver } from '../../view/model';
import { ReadComponent } from '../component/component-reader';
import { unknownVersion } from '../component/read-words';
import { ObjectAt } from '../documents/documents';
import { fileName, NodeText } from '../input/layout';
import { requestsOf } from '../scheduling/pod-resources';

/** What was read of a node. */
export interface ReadNode {
  readonly view: NodeView;
  readonly components: readonly ReadComponent[];
  readonly unread: readonly Doubt[];
  readonly passedOver: readonly PassedOver[];
  readonly rest: readonly NodeText[];
  readonly units: readonly NodeText[];
  readonly kubeletStops: readonly Doubt[];
  /** Whether it is certain that its kubelet starts no static pod. */
  readonly startsNone: boolean;
  readonly staticPodObjects: readonly ObjectAt[];
}

/** What one look at a node found. */
interface Found {
  readonly unread: readonly Doubt[];
  readonly passedOver?: readonly PassedOver[];
}

export function readNode(context: NodeContext): ReadNode {
  const { node, kind, documents } = context;
  const kubelet = kubeletOfNode(node, kind, documents);
  const { sources } = kubelet;
  const podFiles = sources.folders.flatMap(folder => staticPodFiles(folder.slice(1), node.paths));
  const pods = readStaticPods(context, podFiles);
  const units = readUnits(context);
  const views = [...pods.components, ...units.components].map(({ view }) => view);
  const taken = new Set([...kubelet.read, ...podFiles, ...units.read]);
  const rest = restOfNode(node, kubelet, taken, views.length > 0);
  const noSources = node.role !== 'worker' && units.components.every(({ view }) => view.component !== KCM) ? sources.none : [];
  const looks: readonly Found[] = [kubelet, pods, units, { unread: noSources }, rest];
  const passedOver = looks.flatMap(look => look.passedOver ?? []);
  const version = releaseOf(views, kubelet.version, context);
  const started = startedKubelet(kubelet, node, version, pods.objects.length);
  const { stops } = started;
  const view = started.view && node.version && !version ? beyondTables(started.view, versionAsRead(node.version, context.said)!) : started.view;
  const components = stops.length === 0 ? pods.components : pods.components.map(one => ({ ...one, view: { ...one.view, stops } }));
  return {
    view: {
      ...started.registration,
      kubeletRelease: kubelet.release,
      name: node.name,
      role: views.length > 0 || node.role === 'control-plane' ? 'control-plane' : 'worker',
      isControlPlane: node.role === 'control-plane' || node.paths.some(path => MADE_FOR_MANAGERS.test(path))
        || hasControlPlane([...views, ...view ? [view] : []])
        // What the kubelet refuses was meant to run here.
        || passedOver.some(({ isStaticPod }) => isStaticPod),
      kind,
      root: fileName(node.directory, node.root),
      staticPodPath: sources.folders[0] ?? '',
      staticRequests: pods.objects.map(({ data }) => requestsOf(mapOf(data.spec))),
      staticPods: components.map(one => one.view),
    },
    passedOver,
    kubeletStops: [...stops, ...notWatched(kubelet, node.name)],
    startsNone: stops.some(({ isDoubtful }) => isDoubtful !== true),
    staticPodObjects: pods.objects,
    components: [
      ...components, ...units.components,
      ...view ? [{ view, context: { dir: context.dir, label: kind, replication: { kind: 'per-node' } } as const }] : [],
    ],
    unread: looks.flatMap(({ unread }) => unread),
    rest: rest.rest,
    units: rest.units,
  };
}

/**
 * The release of a kubelet: what its Node says, else its unit, else that of the API server of its node, or of what else runs there, else what is said
 * of all.
 */
function releaseOf(views: readonly ComponentView[], ofUnit: ComponentView['version'], { node, said }: NodeContext): ComponentView['version'] {
  return knownVersion(versionAsRead(node.kubeletVersion ?? ofUnit, said))
    ?? views.find(({ component, version }) => version && component === 'kube-apiserver')?.version ?? views.find(view => view.version)?.version
    ?? knownVersion(versionAsRead(node.version ?? said.kubernetesVersion, said));
}

/** A kubelet of which something says a release that no table knows. */
function beyondTables(view: ComponentView, version: NonNullable<ComponentView['version']>): ComponentView {
  const { place, component, unknowns } = view;
  const unknown = unknownVersion(component, place, version, versionProblem(version)!, 'Give its node a release that is known.');
  return { ...view, unknowns: [...unknowns, unknown] };
}
const CONTROL_PLANE_ROLES = /node-role\.kubernetes\.io\/(control-plane|master|controlplane)\b/;

/** Whether components of a node say that it has a control plane: those that stand beside a kube-controller-manager, or what its kubelet registers. */
export function hasControlPlane(views: readonly ComponentView[]): boolean {
  return views.some(view => view.component === 'kube-apiserver' || view.component === 'kube-scheduler' || (view.component === 'kubelet'
    && ['node-labels', 'register-with-taints'].some(flag => CONTROL_PLANE_ROLES.test(textOf(view, flag)))));
}
