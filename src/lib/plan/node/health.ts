import { NodeChange } from './change';
import { parseStaticPod } from '../../edit/static-pod/static-pod';
import { CCM, Component, KCM } from '../../kubernetes/component';
import { NodeRole, NodeSide } from '../../kubernetes/node';
import { StrategyKind } from '../../migration/migration-strategy';
import { ComponentView } from '../../view/model';
import { PodOnNode } from '../action';
import { filesOf, MigrationApp, phaseOf, runs, staticCcmOf } from '../app';
import * as check from '../checks';
import { eventually, must } from '../commands';
import { Leg, otherSide, phaseAt, servedAt } from '../context';
import { etcdOf } from '../etcd';
import { managerOf } from '../kcm/manager';
import { Told } from '../kcm/manager-steps';
import { processChecks } from '../process-truth';
import { PlanCommand } from '../step';

/** Seconds that a component gets to come up after its manifest changed. */
export const COMPONENT_SECONDS = 180;
const NODE_SECONDS = 300;
/** Seconds that a pod gets to come or to go. */
export const POD_SECONDS = 180;

/** A kubelet that was restarted answers for itself: the condition of its node may still be of the one before. */
export function isReady({ node, restartsKubelet }: Pick<NodeChange, 'node' | 'restartsKubelet'>): PlanCommand {
  return eventually(NODE_SECONDS, restartsKubelet ? check.kubeletReady(node) : check.nodeReady(node));
}

/** A pause of a day may lie between two steps: no node may go while another one of the control plane is down. */
export function restIsWell({ app, from }: Leg, { node, role, put, restartsKubelet }: NodeChange): readonly PlanCommand[] {
  if (role !== NodeRole.CONTROL_PLANE || !(restartsKubelet || put.some(file => runs(file) === 'kube-apiserver'))) return [];
  const others = app.controlPlane.filter(other => other !== node);
  return [
    must(check.etcdMembersWell(etcdOf(app, from))),
    ...others.map(other => must(check.readyz(other, servedAt(app, from, 'kube-apiserver', undefined, other)))),
  ];
}

/** Before the migration a kubelet may be older than what its control plane has, and then it was given back as such. */
export function kubeletOf({ releases }: MigrationApp, node: string, side: NodeSide): readonly PlanCommand[] {
  return [eventually(COMPONENT_SECONDS, check.kubeletRunsRelease(node, releases[side], side === NodeSide.N))];
}

export function healthChecks(leg: Leg, node: string, side: NodeSide): readonly PlanCommand[] {
  const { app, to } = leg;
  const phase = phaseAt(app, to);
  const ccm = phase && side === NodeSide.N_PLUS_1 ? staticCcmOf(phase) : undefined;
  return [
    eventually(COMPONENT_SECONDS, check.readyz(node, servedAt(app, to, 'kube-apiserver', side, node))),
    ...managerOf(leg).runsOn(node, side, toldBy(app, node, side)),
    ...ccm ? [eventually(COMPONENT_SECONDS, check.healthz(node, servedAt(app, to, CCM, side, node), mirrorPod(ccm, node)))] : [],
  ];
}

/** What the API knows a static pod as, whose name a kubelet ends with its own; undefined: it answers on 127.0.0.1. */
function mirrorPod({ object, pod }: ComponentView, node: string): PodOnNode | undefined {
  const [, namespace, name] = /([^ ]+)\/(.+)$/.exec(object) ?? [];
  return pod?.hostNetwork === false ? { namespace, fields: `metadata.name=${name}-${node}` } : undefined;
}

/** A scheduler that fails at each start is in a list of processes, too, whenever it is looked at in time. */
export function schedulerRuns({ app, to }: Leg, { node, side, put }: NodeChange): readonly PlanCommand[] {
  return put.some(file => runs(file) === 'kube-scheduler') ? [
    eventually(COMPONENT_SECONDS, check.runsRelease(node, 'kube-scheduler', app.releases[side])),
    eventually(COMPONENT_SECONDS, check.healthz(node, servedAt(app, to, 'kube-scheduler', side, node))),
  ] : [];
}

/** What answered before the change answers again, before the next node follows. */
export function healthBack({ app, from }: Leg, { node, put, side }: NodeChange): readonly PlanCommand[] {
  const changes = (component: Component) => put.some(file => runs(file) === component);
  const port = (component: Component) => servedAt(app, from, component, otherSide(side), node);
  return [
    ...changes('kube-apiserver') ? [eventually(COMPONENT_SECONDS, check.readyz(node, port('kube-apiserver')))] : [],
    ...([KCM, 'kube-scheduler'] as const).filter(changes).map(component => eventually(COMPONENT_SECONDS, check.healthz(node, port(component)))),
  ];
}

/** What only the new manifest says: a pod of the old one may still be healthy. */
function toldBy(app: MigrationApp, node: string, side: NodeSide): Told {
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
  const file = filesOf(phaseOf(app, 'n'), node, NodeSide.N).find(one => runs(one) === KCM);
  const value = file && parseStaticPod(file.text, { file: file.source, component: KCM }).flagValue('controllers');
  return `--controllers=${value ?? '*'}`;
}

export function apiServerRuns(leg: Leg, { node, role, side, put }: NodeChange): readonly PlanCommand[] {
  const { app, to } = leg;
  return role === NodeRole.CONTROL_PLANE ? [
    ...processChecks(leg, node, side, put.filter(file => runs(file) === 'kube-apiserver'), COMPONENT_SECONDS),
    eventually(COMPONENT_SECONDS, check.runsRelease(node, 'kube-apiserver', app.releases[side])),
    eventually(COMPONENT_SECONDS, check.readyz(node, servedAt(app, to, 'kube-apiserver', side, node))),
  ] : [];
}

export function managerRuns(leg: Leg, change: NodeChange): readonly PlanCommand[] {
  const { app, to } = leg;
  const { node, side } = change;
  const put = change.put.filter(file => runs(file) === KCM);
  return put.length === 0 ? [] : [
    ...processChecks(leg, node, side, put, COMPONENT_SECONDS),
    eventually(COMPONENT_SECONDS, check.healthz(node, servedAt(app, to, KCM, side, node))),
  ];
}
