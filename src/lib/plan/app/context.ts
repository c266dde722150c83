import { isIP } from 'node:net';
import { AppPhase, ccmOf, componentsOn, CcmWorkload, filesOf, MigrationApp, phaseOf, sideOf } from './app';
import { PlannedNodeFile } from './app-files';
import { SECURE_PORTS } from '../../facts/secure-ports';
import { Component } from '../../kubernetes/component';
import { NodeRole, NodeSide } from '../../kubernetes/node';
import { flagOf } from '../../view/ask';
import { ComponentView } from '../../view/model';
import { servingPort } from '../../view/serving';
import { Endpoint } from '../endpoint';
import { PlanOptions } from '../options';
import { PlanStateName } from '../state';

/** From a state to the next: what all its steps are made from. */
export interface Transition {
  readonly app: MigrationApp;
  readonly options: PlanOptions;
  readonly from: PlanStateName;
  readonly to: PlanStateName;
  /** Whether the plan begins with it: then nothing is known about what was done before. */
  readonly isFirst: boolean;
}

/** The transition into phase `n`, of the way back out of it. */
export function entering(transition: Transition): Transition {
  return { ...transition, from: 'not-started', to: 'n' };
}

/** The phase of a state; before the migration there is none. */
export function phaseAt(app: MigrationApp, state: PlanStateName): AppPhase | undefined {
  return state === 'not-started' ? undefined : phaseOf(app, state);
}

/** The cloud-controller-manager of a state, as a workload. */
export function ccmAt(app: MigrationApp, state: PlanStateName): CcmWorkload | undefined {
  const phase = phaseAt(app, state);
  return phase && ccmOf(phase);
}

/** Files of a node in a state; none where the state has no such side, or is before the migration. */
export function filesAt(app: MigrationApp, state: PlanStateName, node: string, side: NodeSide): readonly PlannedNodeFile[] {
  const phase = phaseAt(app, state);
  return phase ? filesOf(phase, node, side) : [];
}

export function otherSide(side: NodeSide): NodeSide {
  return side === NodeSide.N ? NodeSide.N_PLUS_1 : NodeSide.N;
}

/** Paths that must not be on nodes of a role and side in a state. */
export function leftovers(app: MigrationApp, state: PlanStateName, role: NodeRole, side: NodeSide): readonly string[] {
  return phaseAt(app, state)?.toDelete.nodeFiles.filter(file => file.role === role && file.side === side).map(({ path }) => path) ?? [];
}

/** A component of a node in a state, or of another one where that is not known. A phase with one side alone has what the state before it had, too. */
export function viewOf(
  app: MigrationApp, state: PlanStateName, component: Component, side: NodeSide | undefined, node: string | undefined,
): ComponentView | undefined {
  const phase = app.phases.get(state === 'not-started' ? 'n' : state);
  if (!phase) return undefined;
  const own = (node === undefined ? [] : componentsOn(phase, node)).filter(one => one.component === component);
  const views = phase.model.components.filter(one => one.component === component);
  const isOfSide = (one: ComponentView) => side === undefined || one.kind === undefined || sideOf(one) === side;
  return own.find(isOfSide) ?? views.find(isOfSide) ?? own[0] ?? views[0];
}

/** Where it serves. */
export function endpointOf(...of: Parameters<typeof viewOf>): Endpoint {
  const [,, component] = of;
  return endpointOfView(component, viewOf(...of));
}

/** @param view undefined: it is not known, and serves where it does by default */
export function endpointOfView(component: Component, view: ComponentView | undefined): Endpoint {
  const host = view && hostOf(flagOf(view, 'bind-address')?.value ?? '');
  return { port: String((view && servingPort(view)) ?? SECURE_PORTS[component]!.port), ...host === undefined ? {} : { host } };
}

/** A component that listens at all addresses answers on 127.0.0.1; so does, as far as is known, one whose address only its node knows. */
function hostOf(address: string): string | undefined {
  const family = isIP(address);
  return family === 0 || EVERYWHERE.includes(address) ? undefined : family === 6 ? `[${address}]` : address;
}

const EVERYWHERE: readonly string[] = ['0.0.0.0', '::', '127.0.0.1'];

/** Worker nodes with the name of their group, group by group. */
export function workersByGroup({ app, options }: Pick<Transition, 'app' | 'options'>): readonly { readonly group: string; readonly node: string }[] {
  const groups = options.nodeGroups ?? app.nodeGroups;
  if (!groups) return app.workers.map(node => ({ group: 'workers', node }));
  const listed = Object.entries(groups).flatMap(([group, nodes]) => nodes.map(node => ({ group, node })));
  const unknown = listed.find(({ node }) => !app.workers.includes(node));
  if (unknown) {
    throw new Error(`node group '${unknown.group}' must have worker nodes of this app, got '${unknown.node}'; its workers: `
    + `${app.workers.join(', ') || 'none'}`);
  }
  const twice = listed.find(({ node }, index) => listed.findIndex(other => other.node === node) !== index);
  if (twice) throw new Error(`worker node '${twice.node}' is in more than one node group; put it in one`);
  const missing = app.workers.filter(node => !listed.some(one => one.node === node));
  if (missing.length > 0) {
    throw new Error(`worker nodes ${missing.join(', ')} are in no node group; every worker has to change, so put each in a group`);
  }
  return listed;
}
