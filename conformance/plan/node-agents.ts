import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'yaml';
import { ApiError, HttpsClient } from '../../e2e/lib/api';
import { contentHash } from '../../src/lib/text/content-hash';
import { STATIC_POD_PATH } from '../../src/lib/kubernetes/node';

const NAMESPACE = '/api/v1/namespaces/kube-system';
const LEASES = '/apis/coordination.k8s.io/v1/namespaces/kube-system/leases';
const HASH = 'kubernetes.io/config.hash';
const MIGRATION_LEASE = 'cloud-provider-extraction-migration';

interface Pod {
  readonly metadata: {
    readonly name: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly deletionTimestamp?: string;
  };
  readonly spec: {
    readonly nodeName?: string;
    readonly containers: readonly { readonly name: string; readonly command?: readonly string[]; readonly args?: readonly string[] }[];
    readonly affinity?: {
      readonly nodeAffinity: {
        readonly requiredDuringSchedulingIgnoredDuringExecution: {
          readonly nodeSelectorTerms: readonly { readonly matchFields?: readonly { readonly values: readonly string[] }[] }[];
        };
      };
    };
  };
  readonly status?: { readonly phase?: string };
}

/**
 * Kubelets and leader election of a cluster without their programs: what lies in a node's folder of static pods is a mirror pod that runs, a pod of a
 * DaemonSet is bound and runs, and Leases are renewed by whoever would hold them by the manifests that lie there now.
 */
export class NodeAgents {
  private loop?: Promise<void>;
  private stopped = false;

  /** @param nodes folder with the file systems of the nodes, by name */
  public constructor(private readonly api: HttpsClient, private readonly nodes: string, private readonly controlPlane: readonly string[]) {}

  public async addNode(name: string): Promise<void> {
    const labels = this.controlPlane.includes(name) ? { 'node-role.kubernetes.io/control-plane': '' } : {};
    await this.api.post('/api/v1/nodes', {
      apiVersion: 'v1', kind: 'Node', metadata: { name, labels }, spec: { providerID: `aws:///eu-central-1a/i-${contentHash(name).slice(0, 17)}` },
    });
    await this.api.merge(`/api/v1/nodes/${name}/status`, { status: { conditions: [{ type: 'Ready', status: 'True' }] } });
    await this.api.merge(`/api/v1/nodes/${name}`, { spec: { taints: null } });
    await this.api.post('/apis/storage.k8s.io/v1/csinodes', {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'CSINode',
      metadata: { name, annotations: { 'storage.alpha.kubernetes.io/migrated-plugins': 'kubernetes.io/aws-ebs,kubernetes.io/gce-pd' } },
      spec: { drivers: [{ name: 'ebs.csi.aws.com', nodeID: name, topologyKeys: null }] },
    });
  }

  public start(): void {
    this.loop = (async () => {
      while (!this.stopped) {
        await this.sync().catch(() => undefined); // the next round sees what changed meanwhile
        await sleep(150);
      }
    })();
  }

  public async stop(): Promise<void> {
    this.stopped = true;
    await this.loop;
  }

  private async sync(): Promise<void> {
    const { items } = await this.api.get<{ items: Pod[] }>(`${NAMESPACE}/pods`);
    for (const node of this.controlPlane) await this.mirror(node, items);
    for (const pod of items.filter(({ metadata }) => metadata.annotations?.[HASH] === undefined)) await this.daemonPod(pod);
    await this.leases(items);
  }

