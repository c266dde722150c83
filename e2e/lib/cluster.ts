import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { freeLoopbackNetwork, MOST_NODES, nodeAddress, sharedAddress } from './addresses';
import { Credentials, HttpsClient } from './api';
import { apiState, ApiState, differences } from './api-state';
import { AuditEvent, readAudit, withoutWarmUp } from './audit';
import { Cloud, policyOfRelease } from './cloud';
import { Endpoint } from './endpoint';
import { FAST, kubeadmConfig, kubeadmNodes, LeaseTimes, workerNodes, writeInput, writeKubeadmInput, writeSteadyInput } from './input';
import { kubeadmJoin } from './kubeadm-join';
import { kubeletPackage, writeNodePrograms } from './kubelet';
import { Load } from './load';
import { MachineRequest, Machines } from './machines';
import { ManagedProcess } from './managed-process';
import { KCM_MANIFEST, makeDeployment } from './manager-deployment';
import { ManagerUnit, managerPackage, unitOfPod } from './manager-unit';
import { addressOf, nameOf, NodeObjects } from './node-objects';
import { writePackagePrograms } from './packages';
import { adminCredentials, makePki, userKubeconfig } from './pki';
import { Programs } from './programs';
import { Recorder } from './recorder';
import { nodeFolders, SimulatedNode } from './simulated-node';
import { SimulatedWorker } from './simulated-worker';
import { StackedEtcd } from './stacked-etcd';
import { ComponentProcess, Supervisor } from './supervisor';
import { BEFORE, firstKubernetes, MigrationChoice, SteadyState, synthesize, synthesizeUpgrade } from './synth';
import { eventually } from './wait';
import { WorkloadPods } from './workload-pods';
import { CloudConfig, ControllerManagerRuntime, MigrationPhase } from '../../src';
import { readTree } from '../../test/golden';

/** What the cluster runs before. */
const KUBERNETES_N = '1.26.15';

/** What it runs afterwards. */
const KUBERNETES_N_PLUS_1 = '1.27.16';

/** The part of the cluster tag that names the cluster. */
export const CLUSTER = 'prod-eu';

/** The name that the cluster knows the operator by. */
const OPERATOR = 'operator';

const RBAC = 'rbac.authorization.k8s.io';

/** Instances for workers that join while a scenario runs. */
export const WORKERS = Array.from({ length: 8 }, (_, index) => `10.0.8.${10 + index}`);

/** Instances for nodes that replace others. */
const JOINING = Array.from({ length: 40 }, (_, index) => `10.0.9.${10 + index}`);

/** Files below the root of a node that are no matter of the migration: what is kept for the way back, pods' volumes, and programs of the harness. */
const OWN_FILES = /^(var\/lib\/(ccm-migration|kubelet\/pods)|run|usr\/bin)\//;

const AUDIT_POLICY = JSON.stringify({
  apiVersion: 'audit.k8s.io/v1', kind: 'Policy', omitStages: ['RequestReceived'], rules: [{ level: 'Metadata' }],
});

/** Node groups of the journey whose nodes are replaced, by role. */
const GROUPS: Readonly<Record<string, string>> = { 'control-plane': 'control-plane', 'worker': 'workers' };

interface ApiNode {
  readonly metadata: { readonly name: string };
  readonly spec: { readonly unschedulable?: boolean };
  readonly status: { readonly nodeInfo: { readonly kubeletVersion: string } };
}

/** What decides a cluster of a scenario. */
export interface ClusterOptions {
  /** Scratch folder: everything lies in it. */
  readonly folder: string;
  readonly python: string;
  readonly programs: Programs;
  readonly choice?: MigrationChoice;
  readonly steadyState?: SteadyState;
  readonly times?: LeaseTimes;
  /** How long the cloud takes to make a load balancer. @default 0 */
  readonly creationSeconds?: number;
  /** Whether kube-controller-manager of the input is a unit of systemd. */
  readonly hasUnits?: boolean;
}

