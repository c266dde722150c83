import { CCM, ControllerManager, KCM } from '../../kubernetes/component';
import { NodeRole, NodeSide, STATIC_POD_PATH } from '../../kubernetes/node';
import { StrategyKind } from '../../migration/migration-strategy';
import { manifestPathIn, runs } from '../app';
import * as check from '../checks';
import { Coexistence } from '../coexistence';
import { eventually, label, must, unlabel } from '../commands';
import { ccmAt, Leg, portOf } from '../context';
import { declaredGap, Handover, handoverGap, NO_GAP } from '../gap';
import { isKubeletFile } from '../kubelet-file';
import { changeOf, isUnchanged, NodeChange, nodeChange, nodeStep, POD_SECONDS } from '../node-change';
import { PlanCommand, StepDraft } from '../step';

/** A control-plane node to version N+1, and then the label that lets the cloud-controller-manager onto it. */
export function upgradeNodeSteps(leg: Leg, node: string, coexistence: Coexistence): StepDraft[] {
  return [
    ...sideStep(leg, node, NodeSide.N_PLUS_1, coexistence, 'kcm-to-ccm'),
    ...labelStep(leg, node, coexistence),
  ];
}

/**
 * The first node to version N+1, which is the last to go back. There the label goes in the middle of the node's way back, once its
 * kube-controller-manager is back, for the reason that `rollbackLastNodeSteps` has; its kubelet goes back before, so that one which does not run
 * stops nothing.
 */
export function upgradeFirstNodeSteps(leg: Leg, node: string, coexistence: Coexistence): StepDraft[] {
  const steps = upgradeNodeSteps(leg, node, coexistence);
  const change = nodeChange(leg, node, NodeRole.CONTROL_PLANE, NodeSide.N_PLUS_1);
  const ccmOff = steps.find(({ id }) => id === labelId(node))?.undo ?? [];
  if (leg.app.strategy !== StrategyKind.LEADER_MIGRATION || ccmOff.length === 0 || manifestPathIn(change.put, KCM) === undefined) return steps;
  return steps.map(step => step.id === labelId(node)
    ? { ...step, undo: [] }
    : { ...step, undo: nodeStep(leg, change, { onceKcmIsBack: ccmOff }).undo });
}

/** A control-plane node back to version N: the cloud-controller-manager leaves it first, so that it never runs beside an older API server. */
export function rollbackNodeSteps(leg: Leg, node: string, coexistence: Coexistence): StepDraft[] {
  return [...unlabelStep(leg, node, coexistence, 'among-ccm'), ...sideStep(leg, node, NodeSide.N, coexistence, 'ccm-to-kcm')];
}

/**
 * The last node of version N+1 back to version N. Its kube-controller-manager goes back first: while it can hold the main Lease of
 * kube-controller-managers, none of version N can, and so none bids for the migration Lease. With the last cloud-controller-manager gone nobody would
 * run the controllers for as long as a drain takes.
 */
export function rollbackLastNodeSteps(leg: Leg, node: string, coexistence: Coexistence): StepDraft[] {
  const change = nodeChange(leg, node, NodeRole.CONTROL_PLANE, NodeSide.N);
  const manifests = change.put.filter(file => runs(file) !== undefined).map(({ path }) => path);
  const kcm = manifestPathIn(change.put, KCM);
  const isOfManager = (path: string) => path === kcm || !(manifests.includes(path) || path.startsWith(`${STATIC_POD_PATH}/`) || isKubeletFile(path));
  const manager = { ...changeOf(change, isOfManager), remove: [] };
  const hasManager = manager.put.some(({ path }) => path === kcm);
  if (!hasManager || !ccmAt(leg.app, leg.from)?.onlyUpgraded) return rollbackNodeSteps(leg, node, coexistence);
  const rest = { ...changeOf(change, path => !isOfManager(path)), remove: change.remove };
  return [
    {
      ...nodeStep(leg, manager),
      id: `rollback-manager-${node}`,
      title: `Bring kube-controller-manager of ${node} back to ${leg.app.releases[NodeSide.N]}`,
      why: 'one of version N+1 may hold the main Lease, and nobody of version N could take over from the last cloud-controller-manager',
      waitFor: `kube-controller-manager of ${node} is healthy`,
      coexistence,
      gap: NO_GAP,
    },
    ...unlabelStep(leg, node, coexistence, 'ccm-to-kcm'),
    ...sideStep(leg, node, NodeSide.N, coexistence, 'ccm-to-kcm', rest),
  ];
}

