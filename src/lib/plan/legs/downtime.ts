import { awsSteps, settledStep } from './aws';
import { managerOf } from './kcm-runtime';
import { uploadStep } from './kubeadm';
import { applyStep, deleteStep, objectsToDelete } from './objects';
import { ccmLeads } from './upgrade';
import { workerSteps } from './workers';
import { CCM, KCM } from '../../kubernetes/component';
import { manifestPath } from '../../migration/control-plane-node';
import { NodeRole, NodeSide } from '../../kubernetes/node';
import * as check from '../checks';
import { Coexistence, KindRef } from '../coexistence';
import { eventually } from '../commands';
import { ccmAt, Leg } from '../context';
import { declaredGap, leaseSeconds, NO_GAP } from '../gap';
import { isUnchanged, nodeChange, nodeStep } from '../node-change';
import { StepDraft } from '../step';

const OLD: KindRef = { state: 'n', side: NodeSide.N };
const NEW: KindRef = { state: 'n-plus-1', side: NodeSide.N_PLUS_1 };
const OLD_STOPPED: KindRef = { ...OLD, stopped: true };
const NEW_STOPPED: KindRef = { ...NEW, stopped: true };

const STOPPING: Coexistence = { kinds: [OLD, OLD_STOPPED], ccms: [] };
const STOPPED: Coexistence = { kinds: [OLD_STOPPED, NEW_STOPPED], ccms: [] };
const CCM_ONLY: Coexistence = { kinds: [NEW_STOPPED], ccms: ['n-plus-1'] };
const STARTING: Coexistence = { kinds: [NEW_STOPPED, NEW], ccms: ['n-plus-1'] };

/** `n` to `n-plus-1` by a downtime: stop every kube-controller-manager, change everything, start everything. */
export function downtime(leg: Leg): StepDraft[] {
  const { app } = leg;
  const manager = managerOf(leg);
  const objects = applyStep(leg);
  const ends = 'kube-controller-manager and cloud-controller-manager are started, at the end';
  return [
    ...awsSteps(leg, STOPPING),
    ...uploadStep(leg, NodeSide.N_PLUS_1, STOPPING),
    ...manager.stop.map(step => ({ ...step, coexistence: STOPPING, gap: declaredGap(app, ends) })),
    stopped(leg, STOPPED),
    ...controlPlane(leg, NodeSide.N_PLUS_1, STOPPED, ends),
    ...workerSteps(leg, NodeSide.N_PLUS_1, STOPPED),
    ...objects ? [{
      ...objects,
      id: 'start-ccm',
      title: 'Start the cloud-controller-manager',
      why: 'no kube-controller-manager runs, and none will run the cloud controllers again',
      proof: [...objects.proof, ccmLeads(leg)],
      coexistence: CCM_ONLY,
      gap: declaredGap(app, 'the cloud-controller-manager leads, which is checked in this step'),
    }] : [],
    ...manager.start.map(step => ({ ...step, coexistence: STARTING, gap: declaredGap(app, 'the first kube-controller-manager leads again; the cloud controllers run already') })),
    settledStep(leg, STARTING),
  ];
}

/** `n-plus-1` to `n` by a downtime. */
export function downtimeBack(leg: Leg): StepDraft[] {
  const { app, from } = leg;
  const manager = managerOf(leg);
  const ccm = ccmAt(app, from);
  const gone = objectsToDelete(leg);
  const ends = 'kube-controller-manager is started, at the end';
  const seconds = leaseSeconds(app);
  return [
    ...uploadStep(leg, NodeSide.N, STARTING),
    ...manager.stop.map(step => ({ ...step, coexistence: STARTING, gap: declaredGap(app, ends) })),
    stopped(leg, CCM_ONLY),
    ...gone.length > 0 ? [{
      ...deleteStep(leg, gone),
      id: 'ccm-gone',
      title: 'Remove the cloud-controller-manager',
      why: 'nothing keeps it and a kube-controller-manager with the cloud controllers apart',
      proof: ccm ? [
        eventually(120, check.noCcm(ccm)),
        eventually(seconds * 3, check.leaseNotHeld(app.lockNamespace, app.mainLeases[CCM], seconds)),
      ] : [],
      coexistence: CCM_ONLY,
      gap: declaredGap(app, ends),
    }] : [],
    ...workerSteps(leg, NodeSide.N, STOPPED),
    ...controlPlane(leg, NodeSide.N, STOPPED, ends),
    ...manager.start.map(step => ({ ...step, coexistence: STOPPING, gap: declaredGap(app, 'a kube-controller-manager leads, which is checked in this step') })),
  ];
}

/** Proven by the lock, whatever runs them: nobody renews the main Lease. */
function stopped({ app }: Leg, coexistence: Coexistence): StepDraft {
  const seconds = leaseSeconds(app);
  return {
    id: 'kcm-stopped',
    title: 'Check that no kube-controller-manager runs',
    why: 'one that was overlooked would go on with the cloud controllers',
    nodes: [],
    changes: [],
    before: [],
    run: [],
    undo: [],
    proof: [eventually(seconds * 3, check.leaseNotHeld(app.lockNamespace, app.mainLeases[KCM], seconds))],
    waitFor: `${app.mainLeases[KCM]} was not renewed for longer than it lasts`,
    atMostSeconds: seconds * 3,
    coexistence,
    gap: NO_GAP,
  };
}

/** Everything of a control-plane node but its kube-controller-manager, which stays stopped. */
function controlPlane(leg: Leg, side: NodeSide, coexistence: Coexistence, ends: string): StepDraft[] {
  return leg.app.controlPlane.flatMap((node): StepDraft[] => {
    const all = nodeChange(leg, node, NodeRole.CONTROL_PLANE, side);
    const isOther = ({ path }: { readonly path: string }) => path !== manifestPath(KCM);
    const change = { ...all, put: all.put.filter(isOther), allowed: all.allowed.filter(isOther) };
    if (isUnchanged(change)) return [];
    const step = nodeStep(leg, change);
    return [{
      ...step,
      proof: step.proof.filter(({ action }) => ['readyz', 'node-ready'].includes(action.do)),
      id: `flags-${node}`,
      title: `Change kube-apiserver and kubelet of ${node}`,
      why: 'both learn that the provider is external, or in-tree again, while nobody runs the cloud controllers',
      waitFor: `kube-apiserver and the kubelet of ${node} are healthy`,
      coexistence,
      gap: declaredGap(leg.app, ends),
    }];
  });
}
