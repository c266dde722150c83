import { awsSteps, settledStep } from './aws';
import { rollbackNodeSteps, upgradeNodeSteps } from './control-plane';
import { etcdSteps } from './etcd';
import { addonsBackStep, uploadStep } from './kubeadm';
import { applyStep, deleteStep, objectsToDelete } from './objects';
import { kubeconfigGoneSteps, kubeconfigSteps } from './static-pod-kubeconfig';
import { workerSteps } from './workers';
import { CCM, ControllerManager, KCM } from '../../kubernetes/component';
import { NodeSide } from '../../kubernetes/node';
import { StrategyKind } from '../../migration/migration-strategy';
import * as check from '../checks';
import { Coexistence } from '../coexistence';
import { eventually, must } from '../commands';
import { ccmAt, Leg } from '../context';
import { ALL_HAVE_THEM_AGAIN, declaredGap, handoverGap, leaseSeconds, NO_GAP, SERVICES_SECONDS, takeoverSeconds } from '../gap';
import { managerOf } from '../kcm/manager';
import { POD_SECONDS } from '../node/health';
import { longestWait, PlanCommand, StepDraft } from '../step';

/** Nodes of both versions, and whatever cloud-controller-manager the states on both ends have. */
function bothVersions({ from, to }: Leg): Coexistence {
  return { kinds: [{ state: 'mixed', side: NodeSide.N }, { state: 'mixed', side: NodeSide.N_PLUS_1 }], ccms: [from, to] };
}

/** Once no kube-controller-manager of version N is left. */
const ONLY_NEW: Coexistence = { kinds: [{ state: 'n-plus-1', side: NodeSide.N_PLUS_1 }], ccms: ['n-plus-1'] };

/** `n` to `mixed`: everything that the cloud-controller-manager needs, then the first node. */
export function startUpgrade(leg: Leg): StepDraft[] {
  const { app } = leg;
  const coexistence = bothVersions(leg);
  return [
    ...awsSteps(leg, coexistence),
    ...applied(leg, coexistence),
    ...uploadStep(leg, NodeSide.N_PLUS_1, coexistence),
    ...etcdSteps(leg, coexistence),
    ...kubeconfigSteps(leg, coexistence),
    ...upgradeNodeSteps(leg, app.controlPlane[0], coexistence),
    ...leader(leg, 'of-mixed', undefined, coexistence),
  ];
}

/** `mixed` to `n-plus-1`: the other nodes, then the workers. */
export function finishUpgrade(leg: Leg): StepDraft[] {
  const { app, isFirst } = leg;
  const coexistence = bothVersions(leg);
  const migrates = app.strategy === StrategyKind.LEADER_MIGRATION;
  const meanwhile = migrates ? coexistence : { ...coexistence, ccms: [] };
  // A plan that begins here cannot know which nodes were upgraded: it has a step for each, and a step has nothing to do where it is so already.
  const nodes = isFirst ? app.controlPlane : app.controlPlane.slice(1);
  const upgrade = nodes.flatMap(node => upgradeNodeSteps(leg, node, meanwhile));
  return [
    ...isFirst ? awsSteps(leg, meanwhile) : [],
    ...isFirst ? etcdSteps(leg, meanwhile) : [],
    ...isFirst || !migrates ? kubeconfigSteps(leg, meanwhile) : [],
    ...upgrade,
    ...applied(leg, migrates ? coexistence : ONLY_NEW),
    ...leader(leg, 'of-n-plus-1', CCM, ONLY_NEW, allThere(leg)),
    ...workerSteps(leg, NodeSide.N_PLUS_1, ONLY_NEW),
    settledStep(leg, ONLY_NEW),
  ];
}

/** `n-plus-1` to `mixed`: workers first, whose kubelets must not be newer than an API server, then one node. */
export function startRollback(leg: Leg): StepDraft[] {
  const { app } = leg;
  const migrates = app.strategy === StrategyKind.LEADER_MIGRATION;
  const coexistence = migrates ? bothVersions(leg) : { ...bothVersions(leg), ccms: [] };
  return [
    ...migrates ? [] : stopCcm(leg),
    ...uploadStep(leg, NodeSide.N, coexistence),
    ...addonsBackStep(leg, coexistence),
    ...etcdSteps(leg, coexistence),
    ...workerSteps(leg, NodeSide.N, coexistence),
    ...rollbackNodeSteps(leg, app.controlPlane[app.controlPlane.length - 1], coexistence),
    ...leader(leg, 'of-mixed', undefined, coexistence),
  ];
}

