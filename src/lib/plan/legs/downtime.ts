import { awsSteps, settledStep } from './aws';
import { kubeletSteps, stoppedNodeSteps } from './downtime-nodes';
import { etcdSteps } from './etcd';
import { uploadStep } from './kubeadm';
import { applyStep, deleteStep, objectsToDelete } from './objects';
import { kubeconfigGoneSteps, kubeconfigSteps } from './static-pod-kubeconfig';
import { ccmLeads } from './upgrade';
import { workerSteps } from './workers';
import { CCM, KCM } from '../../kubernetes/component';
import { NodeSide } from '../../kubernetes/node';
import * as check from '../checks';
import { Coexistence, KindRef } from '../coexistence';
import { eventually } from '../commands';
import { ccmAt, Leg } from '../context';
import { declaredGap, leaseSeconds, NO_GAP } from '../gap';
import { managerOf } from '../kcm/manager';
import { StepDraft } from '../step';

const OLD: KindRef = { state: 'n', side: NodeSide.N };
const NEW: KindRef = { state: 'n-plus-1', side: NodeSide.N_PLUS_1 };
const OLD_STOPPED: KindRef = { ...OLD, stopped: true };
const NEW_STOPPED: KindRef = { ...NEW, stopped: true };

const STOPPING: Coexistence = { kinds: [OLD, OLD_STOPPED], ccms: [] };
const STOPPED: Coexistence = { kinds: [OLD_STOPPED, NEW_STOPPED], ccms: [] };
/** Of version N+1, which runs no cloud controllers. */
const NEW_ONLY: Coexistence = { kinds: [NEW_STOPPED, NEW], ccms: [] };
const WITH_CCM: Coexistence = { kinds: [NEW_STOPPED, NEW], ccms: ['n-plus-1'] };

/**
 * `n` to `n-plus-1` by a downtime: stop every kube-controller-manager, change the API servers, start everything. The cloud-controller-manager comes
 * after it: its pods are made by the DaemonSet controller of kube-controller-manager. Kubelets come last, and go back first: a drain while nobody
 * makes pods anew would leave workloads, and DNS, without any, and a PodDisruptionBudget would end it for good.
 */
export function downtime(leg: Leg): StepDraft[] {
  const { app } = leg;
  const manager = managerOf(leg);
  const objects = applyStep(leg);
  const ends = 'kube-controller-manager and cloud-controller-manager are started, at the end';
  return [
    ...awsSteps(leg, STOPPING),
    ...uploadStep(leg, NodeSide.N_PLUS_1, STOPPING),
    ...etcdSteps(leg, STOPPING),
    ...kubeconfigSteps(leg, STOPPING),
    ...manager.stop().map(step => ({ ...step, coexistence: STOPPING, gap: declaredGap(app, ends) })),
    stopped(leg, STOPPED),
    ...stoppedNodeSteps(leg, NodeSide.N_PLUS_1, STOPPED, ends),
    ...manager.start().map(step => ({ ...step, coexistence: NEW_ONLY, gap: declaredGap(app, ends) })),
    ...objects ? [{
      ...objects,
      id: 'start-ccm',
      title: 'Start the cloud-controller-manager',
      why: 'no kube-controller-manager runs the cloud controllers any more, and the one that runs makes its pods',
      proof: [...objects.proof, ccmLeads(leg)],
      coexistence: WITH_CCM,
      gap: declaredGap(app, 'the cloud-controller-manager leads, which is checked in this step'),
    }] : [],
    ...kubeletSteps(leg, NodeSide.N_PLUS_1, WITH_CCM),
    ...workerSteps(leg, NodeSide.N_PLUS_1, WITH_CCM),
    settledStep(leg, WITH_CCM),
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
    ...uploadStep(leg, NodeSide.N, WITH_CCM),
    ...etcdSteps(leg, WITH_CCM),
    ...workerSteps(leg, NodeSide.N, WITH_CCM),
    ...kubeletSteps(leg, NodeSide.N, WITH_CCM),
    ...gone.length > 0 ? [{
      ...deleteStep(leg, gone),
      id: 'ccm-gone',
      title: 'Remove the cloud-controller-manager',
      why: 'nothing keeps it and a kube-controller-manager with the cloud controllers apart; its pods go while the controllers that end them run',
      proof: ccm ? [
        eventually(120, check.noCcm(ccm)),
        eventually(seconds * 3, check.leaseNotHeld(app.lockNamespace, app.mainLeases[CCM], seconds)),
      ] : [],
      coexistence: WITH_CCM,
      gap: declaredGap(app, ends),
    }] : [],
    ...manager.stop().map(step => ({ ...step, coexistence: NEW_ONLY, gap: declaredGap(app, ends) })),
    stopped(leg, NEW_ONLY),
    ...stoppedNodeSteps(leg, NodeSide.N, STOPPED, ends),
    ...manager.start().map(step => ({
      ...step,
      coexistence: STOPPING,
      gap: declaredGap(app, 'a kube-controller-manager leads, which is checked in this step'),
    })),
    ...kubeconfigGoneSteps(leg, STOPPING),
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
