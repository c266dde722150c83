import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, Server } from 'node:http';
import { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parse } from 'yaml';
import { sharedPython } from './shared-python';
import { Io } from '../../src/cli/io';
import { main } from '../../src/cli/main';
import { settingsOf, valuesOf } from '../../src/lib/edit/systemd/unit';
import { NodeRole, STATIC_POD_PATH } from '../../src/lib/kubernetes/node';
import { MigrationStrategy } from '../../src/lib/migration/migration-strategy';
import { dropInOf } from '../../src/lib/migration/unit-component';
import { ansible } from '../ansible/ansible';
import { managerDeployment } from '../deployed-manager';
import { readTree, writeTree } from '../golden';
import { appFiles, steadyFiles, withoutNodeFiles } from '../lib/plan/app-fixture';
import { hostedFiles } from '../lib/plan/hosted-app';
import { replacedFiles } from '../lib/plan/replaced/replaced-app';
import { kubeadmNodes, nodeLike } from '../nodes';
import { unitNodes, wordsOfUnit } from '../unit-nodes';

const MAKE_CERTIFICATE = resolve(__dirname, 'plan-sim', 'certificate.py');
const EXAMPLE = resolve(__dirname, '..', '..', 'examples', 'kubeadm');

/** Where a node has the manifest of its kube-controller-manager. */
export const KCM_FILE = 'etc/kubernetes/manifests/kube-controller-manager.yaml';

export const CONTROL_PLANE = readdirSync(join(EXAMPLE, 'input', 'control-plane')).sort();

/** Input and output of the command line, kept. */
export function ioIn(cwd: string): Io & { text: { out: string; err: string } } {
  const text = { out: '', err: '' };
  return { text, out: (more: string) => { text.out += more; }, err: (more: string) => { text.err += more; }, isTerminal: false, cwd };
}

/** What a playbook asks before each step. */
const QUESTION = "write 'yes' to continue";

/** What is typed, or what happens before it is. */
type Answer = string | (() => string);

/** Programs that a run calls, here or on a node. */
const PROGRAMS = ['kubectl', 'ps', 'systemctl', 'uname', 'kubeadm', 'upgrade', 'tags', 'crictl', 'etcdctl', 'du', 'machine', 'shell-of'];

/** An object of a cluster, as far as its name goes. */
interface Named {
  readonly kind: string;
  readonly metadata: { readonly namespace: string; readonly name: string };
  readonly [field: string]: unknown;
}

/** Manifests of a phase, each with how kubectl reaches its cluster. */
function manifestsOf(app: string, phase: string): readonly (readonly [string, readonly string[]])[] {
  const { manifests } = JSON.parse(readFileSync(join(app, 'nodes', phase, 'migration.json'), 'utf8')) as {
    manifests: { path: string; cluster?: string }[];
  };
  return manifests.map(({ path, cluster }) => [join(app, path), cluster === undefined ? [] : ['--context=management']]);
}

/** Components that are units, with the command line of the first node. */
function wordsOfUnits(): readonly (readonly [string, readonly string[]])[] {
  const [node] = unitNodes().filter(({ role }) => role === NodeRole.CONTROL_PLANE);
  return ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler'].map(name => [name, wordsOfUnit(node, name)] as const);
}

/** What the simulated cluster calls an object. */
function keyOf({ kind, metadata: { namespace, name } }: Named): string {
  return `${kind.toLowerCase()}/${namespace}/${name}`;
}

/** How a playbook ended, and what it said. */
export interface Run {
  readonly status: number | null;
  readonly signal: string | null;
  readonly said: string;
}

/** A run in which a call was to fail. */
export interface FailingRun extends Run {
  /** What was asked of the API and of the nodes, in order. */
  readonly asked: readonly string[];
  /** Which of it failed; nothing where none was asked that was to fail. */
  readonly failed?: string;
  /** How many calls later, of those in the same place (here, or on one node), the same was asked again; Infinity: it was not. */
  readonly askedAgainAfter: number;
}

/**
 * A scratch folder with a copy of an app, nodes as folders, and programs of the cluster and of the nodes as stubs on PATH. Ansible, the playbooks and
 * all that they do to files are real.
 */
