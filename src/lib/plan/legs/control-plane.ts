import { UNSCHEDULABLE_TAINT } from '../../facts/control-plane-node';
import { CCM, ControllerManager, KCM } from '../../kubernetes/component';
import { NodeRole, NodeSide } from '../../kubernetes/node';
import { StrategyKind } from '../../migration/migration-strategy';
import { PodOnNode } from '../action';
import { CcmWorkload, MigrationApp, runs } from '../app';
import * as check from '../checks';
import { Coexistence } from '../coexistence';
import { deleteCcmOn, eventually, label, must, unlabel } from '../commands';
import { ccmAt, Leg, servedAt } from '../context';
import { ALL_HAVE_THEM_AGAIN, ALONE, declaredGap, Handover, handoverGap, NO_GAP, StepGap } from '../gap';
import { isUnchanged, NodeChange, nodeChange } from '../node/change';
import { POD_SECONDS } from '../node/health';
import { nodeStep } from '../node/node-step';
import { Placement } from '../node/placement';
import { BACKUP_DIR } from '../object-copies';
import { PlanStateName } from '../state';
import { longestWait, PlanCommand, StepDraft } from '../step';

const HEALTH_SECONDS = 60;

/** A control-plane node to version N+1. */
export function upgradeNodeSteps(leg: Leg, node: string, coexistence: Coexistence): StepDraft[] {
  return sideStep(leg, node, NodeSide.N_PLUS_1, coexistence, 'kcm-to-ccm');
}

/** A control-plane node back to version N. */
export function rollbackNodeSteps(leg: Leg, node: string, coexistence: Coexistence): StepDraft[] {
  return sideStep(leg, node, NodeSide.N, coexistence, 'ccm-to-kcm');
}

function sideStep(leg: Leg, node: string, side: NodeSide, coexistence: Coexistence, handover: Handover): StepDraft[] {
  const { app, options, from, isFirst } = leg;
  const change = nodeChange(leg, node, NodeRole.CONTROL_PLANE, side);
  if (isUnchanged(change)) return [];
  const migrates = app.strategy === StrategyKind.LEADER_MIGRATION;
  const forward = side === NodeSide.N_PLUS_1;
  const placement = placementOn(leg, node, forward ? leg.to : leg.from);
  const step = nodeStep(leg, change, placement);
  const release = migrates && options.releaseLease === true && forward ? releaseCommands(leg, node, KCM, `--cloud-provider=${app.cloud}`) : undefined;
  return [{
    ...step,
    ...isFirst && from === 'mixed' ? { mayBeDone: true as const } : {},
    id: `${forward ? 'upgrade' : 'rollback'}-${node}`,
    title: forward ? `Upgrade ${node} to ${app.releases[side]}` : `Bring ${node} back to ${app.releases[side]}`,
    why: whyOf(forward, placement !== undefined),
    before: [...step.before, ...release ? [release.before] : []],
    run: [...step.run, ...release ? [release.run] : []],
    coexistence,
    gap: migrates ? withoutApi(app, change, withStart(leg, step.run, placement, handoverGap(app, handover, release !== undefined)))
      : declaredGap(app, forward ? 'the cloud-controller-manager leads' : ALL_HAVE_THEM_AGAIN),
  }];
}

function whyOf(forward: boolean, isPlaced: boolean): string {
  const placed = 'its cloud-controller-manager talks to the API server of its own node: it comes after that, and leaves before it; ';
  return (isPlaced ? placed : '') + (forward
    ? 'its kube-controller-manager gives the cloud controllers up; whoever holds the migration Lease runs them'
    : 'its kube-controller-manager bids for the migration Lease again, so Leader Migration must be on in every cloud-controller-manager');
}

/** kubeadm's upgrade changes the API server and kube-controller-manager in one go: on the first node nothing can be placed in between. */
function withStart({ app, from }: Leg, run: readonly PlanCommand[], placement: Placement | undefined, gap: StepGap): StepGap {
  const isAlone = placement !== undefined && ccmAt(app, from) === undefined && run.some(({ action }) => action.do === 'upgrade-kubeadm');
  if (!isAlone) return gap;
  const untilPlaced = longestWait(placement.come);
  return {
    ...gap,
    untilPlaced,
    text: `${gap.text}; and if its kube-controller-manager of version N+1 comes to lead before its cloud-controller-manager is ready, nobody `
      + `runs them until that: the rest of \`kubeadm upgrade apply\`, and at most ${untilPlaced} s`,
  };
}

/** Of several API servers the others answer meanwhile. */
function withoutApi({ controlPlane }: MigrationApp, { put }: NodeChange, gap: StepGap): StepGap {
  if (controlPlane.length > 1 || !put.some(file => runs(file) === 'kube-apiserver')) return gap;
  return { ...gap, withoutApi: true, text: `${gap.text}; ${ALONE}` };
}

/** Files in which a person keeps, beside the runbook, who led before a step, and what the host of its node is called. */
const LEADER = 'ccm-migration-leader';
const HOST = 'ccm-migration-host';

