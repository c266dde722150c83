import { ApiError, HttpsClient } from './api';
import { Pod } from './pod';
import { contentHash } from '../../src/lib/text/content-hash';

const PODS = '/api/v1/namespaces/kube-system/pods';
/** Annotation of what the API shows of a static pod. */
export const MIRROR = 'kubernetes.io/config.mirror';

/** A static pod as its kubelet knows it. */
export interface StaticPod {
  readonly text: string;
  readonly manifest: Pod;
  readonly isReady: boolean;
}

interface Mirror {
  readonly hash: string;
  readonly isReady: boolean;
}

/** The mirror pods of a node: what the API shows of its static pods. */
export class MirrorPods {
  private known?: Map<string, Mirror>;

  public constructor(private readonly api: HttpsClient, private readonly node: string) {}

  /** Makes them what the kubelet runs now. */
  public async sync(pods: readonly StaticPod[]): Promise<void> {
    const known = this.known ??= await this.read();
    const wanted = new Map(pods.map(pod => [`${pod.manifest.metadata.name}-${this.node}`, pod]));
    for (const [name, { hash }] of [...known]) {
      const pod = wanted.get(name);
      if (pod && contentHash(pod.text) === hash) continue;
      await this.remove(name);
      known.delete(name);
    }
    for (const [name, { text, manifest, isReady }] of wanted) {
      const hash = contentHash(text);
      if (!known.has(name)) await this.create(name, manifest, hash);
      if (known.get(name)?.isReady !== isReady) await this.report(name, manifest, isReady);
      known.set(name, { hash, isReady });
    }
  }

  private async read(): Promise<Map<string, Mirror>> {
    const { items } = await this.api.get<{ items: { metadata: { name: string; annotations?: Record<string, string> } }[] }>(
      `${PODS}?fieldSelector=${encodeURIComponent(`spec.nodeName=${this.node}`)}`,
    );
    const hashes = items.map(({ metadata: { name, annotations = {} } }) => ({ name, hash: annotations[MIRROR] }));
    return new Map(hashes.filter(({ hash }) => hash !== undefined).map(({ name, hash }) => [name, { hash, isReady: false }]));
  }

  private async create(name: string, { metadata, spec, ...pod }: Pod, hash: string): Promise<void> {
    const annotations = { 'kubernetes.io/config.hash': hash, [MIRROR]: hash };
    await this.api.post(PODS, { ...pod, metadata: { ...metadata, name, annotations }, spec: { ...spec, nodeName: this.node } });
  }

  private async report(name: string, { spec }: Pod, isReady: boolean): Promise<void> {
    const now = new Date().toISOString();
    await this.api.merge(`${PODS}/${name}/status`, {
      status: {
        phase: 'Running',
        startTime: now,
        conditions: ['Initialized', 'PodScheduled', 'ContainersReady', 'Ready'].map(type => ({
          type, status: type.endsWith('Ready') && !isReady ? 'False' : 'True', lastTransitionTime: now,
        })),
        containerStatuses: spec.containers.map(({ name: container, image }) => ({
          name: container, ready: isReady, restartCount: 0, image, imageID: image, state: { running: { startedAt: now } },
        })),
      },
    });
  }

  private async remove(name: string): Promise<void> {
    await this.api.delete(`${PODS}/${name}?gracePeriodSeconds=0`).catch((error: Error) => {
      if (!(error instanceof ApiError && error.status === 404)) throw error;
    });
  }
}
