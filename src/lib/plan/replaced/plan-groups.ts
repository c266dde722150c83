import { AppGroup } from './app-group';
import { parseStaticPod } from '../../edit/static-pod/static-pod';
import { NodeRole, NodeSide } from '../../kubernetes/node';
import { STATIC_POD_COMPONENTS } from '../../migration/control-plane-node';
import { wordsOf } from '../../model/command-line';
import { AppPhase, filesOf, MigrationApp, runs } from '../app';
import { PlannedNodeFile } from '../app-files';
import { etcdOf } from '../etcd';
import { PlanStateName } from '../state';

/** Command lines of static pods by component. */
type Flags = Readonly<Record<string, readonly string[]>>;

/** What `plan.json` has of a group whose nodes are replaced. */
export interface PlanGroup {
  readonly role: NodeRole;
  readonly selector: string;
  readonly count: number;
  /** Whether each control-plane node has a member of etcd. */
  readonly etcd?: 'stacked' | 'external';
  readonly sides: Readonly<Record<NodeSide, {
    readonly release: string;
    /** Folder of its files, below that of the app. */
    readonly folder: string;
    /** Of a control-plane node: the flags of its components, and those of the other side that they lack. */
    readonly flags?: Flags;
    readonly lacks?: Flags;
  }>>;
  /** Nodes of each side that there may be when the plan begins; none: not known. */
  readonly start: Readonly<Record<NodeSide, readonly number[]>>;
}

export type PlanGroups = Readonly<Record<string, PlanGroup>>;

/** Undefined where none is replaced. */
export function planGroups(app: MigrationApp, from: PlanStateName): PlanGroups | undefined {
  if (app.groups.length === 0 || from === 'not-started') return undefined;
  return Object.fromEntries(app.groups.map(group => [group.name, planGroup(app, group, from)]));
}

function planGroup(app: MigrationApp, group: AppGroup, from: PlanStateName): PlanGroup {
  const { role, selector, count } = group;
  const files = (side: NodeSide) => groupFiles(app, group, side);
  const flags = (side: NodeSide) => flagsOf(files(side));
  const sides = Object.values(NodeSide).map(side => {
    const [own, others] = side === NodeSide.N ? [flags(NodeSide.N), flags(NodeSide.N_PLUS_1)] : [flags(NodeSide.N_PLUS_1), flags(NodeSide.N)];
    const [file] = files(side);
    const folder = file ? file.source.slice(0, file.source.length - file.path.length) : '';
    return [side, {
      release: app.releases[side], folder, ...role === NodeRole.CONTROL_PLANE ? { flags: own, lacks: without(others, own) } : {},
    }] as const;
  });
  const isOpen = from === 'mixed' || role === NodeRole.WORKER;
  const [old, young] = from === 'n' ? [count, 0] : [0, count];
  return {
    role,
    selector,
    count,
    ...role === NodeRole.CONTROL_PLANE ? { etcd: etcdOf(app, from).external ? 'external' as const : 'stacked' as const } : {},
    sides: Object.fromEntries(sides) as PlanGroup['sides'],
    start: { [NodeSide.N]: isOpen ? [] : [old], [NodeSide.N_PLUS_1]: isOpen ? [] : [young] },
  };
}

/** The files of a group on a side, of whichever phase has them: they are the same in each. */
export function groupFiles({ phases }: MigrationApp, { name }: AppGroup, side: NodeSide): readonly PlannedNodeFile[] {
  const inOrder: readonly AppPhase[] = [...phases.values()];
  return inOrder.map(phase => filesOf(phase, name, side)).find(files => files.length > 0) ?? [];
}

function flagsOf(files: readonly PlannedNodeFile[]): Flags {
  return Object.fromEntries(STATIC_POD_COMPONENTS.flatMap(component => {
    const file = files.find(one => runs(one) === component);
    return file ? [[component, wordsOf(parseStaticPod(file.text, { file: file.source, component }).flags)]] : [];
  }));
}

/** Flags of one that the other does not have. */
function without(flags: Flags, others: Flags): Flags {
  const own = (component: string) => flags[component].filter(flag => !(others[component] ?? []).includes(flag));
  return Object.fromEntries(Object.keys(flags).map(component => [component, own(component)]));
}
