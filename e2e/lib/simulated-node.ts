import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { localArguments } from './command-line';
import { imageVersion, Pod } from './pod';
import { Programs } from './programs';
import { Supervised, Supervisor } from './supervisor';

const MANIFESTS = 'etc/kubernetes/manifests';

/** Flags that the harness adds to what a static pod says: where to listen, where etcd is, and the audit log that is evidence. */
export type AddedFlags = (component: string, node: SimulatedNode) => readonly string[];

/** The static pods that have a program here; kube-scheduler has nothing to do with the migration and is not run. */
const COMPONENTS = ['kube-apiserver', 'kube-controller-manager'];

/** A control-plane node: a folder in place of its file system, and its static pods as processes of this machine. */
export class SimulatedNode {
  private readonly pods = new Map<string, { readonly text: string; readonly container: Supervised }>();

  public constructor(
    public readonly name: string, public readonly internalIp: string, public readonly address: string, public readonly root: string,
    public readonly etcd: string, private readonly supervisor: Supervisor, private readonly programs: Programs, private readonly added: AddedFlags,
  ) {
    mkdirSync(join(root, MANIFESTS), { recursive: true });
  }

  /** Puts the files of a node folder in place and restarts the static pods whose manifest changed, as a kubelet does. */
  public async install(folder: string, deletedPaths: readonly string[] = []): Promise<void> {
    cpSync(folder, this.root, { recursive: true });
    for (const path of deletedPaths) rmSync(join(this.root, path), { force: true });
    await Promise.all(COMPONENTS.map(component => this.sync(component)));
  }

  /** The running container of a component. */
  public container(component: string): Supervised {
    const pod = this.pods.get(component);
    if (!pod) throw new Error(`${component} does not run on ${this.name}`);
    return pod.container;
  }

  public async stop(component: string): Promise<void> {
    await this.pods.get(component)?.container.stop();
    this.pods.delete(component);
  }

  /** Starts, restarts or stops a static pod so that it is what its manifest says. */
  private async sync(component: string): Promise<void> {
    const file = join(this.root, MANIFESTS, `${component}.yaml`);
    const text = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
    if (text === this.pods.get(component)?.text) return;
    await this.stop(component);
    if (text === undefined) return;
    const { spec: { containers: [container], volumes = [] } } = parse(text) as Pod;
    const [name, ...args] = container.command ?? [];
    if (name !== component) throw new Error(`${file} starts '${name}', not ${component}`);
    const { executable, version } = this.programs.path(component, imageVersion(container.image));
    const local = localArguments(args, container, volumes, this);
    this.pods.set(component, {
      text,
      container: this.supervisor.supervise({ component, version, node: this.name }, { executable, args: [...local, ...this.added(component, this)] }),
    });
  }
}

/** The nodes of a side in a folder of synthesized node files: `nodes/<phase>/control-plane-<side>/<node>`. */
export function nodeFolders(nodesOfPhase: string, role: string, side: string): ReadonlyMap<string, string> {
  const folder = join(nodesOfPhase, `${role}-${side}`);
  return new Map(existsSync(folder) ? readdirSync(folder).sort().map(name => [name, join(folder, name)]) : []);
}
