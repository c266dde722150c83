import { awsSteps, settledStep } from './aws';
import { sideStep } from './control-plane';
import { etcdSteps } from './etcd';
import { addonsBackStep, uploadStep } from './kubeadm';
import { applyStep, deleteStep, objectsToDelete } from './objects';
import { readOnly } from './read-only';
import { inTurn, joinStep, snapshotStep } from './replace';
import { kubeconfigGoneSteps, kubeconfigSteps } from './static-pod-kubeconfig';
import { workerSteps } from './workers';
import { CCM, ControllerManager, KCM } from '../../kubernetes/component';
import { NodeSide } from '../../kubernetes/node';
import { StrategyKind } from '../../migration/migration-strategy';
import { eventually, longestWait, must, PlanAction } from '../action';
import { noCcm, servicesWell } from '../actions/ccm';
import { leaseHeldBy, leaseIsHeld, leaseNotHeld } from '../actions/leases';
import { rolledOut } from '../actions/objects';
import { Coexistence } from '../coexistence';
import { ccmAt, Transition } from '../context';
import { ALL_HAVE_THEM_AGAIN, declaredGap, handoverGap, leaseSeconds, NO_GAP, SERVICES_SECONDS, takeoverSeconds } from '../gap';
import { managerOf } from '../kcm/manager';
import { POD_SECONDS } from '../node/health';
import { controlPlaneGroup } from '../replaced/app-group';
import { StepDraft } from '../step';

/** Nodes of both versions, and whatever cloud-controller-manager the states on both ends have. */
export function bothVersions({ from, to }: Transition): Coexistence {
  return { kinds: [{ state: 'mixed', side: NodeSide.N }, { state: 'mixed', side: NodeSide.N_PLUS_1 }], ccms: [from, to] };
}

/** Once no kube-controller-manager of version N is left. */
export const ONLY_NEW: Coexistence = { kinds: [{ state: 'n-plus-1', side: NodeSide.N_PLUS_1 }], ccms: ['n-plus-1'] };

/** `n` to `mixed`: everything that the cloud-controller-manager needs, then the first node. */
export function startUpgrade(transition: Transition): StepDraft[] {
  const coexistence = bothVersions(transition);
  return [
    ...awsSteps(transition, coexistence),
    ...applied(transition, coexistence),
    ...uploadStep(transition, NodeSide.N_PLUS_1, coexistence),
    ...snapshotSteps(transition, coexistence),
    ...kubeconfigSteps(transition, coexistence),
    ...firstNodeSteps(transition, NodeSide.N_PLUS_1, coexistence),
    ...leader(transition, 'of-mixed', undefined, coexistence),
  ];
}

/** `mixed` to `n-plus-1`: the other nodes, then the workers. */
export function finishUpgrade(transition: Transition): StepDraft[] {
  const { app, isFirst } = transition;
  const coexistence = bothVersions(transition);
  const migrates = app.strategy === StrategyKind.LEADER_MIGRATION;
  const meanwhile = migrates ? coexistence : { ...coexistence, ccms: [] };
  return [
    ...isFirst ? awsSteps(transition, meanwhile) : [],
    ...isFirst ? snapshotSteps(transition, meanwhile) : [],
    ...isFirst || !migrates ? kubeconfigSteps(transition, meanwhile) : [],
    ...otherNodeSteps(transition, NodeSide.N_PLUS_1, meanwhile),
    ...applied(transition, migrates ? coexistence : ONLY_NEW),
    ...leader(transition, 'of-n-plus-1', CCM, ONLY_NEW, allThere(transition)),
    ...workerSteps(transition, NodeSide.N_PLUS_1, ONLY_NEW),
    settledStep(transition, ONLY_NEW),
  ];
}

/** `n-plus-1` to `mixed`: workers first, whose kubelets must not be newer than an API server, then one node. */
export function startRollback(transition: Transition): StepDraft[] {
  const { app } = transition;
  const migrates = app.strategy === StrategyKind.LEADER_MIGRATION;
  const coexistence = migrates ? bothVersions(transition) : { ...bothVersions(transition), ccms: [] };
  return [
    ...migrates ? [] : stopCcm(transition),
    ...uploadStep(transition, NodeSide.N, coexistence),
    ...addonsBackStep(transition, coexistence),
    ...snapshotSteps(transition, coexistence),
    ...workerSteps(transition, NodeSide.N, coexistence),
    ...firstNodeSteps(transition, NodeSide.N, coexistence),
    ...leader(transition, 'of-mixed', undefined, coexistence),
  ];
}

/** `mixed` to `n`: the other nodes, then what only version N+1 needs goes. */
export function finishRollback(transition: Transition): StepDraft[] {
  const { isFirst } = transition;
  const coexistence = bothVersions(transition);
  return [
    ...isFirst ? addonsBackStep(transition, coexistence) : [],
    ...isFirst ? snapshotSteps(transition, coexistence) : [],
    ...otherNodeSteps(transition, NodeSide.N, coexistence),
    ...leader(transition, 'of-n', KCM, coexistence),
    ...ccmGone(transition, coexistence),
    ...kubeconfigGoneSteps(transition, coexistence),
  ];
}

function isReplaced({ app }: Transition): boolean {
  return controlPlaneGroup(app.groups) !== undefined;
}

function snapshotSteps(transition: Transition, coexistence: Coexistence): StepDraft[] {
  return isReplaced(transition) ? [snapshotStep(coexistence)] : etcdSteps(coexistence);
}

