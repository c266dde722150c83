import { NodeChange, startFiles, starts } from './change';
import { processChecks } from './process-truth';
import { CCM, Component, KCM } from '../../kubernetes/component';
import { NodeRole, NodeSide } from '../../kubernetes/node';
import { StrategyKind } from '../../migration/migration-strategy';
import { flagOf } from '../../view/ask';
import { ComponentView } from '../../view/model';
import { eventually, must, PlanAction } from '../action';
import { answers, apiServerReady, PodOnNode, podRuns } from '../actions/components';
import { etcdMembersWell } from '../actions/etcd';
import { kubeletReady, kubeletRunsRelease } from '../actions/kubelets';
import { nodeReady } from '../actions/nodes';
import { unitRunsRelease } from '../actions/units';
import { MigrationApp, staticCcmOf } from '../app/app';
import { endpointOf, otherSide, phaseAt, viewOf } from '../app/context';
import { Endpoint, ExpectedFlags } from '../endpoint';
import { managerOf } from '../kcm/manager';

/** Seconds that a component gets to come up after its manifest changed. */
export const COMPONENT_SECONDS = 180;
const NODE_SECONDS = 300;
/** Seconds that a pod gets to come or to go. */
export const POD_SECONDS = 180;

/** A kubelet that was restarted answers for itself: the condition of its node may still be of the one before. */
export function isReady({ restartsKubelet }: Pick<NodeChange, 'restartsKubelet'>): PlanAction {
  return eventually(NODE_SECONDS, restartsKubelet ? kubeletReady({}) : nodeReady({}));
}

/** What an API server answers once it serves, and other components while they are healthy. */
export function pathOf(component: Component): 'readyz' | 'healthz' {
  return component === 'kube-apiserver' ? 'readyz' : 'healthz';
}

export function isWell(component: Component, at: Endpoint, pod?: PodOnNode): PlanAction {
  return eventually(COMPONENT_SECONDS, answers({ path: pathOf(component), ...at, ...pod ? { pod } : {} }));
}

/** That a component of a node is well once it is changed. */
function isWellThen({ transition: { app, to }, node, side }: NodeChange, component: Component): PlanAction {
  return isWell(component, endpointOf(app, to, component, side, node));
}

/** There may be a pause of a day between two steps: no node may go while another one of the control plane is down. */
export function restIsWell(change: NodeChange): readonly PlanAction[] {
  const { controlPlane } = change.transition.app;
  if (change.role !== NodeRole.CONTROL_PLANE || !(change.restartsKubelet || starts(change, 'kube-apiserver'))) return [];
  return [must(etcdMembersWell({})), ...controlPlane.length > 1 ? [must(apiServerReady({}, 'others'))] : []];
}

/** Before the migration a kubelet may be older than what its control plane has, and then it was given back as such. */
export function kubeletOf({ releases }: MigrationApp, side: NodeSide): readonly PlanAction[] {
  return [eventually(COMPONENT_SECONDS, kubeletRunsRelease({ release: releases[side], ...side === NodeSide.N ? { orOlder: true } : {} }))];
}

export function healthChecks(change: NodeChange): readonly PlanAction[] {
  const { transition, node, side } = change;
  const { app, to } = transition;
  const phase = phaseAt(app, to);
  const ccm = phase && side === NodeSide.N_PLUS_1 ? staticCcmOf(phase) : undefined;
  return [
    isWellThen(change, 'kube-apiserver'),
    ...managerOf(transition).runsOn(node, side, expectedFlags(app, node, side)),
    ...ccm ? [isWell(CCM, endpointOf(app, to, CCM, side, node), mirrorPod(ccm))] : [],
  ];
}

/** What the API knows a static pod as, whose name a kubelet ends with its own; undefined: it answers on 127.0.0.1. */
function mirrorPod({ object, pod }: ComponentView): PodOnNode | undefined {
  const [, namespace, name] = /(?<![^ ])([^ /]+)\/(.+)$/.exec(object) ?? [];
  return pod?.hostNetwork === false ? { namespace, mirrorOf: name } : undefined;
}

/** A scheduler that fails at each start is in a list of processes, too, whenever it is looked at in time. */
export function schedulerRuns(change: NodeChange): readonly PlanAction[] {
  return starts(change, 'kube-scheduler') ? [isOfRelease(change, 'kube-scheduler'), isWellThen(change, 'kube-scheduler')] : [];
}

/** What answered before the change answers again, before the next node follows. */
export function healthBack(change: NodeChange): readonly PlanAction[] {
  const { transition: { app, from }, node, side } = change;
  return (['kube-apiserver', KCM, 'kube-scheduler'] as const).filter(component => starts(change, component))
    .map(component => isWell(component, endpointOf(app, from, component, otherSide(side), node)));
}

/** What only the new manifest says: a pod of the old one may still be healthy. */
function expectedFlags(app: MigrationApp, node: string, side: NodeSide): ExpectedFlags {
  const { strategy, cloud } = app;
  if (side === NodeSide.N_PLUS_1) return { has: [], lacks: [`--cloud-provider=${cloud}`] };
  switch (strategy) {
    case StrategyKind.LEADER_MIGRATION: return { has: ['--enable-leader-migration'], lacks: [] };
    case StrategyKind.CONTROLLERS_OFF_THEN_ON: return { has: [controllersFlagOfN(app, node)], lacks: [] };
    case StrategyKind.DOWNTIME: return { has: [`--cloud-provider=${cloud}`], lacks: [] };
  }
}

/** `--controllers` of a node of version N in phase `n`, as its manifest passes it. */
export function controllersFlagOfN(app: MigrationApp, node: string): string {
  const view = viewOf(app, 'n', KCM, NodeSide.N, node);
  return `--controllers=${(view && flagOf(view, 'controllers')?.value) ?? '*'}`;
}

export function apiServerRuns(change: NodeChange): readonly PlanAction[] {
  if (change.role !== NodeRole.CONTROL_PLANE) return [];
  return [...processOf(change, 'kube-apiserver'), isOfRelease(change, 'kube-apiserver'), isWellThen(change, 'kube-apiserver')];
}

export function managerRuns(change: NodeChange): readonly PlanAction[] {
  return starts(change, KCM) ? [...processOf(change, KCM), isWellThen(change, KCM)] : [];
}

function processOf(change: NodeChange, component: Component): readonly PlanAction[] {
  return processChecks(change, COMPONENT_SECONDS, startFiles(change).filter(file => file.component === component));
}

/** That what the node runs a component as has the release of its side. */
function isOfRelease({ transition: { app: { units, releases } }, side }: NodeChange, component: Component): PlanAction {
  const unit = units.get(component);
  const release = releases[side];
  return eventually(COMPONENT_SECONDS, unit === undefined ? podRuns({ component, release }) : unitRunsRelease({ unit, release }));
}
