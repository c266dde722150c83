import { csiDriver } from './aws';
import { restoring } from './nodes-of-n';
import { Row, when } from './row';
import { isKubeletFile } from '../../facts/inputs/kubelet-files';
import { NodeRole, NodeSide } from '../../kubernetes/node';
import { eventually } from '../action';
import { csiMigratedOn } from '../actions/aws';
import { drain, uncordon } from '../actions/drain';
import { restartKubelet } from '../actions/kubelets';
import { entering, Transition, workersByGroup } from '../app/context';
import { changedNodes, changeOf, NodeChange } from '../node/change';
import { isReady } from '../node/health';
import { nodeStep } from '../node/node-step';
import { processChecksBack } from '../node/process-truth';
import { move, wayOf } from '../way';

/** Seconds in which a kubelet writes its CSINode: before it reports Ready. */
const CSI_NODE_SECONDS = 60;
const NODE_SECONDS = 300;

/** The driver before the first gate. */
export const driverOfCsi: Row = when(transition => kubeletChanges(transition).length > 0, csiDriver);

/**
 * Kubelets of version N whose volumes move to CSI: after every kube-controller-manager and kube-scheduler, one drained node after the other. A
 * kube-controller-manager without the gate cannot attach for a kubelet with it (KEP-625, "Upgrade/Downgrade").
 */
export const kubeletsToCsi: Row = transition => kubeletChanges(transition).map(change => {
  const step = nodeStep(change);
  return {
    ...step,
    id: 'csi',
    title: `Move EBS volumes of ${change.node} to CSI`,
    why: 'its pods with volumes leave first: what was mounted by one plugin is not unmounted by the other',
    proof: [...step.proof, eventually(CSI_NODE_SECONDS, csiMigratedOn({ nodes: 'self' }))],
    atMostSeconds: step.atMostSeconds + CSI_NODE_SECONDS,
  };
});

/** Back: kubelets first, kube-controller-manager and kube-scheduler last. */
export const kubeletsFromCsi: Row = transition => [...kubeletChanges(entering(transition))].reverse().map(change => {
  const { node } = change;
  const { step, changes, files, before, run } = restoring(change);
  return {
    node,
    id: 'csi-back',
    title: `Bring EBS volumes of ${node} back to the in-tree plugin`,
    now: { text: `the kubelet of ${node} serves EBS volumes by CSI` },
    why: 'kube-controller-manager keeps serving both until every kubelet is back',
    changes: [...changes, 'restart the kubelet'],
    files,
    before,
    ...wayOf(move([
      drain({}), run, restartKubelet({}), ...processChecksBack(change, NODE_SECONDS), isReady(change), uncordon({}),
    ], step.run)),
    proof: [isReady(change)],
    waitFor: `${node} is Ready`,
    atMostSeconds: 2 * NODE_SECONDS,
  };
});

function kubeletChanges(transition: Transition): readonly NodeChange[] {
  const ofKubelet = (whole: NodeChange) => changeOf(whole, isKubeletFile);
  return [
    ...changedNodes(transition, transition.app.controlPlane, NodeRole.CONTROL_PLANE, NodeSide.N, ofKubelet),
    ...changedNodes(transition, workersByGroup(transition).map(({ node }) => node), NodeRole.WORKER, NodeSide.N, ofKubelet),
  ];
}