/** A replicated control plane on this machine, with etcd, the cloud, nodes, load, and everything that records. */
export class Cluster {
  /** Input, all phases synthesized from it, and everything started that does not belong to the migration. */
  public static async create(options: ClusterOptions): Promise<Cluster> {
    const { folder, python, choice = {}, steadyState, times = FAST, creationSeconds = 0 } = options;
    mkdirSync(folder, { recursive: true });
    const network = await freeLoopbackNetwork();
    const names = kubeadmNodes();
    const cloud = await Cloud.start(python, {
      address: sharedAddress(network),
      cluster: CLUSTER,
      addresses: [...names.map(internalIp), ...workerNodes().map(addressOf), ...WORKERS, ...choice.nodeReplacement ? JOINING : []],
      log: join(folder, 'cloud.log'),
      creationSeconds,
      ...steadyState ? { policy: policyOfRelease(steadyState.from, CLUSTER) } : {},
    });
    const input = join(folder, 'input');
    if (steadyState) {
      const [{ content }] = CloudConfig.inline(cloud.config())._files({ cloudControllerManager: steadyState.to });
      const first = firstKubernetes(steadyState);
      const inputOf = (kubernetes: string): string => kubernetes === first ? input : `${input}-${kubernetes}`;
      for (const kubernetes of new Set([first, steadyState.kubernetes])) writeSteadyInput(inputOf(kubernetes), content, times, kubernetes);
      synthesizeUpgrade(folder, inputOf, steadyState);
    } else {
      writeInput(input, cloud.config(), times);
      for (const name of options.hasUnits ? names : []) unitOfPod(join(input, 'control-plane', name), join(folder, 'root', name));
      if (choice.nodeReplacement) {
        const addresses = Array.from({ length: MOST_NODES }, (_, index) => nodeAddress(network, index));
        writeKubeadmInput(input, times, [sharedAddress(network), ...addresses]);
      }
      synthesize(folder, input, choice);
    }
    const cluster = new Cluster(options, network, cloud, names);
    cluster.startEtcd();
    return cluster;
  }

  /** Where the operator's commands make and end machines; undefined: no node is replaced. */
  public readonly machines?: Machines;
  /** The control-plane nodes that there are, and all that there were. */
  private readonly controlPlane: SimulatedNode[];
  private readonly everyNode: SimulatedNode[];
  private readonly workerNodes: SimulatedWorker[];
  private made = 0;
  /** Undefined: one etcd for all nodes. */
  private readonly stackedEtcd?: StackedEtcd;
  /** The user that carries the migration out: may do what `allow` was told last, and no more. */
  public readonly operator: {
    readonly kubeconfig: string;
    /** Folder with the programs of a node, by its name. */
    readonly programs: ReadonlyMap<string, string>;
  };
  public readonly api: HttpsClient;
  public readonly load: Load;
  public readonly recorder: Recorder;
  public readonly nodeObjects: NodeObjects;
  private before: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map();
  private objectsBefore?: ApiState;
  private etcd?: ManagedProcess;
  private readonly supervisor: Supervisor;
  private readonly workloadPods: WorkloadPods;
  /** By node; none where kube-controller-manager is no unit. */
  private readonly units: ReadonlyMap<string, ManagerUnit>;
  private readonly admin: Credentials & { readonly kubeconfig: string };
  private readonly endpoint: Endpoint;
  private readonly endpointClient: HttpsClient;

