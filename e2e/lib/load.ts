import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, HttpsClient } from './api';
import { CloudRequest } from './cloud';
import { Span } from './timeline';

const SERVICES = '/api/v1/namespaces/default/services';
const INTERVAL_MS = 2_000;
/** Services that exist at the same time. */
const KEPT = 4;

interface Service {
  readonly metadata: { readonly name: string; readonly uid: string; readonly resourceVersion: string; readonly deletionTimestamp?: string };
  readonly status: { readonly loadBalancer: { readonly ingress?: readonly object[] } };
}

/** Services of type LoadBalancer that come and go, so that the service controller has work throughout. */
export class Load {
  private readonly names: string[] = [];
  /** Every load balancer that should have been made once. */
  public readonly expected: string[] = [];
  private count = 0;
  private loop?: Promise<void>;
  private stopped = false;

  public constructor(private readonly api: HttpsClient) {}

  /** Starts, or goes on with the Services that exist. */
  public start(): void {
    this.stopped = false;
    this.loop = (async () => {
      while (!this.stopped) {
        await this.step().catch(() => undefined); // an API server that restarts is asked again
        await sleep(INTERVAL_MS);
      }
    })();
  }

  public async stop(): Promise<void> {
    this.stopped = true;
    await this.loop;
  }

  /** The Services that exist, and the load balancers that belong to them. */
  public async services(): Promise<{ readonly name: string; readonly loadBalancer: string; readonly ready: boolean; readonly ending: boolean }[]> {
    const { items } = await this.api.get<{ items: Service[] }>(`${SERVICES}?labelSelector=load`);
    return items.map(({ metadata: { name, uid, deletionTimestamp }, status }) => ({
      name, loadBalancer: loadBalancerName(uid), ready: (status.loadBalancer.ingress ?? []).length > 0, ending: deletionTimestamp !== undefined,
    }));
  }

  private async step(): Promise<void> {
    const name = `load-${this.count++}`;
    const { metadata } = await this.api.create<Service>(SERVICES, {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name, labels: { load: '' } },
      spec: { type: 'LoadBalancer', selector: { app: 'none' }, ports: [{ port: 80 }] },
    });
    this.names.push(name);
    this.expected.push(loadBalancerName(metadata.uid));
    if (this.names.length > KEPT) await this.deleteOldest();
  }

  /**
   * Only as it was read. Otherwise kube-apiserver deletes at once what had no finalizer when it looked, even if a controller adds one in that moment:
   * the load balancer that is then made belongs to no Service (seen; k8s.io/apiserver@v0.27.16 pkg/registry/generic/registry/store.go Delete).
   */
  private async deleteOldest(): Promise<void> {
    const path = `${SERVICES}/${this.names[0]}`;
    try {
      const { metadata: { resourceVersion } } = await this.api.get<Service>(path);
      await this.api.delete(path, { kind: 'DeleteOptions', apiVersion: 'v1', preconditions: { resourceVersion } });
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 404)) throw error; // the next step tries again
    }
    this.names.shift();
  }
}

/** `cloudprovider.DefaultLoadBalancerName`: the uid without dashes, at most 32 characters. */
export function loadBalancerName(uid: string): string {
  return `a${uid.replace(/-/g, '')}`.slice(0, 32);
}

/** Who made each load balancer, and who came second. */
export interface Creations {
  readonly creators: ReadonlyMap<string, readonly string[]>;
  readonly duplicates: readonly CloudRequest[];
}

/** What the log of the cloud says about the making of load balancers. */
export function creations(requests: readonly CloudRequest[]): Creations {
  const creators = new Map<string, string[]>();
  const calls = requests.filter(({ action }) => action === 'CreateLoadBalancer');
  for (const { key, name, status } of calls) if (status === 200) creators.set(name!, [...creators.get(name!) ?? [], key]);
  return { creators, duplicates: calls.filter(({ error }) => error === 'DuplicateLoadBalancerName') };
}

/** A time in which a process acts that had just been continued. */
export interface Waking extends Span {
  /** Access key of the process. */
  readonly key: string;
}

/** Load balancers about which a process called the cloud in its time after waking, and another process at whatever time. */
export function touchedByWoken(requests: readonly CloudRequest[], wakings: readonly Waking[]): string[] {
  const ofProcesses = requests.filter(({ name, key }) => name && key.startsWith('P'));
  const touched = wakings.flatMap(({ key, from, to }) => ofProcesses
    .filter(request => request.key === key && request.at >= from && request.at <= to)
    .filter(({ name }) => ofProcesses.some(other => other.name === name && other.key !== key)));
  return [...new Set(touched.map(({ name }) => name!))];
}

/** Load balancers about which two processes called the cloud within one of these times. */
export function contested(requests: readonly CloudRequest[], during: readonly Span[]): string[] {
  const callers = new Map<string, Set<string>>();
  during.forEach(({ from, to }, span) => {
    for (const { at, key, name } of requests) {
      if (!name || !key.startsWith('P') || at < from || at > to) continue;
      const about = `${span} ${name}`;
      callers.set(about, (callers.get(about) ?? new Set()).add(key));
    }
  });
  return [...new Set([...callers].filter(([, keys]) => keys.size > 1).map(([about]) => about.split(' ')[1]))];
}
