import { isGateOff, withGateOn } from './list-flags';
import { CloudProvider } from '../ccm/cloud-provider';
import { Flag } from '../ccm/flag';
import { featureGate, mustBeSet } from '../facts/feature-gates';
import { Component } from '../kubernetes/component';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** What moves EBS volumes of the in-tree plugin to the CSI driver, and who reads it (KEP-1487). */
const CSI_GATES: readonly string[] = ['CSIMigration', 'CSIMigrationAWS'];
const READERS: readonly Component[] = ['kube-controller-manager', 'kube-scheduler', 'kubelet'];

/** `--feature-gates` of a component with CSI migration of EBS on; undefined where the release has it on by itself and nobody switched it off. */
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