  private constructor(
    private readonly options: ClusterOptions, private readonly network: string, public readonly cloud: Cloud, names: readonly string[],
  ) {
    const { folder, programs } = options;
    this.supervisor = new Supervisor(join(folder, 'logs'));
    if (options.choice?.nodeReplacement) {
      this.stackedEtcd = new StackedEtcd(folder);
      this.machines = new Machines(folder, { make: request => this.make(request), end: name => this.end(name) });
    }
    this.controlPlane = names.map((name, index) => this.machine(name, internalIp(name), index));
    this.everyNode = [...this.controlPlane];
    this.workerNodes = workerNodes().map(
      name => new SimulatedWorker(name, join(folder, 'root', name), join(folder, 'input', 'worker', name), this.supervisor),
    );
    const kubeadm = programs.path('kubeadm', KUBERNETES_N).executable;
    makePki(kubeadm, this.nodes, kubeadmConfig, this.etcdAddress);
    this.admin = adminCredentials(this.nodes[0].root);
    this.endpoint = new Endpoint(
      this.etcdAddress, () => this.nodes.map(node => ({ address: node.address, isReady: () => node.isReady('kube-apiserver') })),
    );
    this.endpointClient = new HttpsClient(this.endpoint.url, this.admin);
    writeFileSync(this.adminConfig, readFileSync(this.admin.kubeconfig, 'utf8').replace(`https://${this.nodes[0].address}:6443`, this.endpoint.url));
    const kubeconfig = join(folder, 'operator.conf');
    writeFileSync(kubeconfig, userKubeconfig(kubeadm, this.nodes[0], OPERATOR, this.endpoint.url));
    const machines = [...this.nodes, ...this.workers];
    const withUnit = options.hasUnits === true || this.managerRuntime === ControllerManagerRuntime.SYSTEMD ? this.nodes : [];
    this.units = new Map(withUnit.map((node, index) => [node.name, new ManagerUnit(node, {
      systemd: join(folder, 'systemd', String(index)), packages: join(this.packages, node.name), logs: join(folder, 'logs'),
    }, this.supervisor, programs)]));
    this.operator = {
      kubeconfig,
      programs: new Map(machines.map(one => {
        const bin = writeNodePrograms(join(folder, 'programs'), one, kubeadm, this.adminConfig, this.units.get(one.name)?.systemctl);
        const install = `${kubeletPackage(one.root)}; ${managerPackage(join(this.packages, one.name), one.root)}`;
        writePackagePrograms(bin, join(folder, 'installed', one.name), [KUBERNETES_N, KUBERNETES_N_PLUS_1], install);
        return [one.name, bin];
      })),
    };
    // The first node stays, where none is replaced.
    this.api = this.machines ? new HttpsClient(this.endpoint.url, this.admin) : new HttpsClient(`https://${this.nodes[0].address}:6443`, this.admin);
    this.load = new Load(this.api);
    this.nodeObjects = new NodeObjects(this.api, cloud, name => this.all.find(one => one.name === name)?.kubelet.isRunning === false);
    const loopback = (name: string): string => this.everyNode.find(node => node.name === name)!.address;
    this.recorder = new Recorder(this.supervisor, loopback, this.admin, lease => this.holder(lease));
    this.workloadPods = new WorkloadPods(this.api, this.adminConfig, this.nodes, this.supervisor, programs, this.admin.ca, folder);
  }

  /** The control-plane nodes that there are. */
  public get nodes(): readonly SimulatedNode[] { return this.controlPlane; }

  /** The workers that there are, of those that the migration knows. */
  public get workers(): readonly SimulatedWorker[] { return this.workerNodes; }

  private get all(): readonly (SimulatedNode | SimulatedWorker)[] { return [...this.controlPlane, ...this.workerNodes]; }

  private get adminConfig(): string { return join(this.folder, 'admin.conf'); }

  /** Scratch folder of this cluster. */
  public get folder(): string { return this.options.folder; }

  /** Folder with the cluster manifests of a phase. */
  public dist(phase: string): string { return join(this.options.folder, 'dist', phase); }

  /** Folder with the node files of a phase. */
  public nodesFolder(phase: string): string { return join(this.options.folder, 'nodes', phase); }

  /** The nodes as the owner had them before: neither Leader Migration nor anything of ours. */
  public async startAsBefore(): Promise<void> {
    await this.installAll(new Map(this.nodes.map(({ name }) => [name, join(this.options.folder, 'input', 'control-plane', name)])));
    await this.ready();
    await this.endpoint.listen();
    await this.machines?.listen(this.etcdAddress);
    for (const node of this.nodes) node.watch();
    await eventually('an API server', 30, () => this.api.text('/readyz'));
    for (const node of this.nodes) await this.nodeObjects.addControlPlane(node);
    for (const { name } of this.workers) await this.nodeObjects.addWorker(addressOf(name));
    for (const { name, kubelet } of [...this.nodes, ...this.workers]) await this.nodeObjects.report(name, kubelet.identity);
    for (const machine of [...this.nodes, ...this.workers]) machine.start(this.endpointClient);
    this.nodeObjects.start();
    this.workloadPods.start();
    if (this.options.steadyState) await this.kubectl('apply', '-f', join(this.folder, BEFORE, 'dist', MigrationPhase.DISABLED));
    if (this.managerRuntime === ControllerManagerRuntime.DEPLOYMENT) await makeDeployment(this.api, this.nodes);
    await Promise.all([...this.units.values()].map(unit => unit.start(KUBERNETES_N, KUBERNETES_N_PLUS_1)));
    this.before = new Map([...this.nodes, ...this.workers].map(({ name }) => [name, this.files(name)]));
    this.recorder.start();
  }

