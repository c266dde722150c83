import { filesByNode, KubeadmConfigurations, PhaseFiles, PlannedNodeFile } from './app-files';
import { WrittenState } from '../state';
import { Units } from './units';
import { findStaticPod, StaticPodComponent } from '../../edit/static-pod/static-pod';
import { UNSCHEDULABLE_TAINT } from '../../facts/control-plane-node';
import { CCM, ControllerManager, KCM } from '../../kubernetes/component';
import { selectorText } from '../../kubernetes/label-selector';
import { NodeRole, NodeSide } from '../../kubernetes/node';
import { onceFor } from '../../kubernetes/once-for';
import { SIDE_LABEL } from '../../kubernetes/side-label';
import { tolerates } from '../../kubernetes/taint';
import { manifestPath, STATIC_POD_COMPONENTS } from '../../migration/control-plane-node';
import { ManagerRef } from '../../migration/migration-file';
import { StrategyKind } from '../../migration/migration-strategy';
import { componentOfDropIn } from '../../migration/unit-component';
import { ObjectAt } from '../../read/documents/documents';
import { KnownDocuments } from '../../read/input/input';
import { ComponentView, Model } from '../../view/model';
import { AppGroup } from '../replaced/app-group';
import { PlannedUpgrade } from '../upgrade/upgrade-hindrances';

/** One phase, read: its files, and what runs in it. */
export interface AppPhase extends PhaseFiles {
  readonly model: Model;
  readonly objects: readonly ObjectAt[];
  /** Components by node. */
  readonly components: ReadonlyMap<string, readonly ComponentView[]>;
  /** Whether it was synthesized for a release that is younger than the tables. */
  readonly isUnread: boolean;
}

/** The workload of the cloud-controller-manager; a static pod is not one. */
export interface CcmWorkload {
  readonly object: ObjectAt;
  readonly image: ComponentView['image'];
  /** For kubectl: `daemonset`, `deployment`. */
  readonly resource: string;
  readonly namespace: string;
  readonly name: string;
  /** Selects its pods. */
  readonly selector: string;
  /** Commands of all its containers, then their arguments. */
  readonly commandLine: readonly string[];
  /** Whether it is kept to nodes with the label of version N+1. */
  readonly onlyUpgraded: boolean;
  /** Whether it comes to a node that is cordoned: a DaemonSet does. */
  readonly comesToCordoned: boolean;
  /** Whether each node that it may run on has one, and none stays on another: a DaemonSet; of a Deployment there are so many, wherever they came. */
  readonly isOnEachNode: boolean;
  /** Whether its pods have the network of their nodes, and so answer on 127.0.0.1 there. */
  readonly hasNodeNetwork: boolean;
}

interface Container {
  readonly command?: readonly string[];
  readonly args?: readonly string[];
}

interface WorkloadSpec {
  readonly selector?: unknown;
  readonly template?: { readonly spec?: { readonly containers?: readonly Container[] } };
}

/** The cluster that an app describes, over all its phases. */
export interface MigrationApp {
  /** What its YAML files say, by their text. */
  readonly documents: KnownDocuments;
  readonly phases: ReadonlyMap<WrittenState, AppPhase>;
  readonly strategy: StrategyKind;
  /** The Deployment that runs kube-controller-manager; undefined: nodes run it. */
  readonly manager?: ManagerRef;
  /** Components that the control-plane nodes run as units of systemd, with the names of these; the others are static pods. */
  readonly units: Units;
  /** Releases of kube-controller-manager per side, from the tags of its images. */
  readonly releases: Readonly<Record<NodeSide, string>>;
  /** Nodes that change in place. */
  readonly controlPlane: readonly string[];
  readonly workers: readonly string[];
  /** Groups whose nodes are replaced: none of their nodes is among the names above. */
  readonly groups: readonly AppGroup[];
  /** Workers by node group, in the order in which the groups change; undefined: one group. */
  readonly nodeGroups?: Readonly<Record<string, readonly string[]>>;
  readonly kubeadm: KubeadmConfigurations;
  readonly lockNamespace: string;
  readonly leaderName: string;
  /** Name of each component's main Lease. */
  readonly mainLeases: Readonly<Record<ControllerManager, string>>;
  /** Name of the cloud, as kube-controller-manager of N has it. */
  readonly cloud: string;
  /** What its cloud-controller-manager is upgraded from and to; undefined: the controllers move. */
  readonly upgrade?: PlannedUpgrade;
  /** Which upgrade of a chain it is; undefined: it is the only one. */
  readonly hop?: Hop;
}

/** One upgrade of a chain. */
export interface Hop {
  /** From 1 on. */
  readonly number: number;
  /** Release of the API servers before it, which are upgraded first. */
  readonly serversBefore: string;
}

/** The app where files change on the nodes that are there, whatever becomes of them later: into phase `n`, and out of it. */
export function onNodesOfToday(app: MigrationApp): MigrationApp {
  if (app.groups.length === 0) return app;
  const named = (role: NodeRole) => app.groups.filter(group => group.role === role).flatMap(({ today }) => today);
  const isGroup = ({ node }: PlannedNodeFile) => app.groups.some(({ name }) => name === node);
  const workers = app.groups.filter(({ role }) => role === NodeRole.WORKER).map(({ name, today }) => [name, today] as const);
  return {
    ...withNodeFiles(app, file => !isGroup(file)),
    controlPlane: [...app.controlPlane, ...named(NodeRole.CONTROL_PLANE)].sort(),
    workers: [...app.workers, ...named(NodeRole.WORKER)].sort(),
    nodeGroups: app.nodeGroups && { ...app.nodeGroups, ...Object.fromEntries(workers) },
    groups: [],
  };
}

