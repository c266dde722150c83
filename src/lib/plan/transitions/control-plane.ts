import { migrationLease } from './leases';
import { join, takeTurns } from './replace';
import { migrates, Row } from './row';
import { UNSCHEDULABLE_TAINT } from '../../facts/control-plane-node';
import { CCM, KCM } from '../../kubernetes/component';
import { NodeRole, NodeSide } from '../../kubernetes/node';
import { eventually, longestWait, must, PlanAction } from '../action';
import { ccmReady, deleteCcm, noCcm, servicesWell } from '../actions/ccm';
import { PodOnNode, processGone } from '../actions/components';
import { upgradeKubeadm } from '../actions/kubeadm';
import { releaseLease, rememberLeader } from '../actions/leases';
import { label, unlabel } from '../actions/nodes';
import { CcmWorkload, MigrationApp } from '../app/app';
import { ccmAt, endpointOf, Transition } from '../app/context';
import { ALL_HAVE_THEM_AGAIN, ALONE, declaredGap, handoverGap, StepGap } from '../gap';
import { allOfSide } from '../kcm/manager';
import { changedNodes, NodeChange, starts } from '../node/change';
import { isWell, POD_SECONDS } from '../node/health';
import { nodeStep } from '../node/node-step';
import { Placement } from '../node/pods-in-turn';
import { controlPlaneGroup } from '../replaced/app-group';
import { StepRow } from '../step';
import { moveOf, stays, wayOf } from '../way';

const GONE_SECONDS = 60;

/** From here on nothing is there for nodes of version N. */
export const noNodeOfN: Row = transition => ({
  id: 'no-node-of-n',
  title: 'Check that every control-plane node runs version N+1',
  why: 'from here on a node of version N would run the controllers beside the cloud-controller-manager: nothing is taken away one release too early',
  proof: [...allOfSide(transition, NodeSide.N_PLUS_1), must(servicesWell({}))],
});

/** The node that comes to a version first: it went from there last. */
export function firstNode(side: NodeSide): Row {
  return transition => {
    const { app: { controlPlane, groups } } = transition;
    if (controlPlaneGroup(groups) !== undefined) return join(transition, side, 1);
    return nodesTo(transition, side, [controlPlane.at(side === NodeSide.N ? -1 : 0)!]);
  };
}

/** A plan that begins here cannot know which nodes have changed: it has a step for each, and a step has nothing to do where it is so already. */
export function otherNodes(side: NodeSide): Row {
  return transition => {
    const { app: { controlPlane, groups }, isFirst } = transition;
    if (controlPlaneGroup(groups) !== undefined) return takeTurns(transition, side);
    const inOrder = side === NodeSide.N ? [...controlPlane].reverse() : controlPlane;
    return nodesTo(transition, side, inOrder.slice(isFirst ? 0 : 1));
  };
}

/** Control-plane nodes to version N+1, or back to version N. */
function nodesTo(transition: Transition, side: NodeSide, nodes: readonly string[]): readonly StepRow[] {
  const { app, options, from, isFirst } = transition;
  const forward = side === NodeSide.N_PLUS_1;
  return changedNodes(transition, nodes, NodeRole.CONTROL_PLANE, side).map(change => {
    const { node } = change;
    const placement = placementOn(transition, node, forward);
    const step = nodeStep(change, placement);
    const release = migrates(transition) && options.releaseLease === true && forward ? releaseActions(app) : undefined;
    const handover = handoverGap(app, forward ? 'kcm-to-ccm' : 'ccm-to-kcm', release !== undefined);
    return {
      ...step,
      ...isFirst && from === 'mixed' ? { mayBeDone: true as const } : {},
      id: forward ? 'upgrade' : 'rollback',
      title: forward ? `Upgrade ${node} to ${app.releases[side]}` : `Bring ${node} back to ${app.releases[side]}`,
      why: whyOf(forward, placement !== undefined),
      before: [...step.before, ...release ? [release.before] : []],
      ...wayOf(moveOf(step), ...release ? [stays('the next bidder has it by then', release.run)] : []),
      gap: migrates(transition) ? withoutApi(app, change, withStart(transition, step.run, placement, handover))
        : declaredGap(app, forward ? 'the cloud-controller-manager leads' : ALL_HAVE_THEM_AGAIN),
    };
  });
}