  /** Gives the operator the roles of a file that a plan has written, in place of those before. */
  public async allow(roles: string): Promise<void> {
    await this.kubectl('apply', '-f', roles);
    const { items } = parse(readFileSync(roles, 'utf8')) as { items: { kind: string; metadata: { name: string; namespace?: string } }[] };
    for (const { kind, metadata: { name, namespace } } of items) {
      const file = join(this.folder, `${kind}-${namespace ?? ''}.json`);
      writeFileSync(file, JSON.stringify({
        apiVersion: `${RBAC}/v1`,
        kind: `${kind}Binding`,
        metadata: { name, namespace },
        roleRef: { apiGroup: RBAC, kind, name },
        subjects: [{ apiGroup: RBAC, kind: 'User', name: OPERATOR }],
      }));
      await this.kubectl('apply', '-f', file);
    }
  }

  /** The owner brings the control plane to another release of Kubernetes, node by node. */
  public async bring(kubernetes: string): Promise<void> {
    const input = join(this.folder, kubernetes === firstKubernetes(this.options.steadyState!) ? 'input' : `input-${kubernetes}`);
    for (const node of this.nodes) {
      await node.install(join(input, 'control-plane', node.name));
      await this.nodeReady(node);
    }
  }

  /** Puts the node files of a phase and side on one node, and labels it. */
  public async install(node: SimulatedNode, phase: string, side: 'n' | 'n-plus-1'): Promise<void> {
    await this.put(node, phase, side);
    await this.nodeObjects.setSide(node.name, side);
  }

  /** The files alone: without the label no cloud-controller-manager comes to the node. */
  public async put(node: SimulatedNode, phase: string, side: 'n' | 'n-plus-1'): Promise<void> {
    const folder = nodeFolders(this.nodesFolder(phase), 'control-plane', side).get(node.name);
    if (!folder) throw new Error(`nodes/${phase} has no control-plane-${side}/${node.name}`);
    const { nodeFiles } = JSON.parse(
      readFileSync(join(this.nodesFolder(phase), 'to-delete.json'), 'utf8'),
    ) as { nodeFiles: { side: string; path: string }[] };
    await node.install(folder, nodeFiles.filter(file => file.side === side).map(({ path }) => path));
    await this.nodeReady(node);
  }

  /** @throws if a control-plane node has a file otherwise than it was synthesized for a phase */
  public isAsSynthesized(phase: string): void {
    for (const [name, folder] of nodeFolders(this.nodesFolder(phase), 'control-plane', 'n-plus-1')) {
      const files = this.files(name);
      const isOurs = (path: string): boolean => path !== KCM_MANIFEST || this.managerRuntime === ControllerManagerRuntime.STATIC_POD;
      const other = [...readTree(folder)].filter(([path, text]) => files.get(path) !== text && isOurs(path)).map(([path]) => path);
      if (other.length > 0) throw new Error(`${name} has ${other.join(', ')} otherwise than in phase ${phase}`);
    }
  }

  /** @throws if there are other nodes than those that replaced the ones of before, or one is not as the folder of its group says */
  public async isReplaced(phase: 'n' | 'n-plus-1'): Promise<void> {
    const release = phase === 'n' ? KUBERNETES_N : KUBERNETES_N_PLUS_1;
    const { items } = JSON.parse(await this.kubectl('get', 'nodes', '-o', 'json')) as { items: ApiNode[] };
    const names = (some: readonly { readonly name: string }[]): string => some.map(({ name }) => name).sort().join(', ');
    const members = await this.stackedEtcd!.members(this.nodes[0]);
    const problems = [
      ...this.machines!.failures,
      ...names(items.map(({ metadata }) => metadata)) === names(this.all) ? [] : [`the API has ${names(items.map(({ metadata }) => metadata))}`],
      ...members.join(', ') === names(this.nodes) ? [] : [`etcd has ${members.join(', ')}`],
      ...items.filter(({ status, spec }) => status.nodeInfo.kubeletVersion !== `v${release}` || spec.unschedulable === true)
        .map(({ metadata: { name }, status }) => `${name} runs ${status.nodeInfo.kubeletVersion}, or takes no pods`),
      ...this.all.filter(({ name }) => this.before.has(name)).map(({ name }) => `${name} was not replaced`),
      ...[...this.nodes.map(({ name }) => [name, 'control-plane']), ...this.workers.map(({ name }) => [name, 'worker'])]
        .flatMap(([name, role]) => this.otherThanGroup(name, join(this.nodesFolder(phase), `${role}-${phase}`, GROUPS[role]))),
    ];
    if (problems.length > 0) throw new Error(`after the nodes were replaced: ${problems.join('; ')}; there are ${names(this.all)}`);
  }

