import { ccmLeads, noLeader } from './leases';
import { applied, deleteStep, isRolledOut, objectsToDelete } from './objects';
import { migrates, Row } from './row';
import { CCM } from '../../kubernetes/component';
import { NodeRole, NodeSide } from '../../kubernetes/node';
import { eventually, inCluster, must, PlanAction } from '../action';
import { noCcm } from '../actions/ccm';
import { remove } from '../actions/files';
import { label, labelJoined, nodeReady, unlabel, unlabelGroup } from '../actions/nodes';
import { groupWell } from '../actions/replaced-nodes';
import { ccmAt, leftovers, Transition } from '../app/context';
import { ALL_HAVE_THEM_AGAIN, declaredGap, handoverGap, NO_GAP } from '../gap';
import { allOfSide } from '../kcm/manager';
import { changedNodes, removedFile } from '../node/change';
import { POD_SECONDS } from '../node/health';
import { nodeStep } from '../node/node-step';
import { controlPlaneGroup } from '../replaced/app-group';
import { StepRow } from '../step';
import { done, wayOf } from '../way';

/** All of a Deployment, which had place for fewer while nodes were upgraded. */
export function allThere({ app, to }: Transition): readonly PlanAction[] {
  const ccm = ccmAt(app, to);
  return ccm && !ccm.isOnEachNode ? [isRolledOut(ccm, app)] : [];
}

const UNTIL_IT_LEADS = 'the cloud-controller-manager leads, which is checked in this step';

/** What a state has more than the one before it: all that the cloud-controller-manager needs, and itself. */
export const ccmApplied: Row = transition => {
  const { app, from, to } = transition;
  const named = { id: `apply-${to}`, title: `Apply the manifests of '${to}'` };
  return migrates(transition) ? applied(transition, {
    ...named,
    why: 'rights and configuration first, then the cloud-controller-manager: it starts where a node has its label, and waits for the '
      + 'migration Lease',
    gap: ccmAt(app, from) ? handoverGap(app, 'among-ccm', false) : NO_GAP,
  }) : applied(transition, {
    ...named,
    why: 'no kube-controller-manager runs the controllers that move any more',
    before: allOfSide(transition, NodeSide.N_PLUS_1),
    gap: declaredGap(app, UNTIL_IT_LEADS),
  }, { lastly: ccmAt(app, to) ? [ccmLeads(app)] : [] });
};

/** The same beside kube-controller-managers in Deployments, which are all of version N. */
export const ccmAppliedBeside: Row = transition => applied(transition, {
  id: 'apply-mixed',
  title: 'Apply the manifests of \'mixed\'',
  why: 'rights and configuration first, then the cloud-controller-manager: it waits for the migration Lease, which kube-controller-manager holds',
  atMostSeconds: POD_SECONDS,
}, { besideManager: true });

/** The same once no kube-controller-manager runs the cloud controllers. */
export const ccmStarts: Row = transition => applied(transition, {
  id: 'start-ccm',
  title: 'Start the cloud-controller-manager',
  why: 'no kube-controller-manager runs the cloud controllers any more, and the one that runs makes its pods',
  gap: declaredGap(transition.app, UNTIL_IT_LEADS),
}, { lastly: [ccmLeads(transition.app)] });

/** Once every node is of version N. */
export const ccmGone: Row = transition => removed(transition, {
  why: 'no node of version N+1 is left for it',
  before: allOfSide(transition, NodeSide.N),
});

/** Kube-controller-manager of version N bids already. */
export const ccmGoneBeside: Row = transition => removed(transition, {
  why: 'kube-controller-manager of version N bids for the migration Lease, and takes it once its holder is gone',
  before: allOfSide(transition, NodeSide.N),
  gap: handoverGap(transition.app, 'ccm-to-kcm', false),
});

/** Without Leader Migration a node of version N may return only when no cloud-controller-manager runs. */
export const ccmStops: Row = transition => ccmAt(transition.app, transition.from) && removed(transition, {
  why: 'no Lease separates it from a kube-controller-manager with the cloud controllers',
  waitFor: 'its pods are gone, and its main Lease was not renewed for longer than it lasts',
  gap: declaredGap(transition.app, ALL_HAVE_THEM_AGAIN),
}, noLeader(transition.app, CCM));