function sideStep(
  leg: Leg, node: string, side: NodeSide, coexistence: Coexistence, handover: Handover,
  change: NodeChange = nodeChange(leg, node, NodeRole.CONTROL_PLANE, side),
): StepDraft[] {
  const { app, options } = leg;
  if (isUnchanged(change)) return [];
  const migrates = app.strategy === StrategyKind.LEADER_MIGRATION;
  const step = nodeStep(leg, change);
  const forward = side === NodeSide.N_PLUS_1;
  const release = migrates && options.releaseLease === true && forward ? releaseCommands(leg, node, KCM, `--cloud-provider=${app.cloud}`) : undefined;
  return [{
    ...step,
    id: `${forward ? 'upgrade' : 'rollback'}-${node}`,
    title: forward ? `Upgrade ${node} to ${app.releases[side]}` : `Bring ${node} back to ${app.releases[side]}`,
    why: forward ? 'its kube-controller-manager gives the cloud controllers up; whoever holds the migration Lease runs them'
      : 'its kube-controller-manager bids for the migration Lease again, so Leader Migration must be on in every cloud-controller-manager',
    before: [...step.before, ...release ? [release.before] : []],
    run: [...step.run, ...release ? [release.run] : []],
    coexistence,
    gap: migrates ? handoverGap(app, handover, release !== undefined) : declaredGap(app, 'the cloud-controller-manager leads'),
  }];
}

/**
 * Releasing a Lease lets the next bidder start at once. A lease is no fencing token: were the old leader only paused or cut off, it would go on.
 * So it is done only for the leader that was seen before the step, on the node that the step stopped it on, after no such process is left there, and
 * with a precondition on resourceVersion, which fails if anybody renewed the Lease since.
 */
function releaseCommands({ app }: Leg, node: string, component: ControllerManager, flag: string): Readonly<Record<'before' | 'run', PlanCommand>> {
  const { lockNamespace: namespace, leaderName: lease } = app;
  return {
    before: {
      text: `kubectl get lease ${lease} ${app.mainLeases[component]} -n ${namespace}   # remember the holder`,
      action: { do: 'remember-leader', node, namespace, lease, main: app.mainLeases[component] },
    },
    run: {
      text: `# only if the remembered holder ran on ${node}, still stands in the Lease, and no ${component} with ${flag} runs there any more\n`
        + `version=$(kubectl get lease ${lease} -n ${namespace} -o jsonpath='{.metadata.resourceVersion}') &&\n`
        + `  kubectl patch lease ${lease} -n ${namespace} --type=merge -p `
        + '\'{"metadata":{"resourceVersion":"\'"$version"\'"},"spec":{"holderIdentity":null}}\'',
      action: { do: 'release-lease', node, namespace, lease, component, flag },
    },
  };
}

function labelId(node: string): string {
  return `label-${node}`;
}

/** Only where the workload is kept to labelled nodes. */
export function labelStep(leg: Leg, node: string, coexistence: Coexistence, awaitsPod = true): StepDraft[] {
  const ccm = ccmAt(leg.app, leg.to);
  if (!ccm?.onlyUpgraded) return [];
  return [{
    id: labelId(node),
    title: `Let the cloud-controller-manager onto ${node}`,
    why: 'it is placed by this label, and talks to the API server of its own node',
    nodes: [node],
    changes: [`label ${node}`],
    before: [must(check.nodeReady(node))],
    run: [label(node)],
    proof: awaitsPod ? [eventually(POD_SECONDS, check.ccmReadyOn(ccm, node)), eventually(60, check.healthz(node, portOf(leg.app, leg.to, CCM)))] : [],
    undo: [unlabel(node), eventually(POD_SECONDS, check.noCcmOn(ccm, node))],
    waitFor: `the cloud-controller-manager of ${node} is ready and healthy`,
    atMostSeconds: POD_SECONDS + 60,
    coexistence,
    gap: NO_GAP,
  }];
}

function unlabelStep(leg: Leg, node: string, coexistence: Coexistence, handover: Handover): StepDraft[] {
  const ccm = ccmAt(leg.app, leg.from);
  if (!ccm?.onlyUpgraded) return [];
  return [{
    id: `unlabel-${node}`,
    title: `Take the cloud-controller-manager off ${node}`,
    why: 'it must not talk to an API server that is older than itself',
    nodes: [node],
    changes: [`remove the label of ${node}`],
    before: [],
    run: [unlabel(node)],
    proof: [
      eventually(POD_SECONDS, check.noCcmOn(ccm, node)),
      ...leg.app.cloud === 'aws' ? [eventually(60, check.processGone(node, 'aws-cloud-controller-manager', '-'))] : [],
    ],
    undo: [label(node)],
    waitFor: `no cloud-controller-manager runs on ${node}`,
    atMostSeconds: POD_SECONDS + 60,
    coexistence,
    gap: handoverGap(leg.app, handover, false),
  }];
}
