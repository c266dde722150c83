import { KkpOptions } from './options';
import { MigrationOptions } from '../../migration/migration-options';
import { MigrationStrategy } from '../../migration/migration-strategy';

/** Options of a migration that have a meaning for KKP. */
const USED: readonly string[] = ['clusterId', 'fromVersion', 'toVersion', 'strategy', 'cloud'];

/**
 * What a migration says to KKP.
 *
 * @throws if it says something that KKP cannot do
 */
export function kkpOptionsOf(migration: MigrationOptions, rest: Pick<KkpOptions, 'configs' | 'kkpRelease' | 'forceRestart'>): KkpOptions {
  const { clusterId, fromVersion, toVersion, strategy } = migration;
  if (strategy !== MigrationStrategy.CONTROLLERS_OFF_THEN_ON) {
    throw new Error(`strategy is ${strategy === undefined ? 'not given, so it is \'leader-migration\'' : `'${String(strategy)}'`}, but KKP has no Leader Migration: it switches the controllers off, and starts the `
      + 'cloud-controller-manager then, with a gap; say so with MigrationStrategy.CONTROLLERS_OFF_THEN_ON');
  }
  if (!fromVersion) throw new Error('`fromVersion` is not given: after the migration there is nothing to do; give the version that the cluster runs today');
  if (fromVersion.toString() !== toVersion.toString()) {
    throw new Error(`toVersion is ${toVersion} and fromVersion is ${fromVersion}, but KKP moves the controllers without changing the version; give the same twice, and upgrade before or after`);
  }
  const other = Object.entries(migration).find(([name, value]) => value !== undefined && !USED.includes(name));
  if (other) throw new Error(`\`${other[0]}\` is given, but KKP makes the cloud-controller-manager and its flags by itself; leave it out`);
  return { clusterId, version: fromVersion, ...rest };
}