/** The node that comes to a version first: it went from there last. */
function firstNodeSteps(transition: Transition, side: NodeSide, coexistence: Coexistence): StepDraft[] {
  if (isReplaced(transition)) return [joinStep(transition, side, 1, coexistence)];
  const { app: { controlPlane } } = transition;
  return sideStep(transition, controlPlane.at(side === NodeSide.N ? -1 : 0)!, side, coexistence);
}

/** A plan that begins here cannot know which nodes have changed: it has a step for each, and a step has nothing to do where it is so already. */
function otherNodeSteps(transition: Transition, side: NodeSide, coexistence: Coexistence): StepDraft[] {
  if (isReplaced(transition)) return inTurn(transition, side, coexistence);
  const { app: { controlPlane }, isFirst } = transition;
  const inOrder = side === NodeSide.N ? [...controlPlane].reverse() : controlPlane;
  return inOrder.slice(isFirst ? 0 : 1).flatMap(node => sideStep(transition, node, side, coexistence));
}

/** Once every node is of version N. */
function ccmGone(transition: Transition, coexistence: Coexistence): StepDraft[] {
  const { app, from } = transition;
  const objects = objectsToDelete(transition);
  const ccm = ccmAt(app, from);
  if (objects.length === 0) return [];
  return [{
    ...deleteStep(transition, objects),
    id: 'ccm-gone',
    title: 'Remove the cloud-controller-manager',
    why: 'no node of version N+1 is left for it',
    before: managerOf(transition).onRelease(app.releases[NodeSide.N]).map(must),
    proof: ccm ? [eventually(120, noCcm({ namespace: ccm.namespace, selector: ccm.selector }))] : [],
    coexistence,
    gap: NO_GAP,
  }];
}

/** Without Leader Migration a node of version N may return only when no cloud-controller-manager runs. */
function stopCcm(transition: Transition): StepDraft[] {
  const { app, from } = transition;
  const ccm = ccmAt(app, from);
  const objects = objectsToDelete(transition);
  if (!ccm || objects.length === 0) return [];
  const seconds = leaseSeconds(app);
  return [{
    ...deleteStep(transition, objects),
    id: 'ccm-gone',
    title: 'Remove the cloud-controller-manager',
    why: 'no Lease separates it from a kube-controller-manager with the cloud controllers',
    proof: [
      eventually(120, noCcm({ namespace: ccm.namespace, selector: ccm.selector })),
      eventually(seconds * 3, leaseNotHeld({ namespace: app.lockNamespace, lease: app.mainLeases[CCM], seconds })),
    ],
    waitFor: 'its pods are gone, and its main Lease was not renewed for longer than it lasts',
    coexistence: ONLY_NEW,
    gap: declaredGap(app, ALL_HAVE_THEM_AGAIN),
  }];
}

function applied(transition: Transition, coexistence: Coexistence): StepDraft[] {
  const objects = applyStep(transition);
  if (!objects) return [];
  const migrates = transition.app.strategy === StrategyKind.LEADER_MIGRATION;
  return [{
    ...objects,
    id: `apply-${transition.to}`,
    title: `Apply the manifests of '${transition.to}'`,
    why: migrates ? 'rights and configuration first, then the cloud-controller-manager: it starts where a node has its label, and waits for the '
      + 'migration Lease'
      : 'no kube-controller-manager runs the controllers that move any more',
    before: migrates ? [] : managerOf(transition).onRelease(transition.app.releases[NodeSide.N_PLUS_1]).map(must),
    coexistence,
    gap: !migrates ? declaredGap(transition.app, 'the cloud-controller-manager leads, which is checked in this step')
      : ccmAt(transition.app, transition.from) ? handoverGap(transition.app, 'among-ccm', false) : NO_GAP,
    proof: [
      ...objects.proof,
      ...!migrates && ccmAt(transition.app, transition.to) ? [ccmLeads(transition)] : [],
    ],
  }];
}

/** Without a migration Lease its main Lease says it. */
export function ccmLeads({ app }: Transition): PlanAction {
  return eventually(takeoverSeconds(app), leaseIsHeld({ namespace: app.lockNamespace, lease: app.mainLeases[CCM] }));
}

/** All of a Deployment, which had place for fewer while nodes were upgraded. */
export function allThere({ app, to }: Transition): readonly PlanAction[] {
  const ccm = ccmAt(app, to);
  return ccm && !ccm.isOnEachNode ? [eventually(POD_SECONDS, rolledOut({ workload: `${ccm.resource}/${ccm.name}`, namespace: ccm.namespace }))] : [];
}

/** Who holds the migration Lease; in `mixed` either component may. */
export function leader(
  { app }: Transition, id: string, component: ControllerManager | undefined, coexistence: Coexistence, rollout: readonly PlanAction[] = [],
): StepDraft[] {
  if (app.strategy !== StrategyKind.LEADER_MIGRATION) return [];
  const { lockNamespace: namespace, leaderName: lease } = app;
  const holds = component
    ? leaseHeldBy({ namespace, lease, main: app.mainLeases[component] })
    : leaseIsHeld({ namespace, lease });
  const proof = [...rollout, eventually(takeoverSeconds(app), holds), eventually(SERVICES_SECONDS, servicesWell({}))];
  return [{
    ...readOnly(coexistence),
    id: `leader-${id}`,
    title: component ? `Check that ${component} leads` : 'Check that a process leads',
    why: 'exactly one process runs the controllers that move: the one that holds the migration Lease',
    proof,
    waitFor: (rollout.length > 0 ? 'the cloud-controller-manager is rolled out, and ' : '')
      + (component ? `one process holds ${app.mainLeases[component]} and ${lease}` : `${lease} is renewed`),
    atMostSeconds: longestWait(proof),
  }];
}
