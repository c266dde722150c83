import type { Restart } from './report';
import { NodeRole, NodeSide } from '../kubernetes/node';
import { givenTo } from '../plan/action';
import { endNode, makeNode, replaceWorkers } from '../plan/actions/replaced-nodes';
import { MigrationApp } from '../plan/app/app';
import { AppGroup, controlPlaneGroup } from '../plan/replaced/app-group';
import { PlanStateName } from '../plan/state';
import { PlanStep } from '../plan/step';

/** Sides of which a group whose nodes are replaced has nodes in a state; one of workers has those of the state that it comes to. */
const SIDES: Readonly<Partial<Record<PlanStateName, readonly NodeSide[]>>> = {
  'not-started': [NodeSide.N], 'n': [NodeSide.N], 'mixed': [NodeSide.N, NodeSide.N_PLUS_1],
};

const VERSIONS: Readonly<Record<NodeSide, string>> = { [NodeSide.N]: 'N', [NodeSide.N_PLUS_1]: 'N+1' };

/** Their names are not known: all of one version are one. */
function nameOf({ name, count }: AppGroup, side: NodeSide): string {
  return `group ${name} (${count} nodes), version ${VERSIONS[side]}`;
}

/** What stands for nodes that are replaced in a state, each with its side. */
export function replacedSides({ groups }: MigrationApp, state: PlanStateName): ReadonlyMap<string, NodeSide> {
  const sides = SIDES[state] ?? [NodeSide.N_PLUS_1];
  return new Map(groups.flatMap(group => sides.map(side => [nameOf(group, side), side] as const)));
}

/** What stands for the control-plane nodes of an app: those that change in place, and groups whose nodes are replaced. */
export function controlPlaneNames({ controlPlane, groups }: MigrationApp): readonly string[] {
  const group = controlPlaneGroup(groups);
  return [...controlPlane, ...group ? Object.values(NodeSide).map(side => nameOf(group, side)) : []];
}

/** What the plan replaces, for what restarts. */
export function replacements(app: MigrationApp, steps: readonly PlanStep[]): readonly Restart[] {
  const does = (verb: string, group: string) => steps.some(({ run }) =>
    run.some(({ kind, given }) => kind.do === verb && 'group' in given && given.group === group));
  return app.groups.flatMap(({ name, role, count }): readonly Restart[] => {
    const whole = `the ${count} nodes of group ${name} are replaced`;
    if (role === NodeRole.WORKER) return does('replace-workers', name) ? [{ what: `${whole}, by shares`, nodes: [] }] : [];
    if (does('choose-leaving', name)) return [{ what: `${whole}, one joins before one leaves`, nodes: [] }];
    return does('make-node', name) ? [{ what: `the first node of the other version joins group ${name}`, nodes: [] }] : [];
  });
}

/** What one step does to a group whose nodes are replaced. */
export function replacementsIn({ run }: Pick<PlanStep, 'run'>): readonly string[] {
  return run.flatMap(one => {
    const [made, ended, shared] = [givenTo(one, makeNode), givenTo(one, endNode), givenTo(one, replaceWorkers)];
    return [
      ...made === undefined ? [] : [`a node of version ${VERSIONS[made.side]} joins group ${made.group}`],
      ...ended === undefined ? [] : [`a node of version ${VERSIONS[ended.side]} leaves group ${ended.group}`],
      ...shared === undefined ? [] : [`a share of group ${shared.group} is replaced`],
    ];
  });
}
