import { changesRelease, NodeChange, pathsOf, sideBefore } from './change';
import { COMPONENT_SECONDS, healthBack, healthChecks, isReady, kubeletOf, restIsWell, schedulerRuns } from './health';
import { bringsAddons, writtenByKubeadm } from './kubeadm-upgrade';
import { nodeNow } from './now';
import { Placement, podMoves } from './pods-in-turn';
import { processChecks, processChecksBack, removedChecks } from './process-truth';
import { programs, unitsChanged, unitsOnRelease } from './units';
import { isKubeletFile } from '../../facts/inputs/kubelet-files';
import { NodeRole, NodeSide } from '../../kubernetes/node';
import { flagOf } from '../../view/ask';
import { longestWait, must, PlanAction } from '../action';
import { drain, uncordon } from '../actions/drain';
import { back, filesAre, put, restoreFiles } from '../actions/files';
import { restartKubelet } from '../actions/kubelets';
import { keepsName, nodeReady } from '../actions/nodes';
import { sideOf } from '../app/app';
import { ccmAt, otherSide, phaseAt } from '../app/context';
import { namesOfAddons } from '../app/kubeadm-files';
import { StepDraft } from '../step';
import { move, wayOf } from '../way';

type NodeStep = Pick<StepDraft, 'node' | 'now' | 'changes' | 'files' | 'before' | 'run' | 'proof' | 'undo' | 'waitFor' | 'atMostSeconds'>;

/**
 * A node from one set of files to the other. Kubelets change only on a drained node: pods that it started with the other volume plugin would stay in
 * Terminating, and deleting them by force may harm their file systems (aws-ebs-csi-driver@v1.20.0 docs/install.md:153).
 */
export function nodeStep(change: NodeChange, placement?: Placement): NodeStep {
  const { transition: { app, from, to }, node, role, side, put: files, remove, restartsKubelet } = change;
  const anew = writtenByKubeadm(change);
  const isAnew = ({ path }: { readonly path: string }) => anew.includes(path);
  const isControlPlane = role === NodeRole.CONTROL_PLANE;
  const upgrades = changesRelease(change);
  const apiServer = change.units.filter(({ component }) => component === 'kube-apiserver');
  const isForward = side === NodeSide.N_PLUS_1;
  // Where the kubelet is the last, units that were started again before it have brought its program.
  const bringsPrograms = (isLast: boolean) => upgrades && !(isLast && change.units.length > 0);
  const health = [
    ...isControlPlane ? healthChecks(change) : [],
    ...!isControlPlane || restartsKubelet ? [isReady(change)] : [],
    ...processChecks(change, COMPONENT_SECONDS),
    ...unitsOnRelease(app, apiServer, side),
    ...schedulerRuns(change),
    ...upgrades ? kubeletOf(app, side) : [],
    ...removedChecks(change, COMPONENT_SECONDS),
    ...isForward ? placement?.proof ?? [] : [],
  ];
  const kubeletFiles = files.filter(({ path }) => isKubeletFile(path));
  // A run that ended after kubeadm left bytes that are not known.
  const known = change.files.filter(file => file.before.length > 0 && !isAnew(file));
  const restarts = restartsKubelet ? [restartKubelet({})] : [];
  const pods = podMoves(change, placement);
  const kubelet = move([
    ...bringsPrograms(isForward) ? [programs(change, side)] : [],
    ...put(from, kubeletFiles.filter(file => !isAnew(file))), ...put(from, kubeletFiles.filter(isAnew), true),
    ...restartsKubelet ? nameKept(change) : [], ...restarts,
  ], [
    ...bringsPrograms(!isForward) ? [programs(change, otherSide(side))] : [],
    ...back(from, kubeletFiles.filter(file => !isAnew(file))),
    ...anew.length > 0 ? [restoreFiles({ state: from, left: to, paths: anew })] : [], ...restarts,
  ]);
  // A kubelet must not be newer than the API server that it talks to: it is the last to be upgraded, and the first to go back
  // (kubernetes.io/releases/version-skew-policy, "kubelet").
  const way = wayOf(...isForward ? [...pods, kubelet] : [kubelet, ...pods]);
  const run = drained(change, way.run);
  return {
    node,
    now: nodeNow(change, [app.releases[sideBefore(change)], app.releases[side]]),
    changes: [
      ...bringsAddons(change) ? [`keep copies of those that are there: ${namesOfAddons(app)}`] : [],
      ...files.map(({ path, source }) => `replace ${path} by ${source}`), ...remove.map(path => `remove ${path}, with a copy`),
      ...unitsChanged(change), ...restartsKubelet ? ['restart the kubelet'] : [], ...placement?.changes ?? [],
    ],
    files: change.files,
    before: [...known.length > 0 ? [must(filesAre({ paths: pathsOf(known) }))] : [], must(nodeReady({})), ...restIsWell(change)],
    run,
    proof: health,
    undo: drained(change, way.undo, [
      // Until the new process runs, the old one may answer.
      ...processChecksBack(change, COMPONENT_SECONDS),
      ...unitsOnRelease(app, change.units, sideBefore(change)),
      ...upgrades ? kubeletOf(app, otherSide(side)) : [],
      ...isControlPlane ? healthBack(change) : [],
    ]),
    waitFor: `${isControlPlane ? `kube-apiserver, kube-controller-manager and the kubelet of ${node} are healthy` : `${node} is Ready`}`
      + (placement?.waitFor ?? ''),
    atMostSeconds: longestWait([...run, ...health]),
  };
}

/** @param proof what must hold before pods come to the node again */
function drained(change: NodeChange, actions: readonly PlanAction[], proof: readonly PlanAction[] = []): readonly PlanAction[] {
  const kept = keptPods(change);
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
function keptPods({ transition: { app, from, to }, role }: NodeChange): string | undefined {
  if (role !== NodeRole.CONTROL_PLANE) return undefined;
  return [to, from].map(state => ccmAt(app, state)).find(ccm => ccm?.isOnEachNode === false && !ccm.selector.includes(','))?.selector;
}

/** An external provider knows a node by its name: the file that gives it is asked once it is there. */
function nameKept({ transition: { app, to }, node, side, put: files }: NodeChange): readonly PlanAction[] {
  if (side !== NodeSide.N_PLUS_1) return [];
  const view = phaseAt(app, to)?.model.components.find(one => one.component === 'kubelet' && one.node === node && sideOf(one) === side);
  const override = view && flagOf(view, 'hostname-override');
  const file = override && files.find(({ source }) => source === override.place.file);
  return file ? [keepsName({ file: file.path })] : [];
}
