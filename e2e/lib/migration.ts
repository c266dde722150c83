import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Cluster, WORKERS } from './cluster';
import { SimulatedNode } from './simulated-node';
import { eventually } from './wait';

interface ToDelete {
  readonly objects: readonly { readonly kind: string; readonly namespace?: string; readonly name: string }[];
}

/** Longest time in which a new Service must get its load balancer: two leases are waited for, and the machine may be busy. */
const SERVED_SECONDS = 120;

/** Longest time in which a Node is initialized or deleted: the controllers look every 5 s. */
const NODE_SECONDS = 60;

/** The steps of a migration on a cluster, in the order of the plan: manifests, then nodes, and what goes goes last. */
export class MigrationSteps {
  private workers = 0;

  public constructor(private readonly cluster: Cluster, private readonly log: (text: string) => void) {}

  /** Leader Migration on, on every node of version N. */
  public async enterN(): Promise<void> {
    await this.enterNWithoutWaiting();
    await this.served('phase n');
  }

  /** The same where no process runs the controllers afterwards. */
  public async enterNWithoutWaiting(): Promise<void> {
    await this.cluster.apply('n');
    for (const node of this.cluster.nodes) await this.install(node, 'n', 'n');
  }

  /** What the upgraded nodes need is there before the first of them. */
  public async enterMixed(): Promise<void> {
    await this.cluster.apply('mixed');
    await this.served('phase mixed');
  }

  public async upgrade(node: SimulatedNode): Promise<void> {
    await this.upgradeWithoutWaiting(node);
    await this.served(`upgrade of ${node.name}`);
  }

  /** The same where no process runs the controllers afterwards. */
  public async upgradeWithoutWaiting(node: SimulatedNode): Promise<void> {
    await this.install(node, 'mixed', 'n-plus-1');
    await this.rolledOut();
  }

  /** Every node has its files before the first one is labelled. */
  public async upgradeThenLabel(nodes: readonly SimulatedNode[], seconds: number): Promise<void> {
    for (const node of nodes) {
      this.log(`${node.name}: files of mixed, side n-plus-1, without the label`);
      await this.cluster.put(node, 'mixed', 'n-plus-1');
    }
    await this.watch(seconds);
    for (const node of nodes) await this.cluster.nodeObjects.setSide(node.name, 'n-plus-1');
    await this.rolledOut();
  }

  public async enterNPlus1(): Promise<void> {
    await this.cluster.apply('n-plus-1');
    for (const node of this.cluster.nodes) await this.install(node, 'n-plus-1', 'n-plus-1');
    await this.served('phase n-plus-1');
  }

  /** The cloud-controller-manager without Leader Migration first; lease access and configuration go when it has rolled out. */
  public async disable(): Promise<void> {
    await this.cluster.apply('disabled');
    await this.rolledOut();
    for (const node of this.cluster.nodes) await this.install(node, 'disabled', 'n-plus-1');
    await this.deleteWhatGoes('disabled');
    await this.served('phase disabled');
  }

  public async downgrade(node: SimulatedNode): Promise<void> {
    await this.install(node, 'mixed', 'n');
    await this.served(`rollback of ${node.name}`);
  }

  /** Back in phase n: the cloud-controller-manager is gone. */
  public async leaveMixed(): Promise<void> {
    await this.cluster.apply('n');
    await this.deleteWhatGoes('n');
    await this.served('phase n again');
  }

  /** Until a Service that was made after this call has its load balancer: a process runs the service controller, and the API answers. */
  public async served(step: string): Promise<void> {
    const since = Date.now();
    const existing = new Set((await this.cluster.load.services()).map(({ name }) => name));
    await eventually(`a load balancer for a new Service after ${step}`, SERVED_SECONDS, async () =>
      (await this.cluster.load.services()).some(({ name, ready }) => ready && !existing.has(name)) ? true : undefined);
    this.log(`${step}: served after ${((Date.now() - since) / 1000).toFixed(1)} s`);
  }

  /** Whether a Service that is made after this call has its load balancer some seconds later. */
  public async isServed(seconds: number): Promise<boolean> {
    const existing = new Set((await this.cluster.load.services()).map(({ name }) => name));
    await sleep(seconds * 1000);
    return (await this.cluster.load.services()).some(({ name, ready }) => ready && !existing.has(name));
  }

  /** Until the DaemonSet has replaced every pod. */
  public async rolledOut(): Promise<void> {
    await eventually('rollout of the cloud-controller-manager', 180, () =>
      this.cluster.kubectl('-n', 'kube-system', 'rollout', 'status', 'daemonset/aws-cloud-controller-manager', '--timeout=1s'));
  }

  /** A worker joins. */
  public async workerJoins(): Promise<void> {
    await this.cluster.nodeObjects.addWorker(WORKERS[this.workers++]);
  }

  /** A worker of version N+1 joins, is made ready by the cloud-controller-manager, ends with its instance, and its Node goes. */
  public async workerComesAndGoes(): Promise<void> {
    const { nodeObjects, cloud } = this.cluster;
    const address = WORKERS[this.workers++];
    const name = await nodeObjects.addExternalWorker(address);
    await eventually(`initialization of ${name}`, NODE_SECONDS, async () => await nodeObjects.isInitialized(name) || undefined);
    await cloud.terminate(address);
    await nodeObjects.lose(name);
    await eventually(`deletion of ${name}`, NODE_SECONDS, async () => await nodeObjects.exists(name) ? undefined : true);
    this.log(`${name} was initialized, and deleted with its instance`);
  }

  /** Lets the load go on. */
  public async watch(seconds: number): Promise<void> {
    await sleep(seconds * 1000);
  }

  /** After the load: until the load balancers of deleted Services are gone. */
  public async quiet(): Promise<void> {
    await eventually('the end of all deletions', 45, async () => {
      const [services, existing] = await Promise.all([this.cluster.load.services(), this.cluster.cloud.loadBalancers()]);
      return services.every(({ ready, ending }) => ready && !ending) && services.length === existing.length ? true : undefined;
    }).catch(() => this.log('load balancers and Services still differ')); // what differs is in the outcome
  }

  private async install(node: SimulatedNode, phase: string, side: 'n' | 'n-plus-1'): Promise<void> {
    this.log(`${node.name}: files of ${phase}, side ${side}`);
    await this.cluster.install(node, phase, side);
  }

  private async deleteWhatGoes(phase: string): Promise<void> {
    const { objects } = JSON.parse(readFileSync(join(this.cluster.nodesFolder(phase), 'to-delete.json'), 'utf8')) as ToDelete;
    for (const { kind, namespace, name } of objects) {
      const flags = ['--ignore-not-found', '--cascade=foreground', '--timeout=120s', ...namespace ? ['-n', namespace] : []];
      await this.cluster.kubectl('delete', ...flags, kind, name);
    }
  }
}
