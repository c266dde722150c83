import { AppGroup } from './app-group';
import { joinEndpoint } from './join-endpoint';
import { clusterValues } from '../../installers/kubeadm/cluster-values';
import { NodeRole, NodeSide } from '../../kubernetes/node';
import { STATIC_POD_COMPONENTS } from '../../migration/control-plane-node';
import { wordsOf } from '../../model/command-line';
import { flagOf } from '../../view/ask';
import type { ComponentView } from '../../view/model';
import { AppPhase, componentsOn, filesOf, MigrationApp, sideOf } from '../app/app';
import { PlannedNodeFile } from '../app/app-files';
import { endpointOfView, otherSide } from '../app/context';
import { etcdOf, isOfNode } from '../app/etcd';
import { Endpoint } from '../endpoint';
import { pathOf } from '../node/health';
import { PlanStateName } from '../state';

/** Command lines of static pods, or units, by component. */
type Flags = Readonly<Record<string, readonly string[]>>;

/** What `plan.json` has of a group whose nodes are replaced. */
export interface PlanGroup {
  readonly role: NodeRole;
  readonly selector: string;
  readonly count: number;
  /** Whether each control-plane node has a member of etcd. */
  readonly etcd?: 'stacked' | 'external';
  /** Flags of kube-apiserver whose file is not among those of the group: its image has it, or the API server does not start. */
  readonly needs?: readonly string[];
  /** Address that its nodes join by, with a port: of a control plane of kubeadm. */
  readonly endpoint?: string;
  readonly sides: Readonly<Record<NodeSide, {
    readonly release: string;
    /** Folder of its files, below that of the app. */
    readonly folder: string;
    /** Of a control-plane node: the flags of its components, and those of the other side that they lack. */
    readonly flags?: Flags;
    readonly lacks?: Flags;
    /** Those of its components that are units of systemd: how their node is asked for them. */
    readonly units?: Readonly<Record<string, PlanUnit>>;
  }>>;
  /** Nodes of each side that there may be when the plan begins; none: not known. */
  readonly start: Readonly<Record<NodeSide, readonly number[]>>;
}

/** A unit of a node whose name is not known, and where its component answers. */
export interface PlanUnit extends Endpoint {
  /** Without `.service`. */
  readonly unit: string;
  readonly path: 'readyz' | 'healthz';
}

export type PlanGroups = Readonly<Record<string, PlanGroup>>;

/** Undefined where none is replaced. */
export function planGroups(app: MigrationApp, from: PlanStateName): PlanGroups | undefined {
  if (app.groups.length === 0 || from === 'not-started') return undefined;
  return Object.fromEntries(app.groups.map(group => [group.name, planGroup(app, group, from)]));
}

function planGroup(app: MigrationApp, group: AppGroup, from: PlanStateName): PlanGroup {
  const { role, selector, count } = group;
  const sides = Object.values(NodeSide).map(side => {
    const [own, others] = [side, otherSide(side)].map(one => flagsOf(app, group, one));
    const [file] = groupFiles(app, group, side);
    const folder = file ? file.source.slice(0, file.source.length - file.path.length) : '';
    const ofControlPlane = role === NodeRole.CONTROL_PLANE ? { flags: own, lacks: without(others, own), ...unitRows(app, group, side) } : {};
    return [side, { release: app.releases[side], folder, ...ofControlPlane }] as const;
  });
  const isOpen = from === 'mixed' || role === NodeRole.WORKER;
  const [old, young] = from === 'n' ? [count, 0] : [0, count];
  return {
    role,
    selector,
    count,
    ...role === NodeRole.CONTROL_PLANE ? settingsOf(app, group, from) : {},
    sides: Object.fromEntries(sides) as PlanGroup['sides'],
    start: { [NodeSide.N]: isOpen ? [] : [old], [NodeSide.N_PLUS_1]: isOpen ? [] : [young] },
  };
}

function settingsOf(app: MigrationApp, group: AppGroup, from: PlanStateName): Pick<PlanGroup, 'etcd' | 'needs' | 'endpoint'> {
  const { external } = etcdOf(app, from);
  const endpoints = external?.endpoints ?? [];
  refuseLeavingEtcd(app, group, endpoints);
  refuseWithoutEndpoint(app);
  const files = groupFiles(app, group, NodeSide.N_PLUS_1);
  const isThere = (flag: string) => files.some(({ path }) => flag.endsWith(`=${path}`));
  const needs = (flagsOf(app, group, NodeSide.N_PLUS_1)['kube-apiserver'] ?? []).filter(flag => READ_BY_API_SERVER.test(flag) && !isThere(flag));
  const endpoint = joinEndpoint(app, group.name, files);
  // Beside a unit of kube-apiserver there may be one of etcd.
  const etcd = endpoints.some(one => !isOfNode(one)) ? 'external' : 'stacked';
  return { etcd, ...needs.length > 0 ? { needs } : {}, ...endpoint === undefined ? {} : { endpoint } };
}