  /** A mirror pod is replaced when its manifest changes. */
  private async mirror(node: string, pods: readonly Pod[]): Promise<void> {
    const folder = join(this.nodes, node, STATIC_POD_PATH);
    const manifests = new Map(readdirSync(folder).filter(file => /^[^.].*\.yaml$/.test(file)).map(file => {
      const text = readFileSync(join(folder, file), 'utf8');
      const pod = parse(text) as Pod;
      return [`${pod.metadata.name}-${node}`, { pod, hash: contentHash(text) }];
    }));
    for (const { metadata } of pods.filter(pod => pod.metadata.annotations?.[HASH] !== undefined && pod.spec.nodeName === node)) {
      if (manifests.get(metadata.name)?.hash === metadata.annotations![HASH]) manifests.delete(metadata.name);
      else await this.remove(metadata.name);
    }
    for (const [name, { pod, hash }] of manifests) {
      const annotations = { ...pod.metadata.annotations, [HASH]: hash, 'kubernetes.io/config.mirror': hash };
      await this.api.post(`${NAMESPACE}/pods`, { ...pod, metadata: { ...pod.metadata, name, annotations }, spec: { ...pod.spec, nodeName: node } });
      await this.run(name, pod);
    }
  }

  private async daemonPod(pod: Pod): Promise<void> {
    const { metadata: { name, deletionTimestamp }, spec, status } = pod;
    if (deletionTimestamp) return this.remove(name);
    if (spec.nodeName) return status?.phase === 'Running' ? undefined : this.run(name, pod);
    const terms = spec.affinity!.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms;
    const target = { apiVersion: 'v1', kind: 'Node', name: terms.flatMap(({ matchFields = [] }) => matchFields)[0].values[0] };
    await this.api.post(`${NAMESPACE}/pods/${name}/binding`, { apiVersion: 'v1', kind: 'Binding', metadata: { name }, target });
  }

  private async run(name: string, { spec }: Pod): Promise<void> {
    const now = new Date().toISOString();
    await this.api.merge(`${NAMESPACE}/pods/${name}/status`, {
      status: {
        phase: 'Running',
        conditions: ['Initialized', 'ContainersReady', 'Ready', 'PodScheduled'].map(type => ({ type, status: 'True', lastTransitionTime: now })),
        containerStatuses: spec.containers.map(container => ({ name: container.name, ready: true, restartCount: 0, image: 'x', imageID: 'x', state: { running: { startedAt: now } } })),
      },
    });
  }

  private async remove(name: string): Promise<void> {
    await this.api.delete(`${NAMESPACE}/pods/${name}?gracePeriodSeconds=0`);
  }

  /** Replicas of a component hold one main Lease; the migration Lease is held by a main holder that has Leader Migration on, the older one first. */
  private async leases(pods: readonly Pod[]): Promise<void> {
    const kcms = this.controlPlane.filter(node => this.manifest(node) !== undefined);
    const migrating = kcms.filter(node => this.manifest(node)!.includes('--enable-leader-migration=true'));
    const kcm = migrating[0] ?? kcms[0];
    const ccms = pods.filter(({ metadata, status }) => metadata.labels?.['k8s-app'] === 'aws-cloud-controller-manager' && status?.phase === 'Running');
    const ccmMigrates = ccms.some(({ spec }) => spec.containers[0].args?.includes('--enable-leader-migration=true'));
    if (kcm) await this.renew('kube-controller-manager', `${kcm}_kcm`);
    if (ccms.length > 0) await this.renew('cloud-controller-manager', `${ccms[0].spec.nodeName}_ccm`);
    if (migrating.length > 0) await this.renew(MIGRATION_LEASE, `${kcm}_kcm`);
    else if (ccmMigrates) await this.renew(MIGRATION_LEASE, `${ccms[0].spec.nodeName}_ccm`);
  }

  private manifest(node: string): string | undefined {
    const path = join(this.nodes, node, STATIC_POD_PATH, 'kube-controller-manager.yaml');
    return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  }

  private async renew(name: string, holderIdentity: string): Promise<void> {
    const spec = { holderIdentity, leaseDurationSeconds: 4, renewTime: new Date().toISOString().replace('Z', '000Z') };
    try {
      await this.api.merge(`${LEASES}/${name}`, { spec });
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 404)) throw error;
      await this.api.post(LEASES, { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { name, namespace: 'kube-system' }, spec });
    }
  }
}
