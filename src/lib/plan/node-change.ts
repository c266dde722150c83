import { AllowedFile, PodOnNode, WrittenFile } from './action';
import { filesOf, MigrationApp, phaseOf, runs, sideOf, staticCcmOf } from './app';
import { PlannedNodeFile } from './app-files';
import * as check from './checks';
import {
  eventually, drain, filesAre, must, putFiles, putOverKept, removeFiles, restartKubelet, takeBack, takeFilesBack, uncordon, upgradeByKubeadm,
  upgradeNode,
} from './commands';
import { ccmAt, filesAt, Leg, leftovers, otherSide, phaseAt, portOf } from './context';
import { managerOf } from './kcm/manager';
import { Told } from './kcm/manager-steps';
import { addonsOf, KUBEADM_WRITES, kubeadmUpgrades, mayBeOfKubeadm, namesOfAddons, writtenAnew } from './kubeadm-files';
import { isKubeletFile } from './kubelet-file';
import { nodeNow } from './now';
import { processChecks, processChecksBack, removedChecks } from './process-truth';
import { longestWait, PlanCommand, StepDraft } from './step';
import { parseStaticPod } from '../edit/static-pod/static-pod';
import { CCM, Component, KCM } from '../kubernetes/component';
import { NodeRole, NodeSide, STATIC_POD_PATH } from '../kubernetes/node';
import { StrategyKind } from '../migration/migration-strategy';
import { flagOf } from '../view/ask';
import { ComponentView } from '../view/model';

/** What a node changes from and to, on one leg. */
export interface NodeChange {
  readonly node: string;
  readonly role: NodeRole;
  /** The side that it is on afterwards. */
  readonly side: NodeSide;
  readonly put: readonly PlannedNodeFile[];
  readonly remove: readonly string[];
  /** What may lie there before, where that is known. */
  readonly allowed: readonly AllowedFile[];
  readonly restartsKubelet: boolean;
}

/** Seconds that a component gets to come up after its manifest changed. */
const COMPONENT_SECONDS = 180;
const NODE_SECONDS = 300;
/** Seconds that a pod gets to come or to go. */
export const POD_SECONDS = 180;

/** The files of a node that differ, from whatever side it is on in `leg.from` to `side` in `leg.to`. */
export function nodeChange({ app, from, to }: Leg, node: string, role: NodeRole, side: NodeSide): NodeChange {
  const sources = Object.values(NodeSide).map(one => filesAt(app, from, node, one)).filter(files => files.length > 0);
  const target = filesAt(app, to, node, side);
  // Before the migration: what was handed in. Where nothing was, nothing is known.
  const before = ({ path, inputSha256 }: PlannedNodeFile): readonly string[] => {
    if (sources.length === 0) return inputSha256 === undefined ? [] : [inputSha256];
    if (side === NodeSide.N && mayBeOfKubeadm({ app, from }, node, path)) return [];
    return sources.map(files => files.find(file => file.path === path)?.sha256 ?? '-');
  };
  const put = target.filter(file => before(file).length === 0 || before(file).some(sum => sum !== file.sha256));
  const remove = leftovers(app, to, role, side);
  const allowed = put.filter(file => before(file).length > 0).map(file => ({ path: file.path, sums: [...new Set([...before(file), file.sha256])] }));
  return { node, role, side, put, remove, allowed, restartsKubelet: put.some(({ path }) => isKubeletFile(path)) };
}

/** Whether a leg leaves the node as it is. */
export function isUnchanged({ put, remove }: NodeChange): boolean {
  return put.length === 0 && remove.length === 0;
}

/** The paths that a change writes, so that taking them back leaves no manifest without what it mounts. */
export function pathsBack(change: NodeChange): readonly string[] {
  const kubelet = change.put.filter(({ path }) => isKubeletFile(path));
  const { mounted, apiServer, others } = podFiles(change);
  return [...kubelet, ...mounted, ...apiServer, ...others].map(({ path }) => path).reverse();
}

