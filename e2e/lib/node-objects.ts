import { setTimeout as sleep } from 'node:timers/promises';
import { HttpsClient } from './api';
import { Cloud } from './cloud';
import { SIDE_LABEL } from '../../src/lib/kubernetes/side-label';

const NODES = '/api/v1/nodes';
const LEASES = '/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases';
/** A kubelet renews its Lease every 10 s, and at its start: more often, for a start is not known here. */
const HEARTBEAT_MS = 3_000;
const CONTROL_PLANE = 'node-role.kubernetes.io/control-plane';
const UNINITIALIZED = 'node.cloudprovider.kubernetes.io/uninitialized';

/** Who a machine is. */
export interface NodeInfo {
  readonly machineID: string;
  readonly bootID: string;
  readonly kubeletVersion: string;
}

/** How a node joins. */
export interface Joining {
  readonly isControlPlane: boolean;
  /** Whether its kubelet has `--cloud-provider=external`. */
  readonly isExternal: boolean;
}

/** What kube-scheduler finds on a node. */
const ROOM = { cpu: '4', memory: '16Gi', pods: '110' };

interface Node {
  readonly metadata: { readonly name: string };
  readonly spec: { readonly providerID?: string; readonly taints?: readonly { readonly key: string }[] };
}

/** The Node objects of a cluster, kept alive with heartbeats as their kubelets would. */
export class NodeObjects {
  private readonly names: string[] = [];
  private loop?: Promise<void>;
  private stopped = false;

  /** @param isSilent whether the kubelet of a node says nothing: its process does not run */
  public constructor(private readonly api: HttpsClient, private readonly cloud: Cloud, private readonly isSilent: (name: string) => boolean) {}

  public async addControlPlane({ name, internalIp }: { readonly name: string; readonly internalIp: string }): Promise<void> {
    await this.add(name, internalIp, { [CONTROL_PLANE]: '' }, [{ key: CONTROL_PLANE, effect: 'NoSchedule' }]);
  }

  /** A worker that joins, with the provider ID that a kubelet of version N gives it. */
  public async addWorker(internalIp: string): Promise<void> {
    await this.add(nameOf(internalIp), internalIp, {}, []);
  }

  /**
   * A node that joins: a kubelet reports its machine with its Node. One without the in-tree provider leaves the rest to the cloud-controller-manager.
   */
  public async join(internalIp: string, nodeInfo: NodeInfo, { isControlPlane, isExternal }: Joining): Promise<void> {
    const name = nameOf(internalIp);
    const labels: Record<string, string> = isControlPlane ? { [CONTROL_PLANE]: '' } : {};
    const taints = [
      ...isControlPlane ? [{ key: CONTROL_PLANE, effect: 'NoSchedule' }] : [],
      ...isExternal ? [{ key: UNINITIALIZED, value: 'true', effect: 'NoSchedule' }] : [],
    ];
    await this.add(name, internalIp, labels, taints, isExternal ? '' : undefined, nodeInfo);
    await this.report(name, nodeInfo);
  }

  /** What a kubelet reports of its machine, and that the EBS CSI driver runs on it and serves volumes of the in-tree plugin. */
  public async report(name: string, nodeInfo: NodeInfo): Promise<void> {
    await this.api.merge(`${NODES}/${name}/status`, { status: { nodeInfo } });
    await this.api.post('/apis/storage.k8s.io/v1/csinodes', {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'CSINode',
      metadata: { name, annotations: { 'storage.alpha.kubernetes.io/migrated-plugins': 'kubernetes.io/aws-ebs,kubernetes.io/gce-pd' } },
      spec: { drivers: [{ name: 'ebs.csi.aws.com', nodeID: name, topologyKeys: null }] },
    });
  }

  /** A worker that joins as a kubelet with `--cloud-provider=external` has it: the cloud-controller-manager does the rest. */
  public async addExternalWorker(internalIp: string): Promise<string> {
    await this.add(nameOf(internalIp), internalIp, {}, [{ key: UNINITIALIZED, value: 'true', effect: 'NoSchedule' }], '');
    return nameOf(internalIp);
  }

  /** Whether the cloud-controller-manager has named the instance of a node and taken the taint away. */
  public async isInitialized(name: string): Promise<boolean> {
    const { spec: { providerID, taints = [] } } = await this.api.get<Node>(`${NODES}/${name}`);
    return providerID !== undefined && taints.every(({ key }) => key !== UNINITIALIZED);
  }

