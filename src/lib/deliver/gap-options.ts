import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { CloudProvider } from '../migration/cloud-provider';
import { MigrationOptions } from '../migration/migration-options';
import { MigrationStrategy } from '../migration/migration-strategy';

/** Options of a migration that have a meaning for installers that switch the controllers off and on. */
const USED: readonly string[] = ['clusterId', 'fromVersion', 'toVersion', 'strategy', 'cloud'];

/**
 * What a migration says to an installer that switches the controllers off before it starts the cloud-controller-manager, and does not change the version: KKP, KubeOne.
 *
 * @throws if it says something that the installer cannot do
 */
export function gapOptionsOf(installer: string, migration: MigrationOptions): { readonly clusterId: string; readonly version: KubernetesVersion } {
  const { clusterId, fromVersion, toVersion, strategy, cloud } = migration;
  if (strategy !== MigrationStrategy.CONTROLLERS_OFF_THEN_ON) {
    throw new Error(`strategy is ${strategy === undefined ? 'not given, so it is \'leader-migration\'' : `'${String(strategy)}'`}, but ${installer} has no Leader Migration: it switches the controllers off, and `
      + 'starts the cloud-controller-manager then, with a gap; say so with MigrationStrategy.CONTROLLERS_OFF_THEN_ON');
  }
  if (cloud !== undefined && cloud.name !== CloudProvider.AWS.name) throw new Error(`cloud is '${cloud.name}', but the document of ${installer} says which cloud it is; leave it out`);
  if (!fromVersion) throw new Error('`fromVersion` is not given: after the migration there is nothing to do; give the version that the cluster runs today');
  if (fromVersion.toString() !== toVersion.toString()) {
    throw new Error(`toVersion is ${toVersion} and fromVersion is ${fromVersion}, but ${installer} moves the controllers without changing the version; give the same twice, and upgrade before or after`);
  }
  const other = Object.entries(migration).find(([name, value]) => value !== undefined && !USED.includes(name));
  if (other) throw new Error(`\`${other[0]}\` is given, but ${installer} makes the cloud-controller-manager and its flags by itself; leave it out`);
  return { clusterId, version: fromVersion };
}
