import { ControlPlaneNodeManifests } from './control-plane-node';
import { isTrue } from './list-flags';
import { DEFAULT_LOCK_KIND } from '../facts/locks';
import { DEFAULT_LEADER_NAME, LEADER_MIGRATION_FILE, parseLeaderMigrationConfiguration } from '../leader-migration';

/**
 * Leader Migration that is already on must be ours: two lease names would mean two migration locks, and no exclusion between them.
 *
 * @throws if it is on with another lease name, or reads its configuration from another path
 */
export function checkExistingLeaderMigration(
  { node, pods }: ControlPlaneNodeManifests, leaderName: string, providerControllers: readonly string[] = [],
): void {
  const kcm = pods.get('kube-controller-manager')!;
  const enabled = kcm.flag('enable-leader-migration');
  if (!enabled || !isTrue(enabled.value)) return;
  const config = kcm.flag('leader-migration-config');
  if (config && config.value !== LEADER_MIGRATION_FILE) {
    throw new Error(`${kcm.file}:${config.line}: Leader Migration is already on and reads '${config.value}', expected '${LEADER_MIGRATION_FILE}'; `
      + 'move the file there first, or remove the flag');
  }
  const text = node.files[LEADER_MIGRATION_FILE];
  if (config && text === undefined) return; // on, with our path, and the file was not handed in: it is written now
  const options = { file: `${node.name}:${LEADER_MIGRATION_FILE}`, providerControllers };
  const { leaderName: name, resourceLock = DEFAULT_LOCK_KIND } = config ? parseLeaderMigrationConfiguration(text, options)
    : { leaderName: DEFAULT_LEADER_NAME };
  if (resourceLock !== DEFAULT_LOCK_KIND) {
    throw new Error(`${node.name}:${LEADER_MIGRATION_FILE}: Leader Migration is already on with resourceLock '${resourceLock}', but the `
      + `migration lock that is written is of kind '${DEFAULT_LOCK_KIND}', and two different locks exclude nothing; switch Leader Migration off on `
      + 'every node first (only kube-controller-managers run yet, and their main lock keeps them apart)');
  }
  if (name !== leaderName) {
    throw new Error(`${kcm.file}:${enabled.line}: Leader Migration is already on with the lease name '${name}', but leaderName is '${leaderName}'; `
      + `set leaderName to '${name}'`);
  }
}