function whyOf(forward: boolean, isPlaced: boolean): string {
  const placed = 'its cloud-controller-manager talks to the API server of its own node: it comes after that, and leaves before it; ';
  return (isPlaced ? placed : '') + (forward
    ? 'its kube-controller-manager gives the cloud controllers up; the holder of the migration Lease runs them'
    : 'its kube-controller-manager bids for the migration Lease again, so Leader Migration must be on in every cloud-controller-manager');
}

/** kubeadm's upgrade changes the API server and kube-controller-manager in one go: on the first node nothing can be placed in between. */
function withStart({ app, from }: Transition, run: readonly PlanAction[], placement: Placement | undefined, gap: StepGap): StepGap {
  const isAlone = placement !== undefined && ccmAt(app, from) === undefined && run.some(({ kind }) => kind.do === upgradeKubeadm.kind.do);
  if (!isAlone) return gap;
  const untilPlaced = longestWait(placement.come);
  return {
    ...gap,
    untilPlaced,
    text: `${gap.text}; and if its kube-controller-manager of version N+1 leads before its cloud-controller-manager is ready, no `
      + `process runs them until then: the rest of \`kubeadm upgrade apply\`, and at most ${untilPlaced} s`,
  };
}

/** Of several API servers the others answer meanwhile. */
function withoutApi({ controlPlane }: MigrationApp, change: NodeChange, gap: StepGap): StepGap {
  if (controlPlane.length > 1 || !starts(change, 'kube-apiserver')) return gap;
  return { ...gap, withoutApi: true, text: `${gap.text}; ${ALONE}` };
}

/** Releasing a Lease lets the next bidder start at once. */
function releaseActions(app: MigrationApp): Record<'before' | 'run', PlanAction> {
  return {
    before: rememberLeader({ ...migrationLease(app), main: app.mainLeases[KCM] }),
    run: releaseLease({ ...migrationLease(app), component: KCM, flag: `--cloud-provider=${app.cloud}` }),
  };
}

/** The cloud-controller-manager on a node that comes to version N+1 or leaves it, where it is kept to labelled nodes. */
function placementOn({ app, from, to }: Transition, node: string, forward: boolean): Placement | undefined {
  const state = forward ? to : from;
  const ccm = ccmAt(app, state);
  if (!ccm?.onlyUpgraded) return undefined;
  if (!ccm.comesToCordoned) throw new Error(staysAway(ccm));
  const { namespace, selector, isOnEachNode } = ccm;
  const of = { namespace, selector };
  // There may be fewer of a Deployment than nodes: wherever one is, it bids.
  const isReady = eventually(POD_SECONDS, ccmReady({ ...of, ...isOnEachNode ? { here: true } : {} }));
  return {
    come: [label({}), isReady],
    proof: [isReady, ...isOnEachNode ? [eventually(GONE_SECONDS, isWell(CCM, endpointOf(app, state, CCM, undefined, node), podOn(ccm)))] : []],
    leave: [
      unlabel({}),
      ...isOnEachNode ? [] : [deleteCcm(of)],
      eventually(POD_SECONDS, noCcm({ ...of, here: true })),
      ...app.cloud === 'aws' ? [eventually(GONE_SECONDS, processGone({ component: 'aws-cloud-controller-manager' }))] : [],
    ],
    changes: forward ? [`label ${node}`]
      : [`remove the label of ${node}`, ...isOnEachNode ? [] : [`delete the cloud-controller-manager of ${node}`]],
    waitFor: forward ? `, and ${isOnEachNode ? 'its' : 'a'} cloud-controller-manager is ready` : ', and its cloud-controller-manager is gone',
  };
}

/** Of a DaemonSet on a node; undefined: it answers on 127.0.0.1. */
function podOn({ namespace, selector, hasNodeNetwork }: CcmWorkload): PodOnNode | undefined {
  return hasNodeNetwork ? undefined : { namespace, labels: selector };
}

function staysAway({ resource, namespace, name }: CcmWorkload): string {
  const { key, effect } = UNSCHEDULABLE_TAINT;
  return `${resource} ${namespace}/${name} does not tolerate ${key}:${effect}, and a node is cordoned while it changes: the cloud-controller-manager `
    + 'would come too late, or go, with no process to run the controllers; give it this toleration (it is among the defaults), or make it a '
    + 'DaemonSet';
}
