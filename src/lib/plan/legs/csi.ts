import { driverSteps } from './aws';
import { NodeRole, NodeSide } from '../../kubernetes/node';
import * as check from '../checks';
import { Coexistence } from '../coexistence';
import { copiesAre, drain, eventually, must, restartKubelet, restoreFiles, uncordon } from '../commands';
import { Leg, workersByGroup } from '../context';
import { NO_GAP } from '../gap';
import { isKubeletFile } from '../kubelet-file';
import { changeOf, isUnchanged, NodeChange, nodeChange, pathsBack } from '../node/change';
import { isReady } from '../node/health';
import { nodeStep } from '../node/node-step';
import { processChecksBack } from '../process-truth';
import { StepDraft } from '../step';

/** Seconds in which a kubelet writes its CSINode: before it reports Ready. */
const CSI_NODE_SECONDS = 60;
const NODE_SECONDS = 300;

/**
 * Kubelets of version N whose volumes move to CSI: after every kube-controller-manager and kube-scheduler, one drained node after the other. A
 * kube-controller-manager without the gate cannot attach for a kubelet with it (KEP-625, "Upgrade/Downgrade").
 */
export function csiKubeletSteps(leg: Leg, coexistence: Coexistence): StepDraft[] {
  return kubeletChanges(leg).map(change => {
    const step = nodeStep(leg, change);
    return {
      ...step,
      id: `csi-${change.node}`,
      title: `Move EBS volumes of ${change.node} to CSI`,
      why: 'its pods with volumes leave first: what was mounted by one plugin is not unmounted by the other',
      proof: [...step.proof, eventually(CSI_NODE_SECONDS, check.csiMigratedOn([change.node]))],
      atMostSeconds: step.atMostSeconds + CSI_NODE_SECONDS,
      coexistence,
      gap: NO_GAP,
    };
  });
}

/** The driver before the first gate. */
export function csiDriverSteps(leg: Leg, coexistence: Coexistence): StepDraft[] {
  return kubeletChanges(leg).length === 0 ? [] : driverSteps(leg, coexistence);
}

/** Back: kubelets first, kube-controller-manager and kube-scheduler last. */
export function csiKubeletBackSteps(leg: Leg, coexistence: Coexistence): StepDraft[] {
  return kubeletChanges({ ...leg, from: 'not-started', to: 'n' }).reverse().map((change): StepDraft => {
    const { node } = change;
    const forward = nodeStep({ ...leg, from: 'n', to: 'n' }, change);
    return {
      nodes: [node],
      id: `csi-back-${node}`,
      title: `Bring EBS volumes of ${node} back to the in-tree plugin`,
      now: { text: `the kubelet of ${node} serves EBS volumes by CSI` },
      why: 'kube-controller-manager keeps serving both until every kubelet is back',
      changes: change.put.map(({ path }) => `replace ${path} by its copy`).concat('restart the kubelet'),
      before: [...copiesAre(node, leg.to, pathsBack(change)), must(check.nodeReady(node))],
      run: [
        drain(node), ...restoreFiles(node, leg.to, pathsBack(change)), restartKubelet(node),
        ...processChecksBack({ ...leg, from: 'not-started', to: 'n' }, node, NodeSide.N, change.put, NODE_SECONDS),
        isReady(change), uncordon(node),
      ],
      proof: [isReady(change)],
      undo: forward.run,
      waitFor: `${node} is Ready`,
      atMostSeconds: 2 * NODE_SECONDS,
      coexistence,
      gap: NO_GAP,
    };
  });
}

function kubeletChanges(leg: Leg): NodeChange[] {
  const nodes = [
    ...leg.app.controlPlane.map(node => ({ node, role: NodeRole.CONTROL_PLANE })),
    ...workersByGroup(leg).map(({ node }) => ({ node, role: NodeRole.WORKER })),
  ];
  return nodes.map(({ node, role }) => changeOf(nodeChange(leg, node, role, NodeSide.N), isKubeletFile)).filter(change => !isUnchanged(change));
}