/** A change without some of its files. */
export function changeOf(change: NodeChange, isIncluded: (path: string) => boolean): NodeChange {
  const put = change.put.filter(({ path }) => isIncluded(path));
  return {
    ...change,
    put,
    remove: change.remove.filter(isIncluded),
    allowed: change.allowed.filter(({ path }) => isIncluded(path)),
    restartsKubelet: put.some(({ path }) => isKubeletFile(path)),
  };
}

/** A workload that is placed on a node while its API server is of version N+1, and bids there for what kube-controller-manager gives up. */
export interface Placement {
  readonly come: readonly PlanCommand[];
  readonly leave: readonly PlanCommand[];
  /** What proves that it is there. */
  readonly proof: readonly PlanCommand[];
  /** Whether it comes and goes with the label; else it may be on another node, and is deleted from one that loses its label. */
  readonly isOnEachNode: boolean;
}

type NodeStep = Pick<StepDraft, 'nodes' | 'now' | 'changes' | 'before' | 'run' | 'proof' | 'undo' | 'waitFor' | 'atMostSeconds'>;

/**
 * A node from one set of files to the other. Kubelets change only on a drained node: pods that it started with the other volume plugin would stay in
 * Terminating, and deleting them by force may harm their file systems (aws-ebs-csi-driver@v1.20.0 docs/install.md:153).
 */
export function nodeStep(leg: Leg, change: NodeChange, placement?: Placement): NodeStep {
  const { app, from, to } = leg;
  const { node, role, side, put, remove, allowed, restartsKubelet } = change;
  const anew = writtenByKubeadm(leg, change);
  const isAnew = ({ path }: { readonly path: string }) => anew.includes(path);
  const isControlPlane = role === NodeRole.CONTROL_PLANE;
  const upgrades = changesRelease(leg, change);
  const isForward = side === NodeSide.N_PLUS_1;
  const health = [
    ...isControlPlane ? healthChecks(leg, node, side) : [],
    ...!isControlPlane || restartsKubelet ? [isReady(change)] : [],
    ...processChecks(leg, node, side, put, COMPONENT_SECONDS),
    ...upgrades ? kubeletOf(app, node, side) : [],
    ...removedChecks(leg, node, remove, COMPONENT_SECONDS),
    ...isForward ? placement?.proof ?? [] : [],
  ];
  const kubeletFiles = put.filter(({ path }) => isKubeletFile(path));
  // A run that ended after kubeadm left bytes that nobody knows.
  const known = allowed.filter(file => !isAnew(file));
  const run = kubeletInTurn(leg, change, {
    isForward,
    others: podsThere(leg, change, placement),
    kubelet: [
      ...upgrades ? [upgradeNode(node, app.releases[side])] : [],
      ...putFiles(node, from, kubeletFiles.filter(file => !isAnew(file))), ...putOverKept(node, from, kubeletFiles.filter(isAnew)),
      ...restartsKubelet ? nameKept(leg, change) : [],
    ],
  });
  return {
    nodes: [node],
    now: nodeNow(leg, node, side, put, [app.releases[areOfTwoReleases(leg, side) ? otherSide(side) : side], app.releases[side]]),
    changes: [
      ...bringsAddons(leg, change) ? [`keep copies of those that are there: ${namesOfAddons(app)}`] : [],
      ...put.map(({ path, source }) => `replace ${path} by ${source}`), ...remove.map(path => `remove ${path}, with a copy`),
      ...restartsKubelet ? ['restart the kubelet'] : [], ...placement ? placementChanges(node, isForward, placement) : [],
    ],
    before: [...known.length > 0 ? [must(filesAre(node, known))] : [], must(check.nodeReady(node)), ...restIsWell(leg, change)],
    run,
    proof: health,
    undo: kubeletInTurn(leg, change, {
      isForward: !isForward,
      others: podsBack(leg, change, placement),
      kubelet: [
        ...upgrades ? [upgradeNode(node, app.releases[otherSide(side)])] : [],
        ...takeBack(node, from, sumsOf(kubeletFiles.filter(file => !isAnew(file)))),
        ...anew.length > 0 ? [takeFilesBack(node, from, to, anew)] : [],
      ],
      proof: [
        // Until the new process runs, the old one may answer.
        ...processChecksBack(leg, node, side, put, COMPONENT_SECONDS),
        ...upgrades ? kubeletOf(app, node, otherSide(side)) : [],
        ...isControlPlane ? healthBack(leg, change) : [],
      ],
    }),
    waitFor: `${isControlPlane ? `kube-apiserver, kube-controller-manager and the kubelet of ${node} are healthy` : `${node} is Ready`}`
      + (placement === undefined ? '' : placementWaits(isForward, placement)),
    atMostSeconds: longestWait([...run, ...health]),
  };
}