  /** Static pods are written by kubeadm: the plan has compared their flags. */
  private otherThanGroup(name: string, folder: string): string[] {
    const files = this.files(name);
    const compared = [...readTree(folder)].filter(([path]) => path !== 'user-data.yaml' && !path.startsWith('etc/kubernetes/manifests/'));
    return compared.filter(([path, text]) => files.get(path) !== text).map(([path]) => `${name} has ${path} otherwise than ${folder}`);
  }

  /** What the API has before the first plan is carried out: a second call changes nothing. */
  public async rememberObjects(): Promise<void> {
    this.objectsBefore ??= await apiState(this.kubectl);
  }

  /**
   * @param changed nodes that came or went
   * @throws if a node has a file otherwise than before the first scenario, or one more, or one less, or the API has an object so
   */
  public async isAsBefore(changed: readonly string[] = []): Promise<void> {
    this.hasFilesAsBefore([...this.before.keys()].filter(name => !changed.includes(name)));
    if (!this.objectsBefore) throw new Error('what the API had before was not recorded');
    const other = differences(this.objectsBefore, await apiState(this.kubectl)).filter(key => !changed.some(name => key === `Node ${name}`));
    if (other.length > 0) throw new Error(`the API has ${other.join(', ')} otherwise than before the migration`);
  }

  /** @throws if one of these nodes has a file otherwise than before the first scenario, or one more, or one less */
  public hasFilesAsBefore(names: readonly string[]): void {
    for (const name of names) {
      const before = this.before.get(name)!;
      const now = this.files(name);
      const other = [...new Set([...before.keys(), ...now.keys()])].filter(path => before.get(path) !== now.get(path));
      if (other.length > 0) throw new Error(`${name} has ${other.join(', ')} otherwise than before the migration`);
    }
  }

  /** What a user has on a node: everything but what the plan keeps, and what only this machine needs. */
  private files(name: string): ReadonlyMap<string, string> {
    return new Map([...readTree(join(this.options.folder, 'root', name))].filter(([path]) => !OWN_FILES.test(path)));
  }

  /** `kubectl apply --server-side` of one manifest of a phase, or of all. */
  public async apply(phase: string, file = ''): Promise<void> {
    const path = join(this.dist(phase), file);
    if (file === '' && !(existsSync(path) && readdirSync(path).length > 0)) return; // nothing to apply in this phase
    await this.kubectl('apply', '--server-side', '--force-conflicts', '-f', path);
  }

  /**
   * kubectl as administrator: what it printed. Nothing here may wait for it in a way that stops the heartbeats of nodes, of this cluster or another.
   */
  public readonly kubectl = async (...args: string[]): Promise<string> =>
    (await promisify(execFile)('kubectl', [`--kubeconfig=${this.adminConfig}`, ...args])).stdout;

  /** The process that runs this controller now. */
  public running(controller: string): ComponentProcess {
    const process = this.tryRunning(controller);
    if (!process) throw new Error(`no process runs the ${controller} controller`);
    return process;
  }

  /** The same; undefined while no process does. */
  public tryRunning(controller: string): ComponentProcess | undefined {
    return this.recorder.running(controller);
  }

  /** The processes of controller managers that run now and are able to act. */
  public controllerManagers(): readonly ComponentProcess[] {
    return this.supervisor.all.filter(({ component, process }) => component.endsWith('controller-manager') && process.running && !process.isPaused);
  }

  /** Every process of a release of a component that there was. */
  public started(component: string, version: string): readonly ComponentProcess[] {
    return this.supervisor.all.filter(one => one.component === component && one.version === version);
  }

  /** What processes may do that the security contexts of their pods do not allow. */
  public beyondLimits(): string[] {
    return this.supervisor.beyondLimits();
  }