export class SimulatedProject {
  /** Phase `n`: every node has its files, its manifests are applied, and nothing of the next phase is there. */
  public static ofN(): Promise<SimulatedProject> {
    return new SimulatedProject('n', 'n', '1.26.15').deployed('n');
  }

  /** Phase `mixed`, with every control-plane node of version N+1: what is left are the workers. */
  public static ofWorkers(): Promise<SimulatedProject> {
    return SimulatedProject.withWorkersOfN();
  }

  /** The same, with so many workers, of which none was changed. */
  public static ofManyWorkers(count: number): Promise<SimulatedProject> {
    const nodes = kubeadmNodes();
    const worker = nodes.find(({ role }) => role === NodeRole.WORKER)!;
    const workers = Array.from({ length: count }, (_, index) => nodeLike(worker, `10-1-${Math.floor(index / 250)}-${index % 250 + 1}`));
    const files = appFiles({ nodes: [...nodes.filter(({ role }) => role === NodeRole.CONTROL_PLANE), ...workers] });
    return SimulatedProject.withWorkersOfN(files);
  }

  /** Strategy `downtime`, with a kube-controller-manager that is no static pod: a Deployment of two replicas, or a unit on each node. */
  public static ofDowntime(state: 'n' | 'n-plus-1', kcm: 'deployment' | 'systemd'): SimulatedProject {
    const files = appFiles({ strategy: MigrationStrategy.downtime() });
    const release = state === 'n' ? '1.26.15' : '1.27.16';
    const cluster = new SimulatedProject(state, state, release, files);
    const node = CONTROL_PLANE[0];
    const manifest = parse(readFileSync(cluster.place(`nodes/${node}/${KCM_FILE}`), 'utf8')) as { spec: { containers: { command: string[] }[] } };
    const [{ command }] = manifest.spec.containers;
    for (const name of CONTROL_PLANE) rmSync(cluster.place(`nodes/${name}/${KCM_FILE}`));
    if (kcm === 'systemd') cluster.runUnits([['kube-controller-manager', command]], release);
    else cluster.deployment({ name: 'kcm', image: `registry.k8s.io/kube-controller-manager:v${release}`, command });
    return cluster;
  }

  /** Phase `n` or `n-plus-1` of an app whose control plane runs as units of systemd. */
  public static ofUnits(state: 'input' | 'n' | 'n-plus-1'): Promise<SimulatedProject> {
    const release = state === 'n-plus-1' ? '1.27.16' : '1.26.15';
    const cluster = new SimulatedProject(state, state, release, appFiles({ nodes: unitNodes() }));
    for (const { name, files } of state === 'input' ? unitNodes() : []) {
      for (const [path, text] of Object.entries(files)) cluster.set(`nodes/${name}${path}`, text);
    }
    cluster.runUnits(wordsOfUnits(), release);
    for (const { name } of unitNodes()) cluster.identify(name, release);
    return state === 'input' ? Promise.resolve(cluster) : cluster.deployed(state, ...state === 'n-plus-1' ? CONTROL_PLANE : []);
  }

