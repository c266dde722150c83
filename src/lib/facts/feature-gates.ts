import { FeatureGateRow, generatedFeatureGates } from './generated';
import { lazy } from './lazy';
import { ReadReleases } from './read-releases';
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

/** Where several packages register a gate, the first of these decides: kube-controller-manager links it. */
const PACKAGES = ['k8s.io/kubernetes/pkg/features', 'k8s.io/controller-manager/pkg/features'];

/** The rows of each gate that is judged, from the package that decides first. */
const ROWS = lazy(() => {
  const { read, rows } = generatedFeatureGates();
  const judged = (gate: string) => PACKAGES.map(path => rows.filter(row => row.gate === gate && row.package === path));
  return { read: new ReadReleases(read), byGate: new Map([...JUDGED].map(gate => [gate, judged(gate)])) };
});

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
 * A feature gate in a release. Of a patch release that nobody could read it is what all releases say that were read of its minor, as with the tables
 * that have one value per minor; `patch-release-unknown` says that it was not read.
 *
 * @throws if the name is in no table, or the minor was not read, or its releases disagree; whether the release knows it is then unknown
 */
export function featureGate(name: string, version: KubernetesVersion): FeatureGate {
  if (!JUDGED.has(name)) throw new Error(`feature gate '${name}' is in no table; known: ${judgedGates().join(', ')}`);
  const { read, byGate } = ROWS();
  const asked = read.isBetweenRead(version) ? version : KubernetesVersion.of(version.minorVersion);
  const found = byGate.get(name)!.map(rows => read.rowAt(rows, asked));
  if (found.includes('unread')) {
    throw new Error(`Kubernetes ${version} is not in the table of feature gate ${name}; known: ${read.minors[0]} to ${read.minors.at(-1)}`);
  }
  const row = found.find(one => one !== undefined) as FeatureGateRow | undefined;
  return row ? { exists: true, default: row.default, stage: row.stage, locked: row.locked ?? false } : { exists: false };
}

/** Whether writing `--feature-gates=<name>=<value>` stops a component of this release. */
export function settingIsFatal(name: string, value: boolean, version: KubernetesVersion): boolean {
  const known = featureGate(name, version);
  return !known.exists || (known.locked === true && known.default !== value);
}

/** Whether the gate has to be written on the command line to have this value. */
export function mustBeSet(name: string, value: boolean, version: KubernetesVersion): boolean {
  const known = featureGate(name, version);
  return known.exists && known.locked !== true && known.default !== value;
}