/** A kubelet that was restarted answers for itself: the condition of its node may still be of the one before. */
export function isReady({ node, restartsKubelet }: Pick<NodeChange, 'node' | 'restartsKubelet'>): PlanCommand {
  return eventually(NODE_SECONDS, restartsKubelet ? check.kubeletReady(node) : check.nodeReady(node));
}

/** A pause of a day may lie between two steps: no node may go while another one of the control plane is down. */
function restIsWell({ app, from }: Leg, { node, role, put, restartsKubelet }: NodeChange): readonly PlanCommand[] {
  if (role !== NodeRole.CONTROL_PLANE || !(restartsKubelet || put.some(file => runs(file) === 'kube-apiserver'))) return [];
  const others = app.controlPlane.filter(other => other !== node);
  return [
    must(check.etcdMembersWell(app.controlPlane[0])),
    ...others.map(other => must(check.readyz(other, portOf(app, from, 'kube-apiserver')))),
  ];
}

/** Before the migration a kubelet may be older than what its control plane has, and then it was given back as such. */
function kubeletOf({ releases }: MigrationApp, node: string, side: NodeSide): readonly PlanCommand[] {
  return [eventually(COMPONENT_SECONDS, check.kubeletRunsRelease(node, releases[side], side === NodeSide.N))];
}

function placementChanges(node: string, isForward: boolean, { isOnEachNode }: Placement): readonly string[] {
  if (isForward) return [`label ${node}`];
  return [`remove the label of ${node}`, ...isOnEachNode ? [] : [`delete the cloud-controller-manager of ${node}`]];
}

function placementWaits(isForward: boolean, { isOnEachNode }: Placement): string {
  return isForward ? `, and ${isOnEachNode ? 'its' : 'a'} cloud-controller-manager is ready` : ', and its cloud-controller-manager is gone';
}

function sumsOf(files: readonly PlannedNodeFile[]): readonly WrittenFile[] {
  return [...files].reverse().map(({ path, sha256 }) => ({ path, sum: sha256 }));
}

/** What is done to a node in one direction. */
interface NodeCommands {
  readonly isForward: boolean;
  readonly kubelet: readonly PlanCommand[];
  readonly others: readonly PlanCommand[];
  /** What must hold before pods come to it again. */
  readonly proof?: readonly PlanCommand[];
}

/**
 * A kubelet must not be newer than the API server that it talks to: it is the last to be upgraded, and the first to go back
 * (kubernetes.io/releases/version-skew-policy, "kubelet").
 */
function kubeletInTurn(leg: Leg, change: NodeChange, { isForward, kubelet, others, proof = [] }: NodeCommands): readonly PlanCommand[] {
  const { node, restartsKubelet } = change;
  const restarted = [...kubelet, ...restartsKubelet ? [restartKubelet(node)] : []];
  return [
    ...restartsKubelet ? [drain(node, keptPods(leg, change))] : [],
    ...isForward ? [...others, ...restarted] : [...restarted, ...others],
    ...proof,
    isReady(change),
    ...restartsKubelet ? [uncordon(node)] : [],
  ];
}

