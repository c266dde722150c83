import { gateMinors, gateRows } from './gate-rows';
import { FeatureGateRow } from './generated';
import { CCM, Component, KCM } from '../kubernetes/component';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** A feature gate in one release. */
export interface FeatureGate {
  /** Whether the release knows the gate. Passing a gate that it does not know stops the component: `unrecognized feature gate: <name>`. */
  readonly exists: boolean;
  /** The value without the flag. */
  readonly default?: boolean;
  readonly stage?: 'Alpha' | 'Beta' | 'GA' | 'Deprecated';
  /** Whether the value can no longer be changed: passing the default is accepted, passing the opposite is fatal. */
  readonly locked?: boolean;
}

/**
 * Gates that concern the migration, and are judged. Others move between packages of which not all are read, so that nothing follows from their
 * absence in one release.
 */
const JUDGED: ReadonlySet<string> = new Set([
  'CSIMigration', 'CSIMigrationAWS', 'CloudControllerManagerWebhook', 'CloudDualStackNodeIPs', 'ControllerManagerLeaderMigration',
  'ControllerManagerReleaseLeaderElectionLockOnExit', 'DisableCloudProviders', 'DisableKubeletCloudCredentialProviders', 'IPv6DualStack',
  'InTreePluginAWSUnregister', 'KubeletCredentialProviders',
]);

/** Names of the gates that are judged, sorted. */
export function judgedGates(): readonly string[] {
  return [...JUDGED].sort();
}

/** Whether anything is known about a gate. */
export function isJudgedGate(name: string): boolean {
  return JUDGED.has(name);
}

/** The gate that Leader Migration stood behind. */
export const LEADER_MIGRATION_GATE = 'ControllerManagerLeaderMigration';

/** The gate that keeps in-tree clouds from starting. */
export const DISABLE_CLOUD_PROVIDERS_GATE = 'DisableCloudProviders';

/**
 * A feature gate in a component of a release. Of a patch release that was not read it is what all releases say that were read of its minor, as
 * with the tables that have one value per minor; `patch-release-unknown` says that it was not read.
 *
 * @param component a cloud-controller-manager is here what its library registers. A provider may link more, and the AWS one does not:
 *   k8s.io/cloud-provider-aws@v1.24.1 and v1.37.0 cmd/aws-cloud-controller-manager/main.go
 * @throws if the name is in no table, or the minor was not read, or its releases disagree; whether the release knows it is then unknown
 */
export function featureGate(name: string, version: KubernetesVersion, component: Component = KCM): FeatureGate {
  if (!JUDGED.has(name)) throw new Error(`feature gate '${name}' is in no table; known: ${judgedGates().join(', ')}`);
  const found = gateRows(name, version, component);
  if (found.includes('unread')) {
    throw new Error(`Kubernetes ${version} is not in the table of feature gate ${name}; known: ${gateMinors().join(' to ')}`);
  }
  const [row] = found as readonly FeatureGateRow[];
  return row ? { exists: true, default: row.default, stage: row.stage, locked: row.locked ?? false } : { exists: false };
}

/** Whose gates a component has at most: the program of another provider may register what kube-controller-manager does. */
export function gatesOf(component: Component, awsRelease: string | undefined): Component {
  return component === CCM && awsRelease === undefined ? KCM : component;
}

/** Whether writing `--feature-gates=<name>=<value>` stops a component of this release. */
export function settingIsFatal(name: string, value: boolean, version: KubernetesVersion, component: Component = KCM): boolean {
  const known = featureGate(name, version, component);
  return !known.exists || (known.locked === true && known.default !== value);
}

/** Whether the gate has to be written on the command line to have this value. */
export function mustBeSet(name: string, value: boolean, version: KubernetesVersion): boolean {
  const known = featureGate(name, version);
  return known.exists && known.locked !== true && known.default !== value;
}
