import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'yaml';
import { HttpsClient } from './api';
import { localArguments } from './command-line';
import { limitsOf } from './containment';
import { Kubelet } from './kubelet';
import { MirrorPods, StaticPod } from './mirror-pods';
import { adminCredentials, clientCredentials } from './pki';
import { imageVersion, Pod } from './pod';
import { Programs } from './programs';
import { Supervised, Supervisor } from './supervisor';

const MANIFESTS = 'etc/kubernetes/manifests';

/** Flags that the harness adds to what a static pod says: where to listen, where etcd is, and the audit log that is evidence. */
export type AddedFlags = (component: string, node: SimulatedNode) => readonly string[];

/** The static pods that have a program here, with where each says that it is well. */
const HEALTH: Readonly<Record<string, string>> = {
  'kube-apiserver': '6443/readyz',
  'kube-controller-manager': '10257/healthz',
  'kube-scheduler': '10259/healthz',
  'cloud-controller-manager': '10258/healthz',
  'etcd': '2379/health',
};

/** What starts where a manifest names no program: the image of the cloud-controller-manager does. */
const PROGRAMS: Readonly<Record<string, string>> = { 'cloud-controller-manager': 'aws-cloud-controller-manager' };

const PROBE_MS = 1_000;

/** A static pod that runs. */
interface RunningPod {
  readonly text: string;
  readonly manifest: Pod;
  readonly container: Supervised;
  isReady: boolean;
}

/** A control-plane node: a folder in place of its file system, and its static pods as processes of this machine. */
export class SimulatedNode {
  public readonly kubelet: Kubelet;
  private readonly pods = new Map<string, RunningPod>();
  private mirror?: MirrorPods;
  private turn: Promise<unknown> = Promise.resolve();
  private probing?: Promise<void>;
  private stopped = false;

  public constructor(
    public readonly name: string, public readonly internalIp: string, public readonly address: string, public readonly root: string,
    public readonly etcd: string, private readonly supervisor: Supervisor, private readonly programs: Programs, private readonly added: AddedFlags,
    release?: string,
  ) {
    mkdirSync(join(root, MANIFESTS), { recursive: true });
    this.kubelet = new Kubelet(this, supervisor, async () => {
      await this.sync();
      await this.mirror?.sync(this.staticPods);
    }, release);
  }

  /** From now on it is known which of its components are well. */
  public watch(): void {
    this.probing ??= this.probe();
  }

  /** The kubelet starts: it looks at the folder of manifests from now on, and shows its static pods to the API. */
  public start(api: HttpsClient): void {
    this.mirror = new MirrorPods(api, this.name);
    this.kubelet.start();
    this.watch();
  }

  public async shutDown(): Promise<void> {
    this.stopped = true;
    await Promise.all([this.kubelet.stop(), this.probing]);
  }

  /** The machine ends, with all that runs on it. */
  public async end(): Promise<void> {
    await this.shutDown();
    await this.kubelet.end();
    await Promise.all([...this.pods.values()].map(({ container }) => container.kill()));
  }

  /** Puts the files of a node folder in place, and waits for the static pods whose manifest changed. */
  public async install(folder: string, deletedPaths: readonly string[] = []): Promise<void> {
    cpSync(folder, this.root, { recursive: true });
    for (const path of deletedPaths) rmSync(join(this.root, path), { force: true });
    await this.sync();
  }

  /** The running container of a component. */
  public container(component: string): Supervised {
    const pod = this.pods.get(component);
    if (!pod) throw new Error(`${component} does not run on ${this.name}`);
    return pod.container;
  }

  /** Whether a component says that it is well. */
  public isReady(component: string): boolean {
    return this.pods.get(component)?.isReady ?? false;
  }

  private get staticPods(): readonly StaticPod[] {
    return [...this.pods.values()];
  }

  /** Makes the static pods what their manifests say: one change after the other, also for concurrent callers. */
  private sync(): Promise<void> {
    const change = this.turn.catch(() => undefined).then(async () => {
      const folder = join(this.root, MANIFESTS);
      const there = readdirSync(folder).filter(file => /^[^.].*\.yaml$/.test(file)).map(file => file.slice(0, -'.yaml'.length));
      await Promise.all([...new Set([...there, ...this.pods.keys()])].map(component => this.syncOne(component)));
    });
    this.turn = change;
    return change;
  }

  /** Starts, restarts or stops a static pod so that it is what its manifest says. */
  private async syncOne(component: string): Promise<void> {
    const file = join(this.root, MANIFESTS, `${component}.yaml`);
    const text = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
    if (text === this.pods.get(component)?.text) return;
    await this.pods.get(component)?.container.stop();
    this.pods.delete(component);
    if (text === undefined) return;
    const manifest = parse(text) as Pod;
    const container = this.launch(component, file, manifest);
    this.pods.set(component, { text, manifest, container, isReady: false });
  }

  private launch(component: string, file: string, { spec }: Pod): Supervised {
    const { containers: [container], volumes = [] } = spec;
    const program = PROGRAMS[component] ?? component;
    const [name, ...args] = [...container.command ?? [program], ...container.args ?? []];
    if (name !== program) throw new Error(`${file} starts '${name}', not ${program}`);
    const { executable, version } = this.programs.path(program, imageVersion(container.image));
    const local = localArguments(args, container, volumes, this);
    const command = { executable, args: [...local, ...this.added(component, this)], limits: limitsOf(spec) };
    return this.supervisor.supervise({ component: program, version, node: this.name }, command);
  }

  private async probe(): Promise<void> {
    const credentials = adminCredentials(this.root);
    const ofEtcd = clientCredentials(this.root);
    const clients = Object.entries(HEALTH).map(([component, where]) => {
      const [port, path] = where.split('/');
      const client = new HttpsClient(`https://${this.address}:${port}`, component === 'etcd' ? ofEtcd : credentials, false);
      return { component, path: `/${path}`, client };
    });
    while (!this.stopped) {
      await Promise.all(clients.map(async ({ component, path, client }) => {
        const pod = this.pods.get(component);
        const isReady = await client.text(path).then(() => true, () => false);
        if (pod) pod.isReady = isReady;
      }));
      await sleep(PROBE_MS);
    }
    for (const { client } of clients) client.close();
  }
}

/** The nodes of a side in a folder of synthesized node files: `nodes/<phase>/control-plane-<side>/<node>`. */
export function nodeFolders(nodesOfPhase: string, role: string, side: string): ReadonlyMap<string, string> {
  const folder = join(nodesOfPhase, `${role}-${side}`);
  return new Map(existsSync(folder) ? readdirSync(folder).sort().map(name => [name, join(folder, name)]) : []);
}
