import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import type { Migration } from '../migration/migration';
import { StrategyKind } from '../migration/migration-strategy';

/** What decides such a migration, whichever the installer. */
export interface GapOptions {
  /** Id of the cluster: its name. */
  readonly clusterId: string;
  /** The version of the cluster, which the installer does not change. */
  readonly version: KubernetesVersion;
}

/** What of a migration has a meaning for installers that switch the controllers off and on. */
const USED: readonly string[] = ['clusterId', 'fromVersion', 'toVersion', 'strategy'];

/**
 * What a migration says to an installer that switches the controllers off before it starts the cloud-controller-manager, and does not change the
 * version: KKP, KubeOne.
 *
 * @throws if it says something that the installer cannot do
 */
export function gapOptionsOf(installer: string, migration: Migration): GapOptions {
  const { clusterId, fromVersion, toVersion, strategy, _given: given } = migration;
  if (strategy._kind !== StrategyKind.CONTROLLERS_OFF_THEN_ON) {
    throw new Error(`the strategy is '${strategy.name}', but ${installer} has no Leader Migration: it switches the controllers off, and starts the `
      + 'cloud-controller-manager then, '
      + 'with a gap; say so with MigrationStrategy.controllersOffThenOn()');
  }
  if (strategy._controllersOff.migrationFile !== undefined) {
    throw new Error(`migrationFile says what phase 'n' wrote on nodes, and ${installer} writes their files by itself; leave it out`);
  }
  if (!fromVersion) {
    throw new Error('`fromVersion` is not given: after the migration there is nothing to do; give the version that the cluster runs today');
  }
  if (fromVersion.toString() !== toVersion.toString()) {
    throw new Error(`toVersion is ${toVersion} and fromVersion is ${fromVersion}, but ${installer} moves the controllers without changing the `
      + 'version; give the same twice, and upgrade before or after');
  }
  const other = Object.entries(given).find(([name, value]) => value !== undefined && !USED.includes(name));
  if (other) throw new Error(`\`${other[0]}\` is given, but ${installer} makes the cloud-controller-manager and its flags by itself; leave it out`);
  return { clusterId, version: fromVersion };
}
