import { changesRelease, NodeChange, pathsOf, sideBefore, startFiles, startFilesBack } from './change';
import { back, put } from './files';
import { COMPONENT_SECONDS, healthBack, healthChecks, isReady, kubeletOf, restIsWell, schedulerRuns } from './health';
import { bringsAddons, writtenByKubeadm } from './kubeadm-upgrade';
import { nodeNow } from './now';
import { Placement, placementChanges, placementWaits } from './placement';
import { podMoves } from './pods-in-turn';
import { processChecks, processChecksBack, removedChecks } from './process-truth';
import { programs, unitsChanged, unitsOnRelease } from './units';
import { isKubeletFile } from '../../facts/inputs/kubelet-files';
import { NodeRole, NodeSide } from '../../kubernetes/node';
import { flagOf } from '../../view/ask';
import { longestWait, must, PlanAction } from '../action';
import { drain, uncordon } from '../actions/drain';
import { filesAre, restoreFiles } from '../actions/files';
import { restartKubelet } from '../actions/kubelets';
import { keepsName, nodeReady } from '../actions/nodes';
import { sideOf } from '../app/app';
import { ccmAt, otherSide, phaseAt, Transition } from '../app/context';
import { namesOfAddons } from '../app/kubeadm-files';
import { StepDraft } from '../step';
import { move, wayOf } from '../way';

type NodeStep = Pick<StepDraft, 'node' | 'now' | 'changes' | 'files' | 'before' | 'run' | 'proof' | 'undo' | 'waitFor' | 'atMostSeconds'>;

/**
 * A node from one set of files to the other. Kubelets change only on a drained node: pods that it started with the other volume plugin would stay in
 * Terminating, and deleting them by force may harm their file systems (aws-ebs-csi-driver@v1.20.0 docs/install.md:153).
 */
export function nodeStep(transition: Transition, change: NodeChange, placement?: Placement): NodeStep {
  const { app, from, to } = transition;
  const { node, role, side, put: files, remove, restartsKubelet } = change;
  const anew = writtenByKubeadm(transition, change);
  const isAnew = ({ path }: { readonly path: string }) => anew.includes(path);
  const isControlPlane = role === NodeRole.CONTROL_PLANE;
  const upgrades = changesRelease(transition, change);
  const apiServer = change.units.filter(({ component }) => component === 'kube-apiserver');
  const isForward = side === NodeSide.N_PLUS_1;
  // Where the kubelet is the last, units that were started again before it have brought its program.
  const bringsPrograms = (isLast: boolean) => upgrades && !(isLast && change.units.length > 0);
  const health = [
    ...isControlPlane ? healthChecks(transition, node, side) : [],
    ...!isControlPlane || restartsKubelet ? [isReady(change)] : [],
    ...processChecks(transition, node, side, startFiles(change), COMPONENT_SECONDS),
    ...unitsOnRelease(transition, apiServer, side),
    ...schedulerRuns(transition, change),
    ...upgrades ? kubeletOf(app, side) : [],
    ...removedChecks(transition, node, remove, COMPONENT_SECONDS),
    ...isForward ? placement?.proof ?? [] : [],
  ];
  const kubeletFiles = files.filter(({ path }) => isKubeletFile(path));
  // A run that ended after kubeadm left bytes that are not known.
  const known = change.files.filter(file => file.before.length > 0 && !isAnew(file));
  const restarts = restartsKubelet ? [restartKubelet({})] : [];
  const pods = podMoves(transition, change, placement);
  const kubelet = move([
    ...bringsPrograms(isForward) ? [programs(transition, change, side)] : [],
    ...put(from, kubeletFiles.filter(file => !isAnew(file))), ...put(from, kubeletFiles.filter(isAnew), true),
    ...restartsKubelet ? nameKept(transition, change) : [], ...restarts,
  ], [
    ...bringsPrograms(!isForward) ? [programs(transition, change, otherSide(side))] : [],
    ...back(from, kubeletFiles.filter(file => !isAnew(file))),
    ...anew.length > 0 ? [restoreFiles({ state: from, left: to, paths: anew })] : [], ...restarts,
  ]);
  // A kubelet must not be newer than the API server that it talks to: it is the last to be upgraded, and the first to go back
  // (kubernetes.io/releases/version-skew-policy, "kubelet").
  const way = wayOf(...isForward ? [...pods, kubelet] : [kubelet, ...pods]);
  const run = drained(transition, change, way.run);
  return {
    node,
    now: nodeNow(transition, change, [app.releases[sideBefore(transition, side)], app.releases[side]]),
    changes: [
      ...bringsAddons(transition, change) ? [`keep copies of those that are there: ${namesOfAddons(app)}`] : [],
      ...files.map(({ path, source }) => `replace ${path} by ${source}`), ...remove.map(path => `remove ${path}, with a copy`),
      ...unitsChanged(change), ...restartsKubelet ? ['restart the kubelet'] : [], ...placement ? placementChanges(node, isForward, placement) : [],
    ],
    files: change.files,
    before: [...known.length > 0 ? [must(filesAre({ paths: pathsOf(known) }))] : [], must(nodeReady({})), ...restIsWell(transition, change)],
    run,
    proof: health,
    undo: drained(transition, change, way.undo, [
      // Until the new process runs, the old one may answer.
      ...processChecksBack(transition, node, side, startFilesBack(change), COMPONENT_SECONDS),
      ...unitsOnRelease(transition, change.units, sideBefore(transition, side)),
      ...upgrades ? kubeletOf(app, otherSide(side)) : [],
      ...isControlPlane ? healthBack(transition, change) : [],
    ]),
    waitFor: `${isControlPlane ? `kube-apiserver, kube-controller-manager and the kubelet of ${node} are healthy` : `${node} is Ready`}`
      + (placement === undefined ? '' : placementWaits(isForward, placement)),
    atMostSeconds: longestWait([...run, ...health]),
  };
}

/** @param proof what must hold before pods come to the node again */
function drained(
  transition: Transition, change: NodeChange, actions: readonly PlanAction[], proof: readonly PlanAction[] = [],
): readonly PlanAction[] {
  const kept = keptPods(transition, change);
  const { restartsKubelet } = change;
  return [
    ...restartsKubelet ? [drain(kept === undefined ? {} : { kept })] : [],
    ...actions,
    ...proof,
    isReady(change),
    ...restartsKubelet ? [uncordon({})] : [],
  ];
}

/** A DaemonSet is left alone by a drain; a Deployment of the cloud-controller-manager, which may be the only one, too. */
function keptPods({ app, from, to }: Transition, { role }: NodeChange): string | undefined {
  if (role !== NodeRole.CONTROL_PLANE) return undefined;
  return [to, from].map(state => ccmAt(app, state)).find(ccm => ccm?.isOnEachNode === false && !ccm.selector.includes(','))?.selector;
}

/** An external provider knows a node by its name: the file that gives it is asked once it is there. */
function nameKept({ app, to }: Transition, { node, side, put: files }: NodeChange): readonly PlanAction[] {
  if (side !== NodeSide.N_PLUS_1) return [];
  const view = phaseAt(app, to)?.model.components.find(one => one.component === 'kubelet' && one.node === node && sideOf(one) === side);
  const override = view && flagOf(view, 'hostname-override');
  const file = override && files.find(({ source }) => source === override.place.file);
  return file ? [keepsName({ file: file.path })] : [];
}