/** Flags of kube-apiserver that name a file of the user's own: k8s.io/apiserver@v0.27.16 pkg/server/options, and its options of authentication. */
const READ_BY_API_SERVER = new RegExp(`^--(?:${[
  'encryption-provider-config', 'audit-policy-file', 'audit-webhook-config-file', 'admission-control-config-file', 'authentication-config',
  'authentication-token-webhook-config-file', 'authorization-config', 'authorization-policy-file', 'authorization-webhook-config-file',
  'egress-selector-config-file', 'tracing-config-file', 'token-auth-file', 'oidc-ca-file',
].join('|')})=`);

/** An API server that asks etcd at the address of a node would lose it with that node. */
function refuseLeavingEtcd({ phases }: MigrationApp, { name, today }: AppGroup, endpoints: readonly string[]): void {
  const addresses = [...phases.values()].flatMap(phase => today.flatMap(node => componentsOn(phase, node)))
    .filter(view => view.component === 'kube-apiserver' && sideOf(view) === NodeSide.N)
    .flatMap(view => flagOf(view, 'advertise-address')?.value ?? []);
  const leaving = endpoints.find(endpoint => addresses.some(address => endpoint.includes(`//${address}:`) || endpoint.includes(`//[${address}]:`)));
  if (leaving === undefined) return;
  throw new Error(`--etcd-servers of kube-apiserver has '${leaving}', the address of a node of group '${name}', which is replaced: etcd would be `
    + 'gone with it; have each API server ask the member of its own node (https://127.0.0.1:2379), or keep etcd on machines that stay');
}

/**
 * kubeadm lets no other control-plane node join without it (k8s.io/kubernetes@v1.27.16 cmd/kubeadm/app/cmd/phases/join/preflight.go,
 * checkIfReadyForAdditionalControlPlane).
 */
function refuseWithoutEndpoint({ kubeadm }: MigrationApp): void {
  for (const file of Object.values(kubeadm)) {
    if (clusterValues(file.text, { file: file.source }).controlPlaneEndpoint !== undefined) continue;
    throw new Error(`${file.source}: ClusterConfiguration has no controlPlaneEndpoint, and kubeadm lets no other control-plane node join such a `
      + 'cluster; set it to the address of the load balancer of the API, in the cluster too');
  }
}

/** The files of a group on a side, of whichever phase has them: they are the same in each. */
export function groupFiles(app: MigrationApp, group: AppGroup, side: NodeSide): readonly PlannedNodeFile[] {
  const phase = phaseOfGroup(app, group, side);
  return phase ? filesOf(phase, group.name, side) : [];
}

/** What they run, as static pods or units. */
function componentsOf(app: MigrationApp, group: AppGroup, side: NodeSide): readonly ComponentView[] {
  const phase = phaseOfGroup(app, group, side);
  return phase ? componentsOn(phase, group.name).filter(view => sideOf(view) === side) : [];
}

function phaseOfGroup({ phases }: MigrationApp, { name }: AppGroup, side: NodeSide): AppPhase | undefined {
  return [...phases.values()].find(phase => filesOf(phase, name, side).length > 0);
}

function flagsOf(app: MigrationApp, group: AppGroup, side: NodeSide): Flags {
  const views = componentsOf(app, group, side);
  return Object.fromEntries(STATIC_POD_COMPONENTS.flatMap(component => {
    const view = views.find(one => one.component === component);
    return view ? [[component, wordsOf(view.flags)]] : [];
  }));
}

function unitRows(app: MigrationApp, group: AppGroup, side: NodeSide): { readonly units?: Readonly<Record<string, PlanUnit>> } {
  const rows = componentsOf(app, group, side).filter(({ origin }) => origin === 'unit').flatMap(view => {
    const unit = app.units.get(view.component);
    return unit === undefined ? [] : [[view.component, {
      unit, ...endpointOfView(view.component, view), path: pathOf(view.component),
    }] as const];
  });
  return rows.length === 0 ? {} : { units: Object.fromEntries(rows) };
}

/** Flags of one that the other does not have. */
function without(flags: Flags, others: Flags): Flags {
  const own = (component: string) => flags[component].filter(flag => !(others[component] ?? []).includes(flag));
  return Object.fromEntries(Object.keys(flags).map(component => [component, own(component)]));
}