  /** Failures from here on are hours after those before. */
  public forgetRestarts(): void {
    this.supervisor.forgetRestarts();
  }

  /** Who holds a Lease in kube-system, by its identity. */
  public async holder(lease: string): Promise<string | undefined> {
    const { spec } = await this.api.get<{ spec: { holderIdentity?: string } }>(`/apis/coordination.k8s.io/v1/namespaces/kube-system/leases/${lease}`);
    return spec.holderIdentity || undefined;
  }

  /** Every request that the API servers wrote down, but for what one that has just started denied: it denies until it has read the roles. */
  public audit(): AuditEvent[] {
    return this.everyNode.flatMap(node => {
      const starts = this.supervisor.all.filter(process => process.component === 'kube-apiserver' && process.node === node.name).map(
        ({ process }) => process.started,
      );
      return withoutWarmUp(readAudit(readFileSync(this.auditLog(node), 'utf8')), starts);
    });
  }

  /** Stops etcd and starts it again with its data. */
  public async restartEtcd(): Promise<void> {
    await this.etcd?.stop();
    this.startEtcd();
  }

  /** Stops the API server of a node; its kubelet starts it again. */
  public async restartApiServer(node: SimulatedNode): Promise<void> {
    await node.container('kube-apiserver').current.process.stop();
    await this.nodeReady(node);
  }

  /** How the operator asks etcd. */
  public get etcdSettings(): { readonly etcdctl: readonly string[]; readonly etcdctl_flags: readonly string[] } {
    return this.stackedEtcd ? { etcdctl: [this.stackedEtcd.etcdctl, '{etcd_node}'], etcdctl_flags: [] }
      : { etcdctl: ['etcdctl'], etcdctl_flags: this.etcdFlags };
  }

  /** How a client finds etcd, with the certificates of the first node. */
  public get etcdFlags(): readonly string[] {
    const pki = join(this.nodes[0].root, 'etc/kubernetes/pki/etcd');
    return [`--endpoints=${this.etcdUrl}`, `--cacert=${pki}/ca.crt`, `--cert=${pki}/server.crt`, `--key=${pki}/server.key`];
  }

  /** Ends everything that was started. */
  public async stop(): Promise<void> {
    await this.machines?.close();
    await Promise.all([this.load.stop(), this.nodeObjects.stop(), this.workloadPods.stop(), this.recorder.stop()]);
    await Promise.all(this.all.map(machine => machine.shutDown()));
    this.endpoint.close();
    this.endpointClient.close();
    await Promise.all([...this.units.values()].map(unit => unit.stop()));
    await this.supervisor.killAll();
    await this.etcd?.kill();
    this.cloud.stop();
    this.api.close();
  }

  private auditLog(node: SimulatedNode): string { return join(this.options.folder, `audit-${node.name}.log`); }

  private get packages(): string { return join(this.folder, 'packages'); }

  private get managerRuntime(): ControllerManagerRuntime {
    return this.options.choice?.strategy?._runtime ?? ControllerManagerRuntime.STATIC_POD;
  }

  private get etcdAddress(): string { return sharedAddress(this.network); }

  private get etcdUrl(): string { return `https://${this.etcdAddress}:2379`; }

  private async installAll(folders: ReadonlyMap<string, string>): Promise<void> {
    await Promise.all(this.nodes.map(node => node.install(folders.get(node.name)!)));
  }

  private async ready(): Promise<void> {
    for (const node of this.nodes) await this.nodeReady(node);
  }

  /** Until the node's API server is ready. */
  private async nodeReady(node: SimulatedNode): Promise<void> {
    const client = new HttpsClient(`https://${node.address}:6443`, this.admin);
    await eventually(`readiness of the API server on ${node.name}`, 90, () => client.text('/readyz'));
    client.close();
  }

  private machine(name: string, ip: string, index: number, release?: string): SimulatedNode {
    const { folder, programs } = this.options;
    const address = nodeAddress(this.network, index);
    const etcd = this.stackedEtcd ? `https://${address}:2379` : this.etcdUrl;
    return new SimulatedNode(name, ip, address, join(folder, 'root', name), etcd, this.supervisor, programs, this.addedFlags, release);
  }

