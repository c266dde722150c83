import { execFile, execFileSync, spawn } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { NodeAgents } from './node-agents';
import { ApiServer } from '../../e2e/lib/api-server';
import { writeInput } from '../../e2e/lib/input';
import { migrationOf, synthesize } from '../../e2e/lib/synth';
import { KubeadmBundle, MigrationPlan, NodeFolder, PlanState } from '../../src';
import { readTree } from '../../test/golden';

/** How a run of the script ended, and what it said. */
export interface Run {
  readonly status: number | null;
  readonly signal: string | null;
  readonly said: string;
}

/** Settings of a run that differ. */
export interface RunOptions {
  readonly args?: readonly string[];
  readonly answers?: string;
  /** Kills the script, with all its children, when it says this. */
  readonly killAt?: string;
}

/**
 * The kubeadm example on this machine: a real API server, kubectl and kubeadm; file systems of nodes are folders, reached through the template of the user's
 * own command; kubelets and leader election are `NodeAgents`.
 */
export class RealCluster {
  public static async start(): Promise<RealCluster> {
    const root = mkdtempSync(join(tmpdir(), 'ccm-plan-real-'));
    writeInput(join(root, 'app', 'input'), '[Global]\nKubernetesClusterID=prod-eu\n', { leaseSeconds: 4, renewSeconds: 2, retrySeconds: 1 });
    synthesize(join(root, 'app'), join(root, 'app', 'input'), {});
    const input = join(root, 'app', 'input');
    new KubeadmBundle({ migration: migrationOf(input), configs: NodeFolder.readFiles(input) }).write(join(root, 'app', 'bundles', 'kubeadm'));
    const controlPlane = readdirSync(join(input, 'control-plane')).sort();
    const workers = readdirSync(join(input, 'worker')).sort();
    for (const role of ['control-plane', 'worker']) cpSync(join(input, role), join(root, 'nodes'), { recursive: true });
    const cluster = new RealCluster(root, controlPlane, workers, await ApiServer.start(join(root, 'cluster'), controlPlane[0]));
    await cluster.fill();
    return cluster;
  }

  private readonly agents: NodeAgents;

  private constructor(
    private readonly root: string, public readonly controlPlane: readonly string[], public readonly workers: readonly string[],
    private readonly server: ApiServer,
  ) {
    this.agents = new NodeAgents(server.client, join(root, 'nodes'), controlPlane);
    const bin = join(root, 'bin');
    mkdirSync(bin);
    this.program('kubeadm', `exec ${server.kubeadm} "$@" --kubeconfig=${server.admin.kubeconfig}`);
    // What has no program here answers as if it were well; the API server answers for itself.
    this.program('http-get', 'case $1 in */readyz) exec kubectl get --raw /readyz ;; *) printf ok ;; esac');
  }

  public get app(): string { return join(this.root, 'app'); }

  public get state(): string { return join(this.root, 'state'); }

  public readonly kubectl = (...args: string[]): string => execFileSync('kubectl', [`--kubeconfig=${this.server.admin.kubeconfig}`, ...args], { encoding: 'utf8' });

  /** As if every node had been upgraded and the manifests of a phase applied. */
  public async put(phase: string): Promise<void> {
    for (const role of ['control-plane', 'worker']) cpSync(join(this.app, 'nodes', phase, `${role}-n-plus-1`), join(this.root, 'nodes'), { recursive: true });
    this.kubectl('label', 'nodes', ...this.controlPlane, 'ccm-migration/side=n-plus-1');
    this.kubectl('apply', '-f', join(this.app, 'dist', phase));
    const rollout = [`--kubeconfig=${this.server.admin.kubeconfig}`, 'rollout', 'status', 'daemonset/aws-cloud-controller-manager', '-n', 'kube-system', '--timeout=60s'];
    await promisify(execFile)('kubectl', rollout); // the agents go on meanwhile
  }

  /** Makes an object that was deleted again. */
  public restore(json: string): void {
    const { metadata: { name, labels, annotations }, ...rest } = JSON.parse(json);
    const input = JSON.stringify({ ...rest, metadata: { name, labels, annotations } });
    execFileSync('kubectl', [`--kubeconfig=${this.server.admin.kubeconfig}`, 'create', '-f', '-'], { input, stdio: ['pipe', 'ignore', 'pipe'] });
  }