  /** Phase `n` of an app whose nodes are all replaced: it knows no names of theirs, and each control-plane node has a member of etcd. */
  public static ofReplaced(): Promise<SimulatedProject> {
    const example = readTree(resolve(EXAMPLE, '..', 'replaced-nodes'));
    const cluster = SimulatedProject.withGroups(new Map([...example].filter(([path]) => /^(dist|nodes|bundles\/kubeadm)\//.test(path))));
    return cluster.deployed('n');
  }

  /** The same where the control plane runs as units of systemd: the API knows nothing of them. */
  public static ofReplacedUnits(): Promise<SimulatedProject> {
    const cluster = SimulatedProject.withGroups(replacedFiles({ nodes: unitNodes() }));
    cluster.settings = { ...cluster.settings, on_node: ['shell-of', '{node}'] };
    const isOfAnyNode = (word: string) => !word.startsWith('--advertise-address=');
    cluster.runUnits(wordsOfUnits().map(([name, words]) => [name, words.filter(isOfAnyNode)] as const), '1.26.15');
    return cluster.deployed('n');
  }

  /** A cluster whose control plane runs in a management cluster, before the migration or in a phase: two clusters with objects of their own. */
  public static async ofHosted(state: 'not-started' | 'n-plus-1'): Promise<SimulatedProject> {
    const isBefore = state === 'not-started';
    const cluster = new SimulatedProject(isBefore ? 'n' : state, isBefore ? 'n' : state, isBefore ? '1.26.15' : '1.27.16', hostedFiles());
    cluster.settings = { management_kubectl: ['kubectl', '--context=management'] };
    const secret = { kind: 'Secret', metadata: { name: 'cloud-controller-manager-kubeconfig', namespace: 'prod-eu' } };
    const deployment = parse(managerDeployment()) as Named;
    cluster.set('management.json', JSON.stringify({ [keyOf(secret)]: secret, [keyOf(deployment)]: deployment }));
    if (!isBefore) for (const [file, target] of manifestsOf(cluster.app, state)) await cluster.program('kubectl', ...target, 'apply', '-f', file);
    rmSync(join(cluster.sim, 'log'), { force: true });
    return cluster;
  }

  /** The steady state with one release of the cloud-controller-manager, and the app with another; what it was before lies beside it. */
  public static async ofSteadyState(before: string, now: string, options: Parameters<typeof steadyFiles>[1] = {}): Promise<SimulatedProject> {
    const cluster = new SimulatedProject('disabled', 'n-plus-1', '1.37.1', steadyFiles(now, options));
    cluster.set('kubectl-version', 'v1.37.0');
    await cluster.asBefore(steadyFiles(before, options));
    return cluster;
  }

  /**
   * The steady state with the first release of a chain of three, beside its API servers: an app of each.
   *
   * @param way releases of the cloud-controller-manager, each with its Kubernetes
   */
  public static async ofChain(
    way: readonly (readonly [string, string])[], options: Parameters<typeof steadyFiles>[1] = {}, withoutFiles = false,
  ): Promise<SimulatedProject> {
    const [[first, servers]] = way;
    const cluster = await SimulatedProject.ofSteadyState(first, way[2][0], options);
    await cluster.asBefore(steadyFiles(first, { ...options, kubernetes: servers }));
    for (const [index, folder] of ['before', 'middle', 'app'].entries()) {
      const [ccm, kubernetes] = way[index];
      const files = steadyFiles(ccm, { ...options, kubernetes });
      rmSync(join(cluster.root, folder), { recursive: true, force: true });
      writeTree(withoutFiles ? withoutNodeFiles(files, kubernetes) : files, join(cluster.root, folder));
    }
    cluster.serve(servers);
    cluster.set('kubectl-version', 'v1.36.2');
    return cluster.planned('--upgrade-from', 'before', '--upgrade-from', 'middle');
  }

  private static withGroups(files: ReadonlyMap<string, string>): SimulatedProject {
    const cluster = new SimulatedProject('n', 'n', '1.26.15', files);
    for (const group of ['control-plane', 'workers']) for (const path of ['nodes', 'kubelets']) cluster.remove(`${path}/${group}`);
    cluster.set('members.json', JSON.stringify(Object.fromEntries(CONTROL_PLANE.map((node, index) => [node, index + 1]))));
    const placeholders = (...names: string[]) => names.map(name => `{${name}}`);
    cluster.settings = {
      // In the pod of a node that stays, as it is by default.
      etcdctl: undefined,
      done_by_hand: true,
      nodes_are_kept: false,
      endpoint_from_here: '127.0.0.1:6443',
      make_node: ['machine', 'make', ...placeholders('group', 'side', 'release', 'role', 'folder', 'count', 'token')],
      end_node: ['machine', 'end', ...placeholders('node', 'provider_id', 'address')],
    };
    return cluster;
  }

  private static withWorkersOfN(files?: ReadonlyMap<string, string>): Promise<SimulatedProject> {
    const cluster = new SimulatedProject('n-plus-1', 'n-plus-1', '1.27.16', files);
    const workers = join(cluster.app, 'nodes', 'mixed', 'worker-n');
    cpSync(workers, join(cluster.sim, 'nodes'), { recursive: true });
    for (const worker of readdirSync(workers)) cluster.identify(worker, '1.26.15');
    return cluster.deployed('mixed', ...CONTROL_PLANE);
  }

  public readonly root = mkdtempSync(join(tmpdir(), 'ccm-way-'));
  public readonly app = join(this.root, 'app');
  public readonly project = join(this.app, 'bundles', 'plan');
  private readonly sim = join(this.root, 'sim');
  private readonly kept = `${this.root}-kept`;
  private health?: Server;
  private runs = 0;
  /** Of this cluster alone. */
  private settings: Readonly<Record<string, unknown>> = {};

  /** Every node has the files of one side of a phase. */
  public constructor(phase: string, side: string, version: string, files?: ReadonlyMap<string, string>) {
    if (files) writeTree(files, this.app);
    else for (const part of ['dist', 'nodes', 'bundles/kubeadm']) cpSync(join(EXAMPLE, part), join(this.app, part), { recursive: true });
    for (const role of ['control-plane', 'worker']) {
      const from = phase === 'input' ? join(EXAMPLE, 'input', role) : join(this.app, 'nodes', phase, `${role}-${side}`);
      if (existsSync(from)) cpSync(from, join(this.sim, 'nodes'), { recursive: true });
    }
    for (const dir of ['labels', 'bin', 'kubelets']) mkdirSync(join(this.sim, dir), { recursive: true });
    for (const name of PROGRAMS) this.executable(name, `${sharedPython('cluster.py')} ${name} "$@"`);
    this.executable('sleep', 'exit 0'); // Ansible's own call of a shell ends with one, too
    this.executable('scp', [
      'place() { case $1 in root@*) echo "$1" | sed "s#^root@\\([^:]*\\):#$SIM/nodes/\\1#" ;; *) echo "$1" ;; esac; }',
      'exec cp "$(place "$1")" "$(place "$2")"',
    ].join('\n'));
    this.executable('node-python', `${sharedPython('node_python.py')} ${join(ansible().bin!, 'python')} "$@"`);
    this.set('version', version);
    this.set('drivers', 'ebs.csi.aws.com');
    this.set('objects.json', JSON.stringify({
      'configmap/kube-system/kubeadm-config': {
        kind: 'ConfigMap', metadata: { name: 'kubeadm-config', namespace: 'kube-system', uid: 'x' }, data: { own: 'yes' },
      },
    }));
    for (const node of this.nodes) this.identify(node, version);
  }

  /** Makes a certificate that signs itself, and its key. */
  public certificate(crt: string, key: string): void {
    const made = ['-B', MAKE_CERTIFICATE, this.place(crt), this.place(key)];
    const { status, stderr } = spawnSync(join(ansible().bin!, 'python'), made, { encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
  }

  /** Components that each control-plane node runs as units, with their own words; where a node has a drop-in of ours, with those. */
  private runUnits(own: readonly (readonly [string, readonly string[]])[], release: string): void {
    mkdirSync(this.place('units'));
    this.set('unit-words.json', JSON.stringify(Object.fromEntries(own)));
    for (const node of CONTROL_PLANE) {
      const units = own.map(([name, words]) => {
        const dropIn = this.place(`nodes/${node}${dropInOf(name)}`);
        const line = existsSync(dropIn) ? valuesOf(settingsOf(readFileSync(dropIn, 'utf8'), dropIn), 'ExecStart')[0].value.split(/ +/) : words;
        return [name, { words: line, loaded: line, since: 1, release }];
      });
      this.set(`units/${node}`, JSON.stringify(Object.fromEntries(units)));
    }
    const version = `${sharedPython('cluster.py')} sh "$@"`;
    this.executable('sh', `case "$2" in *MainPID*) ${version} ;; esac\nexec /bin/sh "$@"`);
  }

  private deployment(container: object): void {
    const spec = { replicas: 2, selector: { matchLabels: { app: 'kcm' } }, template: { spec: { containers: [container] } } };
    this.add({ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'kube-controller-manager', namespace: 'kube-system' }, spec });
    this.set('kcm-pods.json', JSON.stringify([container, container]));
  }

  public get nodes(): string[] {
    return readdirSync(join(this.sim, 'nodes')).sort();
  }

  /** As if this object were in the cluster. */
  public async store(object: object): Promise<void> {
    const file = join(this.root, 'object.json');
    writeFileSync(file, JSON.stringify(object));
    await this.program('kubectl', 'apply', '-f', file);
  }

  /** As if the manifests of a phase had been applied, and the nodes labelled. */
  public async deployed(phase: string, ...labelled: readonly string[]): Promise<this> {
    for (const node of labelled) this.set(`labels/${node}`, '');
    await this.applied(join(this.app, 'dist', phase));
    return this;
  }

  private async applied(folder: string): Promise<void> {
    for (const file of readdirSync(folder)) await this.program('kubectl', 'apply', '-f', join(folder, file));
    rmSync(join(this.sim, 'log'), { force: true });
  }

  /** What it was before: the app, the nodes and the objects. */
  public async asBefore(files: ReadonlyMap<string, string>): Promise<void> {
    const before = join(this.root, 'before');
    writeTree(files, before);
    cpSync(join(before, 'nodes', 'disabled', 'control-plane-n-plus-1'), this.place('nodes'), { recursive: true });
    await this.applied(join(before, 'dist', 'disabled'));
  }

  public plan(from: string, to: string, ...flags: readonly string[]): Promise<this> {
    return this.planned('--from', from, '--to', to, ...flags);
  }

  /** A plan of the command line, with the settings of this machine. */
  public async planned(...flags: readonly string[]): Promise<this> {
    const io = ioIn(this.root);
    const code = await main(['plan', 'app', '--output', 'app/bundles/plan', ...flags], io);
    if (code !== 0) throw new Error(io.text.err + io.text.out);
    this.health ??= await answering(node => this.lines(`api-server-${node}`).join('\n'), node => this.lines(`metrics-${node}`).join('\n'));
    const { port } = this.health.address() as AddressInfo;
    mkdirSync(join(this.project, 'group_vars'), { recursive: true });
    writeFileSync(join(this.project, 'group_vars', 'all.yaml'), JSON.stringify({
      ansible_connection: 'local',
      ansible_become: false,
      ask: false,
      cluster_id: 'prod-eu',
      ccm_migration: ['tags'],
      etcdctl: ['etcdctl'],
      etcd_snapshot_dir: this.sim,
      nodes_are_kept: true,
      health_url: `http://127.0.0.1:${port}/{{ inventory_hostname }}/{port}`,
      keep_owner: false,
      max_seconds: 2,
      node_environment: { SIM_NODE: '{{ inventory_hostname if inventory_hostname != "localhost" else "" }}' },
      node_root: `${join(this.sim, 'nodes')}/{{ inventory_hostname }}`,
      node_upgrade: ['upgrade', '{node}', '{release}'],
      without_kubeadm_upgrade: true,
      poll_seconds: 0.2,
      ...this.settings,
    }));
    return this;
  }

  /** Runs a playbook. */
  public run(playbook: string, args: readonly string[] = [], env: NodeJS.ProcessEnv = {}): Promise<Run> {
    return this.runWith([...this.playbook(playbook), ...args], env);
  }

  /** Runs a playbook at a terminal, where it asks, and answers its questions one after the other. */
  public answer(playbook: string, answers: readonly Answer[]): Promise<Run> {
    const atTerminal = [join(ansible().bin!, 'python'), '-c', 'import pty,sys; sys.exit(pty.spawn(sys.argv[1:]) >> 8)'];
    return this.runWith([...atTerminal, ...this.playbook(playbook), '-e', 'ask=true'], {}, [...answers]);
  }

  /** Also on the operator's machine, which the inventory gives a Python of its own. */
  private playbook(name: string): string[] {
    const variables = { ansible_python_interpreter: join(this.sim, 'bin', 'node-python') };
    return [join(ansible().bin!, 'ansible-playbook'), `${name}.yaml`, '-e', JSON.stringify(variables)];
  }

  private runWith([program, ...args]: readonly string[], env: NodeJS.ProcessEnv, answers: Answer[] = []): Promise<Run> {
    return new Promise(done => {
      this.runs += 1;
      const child = spawn(program, args, {
        cwd: this.project, env: { ...this.environment(), SIM_RUN: String(this.runs), ...env }, stdio: ['pipe', 'pipe', 'pipe'],
      });
      this.set(`pid-${this.runs}`, String(child.pid));
      if (answers.length === 0) child.stdin.end();
      let said = '';
      let heard = 0;
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (text: string) => {
          said += text;
          for (let at = said.indexOf(QUESTION, heard); at >= 0 && answers.length > 0; at = said.indexOf(QUESTION, heard)) {
            heard = at + QUESTION.length;
            const answer = answers.shift()!;
            const type = () => child.stdin.write(`${typeof answer === 'string' ? answer : answer()}\r`);
            setTimeout(type, 300); // what is typed before it reads is thrown away
          }
        });
      }
      child.once('close', (status, signal) => done({ status, signal, said }));
    });
  }

  /**
   * A person pastes what is printed into a shell, each paragraph on the machine that it names. What is waited for is asked once.
   *
   * @returns how the first that fails ends
   */
  public paste(shell: string, text: string, env: NodeJS.ProcessEnv = {}): Run {
    const runs = text.replaceAll('do sleep 2; done', 'do exit 1; done').split('\n\n').map(paragraph => {
      const node = /^# on ([^\s:,]+)/.exec(paragraph)?.[1];
      const machine = join(this.sim, node === undefined ? 'operator' : join('nodes', node));
      mkdirSync(join(machine, 'var/lib/etcd'), { recursive: true });
      const moved = paragraph.replaceAll(/(?<!--[\w-]*=)(?<![\w.:}])\/(?=(etc|var\/lib)\/)/g, `${machine}/`);
      const { status, signal, stdout, stderr } = spawnSync(
        shell, ['-c', moved], { cwd: this.root, env: { ...this.environment(), SIM_NODE: node ?? '', SIM_ROOT: machine, ...env }, encoding: 'utf8' },
      );
      return { status, signal, said: stdout + stderr };
    });
    return runs.find(({ status }) => status !== 0) ?? runs.at(-1)!;
  }

  /** Everything that changed something outside the operator's machine, line by line. */
  public get log(): string[] {
    return existsSync(join(this.sim, 'log')) ? readFileSync(join(this.sim, 'log'), 'utf8').trim().split('\n') : [];
  }

  /** What programs were called, and how. */
  public get calls(): readonly string[] {
    return this.lines('calls');
  }

  /** Runs a playbook in which one call fails, of the API or of a node: the first that is among these, each by what it asks. */
  public async runFailing(playbook: string, failing: Iterable<string>, args: readonly string[] = []): Promise<FailingRun> {
    this.set('failing', [...failing, ''].join('\n'));
    for (const file of ['asked', 'kinds', 'failed', 'failed-at']) rmSync(join(this.sim, file), { force: true });
    const run = await this.run(playbook, args);
    this.remove('failing');
    // Three nodes that are asked at once are told apart by their names, which `kinds` has not.
    const asked = this.lines('asked');
    const at = Number(this.lines('failed-at')[0] ?? asked.length);
    const placeOf = (call: string) => /^on (\S+): /.exec(call)?.[1];
    const later = asked.slice(at + 1).filter(call => placeOf(call) === placeOf(asked[at])).indexOf(asked[at]);
    return { ...run, asked: this.lines('kinds'), failed: this.lines('failed')[0], askedAgainAfter: later === -1 ? Infinity : later };
  }

  /** The owner brings the control plane of these nodes to a release, of which the API then answers. */
  public serve(release: string, nodes: readonly string[] = CONTROL_PLANE): void {
    const components = ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler'];
    const manifests = nodes.flatMap(node => components.map(one => `nodes/${node}/etc/kubernetes/manifests/${one}.yaml`));
    for (const path of manifests) this.set(path, this.text(path).replace(/(image: .*:)v1\.\d+\.\d+/, `$1v${release}`));
    this.set('version', release);
  }

  /** Keeps all that there is now, for `restore`. */
  public keep(): void {
    cpSync(this.root, this.kept, { recursive: true, preserveTimestamps: true });
  }

  public restore(): void {
    rmSync(this.root, { recursive: true });
    cpSync(this.kept, this.root, { recursive: true, preserveTimestamps: true });
    // A copy was changed when it was made: kubelets started after that.
    for (const node of this.nodes) this.set(`kubelets/${node}`, readFileSync(this.place(`kubelets/${node}`), 'utf8'));
  }

  /** Where something of the simulated cluster lies. */
  public place(path: string): string {
    return join(this.sim, path);
  }

  public set(path: string, text: string): void {
    mkdirSync(dirname(join(this.sim, path)), { recursive: true });
    writeFileSync(join(this.sim, path), text);
  }

  public change(path: string, edit: (text: string) => string): void {
    this.set(path, edit(this.text(path)));
  }

  public remove(path: string): void {
    rmSync(join(this.sim, path), { recursive: true });
  }

  public text(path: string): string {
    return readFileSync(join(this.sim, path), 'utf8');
  }

  public has(path: string): boolean {
    return existsSync(join(this.sim, path));
  }

  public object(key: string): Record<string, unknown> | undefined {
    return this.stored()[key];
  }

  /** Objects of the management cluster. */
  public get hosting(): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
    return JSON.parse(this.text('management.json')) as Record<string, Record<string, unknown>>;
  }