  /** A machine with the files of its node group, and what kubeadm makes besides, joins. */
  private async make(request: MachineRequest): Promise<void> {
    const ip = JOINING[this.made++];
    const joined = request.role === 'control-plane' ? await this.makeControlPlane(ip, request) : this.makeWorker(ip, request);
    const flags = readFileSync(join(request.folder, 'var/lib/kubelet/kubeadm-flags.env'), 'utf8');
    await eventually(`the Node of ${joined.name}`, 60, () => this.nodeObjects.join(ip, joined.kubelet.identity, {
      isControlPlane: request.role === 'control-plane', isExternal: flags.includes('--cloud-provider=external'),
    }).then(() => true));
    joined.start(this.endpointClient);
  }

  private makeWorker(ip: string, { folder, release }: MachineRequest): SimulatedWorker {
    const worker = new SimulatedWorker(nameOf(ip), join(this.folder, 'root', nameOf(ip)), folder, this.supervisor, release);
    this.workerNodes.push(worker);
    return worker;
  }

  /** Where its API is reached, with the port. */
  public get endpointHost(): string { return this.endpoint.url.slice('https://'.length); }

  private async makeControlPlane(ip: string, { folder, release }: MachineRequest): Promise<SimulatedNode> {
    const node = this.machine(nameOf(ip), ip, this.everyNode.length, release);
    this.everyNode.push(node);
    const kubeadm = this.options.programs.path('kubeadm', release).executable;
    await kubeadmJoin(kubeadm, node, folder, this.nodes[0], {
      folder: this.folder, kubeconfig: this.adminConfig, endpoint: this.endpointHost,
    });
    await this.stackedEtcd!.join(node, this.nodes);
    this.controlPlane.push(node);
    return node;
  }

  /** A machine ends; one that is not there has ended already. */
  private async end(name: string): Promise<void> {
    const ended = this.all.find(one => one.name === name);
    if (!ended) return;
    this.nodeObjects.forget(name);
    for (const list of [this.controlPlane, this.workerNodes]) list.splice(0, list.length, ...list.filter(one => one !== ended) as never[]);
    await ended.end();
    await this.workloadPods.endNode(name);
    await this.cloud.terminate(addressOf(name));
  }

  /** One etcd in place of the nodes' own three, where none of these is replaced: replication of etcd is not what is tested. */
  private startEtcd(): void {
    if (this.stackedEtcd) {
      this.stackedEtcd.found(this.nodes);
      return;
    }
    const pki = join(this.nodes[0].root, 'etc/kubernetes/pki/etcd');
    const data = join(this.options.folder, 'etcd');
    mkdirSync(data, { recursive: true });
    chmodSync(data, 0o700);
    this.etcd = new ManagedProcess({
      name: 'etcd',
      executable: 'etcd',
      args: [
        `--data-dir=${data}`, `--listen-client-urls=${this.etcdUrl}`, `--advertise-client-urls=${this.etcdUrl}`, '--listen-peer-urls=http://'
          + `${this.etcdAddress}:2380`,
        `--cert-file=${pki}/server.crt`, `--key-file=${pki}/server.key`, `--trusted-ca-file=${pki}/ca.crt`, '--client-cert-auth', '--unsafe-no-fsync',
      ],
      logFile: join(this.options.folder, 'logs', 'etcd.log'),
    });
  }

  private readonly addedFlags = (component: string, node: SimulatedNode): readonly string[] => {
    if (component === 'cloud-controller-manager') return [`--bind-address=${node.address}`, `--webhook-bind-address=${node.address}`];
    if (component === 'etcd') return this.stackedEtcd!.addedFlags(node);
    if (component !== 'kube-apiserver') return [];
    const policy = join(this.options.folder, 'audit-policy.json');
    writeFileSync(policy, AUDIT_POLICY);
    return [
      `--bind-address=${node.address}`,
      `--audit-policy-file=${policy}`, `--audit-log-path=${this.auditLog(node)}`,
    ];
  };
}

/** The node's InternalIP: what kubeadm was told to advertise. */
function internalIp(node: string): string {
  const documents = kubeadmConfig(node).split(/^---$/m).map(text => parse(text) as { localAPIEndpoint?: { advertiseAddress: string } });
  return documents.find(({ localAPIEndpoint }) => localAPIEndpoint)!.localAPIEndpoint!.advertiseAddress;
}