/** Its pods end before kube-controller-manager does, whose controllers delete them. */
export const ccmStopsFirst: Row = transition => removed(transition, {
  why: 'no lock separates it from a kube-controller-manager with the cloud controllers; its pods end while the controllers that delete them run',
  gap: declaredGap(transition.app, 'kube-controller-manager is started, at the end'),
}, noLeader(transition.app, CCM));

function removed(transition: Transition, own: Pick<StepRow, 'why'> & Partial<StepRow>, ...lastly: readonly PlanAction[]): StepRow | undefined {
  const { app, from } = transition;
  const ccm = ccmAt(app, from);
  return deleteStep(transition, objectsToDelete(transition), {
    id: 'ccm-gone',
    title: 'Remove the cloud-controller-manager',
    proof: ccm ? [
      inCluster(app.manager?.cluster, eventually(120, noCcm({ namespace: ccm.namespace, selector: ccm.selector }))), ...lastly,
    ] : [],
    ...own,
  });
}

/** From `n-plus-1` to `disabled`, or back. */
export const ccmRolls: Row = transition => applied(transition, {
  ...transition.to === 'disabled' ? {
    id: 'disable',
    title: 'Roll the cloud-controller-manager without Leader Migration',
    why: 'old and new exclude each other by their main Lease',
  } : {
    id: 'reenable',
    title: 'Roll the cloud-controller-manager with Leader Migration',
    why: 'a node of version N may return only when every cloud-controller-manager asks for the migration Lease',
  },
  gap: handoverGap(transition.app, 'among-ccm', false),
});

/** Where the cloud-controller-manager is a static pod, it rolls node by node. */
export const ccmPodsRoll: Row = transition => {
  const { app } = transition;
  const puts = changedNodes(transition, app.controlPlane, NodeRole.CONTROL_PLANE, NodeSide.N_PLUS_1, whole => ({ ...whole, remove: [] }));
  return puts.map(change => ({ ...nodeStep(change), ...asStaticPod(transition, change.node) }));
};

/** What the step of a node says where its cloud-controller-manager is a static pod. */
export function asStaticPod({ app }: Transition, node: string): Pick<StepRow, 'id' | 'title' | 'why' | 'gap'> {
  return {
    id: 'ccm',
    title: `Replace the cloud-controller-manager of ${node}`,
    why: 'it is a static pod: each node has its own',
    gap: handoverGap(app, 'among-ccm', false),
  };
}

/** What the migration left on nodes, and no component reads any more. */
export const nodesClean: Row = ({ app, from, to }) => {
  const paths = leftovers(app, to, NodeRole.CONTROL_PLANE, NodeSide.N_PLUS_1);
  return paths.length === 0 ? [] : app.controlPlane.map(node => ({
    id: 'clean',
    title: `Remove what the migration left on ${node}`,
    why: 'no component reads it any more',
    node,
    files: paths.map(removedFile),
    changes: paths.map(path => `remove ${path}, with a copy`),
    ...wayOf(done(...remove(from, paths))),
  }));
};

/** Labels of nodes that were upgraded, before the workload that is placed by them comes. */
export const labelled: Row = ({ app, to }) => {
  if (!ccmAt(app, to)?.onlyUpgraded) return undefined;
  const group = controlPlaneGroup(app.groups)?.name;
  const common = { id: 'label', why: 'it is placed by this label, and talks to the API server of its own node' };
  // The names of nodes that are replaced are not known.
  return group !== undefined ? {
    ...common,
    title: `Let the cloud-controller-manager onto the nodes of group ${group}`,
    changes: ['label each control-plane node'],
    before: [must(groupWell({ group }))],
    ...wayOf(done(labelJoined({ group }))),
  } : app.controlPlane.map(node => ({
    ...common,
    title: `Let the cloud-controller-manager onto ${node}`,
    node,
    changes: [`label ${node}`],
    before: [must(nodeReady({}))],
    ...wayOf(done(label({}))),
  }));
};

export const labelsGone: Row = ({ app, from }) => {
  const group = controlPlaneGroup(app.groups)?.name;
  return ccmAt(app, from)?.onlyUpgraded ? {
    id: 'labels-gone',
    title: 'Remove the labels of upgraded nodes',
    why: 'the cloud-controller-manager is no longer placed by them',
    nodes: 'control-plane',
    changes: ['remove the label of each control-plane node'],
    ...wayOf(done(group !== undefined ? unlabelGroup({ group }) : unlabel({}, 'control-plane'))),
  } : undefined;
};