/**
 * Releasing a Lease lets the next bidder start at once. A lease is no fencing token: were the old leader only paused or cut off, it would go on.
 * So it is done only for the leader that was seen before the step, on the node that the step stopped it on, after no such process is left there, and
 * with a precondition on resourceVersion, which fails if anybody renewed the Lease since.
 */
function releaseCommands({ app }: Leg, node: string, component: ControllerManager, flag: string): Readonly<Record<'before' | 'run', PlanCommand>> {
  const { lockNamespace: namespace, leaderName: lease } = app;
  return {
    before: {
      text: '# remember who leads: the holder of both Leases; nobody where they have two\n'
        + `holders=$(kubectl get lease ${lease} ${app.mainLeases[component]} -n ${namespace} -o jsonpath='{.items[*].spec.holderIdentity}') &&\n`
        + `  echo "$holders" | awk 'NF == 2 && $1 == $2 { print $1 }' > ${LEADER}`,
      action: { do: 'remember-leader', node, namespace, lease, main: app.mainLeases[component] },
    },
    run: {
      text: [
        `${check.processGone(node, component, flag).text} &&`,
        `  mkdir -p ${BACKUP_DIR} && uname -n > ${BACKUP_DIR}/${HOST}`,
        '',
        `# only if the remembered leader still stands in the Lease, and ran on ${node}, where no such process is left`,
        `scp root@${node}:${BACKUP_DIR}/${HOST} ${HOST} && leader=$(cat ${LEADER}) && host=$(cat ${HOST}) && [ -n "$host" ] &&`,
        `  lease=$(kubectl get lease ${lease} -n ${namespace} --ignore-not-found `
          + '-o jsonpath=\'{.spec.holderIdentity} {.metadata.resourceVersion}\') &&',
        '  case "$leader ${lease% *}" in',
        `    "$host"_*" $leader") kubectl patch lease ${lease} -n ${namespace} --type=merge -p `
          + '\'{"metadata":{"resourceVersion":"\'"${lease##* }"\'"},"spec":{"holderIdentity":null}}\' ;;',
        '    *) echo "not released: held by \'${lease% *}\', led before by \'$leader\', and this is $host" ;;',
        '  esac',
      ].join('\n'),
      action: { do: 'release-lease', node, namespace, lease, component, flag },
    },
  };
}

/** The cloud-controller-manager of a state on a node, where it is kept to labelled nodes. */
function placementOn({ app }: Leg, node: string, state: PlanStateName): Placement | undefined {
  const ccm = ccmAt(app, state);
  if (!ccm?.onlyUpgraded) return undefined;
  if (!ccm.comesToCordoned) throw new Error(staysAway(ccm));
  // There may be fewer of a Deployment than nodes: wherever one is, it bids.
  const isReady = eventually(POD_SECONDS, ccm.isOnEachNode ? check.ccmReadyOn(ccm, node) : check.ccmReady(ccm));
  return {
    isOnEachNode: ccm.isOnEachNode,
    come: [label(node), isReady],
    proof: [
      isReady,
      ...ccm.isOnEachNode ? [eventually(HEALTH_SECONDS, check.healthz(node, servedAt(app, state, CCM, undefined, node), podOn(ccm, node)))] : [],
    ],
    leave: [
      unlabel(node),
      ...ccm.isOnEachNode ? [] : [deleteCcmOn(ccm, node)],
      eventually(POD_SECONDS, check.noCcmOn(ccm, node)),
      ...app.cloud === 'aws' ? [eventually(HEALTH_SECONDS, check.processGone(node, 'aws-cloud-controller-manager', '-'))] : [],
    ],
  };
}

/** Of a DaemonSet on a node; undefined: it answers on 127.0.0.1. */
function podOn({ namespace, selector, hasNodeNetwork }: CcmWorkload, node: string): PodOnNode | undefined {
  return hasNodeNetwork ? undefined : { namespace, labels: selector, fields: `spec.nodeName=${node}` };
}

function staysAway({ resource, namespace, name }: CcmWorkload): string {
  const { key, effect } = UNSCHEDULABLE_TAINT;
  return `${resource} ${namespace}/${name} does not tolerate ${key}:${effect}, and a node is cordoned while it changes: the cloud-controller-manager `
    + 'would come too late, or go, with nobody to run the controllers; give it this toleration (it is among the defaults), or make it a DaemonSet';
}

/** Labels of nodes that were upgraded, before the workload that is placed by them comes. */
export function labelSteps(leg: Leg, coexistence: Coexistence): StepDraft[] {
  if (!ccmAt(leg.app, leg.to)?.onlyUpgraded) return [];
  return leg.app.controlPlane.map(node => ({
    id: `label-${node}`,
    title: `Let the cloud-controller-manager onto ${node}`,
    why: 'it is placed by this label, and talks to the API server of its own node',
    nodes: [node],
    changes: [`label ${node}`],
    before: [must(check.nodeReady(node))],
    run: [label(node)],
    proof: [],
    undo: [unlabel(node)],
    waitFor: 'nothing',
    atMostSeconds: 0,
    coexistence,
    gap: NO_GAP,
  }));
}
