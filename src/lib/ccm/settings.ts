import type { k8s } from 'cdk8s-plus-27';
import { ApiServerEndpoint } from './api-server-endpoint';
import { Carried } from './carried';
import { Flag } from './flag';
import { CcmRunOptions } from './run-options';
import { MountedVolume } from './volume';
import type { CcmWorkload } from './workload-kind';
import { ControlPlaneNode } from '../facts/control-plane-node';

/** A taint that keeps pods out, whatever its value. */
export interface Taint {
  readonly key: string;
  readonly effect: string;
}

/** Everything that decides the workload's manifest, with no default left open. */
export interface CcmWorkloadSettings {
  readonly name: string;
  readonly namespace: string;
  readonly image: string;
  readonly workload: CcmWorkload;
  readonly serviceAccountName: string;
  readonly flags: readonly Flag[];
  /** Labels and taints of a control-plane node, by version. */
  readonly controlPlane: ControlPlaneNode;
  /** More taints that the control-plane nodes of the input register with. */
  readonly nodeTaints: readonly Taint[];
  /** Labels that the phase demands of the node. */
  readonly placementLabels: Readonly<Record<string, string>>;
  readonly apiServerEndpoint?: ApiServerEndpoint;
  readonly env: readonly k8s.EnvVar[];
  /** Whether it runs in a management cluster, none of whose nodes is of the cluster that it serves. */
  readonly isHosted?: boolean;
  /** Volumes that the migration and the cloud config need come first. */
  readonly volumes: readonly MountedVolume[];
  /** Fields of the pod that kube-controller-manager has, where the user does not say otherwise. */
  readonly carriedPod: Carried['pod'];
  /** Annotations of the workload that its cloud needs. */
  readonly annotations: Readonly<Record<string, string>>;
  /** Annotations of the pod that the migration needs. */
  readonly podAnnotations: Readonly<Record<string, string>>;
  /** What the user says of it. */
  readonly props: CcmRunOptions;
}

/** Upstream's selector: the name of the workload under `k8s-app` (examples/existing-cluster/base of every cloud-provider-aws tag). */
export function selectorLabels({ name }: { readonly name: string }): Record<string, string> {
  return { 'k8s-app': name };
}
