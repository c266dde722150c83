import { areOfTwoReleases, changesRelease, NodeChange, sumsOf } from './change';
import { COMPONENT_SECONDS, healthBack, healthChecks, isReady, kubeletOf, restIsWell, schedulerRuns } from './health';
import { bringsAddons, writtenByKubeadm } from './kubeadm-upgrade';
import { Placement, placementChanges, placementWaits } from './placement';
import { podsBack, podsThere } from './pods-in-turn';
import { NodeRole, NodeSide } from '../../kubernetes/node';
import { flagOf } from '../../view/ask';
import { sideOf } from '../app';
import * as check from '../checks';
import { drain, filesAre, must, putFiles, putOverKept, restartKubelet, takeBack, takeFilesBack, uncordon, upgradeNode } from '../commands';
import { ccmAt, Leg, otherSide, phaseAt } from '../context';
import { namesOfAddons } from '../kubeadm-files';
import { isKubeletFile } from '../kubelet-file';
import { nodeNow } from '../now';
import { processChecks, processChecksBack, removedChecks } from '../process-truth';
import { longestWait, PlanCommand, StepDraft } from '../step';

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
    ...schedulerRuns(leg, change),
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

/** A DaemonSet is left alone by a drain; a Deployment of the cloud-controller-manager, which may be the only one, too. */
function keptPods({ app, from, to }: Leg, { role }: NodeChange): string | undefined {
  if (role !== NodeRole.CONTROL_PLANE) return undefined;
  return [to, from].map(state => ccmAt(app, state)).find(ccm => ccm?.isOnEachNode === false && !ccm.selector.includes(','))?.selector;
}

/** An external provider knows a node by its name: the file that gives it is asked once it lies there. */
function nameKept({ app, to }: Leg, { node, side, put }: NodeChange): readonly PlanCommand[] {
  if (side !== NodeSide.N_PLUS_1) return [];
  const view = phaseAt(app, to)?.model.components.find(one => one.component === 'kubelet' && one.node === node && sideOf(one) === side);
  const override = view && flagOf(view, 'hostname-override');
  const file = override && put.find(({ source }) => source === override.place.file);
  return file ? [check.keepsName(node, file.path)] : [];
}
