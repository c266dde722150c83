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
import { AppGroup, controlPlaneGroup } from '../replaced/app-group';
import { GroupRef, Until, WithUnits } from '../replaced/group-ref';
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
  const { count } = groupOf(transition);
  return Array.from({ length: count }, (_, index) => index + 1).flatMap(i => [
    ...i > 1 || transition.isFirst ? [join(transition, side, i)] : [],
    leave(transition, otherSide(side), i),
  ]);
}

/** A node of a version joins; which node it is, is looked up when the step runs. */
export function join(transition: Transition, side: NodeSide, ordinal: number): StepRow {
  const { name, count } = groupOf(transition);
  const forward = side === NodeSide.N_PLUS_1;
  return {
    id: `join-${name}`,
    ordinal,
    title: `Let a node of version ${versionOf(side)} join group ${name}`,
    why: forward ? 'its kube-controller-manager runs no cloud controller; its cloud-controller-manager bids for the migration Lease'
      : 'its kube-controller-manager bids for the migration Lease again, so Leader Migration must be on in every cloud-controller-manager',
    now: { text: `group ${name} has ${count} nodes of both versions together, each with a member of etcd where etcd is on them` },
    changes: [`one more node of version ${versionOf(side)}: by \`make_node\`, from the user data of its folder`, ...forward ? ['label it'] : []],
    before: [...wellOf(transition), must(canJoin({ group: name }))],
    ...wayOf(
      move([finishLeaving({ group: name, side })], [eventually(COMPONENT_SECONDS, etcdMembersAre({ group: name }))]),
      move(joinActions(transition, side, 'i'), [
        eventually(JOIN_SECONDS, settleMade({ group: name, side, until: 'i' })), ...leaveActions(transition, side, 'i-1'),
      ]),
    ),
    proof: [...provenOf(transition, side), eventually(COMPONENT_SECONDS, groupWell(withUnits(transition)))],
    waitFor: `it is Ready, initialized and as planned${forward ? ', and a cloud-controller-manager is ready on it' : ''}; its member of etcd is `
      + 'healthy',
  };
}

function leave(transition: Transition, side: NodeSide, ordinal: number): StepRow {
  const { name, count } = groupOf(transition);
  return {
    id: `leave-${name}`,
    ordinal,
    title: `Let a node of version ${versionOf(side)} leave group ${name}`,
    why: 'another one has joined and is proven, so that the control plane never has fewer nodes than before; the leader leaves last',
    now: { text: `group ${name} has one node more than ${count}` },
    changes: ['drain it, remove its member of etcd, end it by `end_node`, delete its Node'],
    before: wellOf(transition),
    ...wayOf(
      // A machine that a way back has begun to make would join after its step.
      move([eventually(JOIN_SECONDS, settleMade({ group: name, side, until: 'left+1' }))], provenOf(transition, side)),
      move(leaveActions(transition, side, 'left'), [finishLeaving({ group: name, side }), ...joinActions(transition, side, 'left+1')]),
    ),
    proof: wellOf(transition).map(one => eventually(COMPONENT_SECONDS, one)),
    waitFor: 'its Node is gone, and the members of etcd that are left are healthy',
    gap: handoverGap(transition.app, side === NodeSide.N ? 'kcm-to-ccm' : 'ccm-to-kcm', false),
  };
}

/** What must hold before a node joins or leaves: there may be a pause of a day between two steps. */
function wellOf(transition: Transition): readonly PlanAction[] {
  return [must(groupWell(withUnits(transition))), must(etcdMembersAre({ group: groupOf(transition).name }))];
}

function withUnits(transition: Transition): GroupRef & WithUnits {
  const units = [...transition.app.units.values()].sort();
  return { group: groupOf(transition).name, ...units.length > 0 ? { units } : {} };
}

function joinActions(transition: Transition, side: NodeSide, until: Until): readonly PlanAction[] {
  const { name: group } = groupOf(transition);
  const ccm = ccmOn(transition);
  const kubeadm = transition.app.kubeadm[side];
  return [
    // What it joins with: of the other version, where nodes of that have come in between.
    ...kubeadm ? [putKubeadmConfig({ source: kubeadm.source, sha256: kubeadm.sha256 })] : [],
    makeNode({ group, side, until }),
    eventually(JOIN_SECONDS, nodeJoined({ group, side, until })),
    eventually(COMPONENT_SECONDS, joinedAsPlanned({ ...withUnits(transition), side })),
    // Its API server is of its version by now: the cloud-controller-manager talks to that.
    ...side === NodeSide.N_PLUS_1 && ccm ? [...ccm.onlyUpgraded ? [labelJoined({ group })] : [], isOnJoined(group, ccm)] : [],
  ];
}

function provenOf(transition: Transition, side: NodeSide): readonly PlanAction[] {
  const { name: group } = groupOf(transition);
  const ccm = ccmOn(transition);
  return [
    must(joinedAsPlanned({ ...withUnits(transition), side })),
    eventually(COMPONENT_SECONDS, joinedInitialized({ group, side })),
    ...side === NodeSide.N_PLUS_1 && ccm ? [isOnJoined(group, ccm)] : [],
    eventually(COMPONENT_SECONDS, etcdMembersAre({ group })),
    ...transition.app.cloud === 'aws' ? [must(tagsInOrder({}))] : [],
  ];
}

type Ccm = NonNullable<ReturnType<typeof ccmAt>>;

function isOnJoined(group: string, { namespace, selector, isOnEachNode }: Ccm): PlanAction {
  return eventually(POD_SECONDS, ccmOnJoined({ group, namespace, selector, ...isOnEachNode ? { onEach: true } : {} }));
}

function leaveActions(transition: Transition, side: NodeSide, until: Until): readonly PlanAction[] {
  const { name: group } = groupOf(transition);
  return [chooseLeaving({ group, side, until }), ...leavingActions(transition, side), eventually(GONE_SECONDS, left({ group, side, until }))];
}

/** Of whatever node was chosen. */
function leavingActions(transition: Transition, side: NodeSide): readonly PlanAction[] {
  const { name: group } = groupOf(transition);
  const ccm = ccmOn(transition);
  return [
    drainLeaving({ group, side }),
    ...side === NodeSide.N_PLUS_1 && ccm?.onlyUpgraded ? [
      unlabelLeaving({ group, side }),
      eventually(POD_SECONDS, noCcmOnLeaving({ group, side, namespace: ccm.namespace, selector: ccm.selector })),
    ] : [],
    removeMember({ group, side }),
    endNode({ group, side }),
  ];
}

/** The cloud-controller-manager while nodes of both versions are there. */
function ccmOn({ app, from, to }: Transition): Ccm | undefined {
  return ccmAt(app, to) ?? ccmAt(app, from);
}

function groupOf({ app }: Transition): AppGroup {
  return controlPlaneGroup(app.groups)!;
}

function versionOf(side: NodeSide): string {
  return side === NodeSide.N ? 'N' : 'N+1';
}