  /** The kubelet of a worker is gone for good; that its Node is deleted is no loss any more. */
  public async lose(name: string): Promise<void> {
    this.forget(name);
    await this.api.merge(`${NODES}/${name}/status`, { status: { conditions: conditions('False') } });
  }

  /** The machine of a node has ended, and its Node is deleted by another. */
  public forget(name: string): void {
    this.names.splice(this.names.indexOf(name), 1);
  }

  /** A worker and its Node are gone. */
  public async remove(name: string): Promise<void> {
    await this.lose(name);
    await this.api.delete(`${NODES}/${name}`);
  }

  /** Whether there is a Node of that name. */
  public async exists(name: string): Promise<boolean> {
    return (await this.nodes()).some(({ metadata }) => metadata.name === name);
  }

  /** The label that a node gets when it is upgraded, and loses when it goes back. */
  public async setSide(name: string, side: 'n' | 'n-plus-1'): Promise<void> {
    await this.api.merge(`${NODES}/${name}`, { metadata: { labels: { [SIDE_LABEL]: side === 'n-plus-1' ? side : null } } });
  }

  /** Nodes that were added and are gone. */
  public async missing(): Promise<string[]> {
    const there = new Set((await this.nodes()).map(({ metadata }) => metadata.name));
    return this.names.filter(name => !there.has(name));
  }

  public start(): void {
    this.loop = (async () => {
      while (!this.stopped) {
        const heard = this.names.filter(name => !this.isSilent(name));
        await Promise.all(heard.map(name => this.heartbeat(name).catch(() => undefined)));
        for (let waited = 0; waited < HEARTBEAT_MS && !this.stopped; waited += 200) await sleep(200);
      }
    })();
  }

  public async stop(): Promise<void> {
    this.stopped = true;
    await this.loop;
  }

  private async nodes(): Promise<readonly Node[]> {
    return (await this.api.get<{ items: Node[] }>(NODES)).items;
  }

  private async add(
    name: string, internalIp: string, labels: Record<string, string>, taints: readonly object[], providerID = this.cloud.providerId(internalIp),
    nodeInfo?: NodeInfo,
  ): Promise<void> {
    await this.api.post(NODES, {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name, labels: { 'kubernetes.io/hostname': name, ...labels } },
      spec: { ...providerID && { providerID }, taints },
      ...nodeInfo && { status: { nodeInfo } },
    });
    const addresses = [{ type: 'InternalIP', address: internalIp }, { type: 'Hostname', address: name }];
    await this.api.merge(`${NODES}/${name}/status`, { status: { conditions: conditions('True'), addresses, capacity: ROOM, allocatable: ROOM } });
    await this.api.post(LEASES, {
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata: { name, namespace: 'kube-node-lease' },
      spec: { holderIdentity: name, leaseDurationSeconds: 40, renewTime: microTime() },
    });
    this.names.push(name);
  }

  /** Lease and status, as a kubelet posts them: a node that was thought lost for a moment, because this machine was busy, is ready again. */
  private async heartbeat(name: string): Promise<void> {
    await this.api.merge(`${LEASES}/${name}`, { spec: { renewTime: microTime() } });
    await this.api.merge(`${NODES}/${name}/status`, { status: { conditions: conditions('True') } });
  }
}

/** The name that EC2 gives an instance. */
export function nameOf(internalIp: string): string {
  return `ip-${internalIp.replace(/\./g, '-')}.eu-central-1.compute.internal`;
}

/** The address in a name that EC2 gives. */
export function addressOf(name: string): string {
  return /^ip-([-0-9]+)\./.exec(name)![1].replace(/-/g, '.');
}

/** What a kubelet reports. */
function conditions(ready: 'True' | 'False'): object[] {
  const now = new Date().toISOString();
  return [['Ready', ready], ['MemoryPressure', 'False'], ['DiskPressure', 'False'], ['PIDPressure', 'False']]
    .map(([type, status]) => ({ type, status, reason: 'Simulated', lastHeartbeatTime: now, lastTransitionTime: now }));
}

/** `metav1.MicroTime`. */
function microTime(): string {
  return new Date().toISOString().replace('Z', '000Z');
}
