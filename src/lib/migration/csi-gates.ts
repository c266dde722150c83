import { isGateOff, isGateSetOn, withGateOff, withGateOn } from './list-flags';
import { CloudProvider } from '../ccm/cloud-provider';
import { Flag } from '../ccm/flag';
import { featureGate, mustBeSet } from '../facts/feature-gates';
import { ebsVolumes } from '../facts/volumes';
import { Component } from '../kubernetes/component';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** What moves EBS volumes of the in-tree plugin to the CSI driver, and who reads it (KEP-1487). */
const CSI_GATES: readonly string[] = ['CSIMigration', 'CSIMigrationAWS'];
const READERS: readonly Component[] = ['kube-controller-manager', 'kube-scheduler', 'kubelet'];
/** What keeps EBS volumes with the in-tree plugin where the release moves them, and who must agree on it. */
const EBS_GATE = 'CSIMigrationAWS';
/** What takes the in-tree plugin away; nothing needs it, so it is never written: see the docs of `csiMigration`. */
const UNREGISTER = 'InTreePluginAWSUnregister';
const READERS_OF_EBS_GATE: readonly Component[] = [...READERS, 'kube-apiserver'];

/** `--feature-gates` of a component with CSI migration of EBS on; undefined where the release has it on by default and no flag switches it off. */
export function csiGates(component: Component, version: KubernetesVersion, gates: string): Flag | undefined {
  if (!READERS.includes(component)) return undefined;
  const isMissing = (gate: string) => mustBeSet(gate, true, version) || (isGateOff(gates, gate) && featureGate(gate, version).exists);
  const missing = CSI_GATES.filter(isMissing);
  return missing.length === 0 ? undefined : { name: 'feature-gates', value: missing.reduce(withGateOn, gates) };
}

/** @throws if volumes cannot move, or are to stay */
export function checkCsiMigration(cloud: string, { externalCloudVolumePlugin }: { readonly externalCloudVolumePlugin?: boolean }): void {
  if (cloud !== CloudProvider.AWS.name) throw new Error(`csiMigration moves EBS volumes, but the cloud is '${cloud}'; leave it out`);
  if (externalCloudVolumePlugin) {
    throw new Error('csiMigration moves volumes off the in-tree plugin, and externalCloudVolumePlugin keeps them there; give one of them');
  }
}

/**
 * `--feature-gates` of a component with which EBS volumes stay in-tree; undefined where the release leaves them there.
 *
 * @throws if the component's own gates move them
 */
export function inTreeGates(component: Component, version: KubernetesVersion, gates: string): Flag | undefined {
  if (!READERS_OF_EBS_GATE.includes(component)) return undefined;
  if (isGateSetOn(gates, UNREGISTER)) {
    throw new Error(`externalCloudVolumePlugin keeps EBS volumes with the in-tree plugin, and --feature-gates of ${component} has `
      + `${UNREGISTER}=true, which removes the plugin; remove one of them`);
  }
  if (isGateSetOn(gates, EBS_GATE)) {
    throw new Error(`externalCloudVolumePlugin keeps EBS volumes with the in-tree plugin, and --feature-gates of ${component} has `
      + `${EBS_GATE}=true, which moves them to the CSI driver; remove one of them`);
  }
  if (ebsVolumes(version) === 'in-tree' || isGateOff(gates, EBS_GATE)) return undefined;
  return { name: 'feature-gates', value: withGateOff(gates, EBS_GATE) };
}

/**
 * @param gates `--feature-gates` of each kube-controller-manager of N
 * @throws if the EBS CSI driver serves the volumes that are to stay in-tree: in N+1 whatever the flags, or in N already
 */
export function checkInTreeVolumes(cloud: string, from: KubernetesVersion | undefined, to: KubernetesVersion, gates: readonly string[]): void {
  if (cloud !== CloudProvider.AWS.name) return;
  if (ebsVolumes(to) === 'csi-only') {
    throw new Error(`externalCloudVolumePlugin keeps EBS volumes with the in-tree plugin, and in ${to.minorVersion} the EBS CSI driver serves `
      + `them whatever the flags (${EBS_GATE} is locked on since 1.25); install the driver and leave the property out`);
  }
  if (from && ebsVolumes(from) !== 'in-tree' && gates.some(list => !isGateOff(list, EBS_GATE))) {
    throw new Error(`externalCloudVolumePlugin keeps EBS volumes with the in-tree plugin, and a kube-controller-manager of ${from.minorVersion} `
      + `without ${EBS_GATE}=false has the EBS CSI driver serve them; leave the property out`);
  }
}
