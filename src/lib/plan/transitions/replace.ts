import { NodeSide } from '../../kubernetes/node';
import { eventually, must, PlanAction } from '../action';
import { tagsInOrder } from '../actions/aws';
import { drainLeaving } from '../actions/drain';
import { etcdMembersAre, removeMember } from '../actions/etcd';
import { putKubeadmConfig } from '../actions/kubeadm';
import { labelJoined, unlabelLeaving } from '../actions/nodes';
import {
  canJoin, ccmOnJoined, chooseLeaving, endNode, finishLeaving, groupWell, joinedAsPlanned, joinedInitialized, left, makeNode, noCcmOnLeaving,
  nodeJoined, settleMade,
} from '../actions/replaced-nodes';
import { ccmAt, otherSide, Transition } from '../app/context';
import { handoverGap } from '../gap';
import { COMPONENT_SECONDS, POD_SECONDS } from '../node/health';
import { controlPlaneGroup, Until, versionOf } from '../replaced/app-group';
import { StepRow } from '../step';
import { move, wayOf } from '../way';

/** Seconds that a machine gets to start, and to join. */
const JOIN_SECONDS = 900;
const GONE_SECONDS = 300;

/**
 * One of the other version leaves, one of this version joins, until none of the other is left. A plan that begins in `mixed` cannot know how far its
 * nodes are: it has a step for each, and one has nothing to do where it is so already.
 */
export function takeTurns(transition: Transition, side: NodeSide): readonly StepRow[] {
  const { count } = controlPlaneGroup(transition.app.groups)!;
  return Array.from({ length: count }, (_, index) => index + 1).flatMap(i => [
    ...i > 1 || transition.isFirst ? [join(transition, side, i)] : [],
    leave(transition, otherSide(side), i),
  ]);
}

/** A node of a version joins; which node it is, is looked up when the step runs. */
export function join(transition: Transition, side: NodeSide, ordinal: number): StepRow {
  const { group, count, isWell, well, joins, joined, leaves } = nodesOf(transition, side);
  const forward = side === NodeSide.N_PLUS_1;
  return {
    id: `join-${group}`,
    ordinal,
    title: `Let a node of version ${versionOf(side)} join group ${group}`,
    why: forward ? 'its kube-controller-manager runs no cloud controller; its cloud-controller-manager bids for the migration Lease'
      : 'its kube-controller-manager bids for the migration Lease again, so Leader Migration must be on in every cloud-controller-manager',
    now: { text: `group ${group} has ${count} nodes of both versions together, each with a member of etcd where etcd is on them` },
    changes: [`one more node of version ${versionOf(side)}: by \`make_node\`, from the user data of its folder`, ...forward ? ['label it'] : []],
    before: [...well.map(must), must(canJoin({ group }))],
    ...wayOf(
      move([finishLeaving({ group, side })], [eventually(COMPONENT_SECONDS, etcdMembersAre({ group }))]),
      move(joins('i'), [eventually(JOIN_SECONDS, settleMade({ group, side, until: 'i' })), ...leaves('i-1')]),
    ),
    proof: [...joined, eventually(COMPONENT_SECONDS, isWell)],
    waitFor: `it is Ready, initialized and as planned${forward ? ', and a cloud-controller-manager is ready on it' : ''}; its member of etcd is `
      + 'healthy',
  };
}

function leave(transition: Transition, side: NodeSide, ordinal: number): StepRow {
  const { group, count, well, joins, joined, leaves } = nodesOf(transition, side);
  return {
    id: `leave-${group}`,
    ordinal,
    title: `Let a node of version ${versionOf(side)} leave group ${group}`,
    why: 'another one has joined and is proven, so that the control plane never has fewer nodes than before; the leader leaves last',
    now: { text: `group ${group} has one node more than ${count}` },
    changes: ['drain it, remove its member of etcd, end it by `end_node`, delete its Node'],
    before: well.map(must),
    ...wayOf(
      // A machine that a way back has begun to make would join after its step.
      move([eventually(JOIN_SECONDS, settleMade({ group, side, until: 'left+1' }))], joined),
      move(leaves('left'), [finishLeaving({ group, side }), ...joins('left+1')]),
    ),
    proof: well.map(one => eventually(COMPONENT_SECONDS, one)),
    waitFor: 'its Node is gone, and the members of etcd that are left are healthy',
    gap: handoverGap(transition.app, side === NodeSide.N ? 'kcm-to-ccm' : 'ccm-to-kcm', false),
  };
}

/** Nodes of a version in the group of the control plane: how one joins, and leaves, and what is asked of them. */
function nodesOf({ app, from, to }: Transition, side: NodeSide) {
  const { name: group, count } = controlPlaneGroup(app.groups)!;
  const units = [...app.units.values()].sort();
  const whole = { group, ...units.length > 0 ? { units } : {} };
  const kubeadm = app.kubeadm[side];
  // While nodes of both versions are there; its API server is of its version when a node has joined, and the cloud-controller-manager talks to that.
  const ccm = side === NodeSide.N_PLUS_1 ? ccmAt(app, to) ?? ccmAt(app, from) : undefined;
  const pods = ccm && { namespace: ccm.namespace, selector: ccm.selector };
  const hasCcm = pods ? [eventually(POD_SECONDS, ccmOnJoined({ group, ...pods, ...ccm.isOnEachNode ? { onEach: true } : {} }))] : [];
  const isWell = groupWell(whole);
  return {
    group,
    count,
    isWell,
    /** What must hold before a node joins or leaves: there may be a pause of a day between two steps. */
    well: [isWell, etcdMembersAre({ group })],
    joins: (until: Until): readonly PlanAction[] => [
      // What it joins with: of the other version, where nodes of that have come in between.
      ...kubeadm ? [putKubeadmConfig({ source: kubeadm.source, sha256: kubeadm.sha256 })] : [],
      makeNode({ group, side, until }),
      eventually(JOIN_SECONDS, nodeJoined({ group, side, until })),
      eventually(COMPONENT_SECONDS, joinedAsPlanned({ ...whole, side })),
      ...ccm?.onlyUpgraded ? [labelJoined({ group })] : [],
      ...hasCcm,
    ],
    joined: [
      must(joinedAsPlanned({ ...whole, side })),
      eventually(COMPONENT_SECONDS, joinedInitialized({ group, side })),
      ...hasCcm,
      eventually(COMPONENT_SECONDS, etcdMembersAre({ group })),
      ...app.cloud === 'aws' ? [must(tagsInOrder({}))] : [],
    ],
    leaves: (until: Until): readonly PlanAction[] => [
      chooseLeaving({ group, side, until }),
      drainLeaving({ group, side }),
      ...pods && ccm.onlyUpgraded ? [unlabelLeaving({ group, side }), eventually(POD_SECONDS, noCcmOnLeaving({ group, side, ...pods }))] : [],
      removeMember({ group, side }),
      endNode({ group, side }),
      eventually(GONE_SECONDS, left({ group, side, until })),
    ],
  };
}