  /** Files of a node, without what the script keeps there. */
  public node(name: string): Map<string, string> {
    return new Map([...readTree(join(this.root, 'nodes', name))].filter(([path]) => !path.startsWith('var/lib/ccm-migration')));
  }

  /** What synthesis has for a control-plane node. */
  public synthesized(phase: string, side: string, name: string): Map<string, string> {
    return readTree(join(this.app, 'nodes', phase, `control-plane-${side}`, name));
  }

  /** What a user would see of the cluster, but for what changes by itself. */
  public objects(): string[] {
    const kinds = 'nodes,csinodes,daemonsets,configmaps,roles,rolebindings,clusterroles,clusterrolebindings,serviceaccounts,replicasets';
    return this.kubectl('get', kinds, '-A', '-o', 'jsonpath={range .items[*]}{.kind} {.metadata.namespace}/{.metadata.name} {.metadata.labels} {.spec.unschedulable}{"\\n"}{end}').trim().split('\n').sort();
  }

  /** Writes the plan of a way, and its script. */
  public plan(from: PlanState, to: PlanState, appDir = this.app): string {
    const folder = join(this.root, 'plans', `${from}-to-${to}`);
    new MigrationPlan({ migration: migrationOf(join(this.app, 'input')), appDir, from, to }).write(folder);
    return join(folder, 'migrate.sh');
  }

  public run(script: string, { args = [], answers = '', killAt }: RunOptions = {}): Promise<Run> {
    return new Promise(resolve => {
      const child = spawn('bash', [script, ...args], { env: this.environment(), stdio: ['pipe', 'ignore', 'pipe'], detached: true });
      let said = '';
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        if (killAt !== undefined && said.includes(killAt)) process.kill(-child.pid!, 'SIGKILL');
      });
      child.once('close', (status, signal) => resolve({ status, signal, said }));
      child.stdin.on('error', () => undefined).end(answers);
    });
  }

  public async stop(): Promise<void> {
    await this.agents.stop();
    await this.server.stop();
    rmSync(this.root, { recursive: true, force: true });
  }

  /** Nodes, kubeadm's own configuration, and a pod that a drain has to evict. */
  private async fill(): Promise<void> {
    for (const node of [...this.controlPlane, ...this.workers]) await this.agents.addNode(node);
    const config = join(this.app, 'input', readdirSync(join(this.app, 'input')).find(file => file.endsWith('.yaml'))!);
    execFileSync(join(this.root, 'bin', 'kubeadm'), ['init', 'phase', 'upload-config', 'kubeadm', '--config', config], { stdio: 'pipe' });
    const labels = { app: 'web' };
    const template = { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'web' }] } };
    const owner = await this.server.client.create<{ metadata: { uid: string } }>('/apis/apps/v1/namespaces/kube-system/replicasets', {
      apiVersion: 'apps/v1', kind: 'ReplicaSet', metadata: { name: 'web' }, spec: { replicas: 1, selector: { matchLabels: labels }, template },
    });
    const ownerReferences = [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: owner.metadata.uid, controller: true }];
    await this.server.client.post('/api/v1/namespaces/kube-system/pods', {
      apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web', labels, ownerReferences }, spec: { ...template.spec, nodeName: this.workers[0] },
    });
    this.agents.start();
  }

  private program(name: string, body: string): void {
    const path = join(this.root, 'bin', name);
    writeFileSync(path, `#!/bin/sh\n${body}\n`);
    chmodSync(path, 0o755);
  }

  private environment(): NodeJS.ProcessEnv {
    return {
      PATH: `${join(this.root, 'bin')}:${process.env.PATH}`,
      HOME: this.root,
      KUBECONFIG: this.server.admin.kubeconfig,
      NODE_EXEC: 'env NODE_NAME={node}',
      NODE_ROOT: `${join(this.root, 'nodes')}/{node}`,
      RESTART_KUBELET: 'true',
      HTTP_GET: 'http-get',
      TAG_VERIFY: 'true',
      CLUSTER_ID: 'prod-eu',
      STATE_DIR: this.state,
      POLL_SECONDS: '0.2',
      MAX_SECONDS: '30',
    };
  }
}
