import type { k8s } from 'cdk8s-plus-27';
import { MountedVolume } from './volume';

/** What a cloud-controller-manager gets from the kube-controller-manager whose work it takes over, besides flags. */
export interface Carried {
  readonly env: readonly k8s.EnvVar[];
  readonly volumes: readonly MountedVolume[];
  /** Fields of the pod. */
  readonly pod: Pick<k8s.PodSpec, 'hostAliases' | 'dnsPolicy' | 'dnsConfig'>;
  /** Annotations of the workload. */
  readonly annotations: Readonly<Record<string, string>>;
}

export const NOTHING_CARRIED: Carried = { env: [], volumes: [], pod: {}, annotations: {} };