/** Whether kubeadm upgrades the node in this leg. */
function isUpgradedByKubeadm(leg: Leg, change: NodeChange): boolean {
  return change.side === NodeSide.N_PLUS_1 && changesRelease(leg, change) && kubeadmUpgrades(leg.app);
}

/** Whether kubeadm upgrades with the node what the cluster has once. */
function bringsAddons(leg: Leg, change: NodeChange): boolean {
  return change.node === leg.app.controlPlane[0] && isUpgradedByKubeadm(leg, change);
}

function addons(leg: Leg, change: NodeChange): ReturnType<typeof addonsOf> {
  return bringsAddons(leg, change) ? addonsOf(leg) : { keep: [], giveBack: [] };
}

/** What kubeadm writes anew on the node in this leg: a copy from before it says what it was. */
function writtenByKubeadm(leg: Leg, change: NodeChange): readonly string[] {
  return isUpgradedByKubeadm(leg, change) ? writtenAnew(leg.app) : [];
}

/**
 * Everything but the kubelet's. No component may be newer than the API server that it talks to: that comes first to version N+1, and goes last to
 * version N. The cloud-controller-manager is placed in between, so that it bids before the first kube-controller-manager of version N+1 can lead, and
 * leaves when the last one cannot any more: with that in the lead, nobody of version N bids for the migration Lease.
 */
function podsThere(leg: Leg, change: NodeChange, placement: Placement | undefined): readonly PlanCommand[] {
  const { from } = leg;
  const { node, side, remove } = change;
  const { mounted, apiServer, others } = podFiles(change);
  if (!goesInTurn(leg, change, placement)) {
    return [...putFiles(node, from, [...mounted, ...apiServer, ...others]), ...removeFiles(node, from, remove)];
  }
  if (side === NodeSide.N) {
    return [
      ...putFiles(node, from, [...mounted, ...others]), ...managerRuns(leg, change), ...placement?.leave ?? [],
      ...removeFiles(node, from, remove), ...putFiles(node, from, apiServer),
    ];
  }
  return [
    ...isUpgradedByKubeadm(leg, change)
      ? [...putFiles(node, from, mounted), ...addons(leg, change).keep, byKubeadm(leg, change), ...putFiles(node, from, apiServer)]
      : putFiles(node, from, [...mounted, ...apiServer]),
    ...apiServerRuns(leg, change), ...placement?.come ?? [],
    ...putFiles(node, from, others), ...removeFiles(node, from, remove),
  ];
}

/** The same in the opposite order. */
function podsBack(leg: Leg, change: NodeChange, placement: Placement | undefined): readonly PlanCommand[] {
  const { from } = leg;
  const { node, side, put, remove } = change;
  const { mounted, apiServer, others } = podFiles(change);
  const written = (files: readonly PlannedNodeFile[]) => isUpgradedByKubeadm(leg, change) ? byKubeadmOrPlanned(change, files) : sumsOf(files);
  const removed = [...remove].reverse().map(path => ({ path, sum: '-' }));
  if (!goesInTurn(leg, change, placement)) return takeBack(node, from, [...removed, ...sumsOf([...mounted, ...apiServer, ...others])]);
  const isBack = (component: Component) => {
    const only = changeOf(change, path => put.some(file => file.path === path && runs(file) === component));
    return [...processChecksBack(leg, node, side, only.put, COMPONENT_SECONDS), ...healthBack(leg, only)];
  };
  if (side === NodeSide.N) {
    return [
      ...takeBack(node, from, sumsOf(apiServer)), ...isBack('kube-apiserver'), ...placement?.come ?? [],
      ...takeBack(node, from, [...removed, ...sumsOf([...mounted, ...others])]),
    ];
  }
  return [
    ...takeBack(node, from, [...removed, ...written(others)]), ...isBack(KCM), ...placement?.leave ?? [],
    ...addons(leg, change).giveBack,
    ...takeBack(node, from, written([...mounted, ...apiServer])),
  ];
}