/** `mixed` to `n`: the other nodes, then what only version N+1 needs goes. */
export function finishRollback(leg: Leg): StepDraft[] {
  const { app, isFirst, from } = leg;
  const coexistence = bothVersions(leg);
  const nodes = [...isFirst ? app.controlPlane : app.controlPlane.slice(0, -1)].reverse();
  const objects = objectsToDelete(leg);
  const ccm = ccmAt(app, from);
  return [
    ...isFirst ? addonsBackStep(leg, coexistence) : [],
    ...isFirst ? etcdSteps(leg, coexistence) : [],
    ...nodes.flatMap(node => rollbackNodeSteps(leg, node, coexistence)),
    ...leader(leg, 'of-n', KCM, coexistence),
    ...objects.length > 0 ? [{
      ...deleteStep(leg, objects),
      id: 'ccm-gone',
      title: 'Remove the cloud-controller-manager',
      why: 'no node of version N+1 is left for it',
      before: managerOf(leg).onRelease(app.releases[NodeSide.N]).map(must),
      proof: ccm ? [eventually(120, check.noCcm(ccm))] : [],
      coexistence,
      gap: NO_GAP,
    }] : [],
    ...kubeconfigGoneSteps(leg, coexistence),
  ];
}

/** Without Leader Migration a node of version N may return only when no cloud-controller-manager runs. */
function stopCcm(leg: Leg): StepDraft[] {
  const { app, from } = leg;
  const ccm = ccmAt(app, from);
  const objects = objectsToDelete(leg);
  if (!ccm || objects.length === 0) return [];
  const seconds = leaseSeconds(app);
  return [{
    ...deleteStep(leg, objects),
    id: 'ccm-gone',
    title: 'Remove the cloud-controller-manager',
    why: 'no Lease keeps it and a kube-controller-manager with the cloud controllers apart',
    proof: [eventually(120, check.noCcm(ccm)), eventually(seconds * 3, check.leaseNotHeld(app.lockNamespace, app.mainLeases[CCM], seconds))],
    waitFor: 'its pods are gone, and its main Lease was not renewed for longer than it lasts',
    coexistence: ONLY_NEW,
    gap: declaredGap(app, ALL_HAVE_THEM_AGAIN),
  }];
}

function applied(leg: Leg, coexistence: Coexistence): StepDraft[] {
  const objects = applyStep(leg);
  if (!objects) return [];
  const migrates = leg.app.strategy === StrategyKind.LEADER_MIGRATION;
  return [{
    ...objects,
    id: `apply-${leg.to}`,
    title: `Apply the manifests of '${leg.to}'`,
    why: migrates ? 'rights and configuration first, then the cloud-controller-manager: it starts where a node has its label, and waits for the '
      + 'migration Lease'
      : 'no kube-controller-manager runs the controllers that move any more',
    before: migrates ? [] : managerOf(leg).onRelease(leg.app.releases[NodeSide.N_PLUS_1]).map(must),
    coexistence,
    gap: !ccmAt(leg.app, leg.from) && migrates ? NO_GAP : migrates ? handoverGap(leg.app, 'among-ccm', false) : declaredGap(leg.app, 'the '
      + 'cloud-controller-manager leads, which is checked in this step'),
    proof: [
      ...objects.proof,
      ...!migrates && ccmAt(leg.app, leg.to) ? [ccmLeads(leg)] : [],
    ],
  }];
}

/** Without a migration Lease its main Lease says it. */
export function ccmLeads({ app }: Leg): PlanCommand {
  return eventually(takeoverSeconds(app), check.leaseIsHeld(app.lockNamespace, app.mainLeases[CCM], leaseSeconds(app)));
}

/** All of a Deployment, which had place for fewer while nodes were upgraded. */
function allThere({ app, to }: Leg): readonly PlanCommand[] {
  const ccm = ccmAt(app, to);
  return ccm && !ccm.isOnEachNode ? [eventually(POD_SECONDS, check.rolledOut(ccm))] : [];
}

/** Who holds the migration Lease; in `mixed` either component may. */
function leader(
  { app }: Leg, id: string, component: ControllerManager | undefined, coexistence: Coexistence, rollout: readonly PlanCommand[] = [],
): StepDraft[] {
  if (app.strategy !== StrategyKind.LEADER_MIGRATION) return [];
  const { lockNamespace: namespace, leaderName: lease } = app;
  const holds = component
    ? check.leaseHeldBy(namespace, lease, component, app.mainLeases[component], leaseSeconds(app))
    : check.leaseIsHeld(namespace, lease, leaseSeconds(app));
  const proof = [...rollout, eventually(takeoverSeconds(app), holds), eventually(SERVICES_SECONDS, check.servicesWell(app.cloud))];
  return [{
    id: `leader-${id}`,
    title: component ? `Check that ${component} leads` : 'Check that somebody leads',
    why: 'exactly one process runs the controllers that move: the one that holds the migration Lease',
    nodes: [],
    changes: [],
    before: [],
    run: [],
    undo: [],
    proof,
    waitFor: (rollout.length > 0 ? 'the cloud-controller-manager is rolled out, and ' : '')
      + (component ? `one process holds ${app.mainLeases[component]} and ${lease}` : `${lease} is renewed`),
    atMostSeconds: longestWait(proof),
    coexistence,
    gap: NO_GAP,
  }];
}