  /** All objects that were applied, but for what the plan keeps there: its copies, and its lock. */
  public get objects(): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
    return Object.fromEntries(Object.entries(this.stored()).filter(([key]) => !key.includes('/ccm-migration')).sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  private stored(): Record<string, Record<string, unknown>> {
    return JSON.parse(readFileSync(join(this.sim, 'objects.json'), 'utf8')) as Record<string, Record<string, unknown>>;
  }

  /** A node that is reached through Ansible's own ssh connection, until the log of changes has this text; '' where it never answers. */
  public losing(node: string, text: string): void {
    mkdirSync(join(this.project, 'host_vars'), { recursive: true });
    this.executable(`ssh-${node}`, [
      `[ -s "$SIM/lost-${node}" ] || exit 255`,
      `grep -qsF "$(cat "$SIM/lost-${node}")" "$SIM/log" && exit 255`,
      'for last; do :; done',
      'exec sh -c "$last"',
    ].join('\n'));
    this.set(`lost-${node}`, text);
    writeFileSync(join(this.project, 'host_vars', `${node}.yaml`), JSON.stringify({
      ansible_connection: 'ssh',
      ansible_host: '127.0.0.1',
      ansible_ssh_executable: join(this.sim, 'bin', `ssh-${node}`),
      ansible_ssh_transfer_method: 'piped',
    }));
  }

  public dropFromInventory(node: string): void {
    const file = join(this.project, 'inventory.yaml');
    writeFileSync(file, readFileSync(file, 'utf8').split('\n').filter(line => !line.trim().startsWith(`${node}:`)).join('\n'));
  }

  /** As if another client had made it. */
  public add(object: Named): void {
    this.set('objects.json', JSON.stringify({ ...this.stored(), [keyOf(object)]: object }));
  }

  /** As if another client made it in the middle of a run, just before the first call with this text is answered. */
  public addBefore(call: string, object: Named): void {
    this.set('others.json', JSON.stringify({ before: call, key: keyOf(object), object }));
  }

  /** As if another client had deleted it. */
  public drop(key: string): void {
    const { [key]: gone, ...rest } = this.stored();
    if (!gone) throw new Error(`there is no ${key}`);
    this.set('objects.json', JSON.stringify(rest));
  }

  /** Who has the lock of the operators: empty when it was given back, nothing when no run ever had it. */
  public get holder(): string | undefined {
    const lock = this.object('lease/kube-system/ccm-migration');
    return lock && ((lock.spec as { holderIdentity?: string }).holderIdentity ?? '');
  }

  /** What a run is told that goes on after one that was killed; nothing where none was. */
  public get takingOver(): readonly string[] {
    return this.holder ? ['-e', JSON.stringify({ take_over: this.holder })] : [];
  }

  /** Files of a node but for who it is and what the plan keeps there. */
  public node(name: string): Map<string, string> {
    return new Map([...readTree(join(this.sim, 'nodes', name))].filter(([path]) => !/^(var\/lib\/ccm-migration|proc\/|etc\/machine-id)/.test(path)));
  }

  public copies(name: string, state: string): Map<string, string> {
    return readTree(join(this.sim, 'nodes', name, 'var/lib/ccm-migration/backup', state));
  }

  public staticPods(name: string): string[] {
    return readdirSync(join(this.sim, 'nodes', name, STATIC_POD_PATH.slice(1))).sort();
  }

  public synthesized(phase: string, side: string, name: string): Map<string, string> {
    return readTree(join(this.app, 'nodes', phase, `control-plane-${side}`, name));
  }

  /** Another machine: what the operator's own had kept is not there. */
  public elsewhere(): void {
    rmSync(join(this.project, 'copies'), { recursive: true, force: true });
  }

  public destroy(): void {
    this.health?.close();
    for (const folder of [this.root, this.kept]) rmSync(folder, { recursive: true, force: true });
  }

  /** A program on PATH, here and on each node. */
  public executable(name: string, script: string): void {
    mkdirSync(join(this.sim, 'bin', name, '..'), { recursive: true });
    writeFileSync(join(this.sim, 'bin', name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(this.sim, 'bin', name), 0o755);
  }

  /** A node with its machine id, its boot id, and a kubelet that runs with the files that lie there. */
  public identify(node: string, release: string): void {
    for (const [path, text] of [['etc/machine-id', `machine-of-${node}\n`], ['proc/sys/kernel/random/boot_id', `boot-of-${node}\n`]]) {
      const file = join(this.sim, 'nodes', node, path);
      mkdirSync(join(file, '..'), { recursive: true });
      writeFileSync(file, text);
    }
    mkdirSync(join(this.sim, 'nodes', node, 'usr/bin'), { recursive: true });
    this.executable(`../nodes/${node}/usr/bin/kubelet`, `echo Kubernetes v${release}`);
    const flags = join(this.sim, 'nodes', node, 'var/lib/kubelet/kubeadm-flags.env');
    this.set(`kubelets/${node}`, `/usr/bin/kubelet ${existsSync(flags) ? /"(.*)"/.exec(readFileSync(flags, 'utf8'))?.[1] ?? '' : ''}`);
  }

  private lines(file: string): readonly string[] {
    return existsSync(join(this.sim, file)) ? readFileSync(join(this.sim, file), 'utf8').split('\n').filter(line => line !== '') : [];
  }

  private program(name: string, ...args: string[]): Promise<void> {
    return new Promise(done => {
      spawn(join(this.sim, 'bin', name), args, { env: this.environment(), stdio: 'inherit' }).once(
        'close', () => done(),
      );
    });
  }

  private environment(): NodeJS.ProcessEnv {
    return {
      PATH: `${join(this.sim, 'bin')}:${process.env.PATH}`,
      HOME: this.root,
      SIM: this.sim,
      USER: 'operator',
      LANG: 'C.UTF-8',
      LC_ALL: 'C.UTF-8',
      ANSIBLE_LOCALHOST_WARNING: 'false',
      ANSIBLE_NOCOLOR: 'true',
      // Each task is told, which the log of a plan has otherwise.
      ANSIBLE_STDOUT_CALLBACK: 'ansible.builtin.default',
    };
  }
}

/**
 * Says of every component of every node that it is well.
 *
 * @param unwell what the API server of a node says otherwise
 * @param metrics of the controller manager of a node; none: no client may read them
 */
function answering(unwell: (node: string) => string, metrics: (node: string) => string): Promise<Server> {
  const server = createServer(({ url }, answer) => {
    if (url!.endsWith('/metrics')) {
      const text = metrics(url!.split('/')[1]);
      return answer.writeHead(text === '' ? 403 : 200).end(text);
    }
    const says = unwell(url!.split('/')[1]);
    const well = url!.endsWith('?verbose') ? '[+]ping ok\n[+]etcd ok\nreadyz check passed\n' : 'ok';
    // An API server that is not ready is alive all the same.
    return says === '' || !url!.includes('/readyz') ? answer.end(well) : answer.writeHead(500).end(says);
  });
  return new Promise(done => { server.listen(0, '127.0.0.1', () => done(server)); });
}