/** What kubeadm writes may have other bytes than those that were planned. */
function byKubeadmOrPlanned({ allowed }: NodeChange, files: readonly PlannedNodeFile[]): readonly WrittenFile[] {
  return sumsOf(files).map(file => {
    const before = allowed.find(({ path }) => path === file.path)?.sums.filter(sum => sum !== file.sum && sum !== '-') ?? [];
    return KUBEADM_WRITES.includes(file.path) && before.length > 0 ? { ...file, before } : file;
  });
}

/** Whether its pods change one after the other. */
function goesInTurn(leg: Leg, { side }: NodeChange, placement: Placement | undefined): boolean {
  return areOfTwoReleases(leg, side) || placement !== undefined;
}

/** kubeadm's own upgrade writes manifests that mount our files: those lie there before it, and our manifests replace its own after it. */
function byKubeadm(leg: Leg, change: NodeChange): PlanCommand {
  const { app, from } = leg;
  const { node, side, put, allowed } = change;
  const isWritten = ({ path }: { readonly path: string }) => KUBEADM_WRITES.includes(path);
  return upgradeByKubeadm(node, from, app.releases[side], node === app.controlPlane[0], {
    files: put.filter(isWritten), allowed: allowed.filter(isWritten), besides: writtenByKubeadm(leg, change),
  });
}

function apiServerRuns(leg: Leg, { node, role, side, put }: NodeChange): readonly PlanCommand[] {
  const { app, to } = leg;
  return role === NodeRole.CONTROL_PLANE ? [
    ...processChecks(leg, node, side, put.filter(file => runs(file) === 'kube-apiserver'), COMPONENT_SECONDS),
    eventually(COMPONENT_SECONDS, check.runsRelease(node, 'kube-apiserver', app.releases[side])),
    eventually(COMPONENT_SECONDS, check.readyz(node, portOf(app, to, 'kube-apiserver', side))),
  ] : [];
}

function managerRuns(leg: Leg, change: NodeChange): readonly PlanCommand[] {
  const { app, to } = leg;
  const { node, side } = change;
  const put = change.put.filter(file => runs(file) === KCM);
  return put.length === 0 ? [] : [
    ...processChecks(leg, node, side, put, COMPONENT_SECONDS),
    eventually(COMPONENT_SECONDS, check.healthz(node, portOf(app, to, KCM, side))),
  ];
}

/** A DaemonSet is left alone by a drain; a Deployment of the cloud-controller-manager, which may be the only one, too. */
function keptPods({ app, from, to }: Leg, { role }: NodeChange): string | undefined {
  if (role !== NodeRole.CONTROL_PLANE) return undefined;
  return [to, from].map(state => ccmAt(app, state)).find(ccm => ccm?.isOnEachNode === false && !ccm.selector.includes(','))?.selector;
}

/** Whether the node runs another release afterwards. */
function changesRelease(leg: Leg, { side, restartsKubelet }: NodeChange): boolean {
  return restartsKubelet && areOfTwoReleases(leg, side);
}

function areOfTwoReleases({ app, from, to }: Leg, side: NodeSide): boolean {
  return from !== 'not-started' && to !== 'not-started' && app.releases[side] !== app.releases[otherSide(side)];
}

/** An external provider knows a node by its name: the file that gives it is asked once it lies there. */
function nameKept({ app, to }: Leg, { node, side, put }: NodeChange): readonly PlanCommand[] {
  if (side !== NodeSide.N_PLUS_1) return [];
  const view = phaseAt(app, to)?.model.components.find(one => one.component === 'kubelet' && one.node === node && sideOf(one) === side);
  const override = view && flagOf(view, 'hostname-override');
  const file = override && put.find(({ source }) => source === override.place.file);
  return file ? [check.keepsName(node, file.path)] : [];
}

