import { Flag } from './flag';
import { CcmVolume } from './volume';
import { CcmWorkloadOptions } from './workload-options';
import { ControlPlaneNode } from '../facts/control-plane-node';

/** Everything that decides the workload's manifest, with no default left open. */
export interface CcmWorkloadSettings {
  readonly name: string;
  readonly namespace: string;
  readonly image: string;
  readonly flags: readonly Flag[];
  /** Labels and taints of a control-plane node, by version. */
  readonly controlPlane: ControlPlaneNode;
  /** Labels that the phase demands of the node. */
  readonly placementLabels: Readonly<Record<string, string>>;
  /** Volumes that the migration and the cloud config need. */
  readonly volumes: readonly CcmVolume[];
  /** Annotations of the pod that the migration needs. */
  readonly podAnnotations: Readonly<Record<string, string>>;
  readonly options: CcmWorkloadOptions;
}

/** Upstream's selector: the name of the workload under `k8s-app` (examples/existing-cluster/base of every cloud-provider-aws tag). */
export function selectorLabels({ name }: { readonly name: string }): Record<string, string> {
  return { 'k8s-app': name };
}
