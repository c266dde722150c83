import { ComponentView } from './model';
import { featureGate } from '../facts/feature-gates';
import { ebsVolumes } from '../facts/volumes';
import { KCM } from '../kubernetes/component';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { CommandLine, wordsOf } from '../model/command-line';
import { isGateOn } from '../model/gates';

const UNREGISTER = 'InTreePluginAWSUnregister';

/** Whether a kube-controller-manager leaves EBS volumes with the in-tree plugin: by its release, and by the gates where they decide. */
export function servesEbsInTree({ version, flags }: ComponentView): boolean {
  if (version === undefined || ebsVolumes(version) === 'csi-only') return false;
  return !movesEbs(version, new CommandLine(KCM, version, wordsOf(flags)));
}

/** `CSIMigrationAWS` does nothing without `CSIMigration`: k8s.io/kubernetes@v1.24.17 pkg/volume/csimigration/plugin_manager.go. */
function movesEbs(version: KubernetesVersion, line: CommandLine): boolean {
  return isGateOn('CSIMigrationAWS', version, line) && (!featureGate('CSIMigration', version, KCM).exists || isGateOn('CSIMigration', version, line));
}

/**
 * Whether a component has no in-tree plugin for EBS volumes, and does not leave them to the driver either: `InTreePluginAWSUnregister` comes after
 * `CSIMigrationAWS` (KEP-1487).
 */
export function servesEbsByNobody({ component, version, flags }: ComponentView): boolean {
  if (version === undefined || ebsVolumes(version) === 'csi-only' || (component !== KCM && component !== 'kubelet')) return false;
  if (!featureGate(UNREGISTER, version, component).exists) return false;
  const line = new CommandLine(KCM, version, wordsOf(flags.filter(({ name }) => name === 'feature-gates')));
  return isGateOn(UNREGISTER, version, line) && !movesEbs(version, line);
}
