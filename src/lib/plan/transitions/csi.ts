import { driverSteps } from './aws';
import { isKubeletFile } from '../../facts/inputs/kubelet-files';
import { NodeRole, NodeSide } from '../../kubernetes/node';
import { eventually, must } from '../action';
import { csiMigratedOn } from '../actions/aws';
import { drain, uncordon } from '../actions/drain';
import { copiesAre, restoreFiles } from '../actions/files';
import { restartKubelet } from '../actions/kubelets';
import { nodeReady } from '../actions/nodes';
import { Coexistence } from '../coexistence';
import { Transition, workersByGroup } from '../context';
import { NO_GAP } from '../gap';
import { changeOf, isUnchanged, NodeChange, nodeChange, pathsBack, startFilesBack } from '../node/change';
import { isReady } from '../node/health';
import { nodeStep } from '../node/node-step';
import { processChecksBack } from '../process-truth';
import { restoredFiles } from '../start-values';
import { StepDraft } from '../step';
import { move, wayOf } from '../way';

/** Seconds in which a kubelet writes its CSINode: before it reports Ready. */
const CSI_NODE_SECONDS = 60;
const NODE_SECONDS = 300;

/**
 * Kubelets of version N whose volumes move to CSI: after every kube-controller-manager and kube-scheduler, one drained node after the other. A
 * kube-controller-manager without the gate cannot attach for a kubelet with it (KEP-625, "Upgrade/Downgrade").
 */
export function csiKubeletSteps(transition: Transition, coexistence: Coexistence): StepDraft[] {
  return kubeletChanges(transition).map(change => {
    const step = nodeStep(transition, change);
    return {
      ...step,
      id: 'csi',
      title: `Move EBS volumes of ${change.node} to CSI`,
      why: 'its pods with volumes leave first: what was mounted by one plugin is not unmounted by the other',
      proof: [...step.proof, eventually(CSI_NODE_SECONDS, csiMigratedOn({ nodes: 'self' }))],
      atMostSeconds: step.atMostSeconds + CSI_NODE_SECONDS,
      coexistence,
      gap: NO_GAP,
    };
  });
}

/** The driver before the first gate. */
export function csiDriverSteps(transition: Transition, coexistence: Coexistence): StepDraft[] {
  return kubeletChanges(transition).length === 0 ? [] : driverSteps(transition, coexistence);
}

/** Back: kubelets first, kube-controller-manager and kube-scheduler last. */
export function csiKubeletBackSteps(transition: Transition, coexistence: Coexistence): StepDraft[] {
  return kubeletChanges({ ...transition, from: 'not-started', to: 'n' }).reverse().map((change): StepDraft => {
    const { node } = change;
    return {
      node,
      id: 'csi-back',
      title: `Bring EBS volumes of ${node} back to the in-tree plugin`,
      now: { text: `the kubelet of ${node} serves EBS volumes by CSI` },
      why: 'kube-controller-manager keeps serving both until every kubelet is back',
      changes: change.put.map(({ path }) => `replace ${path} by its copy`).concat('restart the kubelet'),
      files: restoredFiles(transition.app, change),
      before: [must(copiesAre({ state: transition.to, paths: pathsBack(change) })), must(nodeReady({}))],
      ...wayOf(move([
        drain({}), restoreFiles({ state: transition.to, paths: pathsBack(change) }), restartKubelet({}),
        ...processChecksBack({ ...transition, from: 'not-started', to: 'n' }, node, NodeSide.N, startFilesBack(change), NODE_SECONDS),
        isReady(change), uncordon({}),
      ], nodeStep({ ...transition, from: 'n', to: 'n' }, change).run)),
      proof: [isReady(change)],
      waitFor: `${node} is Ready`,
      atMostSeconds: 2 * NODE_SECONDS,
      coexistence,
      gap: NO_GAP,
    };
  });
}

function kubeletChanges(transition: Transition): NodeChange[] {
  const nodes = [
    ...transition.app.controlPlane.map(node => ({ node, role: NodeRole.CONTROL_PLANE })),
    ...workersByGroup(transition).map(({ node }) => ({ node, role: NodeRole.WORKER })),
  ];
  return nodes.map(({ node, role }) => changeOf(nodeChange(transition, node, role, NodeSide.N), isKubeletFile))
    .filter(change => !isUnchanged(change));
}
