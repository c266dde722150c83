import { isOfCloud, OTHER_CONTROLLERS } from './controller-state';
import { controllerIn, Process } from './process';

/** Nodes that are alike. Stands for any number of them from one on: no check looks at how many there are. */
export interface NodeKind {
  /** What a reader calls it: `node of version N`. */
  readonly name: string;
  readonly processes: readonly Process[];
  /** Whether its kube-apiserver or kubelet says `--cloud-provider=external`. */
  readonly external?: boolean;
  /** Their names, where these are known. */
  readonly nodes?: readonly string[];
}

/** A process that belongs to the cluster and not to one kind of node: a Deployment or DaemonSet. */
export interface Workload {
  readonly process: Process;
  /** Names of the kinds that it can be scheduled to; default: all. It exists only in mixes that have one of them. */
  readonly onlyOn?: readonly string[];
}

/** Everything that may exist during a step of the migration, in any non-empty combination of kinds. */
export interface Cluster {
  readonly kinds: readonly NodeKind[];
  readonly workloads: readonly Workload[];
  /** Whether nodes that are no kind of their own (workers) have an external kubelet. */
  readonly external?: boolean;
  /** Controllers, by logical name, that the user's strategy leaves without a runner for a while. */
  readonly declaredGaps?: readonly string[];
}

/** One combination of kinds and what runs in it. */
export interface Mix {
  readonly kinds: readonly string[];
  readonly processes: readonly Process[];
  readonly external: boolean;
}

/** All processes that can exist together in some mix. Any two kinds can, so this is every process that can exist at all. */
export function processesOf(cluster: Cluster): readonly Process[] {
  const names = cluster.kinds.map(kind => kind.name);
  return [...new Set([...cluster.kinds.flatMap(kind => kind.processes), ...workloadsOn(cluster, names)])];
}

/** Every non-empty combination of kinds, smallest first so that counter-examples are small; one mix without nodes where there are no kinds. */
export function mixesOf(cluster: Cluster): readonly Mix[] {
  const { kinds } = cluster;
  const subsets = kinds.reduce<NodeKind[][]>((all, kind) => [...all, ...all.map(subset => [...subset, kind])], [[]]);
  return subsets.filter(subset => subset.length > 0 || kinds.length === 0).sort((a, b) => a.length - b.length)
    .map(subset => mixOfKinds(cluster, subset));
}

/** The mix of the kinds of these names. */
export function mixOf(cluster: Cluster, names: readonly string[]): Mix {
  return mixOfKinds(cluster, cluster.kinds.filter(({ name }) => names.includes(name)));
}

function mixOfKinds(cluster: Cluster, kinds: readonly NodeKind[]): Mix {
  const names = kinds.map(kind => kind.name);
  const processes = [...new Set([...kinds.flatMap(kind => kind.processes), ...workloadsOn(cluster, names)])];
  const external = cluster.external === true || kinds.some(kind => kind.external === true) || processes.some(process => process.external);
  return { kinds: names, processes, external };
}

function workloadsOn(cluster: Cluster, kinds: readonly string[]): readonly Process[] {
  return cluster.workloads
    .filter(({ process }) => process.replication.kind !== 'deployment' || process.replication.replicas > 0)
    .filter(({ onlyOn }) => onlyOn === undefined || onlyOn.some(kind => kinds.includes(kind)))
    .map(({ process }) => process);
}

/** Every controller that the checks distinguish: those that some process knows by name, and all others of kube-controller-manager as one. */
export function controllersOf(processes: readonly Process[]): readonly string[] {
  const names = new Set(processes.flatMap(process => [...process.controllers.keys()]));
  return [...names].filter(name => name !== OTHER_CONTROLLERS).sort().concat(names.has(OTHER_CONTROLLERS) ? [OTHER_CONTROLLERS] : []);
}

/** A controller that has to run. */
export interface Demand {
  readonly controller: string;
  /** For which cloud; none: for any, or it is of no cloud. */
  readonly cloud?: string;
}

/** What has to run where a controller has to: for each cloud for which some process has it on. Where that is none, any process will do. */
export function demandsOf(processes: readonly Process[], controller: string): readonly Demand[] {
  const clouds = isOfCloud(controller) ? processes.flatMap(process => isOn(process, controller) ? process.cloud ?? [] : []) : [];
  return clouds.length === 0 ? [{ controller }] : [...new Set(clouds)].sort().map(cloud => ({ controller, cloud }));
}

/** Controllers that a process of no cloud runs for the nodes of any: it has no load balancers and no routes. */
export const NODE_CONTROLLERS: readonly string[] = ['cloud-node', 'cloud-node-lifecycle'];

/** Whether what a process does with a controller counts for a cloud. */
export function isFor({ cloud: served }: Process, { controller, cloud }: Demand): boolean {
  return cloud === undefined || served === cloud || (served === undefined && NODE_CONTROLLERS.includes(controller));
}

/** The clouds that these processes serve, sorted. */
export function cloudsOf(processes: readonly Process[]): readonly string[] {
  return [...new Set(processes.flatMap(({ cloud }) => cloud ?? []))].sort();
}

/** Whether the controller is on in some process, if only without a worker, before Leader Migration decides under which lock. */
export function isEnabledSomewhere(processes: readonly Process[], controller: string): boolean {
  return processes.some(process => isOn(process, controller));
}

function isOn(process: Process, controller: string): boolean {
  const { presence, idleBy } = controllerIn(process, controller);
  return presence === 'enabled' || idleBy !== undefined;
}

/** Whether only `--controllers` keeps the controller from running, in each process that has it. */
export function isExcludedEverywhere(processes: readonly Process[], controller: string): boolean {
  const presences = processes.map(process => controllerIn(process, controller).presence);
  return presences.includes('excluded') && !presences.includes('enabled');
}
