import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { HttpsClient } from './api';
import { localArguments } from './command-line';
import { limitsOf, reachable } from './containment';
import { MIRROR } from './mirror-pods';
import { podKubeconfig } from './pki';
import { Container, imageVersion, Pod, PodSpec } from './pod';
import { Programs } from './programs';
import { SimulatedNode } from './simulated-node';
import { Supervised, Supervisor } from './supervisor';

const PODS = '/api/v1/namespaces/kube-system/pods';

const KCM = 'kube-controller-manager';

/**
 * The kubelet of pods that are not its own: which there are, and where, is decided by the controllers in kube-controller-manager and by
 * kube-scheduler; here they are run as processes, reported ready, and ended when they are deleted.
 */
export class WorkloadPods {
  private readonly running = new Map<string, Supervised>();
  private loop?: Promise<void>;
  private stopped = false;

  public constructor(
    private readonly api: HttpsClient, private readonly kubeconfig: string, private readonly nodes: readonly SimulatedNode[],
    private readonly supervisor: Supervisor, private readonly programs: Programs, private readonly ca: string, private readonly programFolder: string,
  ) {}

  public start(): void {
    this.loop = (async () => {
      while (!this.stopped) {
        // An API server that restarts is asked again; the pods that run keep running meanwhile, as under a kubelet.
        await this.sync().catch(() => undefined);
        await sleep(300);
      }
    })();
  }

  public async stop(): Promise<void> {
    this.stopped = true;
    await this.loop;
  }

  /** The machine of a node ends: its pods are not there any more, whatever the API says of them. */
  public async endNode(name: string): Promise<void> {
    await Promise.all([...this.running.values()].filter(({ current }) => current.node === name).map(container => container.kill()));
  }

  private async sync(): Promise<void> {
    const { items } = await this.api.get<{ items: Pod[] }>(PODS);
    for (const pod of items) {
      // A static pod is run, and shown, by its kubelet.
      if (pod.metadata.annotations?.[MIRROR] !== undefined) continue;
      const uid = pod.metadata.uid!;
      if (pod.metadata.deletionTimestamp) await this.end(pod, uid);
      else if (pod.spec.nodeName && !this.running.has(uid)) await this.run(pod, uid);
    }
  }

  private async run(pod: Pod, uid: string): Promise<void> {
    const node = this.nodes.find(({ name }) => name === pod.spec.nodeName);
    if (!node) return; // a worker: it has no program here, and the pod stays pending
    const container = pod.spec.containers[0];
    const folder = join(node.root, 'var/lib/kubelet/pods', uid);
    const volumeFolders = await this.mount(pod.spec, node, folder);
    if (!volumeFolders) return; // as under a kubelet, the container waits for its volumes
    const component = container.command?.[0] === KCM ? KCM : 'aws-cloud-controller-manager';
    const { executable, version } = this.programs.path(component, imageVersion(container.image));
    const place = { root: node.root, address: node.address, volumeFolders };
    const args = localArguments([...(container.command ?? []).slice(1), ...container.args ?? []], container, pod.spec.volumes ?? [], place);
    // kube-controller-manager has its kubeconfig from the node.
    const added = component === KCM ? [] : hostFlags(await this.credentials(pod, container, node, folder), node, version);
    const limits = limitsOf(pod.spec);
    const command = {
      executable: limits.user === undefined ? executable : reachable(executable, this.programFolder),
      args: [...args, ...added],
      limits,
    };
    this.running.set(uid, this.supervisor.supervise({ component, version, node: node.name }, command));
    const now = new Date().toISOString();
    const { name, image } = container;
    await this.api.merge(`${PODS}/${pod.metadata.name}/status`, {
      status: {
        phase: 'Running',
        startTime: now,
        hostIP: node.internalIp,
        conditions: ['Initialized', 'ContainersReady', 'Ready', 'PodScheduled'].map(type => ({ type, status: 'True', lastTransitionTime: now })),
        containerStatuses: [{ name, image, imageID: image, ready: true, restartCount: 0, state: { running: { startedAt: now } } }],
      },
    });
  }

  /** The volumes of a pod as folders; nothing while one is not there yet. */
  private async mount(spec: PodSpec, node: SimulatedNode, folder: string): Promise<Record<string, string> | undefined> {
    const folders: Record<string, string> = {};
    for (const { name, hostPath, configMap } of spec.volumes ?? []) {
      if (hostPath?.type === 'File' && !existsSync(join(node.root, hostPath.path))) return undefined;
      if (!configMap) continue;
      const { data = {} } = await this.api.get<{ data?: Record<string, string> }>(`/api/v1/namespaces/kube-system/configmaps/${configMap.name}`);
      folders[name] = join(folder, 'volumes', name);
      mkdirSync(folders[name], { recursive: true });
      for (const [key, text] of Object.entries(data)) writeFileSync(join(folders[name], key), text);
    }
    return folders;
  }

  /** The ServiceAccount's token and the API server that the pod's environment names. */
  private async credentials(pod: Pod, container: Container, node: SimulatedNode, folder: string): Promise<string> {
    mkdirSync(folder, { recursive: true });
    const token = join(folder, 'token');
    const account = pod.spec.serviceAccountName ?? 'default';
    const create = [`--kubeconfig=${this.kubeconfig}`, '-n', 'kube-system', 'create', 'token', account, '--duration=4h'];
    writeFileSync(token, (await promisify(execFile)('kubectl', create)).stdout);
    const variable = (name: string): string | undefined => {
      const found = container.env?.find(variableOf => variableOf.name === name);
      return found?.valueFrom?.fieldRef?.fieldPath === 'status.hostIP' ? node.address : found?.value;
    };
    const host = variable('KUBERNETES_SERVICE_HOST');
    const port = variable('KUBERNETES_SERVICE_PORT');
    // Without these variables a pod talks to the `kubernetes` Service: any API server; here the first node's.
    const server = `https://${host === '127.0.0.1' ? node.address : host ?? this.nodes[0].address}:${port ?? '6443'}`;
    const path = join(folder, 'kubeconfig');
    podKubeconfig(path, server, this.ca, token);
    return path;
  }

  private async end(pod: Pod, uid: string): Promise<void> {
    await this.running.get(uid)?.stop();
    this.running.delete(uid);
    await this.api.delete(`${PODS}/${pod.metadata.name}?gracePeriodSeconds=0`);
  }
}

/** Minor of the first cloud-controller-manager that serves webhooks (k8s.io/cloud-provider@v0.27.0 options/webhook.go). */
const FIRST_WITH_WEBHOOKS = 27;

/** What a pod finds without being told: its credentials at a fixed path, and a network that it shares with no other simulated node. */
function hostFlags(kubeconfig: string, node: SimulatedNode, version: string): string[] {
  return [
    `--kubeconfig=${kubeconfig}`, `--authentication-kubeconfig=${kubeconfig}`, `--authorization-kubeconfig=${kubeconfig}`,
    `--bind-address=${node.address}`, ...Number(version.split('.')[1]) >= FIRST_WITH_WEBHOOKS ? [`--webhook-bind-address=${node.address}`] : [],
  ];
}
