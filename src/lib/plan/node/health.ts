import { NodeChange, StartFile, startFiles, starts } from './change';
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
import { endpointOf, otherSide, phaseAt, Transition, viewOf } from '../app/context';
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

export function isHealthy(at: Endpoint, pod?: PodOnNode): PlanAction {
  return eventually(COMPONENT_SECONDS, answers({ path: 'healthz', ...at, ...pod ? { pod } : {} }));
}

function isServing(at: Endpoint): PlanAction {
  return eventually(COMPONENT_SECONDS, answers({ path: 'readyz', ...at }));
}

/** There may be a pause of a day between two steps: no node may go while another one of the control plane is down. */
export function restIsWell({ app }: Transition, change: NodeChange): readonly PlanAction[] {
  if (change.role !== NodeRole.CONTROL_PLANE || !(change.restartsKubelet || starts(change, 'kube-apiserver'))) return [];
  return [must(etcdMembersWell({})), ...app.controlPlane.length > 1 ? [must(apiServerReady({}, 'others'))] : []];
}

/** Before the migration a kubelet may be older than what its control plane has, and then it was given back as such. */
export function kubeletOf({ releases }: MigrationApp, side: NodeSide): readonly PlanAction[] {
  return [eventually(COMPONENT_SECONDS, kubeletRunsRelease({ release: releases[side], ...side === NodeSide.N ? { orOlder: true } : {} }))];
}

export function healthChecks(transition: Transition, node: string, side: NodeSide): readonly PlanAction[] {
  const { app, to } = transition;
  const phase = phaseAt(app, to);
  const ccm = phase && side === NodeSide.N_PLUS_1 ? staticCcmOf(phase) : undefined;
  return [
    isServing(endpointOf(app, to, 'kube-apiserver', side, node)),
    ...managerOf(transition).runsOn(node, side, expectedFlags(app, node, side)),
    ...ccm ? [isHealthy(endpointOf(app, to, CCM, side, node), mirrorPod(ccm))] : [],
  ];
}

/** What the API knows a static pod as, whose name a kubelet ends with its own; undefined: it answers on 127.0.0.1. */
function mirrorPod({ object, pod }: ComponentView): PodOnNode | undefined {
  const [, namespace, name] = /(?<![^ ])([^ /]+)\/(.+)$/.exec(object) ?? [];
  return pod?.hostNetwork === false ? { namespace, mirrorOf: name } : undefined;
}

/** A scheduler that fails at each start is in a list of processes, too, whenever it is looked at in time. */
export function schedulerRuns({ app, to }: Transition, change: NodeChange): readonly PlanAction[] {
  const { node, side } = change;
  return starts(change, 'kube-scheduler') ? [
    eventually(COMPONENT_SECONDS, componentRuns(app, 'kube-scheduler', side)),
    isHealthy(endpointOf(app, to, 'kube-scheduler', side, node)),
  ] : [];
}

/** What answered before the change answers again, before the next node follows. */
export function healthBack({ app, from }: Transition, change: NodeChange): readonly PlanAction[] {
  const { node, side } = change;
  const changes = (component: Component) => starts(change, component);
  const at = (component: Component) => endpointOf(app, from, component, otherSide(side), node);
  return [
    ...changes('kube-apiserver') ? [isServing(at('kube-apiserver'))] : [],
    ...([KCM, 'kube-scheduler'] as const).filter(changes).map(component => isHealthy(at(component))),
  ];
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

export function apiServerRuns(transition: Transition, change: NodeChange): readonly PlanAction[] {
  const { app, to } = transition;
  const { node, role, side } = change;
  return role === NodeRole.CONTROL_PLANE ? [
    ...processChecks(transition, node, side, startFilesBy(change, 'kube-apiserver'), COMPONENT_SECONDS),
    eventually(COMPONENT_SECONDS, componentRuns(app, 'kube-apiserver', side)),
    isServing(endpointOf(app, to, 'kube-apiserver', side, node)),
  ] : [];
}

export function managerRuns(transition: Transition, change: NodeChange): readonly PlanAction[] {
  const { app, to } = transition;
  const { node, side } = change;
  return starts(change, KCM) ? [
    ...processChecks(transition, node, side, startFilesBy(change, KCM), COMPONENT_SECONDS), isHealthy(endpointOf(app, to, KCM, side, node)),
  ] : [];
}

function startFilesBy(change: NodeChange, component: Component): readonly StartFile[] {
  return startFiles(change).filter(file => file.component === component);
}

/** That what the node runs a component as has the release of a side. */
function componentRuns({ units, releases }: MigrationApp, component: Component, side: NodeSide): PlanAction {
  const unit = units.get(component);
  const release = releases[side];
  return unit === undefined ? podRuns({ component, release }) : unitRunsRelease({ unit, release });
}