/** Files of a change that are none of the kubelet. */
interface PodFiles {
  /** What manifests mount. */
  readonly mounted: readonly PlannedNodeFile[];
  readonly apiServer: readonly PlannedNodeFile[];
  /** The other manifests. */
  readonly others: readonly PlannedNodeFile[];
}

function podFiles({ put }: NodeChange): PodFiles {
  const isApiServer = (file: PlannedNodeFile) => runs(file) === 'kube-apiserver';
  return {
    mounted: put.filter(file => !isManifest(file) && !isKubeletFile(file.path)),
    apiServer: put.filter(isApiServer),
    others: put.filter(file => isManifest(file) && !isApiServer(file)),
  };
}

function isManifest(file: PlannedNodeFile): boolean {
  return file.path.startsWith(`${STATIC_POD_PATH}/`) || runs(file) !== undefined;
}

function healthChecks(leg: Leg, node: string, side: NodeSide): readonly PlanCommand[] {
  const { app, to } = leg;
  const phase = phaseAt(app, to);
  const ccm = phase && side === NodeSide.N_PLUS_1 ? staticCcmOf(phase) : undefined;
  return [
    eventually(COMPONENT_SECONDS, check.readyz(node, portOf(app, to, 'kube-apiserver', side))),
    ...managerOf(leg).runsOn(node, side, toldBy(app, node, side)),
    ...ccm ? [eventually(COMPONENT_SECONDS, check.healthz(node, portOf(app, to, CCM, side), mirrorPod(ccm, node)))] : [],
  ];
}

/** What the API knows a static pod as, whose name a kubelet ends with its own; undefined: it answers on 127.0.0.1. */
function mirrorPod({ object, pod }: ComponentView, node: string): PodOnNode | undefined {
  const [, namespace, name] = /([^ ]+)\/(.+)$/.exec(object) ?? [];
  return pod?.hostNetwork === false ? { namespace, fields: `metadata.name=${name}-${node}` } : undefined;
}

/** What answered before the change answers again, before the next node follows. */
function healthBack({ app, from }: Leg, { node, put, side }: NodeChange): readonly PlanCommand[] {
  const changes = (component: Component) => put.some(file => runs(file) === component);
  const port = (component: Component) => portOf(app, from, component, otherSide(side));
  return [
    ...changes('kube-apiserver') ? [eventually(COMPONENT_SECONDS, check.readyz(node, port('kube-apiserver')))] : [],
    ...changes(KCM) ? [eventually(COMPONENT_SECONDS, check.healthz(node, port(KCM)))] : [],
  ];
}

/** What only the new manifest says: a pod of the old one may still be healthy. */
function toldBy(app: MigrationApp, node: string, side: NodeSide): Told {
  const { strategy, cloud } = app;
  if (side === NodeSide.N_PLUS_1) return { has: [], lacks: [`--cloud-provider=${cloud}`] };
  switch (strategy) {
    case StrategyKind.LEADER_MIGRATION: return { has: ['--enable-leader-migration'], lacks: [] };
    case StrategyKind.CONTROLLERS_OFF_THEN_ON: return { has: [controllersFlagOfN(app, node)], lacks: [] };
    case StrategyKind.DOWNTIME: return { has: [`--cloud-provider=${cloud}`], lacks: [] };
  }
}

/** `--controllers` of a node of version N in phase `n`, as its manifest passes it. */
export function controllersFlagOfN(app: MigrationApp, node: string): string {
  const file = filesOf(phaseOf(app, 'n'), node, NodeSide.N).find(one => runs(one) === KCM);
  const value = file && parseStaticPod(file.text, { file: file.source, component: KCM }).flagValue('controllers');
  return `--controllers=${value ?? '*'}`;
}