/** @throws if the phase was not written */
export function phaseOf(app: MigrationApp, phase: WrittenState): AppPhase {
  const found = app.phases.get(phase);
  if (!found) {
    const there = [...app.phases.keys()].map(name => `'${name}'`).join(', ');
    throw new Error(`phase '${phase}' is needed by this plan, but 'nodes/${phase}' is not written; written are: ${there}; write that phase too (one `
      + 'CloudControllerMigration per phase) and run synth again');
  }
  return found;
}

/** Files of a node in a phase, of one side. */
export function filesOf(phase: PhaseFiles, node: string, side: NodeSide): readonly PlannedNodeFile[] {
  return phase.byNode.get(node)?.filter(file => file.side === side) ?? [];
}

/** Components of a node: nodes with the same files share those of their static pods, which bear the name of the first. */
export function componentsOn({ components }: AppPhase, node: string): readonly ComponentView[] {
  return components.get(node) ?? [];
}

/** Where the static pod manifest of a component is on a node: where kubeadm writes it, else where one of its files runs the component. */
export function manifestPathIn(files: readonly PlannedNodeFile[], component: StaticPodComponent): string {
  const usual = manifestPath(component);
  return files.some(({ path }) => path === usual) ? usual : files.find(file => runs(file) === component)?.path ?? usual;
}

/** The component whose static pod manifest, or drop-in of ours, a file is. Every check of every step asks, and most files are neither. */
export const runs = onceFor(({ path, text }: PlannedNodeFile): StaticPodComponent | undefined =>
  STATIC_POD_COMPONENTS.concat(CCM).find(component => path === manifestPath(component)) ?? componentOfDropIn({ path, text })
    ?? findStaticPod(text, path)?.component);

/** What runs otherwise is on no node: its manifest was handed in for its flags alone. */
export function withoutManifest(app: MigrationApp, component: StaticPodComponent): MigrationApp {
  return withNodeFiles(app, file => runs(file) !== component);
}

/** The app with some files of nodes alone; what runs stays. */
export function withNodeFiles(app: MigrationApp, isIncluded: (file: PlannedNodeFile) => boolean): MigrationApp {
  const reduced = (one: AppPhase): AppPhase => {
    const nodeFiles = one.nodeFiles.filter(isIncluded);
    return { ...one, nodeFiles, byNode: filesByNode(nodeFiles) };
  };
  return { ...app, phases: new Map([...app.phases].map(([phase, one]) => [phase, reduced(one)])) };
}

/** The side of a component's node, from the folder that it was read from. */
export function sideOf(view: Pick<ComponentView, 'component' | 'place' | 'origin'>): NodeSide | undefined {
  if (isDeployedKcm(view)) return sideOfPhase(view.place.file);
  // Of a phase without files of nodes, which is the steady state.
  if (view.origin === 'assumed') return NodeSide.N_PLUS_1;
  const match = /(?:^|\/)(?:control-plane|worker)-(n|n-plus-1)\//.exec(view.place.file);
  return match ? match[1] as NodeSide : undefined;
}

/** Whether it is a kube-controller-manager that a Deployment runs. */
export function isDeployedKcm({ component, origin }: Pick<ComponentView, 'component' | 'origin'>): boolean {
  return component === KCM && origin === 'deployment';
}

/** The side of a Deployment, by the folder of its phase: it keeps version N until the cloud-controller-manager runs. */
function sideOfPhase(file: string): NodeSide | undefined {
  const phase = /(?:^|\/)(n|mixed|n-plus-1|disabled)\/[^/]+$/.exec(file)?.[1];
  return phase === undefined ? undefined : phase === 'n' || phase === 'mixed' ? NodeSide.N : NodeSide.N_PLUS_1;
}

/** The cloud-controller-manager of a phase as a workload of the cluster. */
export function ccmOf({ objects, model }: AppPhase): CcmWorkload | undefined {
  const view = model.components.find(({ component, kind }) => component === CCM && kind === undefined);
  const object = view && objects.find(({ kind, namespace, name }) => view.object === `${kind} ${namespace ?? 'default'}/${name}`);
  if (!view || !object) return undefined;
  const spec = object.data.spec as WorkloadSpec | undefined;
  const containers = spec?.template?.spec?.containers ?? [];
  const terms = view.pod?.nodeTerms ?? [];
  const isOnEachNode = object.kind === 'DaemonSet';
  return {
    object,
    image: view.image,
    resource: object.kind.toLowerCase(),
    namespace: object.namespace ?? 'default',
    name: object.name,
    selector: selectorText(spec?.selector),
    commandLine: [...containers.flatMap(({ command = [] }) => command), ...containers.flatMap(({ args = [] }) => args)],
    onlyUpgraded: terms.length > 0 && terms.every(term => term.some(({ key, values }) => key === SIDE_LABEL && values.includes(NodeSide.N_PLUS_1))),
    comesToCordoned: isOnEachNode || tolerates(view.pod?.tolerations ?? [], UNSCHEDULABLE_TAINT),
    isOnEachNode,
    hasNodeNetwork: view.pod?.hostNetwork === true,
  };
}

/** The cloud-controller-manager that nodes of version N+1 run as a static pod in this phase. */
export function staticCcmOf({ model }: AppPhase): ComponentView | undefined {
  return model.components.find(({ component, kind }) => component === CCM && kind !== undefined);
}
