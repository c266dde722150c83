import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Io } from '../../src/cli/io';
import { main } from '../../src/cli/main';
import { STATIC_POD_PATH } from '../../src/lib/kubernetes/node';
import { readTree } from '../golden';

const STUBS = resolve(__dirname, 'plan-sim');
const EXAMPLE = resolve(__dirname, '..', '..', 'examples', 'kubeadm');

export const CONTROL_PLANE = readdirSync(join(EXAMPLE, 'input', 'control-plane')).sort();

export function ioIn(cwd: string): Io & { text: { out: string; err: string } } {
  const text = { out: '', err: '' };
  return { text, out: (more: string) => { text.out += more; }, err: (more: string) => { text.err += more; }, isTerminal: false, cwd };
}

/** What a run of the script said. */
export interface Run {
  readonly status: number | null;
  readonly signal: string | null;
  readonly said: string;
}

/**
 * A scratch folder with a copy of an app, nodes as folders, and `kubectl`, `ssh` and programs of a node as stubs on PATH. The script itself, bash and all
 * that it does to files are real.
 */
export class SimulatedCluster {
  public readonly root = mkdtempSync(join(tmpdir(), 'ccm-plan-'));
  public readonly app = join(this.root, 'app');
  private readonly sim = join(this.root, 'sim');

  /** Every node has the files of one side of a phase. */
  public constructor(phase: string, side: string, version: string) {
    for (const part of ['dist', 'nodes', 'bundles/kubeadm']) cpSync(join(EXAMPLE, part), join(this.app, part), { recursive: true });
    for (const role of ['control-plane', 'worker']) {
      const from = phase === 'input' ? join(EXAMPLE, 'input', role) : join(this.app, 'nodes', phase, `${role}-${side}`);
      cpSync(from, join(this.sim, 'nodes'), { recursive: true });
    }
    for (const dir of ['labels', 'objects', 'bin']) mkdirSync(join(this.sim, dir), { recursive: true });
    for (const name of ['kubectl', 'ssh']) symlinkSync(join(STUBS, name), join(this.sim, 'bin', name));
    for (const name of ['hostname', 'curl', 'sleep', 'systemctl', 'kubeadm', 'upgrade', 'tags']) symlinkSync(join(STUBS, 'quiet'), join(this.sim, 'bin', name));
    this.set('version', version);
    this.set('drivers', 'ebs.csi.aws.com');
    this.set('objects/configmap-kubeadm-config', 'kind: ConfigMap\nmetadata:\n  name: kubeadm-config\n  uid: x\n');
  }

  /** As if the manifests of a phase had been applied, and the nodes labelled. */
  public deployed(phase: string, ...labelled: readonly string[]): this {
    for (const file of readdirSync(join(this.app, 'dist', phase))) this.tool('kubectl', 'apply', '-f', join(this.app, 'dist', phase, file));
    for (const node of labelled) this.set(`labels/${node}`, '');
    rmSync(join(this.sim, 'log'), { force: true });
    return this;
  }

  public async plan(from: string, to: string, ...flags: readonly string[]): Promise<this> {
    const io = ioIn(this.root);
    const code = await main(['plan', 'app', '--from', from, '--to', to, '--output', 'app/bundles/plan', ...flags], io);
    if (code !== 0) throw new Error(io.text.err + io.text.out);
    return this;
  }

  /** Runs the script; `answers` is its standard input. */
  public run(args: readonly string[], answers = '', env: NodeJS.ProcessEnv = {}): Run {
    const { status, signal, stderr } = spawnSync('bash', [join(this.app, 'bundles', 'plan', 'migrate.sh'), ...args], {
      encoding: 'utf8', input: answers, env: { ...this.environment(), ...env },
    });
    return { status, signal, said: stderr };
  }

  /** Everything that changed something outside the operator's machine, line by line. */
  public get log(): string[] {
    return existsSync(join(this.sim, 'log')) ? readFileSync(join(this.sim, 'log'), 'utf8').trim().split('\n') : [];
  }

  public set(path: string, text: string): void {
    writeFileSync(join(this.sim, path), text);
  }

  public mkdir(path: string): void {
    mkdirSync(join(this.sim, path), { recursive: true });
  }

  public remove(path: string): void {
    rmSync(join(this.sim, path), { recursive: true });
  }

  public has(path: string): boolean {
    return existsSync(join(this.sim, path));
  }

  /** Files of a node but for what the script keeps there. */
  public node(name: string): Map<string, string> {
    return new Map([...readTree(join(this.sim, 'nodes', name))].filter(([path]) => !path.startsWith('var/lib/ccm-migration')));
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

  public get state(): string {
    return join(this.root, 'state');
  }

  public destroy(): void {
    rmSync(this.root, { recursive: true, force: true });
  }

  private tool(name: string, ...args: string[]): void {
    spawnSync(join(this.sim, 'bin', name), args, { env: this.environment() });
  }

  private environment(): NodeJS.ProcessEnv {
    return {
      PATH: `${join(this.sim, 'bin')}:${process.env.PATH}`,
      SIM: this.sim,
      NODE_EXEC: 'ssh root@{node}',
      NODE_ROOT: `${join(this.sim, 'nodes')}/{node}`,
      NODE_UPGRADE: 'upgrade {node} {release}',
      STATE_DIR: this.state,
      TAG_VERIFY: 'tags verify',
      CLUSTER_ID: 'prod-eu',
      POLL_SECONDS: '0',
      MAX_SECONDS: '5',
    };
  }
}
