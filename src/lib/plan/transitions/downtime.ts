import { awsSteps, settledStep } from './aws';
import { kubeletSteps, stoppedNodeSteps } from './downtime-nodes';
import { etcdSteps } from './etcd';
import { uploadStep } from './kubeadm';
import { applyStep, deleteStep, objectsToDelete } from './objects';
import { readOnly } from './read-only';
import { kubeconfigGoneSteps, kubeconfigSteps } from './static-pod-kubeconfig';
import { ccmLeads } from './upgrade';
import { workerSteps } from './workers';
import { CCM, KCM } from '../../kubernetes/component';
import { NodeSide } from '../../kubernetes/node';
import { eventually } from '../action';
import { noCcm } from '../actions/ccm';
import { leaseNotHeld } from '../actions/leases';
import { Coexistence, KindRef } from '../coexistence';
import { ccmAt, Transition } from '../context';
import { declaredGap, leaseSeconds } from '../gap';
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
 * after it: its pods are made by the DaemonSet controller of kube-controller-manager. Kubelets come last, and go back first: a drain while nothing
 * makes pods anew would leave workloads, and DNS, without any, and a PodDisruptionBudget would end it for good.
 */
export function downtime(transition: Transition): StepDraft[] {
  const { app } = transition;
  const manager = managerOf(transition);
  const objects = applyStep(transition);
  const ends = 'kube-controller-manager and cloud-controller-manager are started, at the end';
  return [
    ...awsSteps(transition, STOPPING),
    ...uploadStep(transition, NodeSide.N_PLUS_1, STOPPING),
    ...etcdSteps(STOPPING),
    ...kubeconfigSteps(transition, STOPPING),
    ...manager.stop().map(step => ({ ...step, coexistence: STOPPING, gap: declaredGap(app, ends) })),
    stopped(transition, STOPPED),
    ...stoppedNodeSteps(transition, NodeSide.N_PLUS_1, STOPPED, ends),
    ...manager.start().map(step => ({ ...step, coexistence: NEW_ONLY, gap: declaredGap(app, ends) })),
    ...objects ? [{
      ...objects,
      id: 'start-ccm',
      title: 'Start the cloud-controller-manager',
      why: 'no kube-controller-manager runs the cloud controllers any more, and the one that runs makes its pods',
      proof: [...objects.proof, ccmLeads(transition)],
      coexistence: WITH_CCM,
      gap: declaredGap(app, 'the cloud-controller-manager leads, which is checked in this step'),
    }] : [],
    ...kubeletSteps(transition, NodeSide.N_PLUS_1, WITH_CCM),
    ...workerSteps(transition, NodeSide.N_PLUS_1, WITH_CCM),
    settledStep(transition, WITH_CCM),
  ];
}

/** `n-plus-1` to `n` by a downtime. */
export function downtimeBack(transition: Transition): StepDraft[] {
  const { app, from } = transition;
  const manager = managerOf(transition);
  const ccm = ccmAt(app, from);
  const gone = objectsToDelete(transition);
  const ends = 'kube-controller-manager is started, at the end';
  const seconds = leaseSeconds(app);
  return [
    ...uploadStep(transition, NodeSide.N, WITH_CCM),
    ...etcdSteps(WITH_CCM),
    ...workerSteps(transition, NodeSide.N, WITH_CCM),
    ...kubeletSteps(transition, NodeSide.N, WITH_CCM),
    ...gone.length > 0 ? [{
      ...deleteStep(transition, gone),
      id: 'ccm-gone',
      title: 'Remove the cloud-controller-manager',
      why: 'no lock separates it from a kube-controller-manager with the cloud controllers; its pods end while the controllers that delete them run',
      proof: ccm ? [
        eventually(120, noCcm({ namespace: ccm.namespace, selector: ccm.selector })),
        eventually(seconds * 3, leaseNotHeld({ namespace: app.lockNamespace, lease: app.mainLeases[CCM], seconds })),
      ] : [],
      coexistence: WITH_CCM,
      gap: declaredGap(app, ends),
    }] : [],
    ...manager.stop().map(step => ({ ...step, coexistence: NEW_ONLY, gap: declaredGap(app, ends) })),
    stopped(transition, NEW_ONLY),
    ...stoppedNodeSteps(transition, NodeSide.N, STOPPED, ends),
    ...manager.start().map(step => ({
      ...step,
      coexistence: STOPPING,
      gap: declaredGap(app, 'a kube-controller-manager leads, which is checked in this step'),
    })),
    ...kubeconfigGoneSteps(transition, STOPPING),
  ];
}

/** Proven by the lock, whatever runs them: the main Lease is not renewed. */
function stopped({ app }: Transition, coexistence: Coexistence): StepDraft {
  const seconds = leaseSeconds(app);
  return {
    ...readOnly(coexistence),
    id: 'kcm-stopped',
    title: 'Check that no kube-controller-manager runs',
    why: 'one that was overlooked would continue to run the cloud controllers',
    proof: [eventually(seconds * 3, leaseNotHeld({ namespace: app.lockNamespace, lease: app.mainLeases[KCM], seconds }))],
    waitFor: `${app.mainLeases[KCM]} was not renewed for longer than it lasts`,
    atMostSeconds: seconds * 3,
  };
}
