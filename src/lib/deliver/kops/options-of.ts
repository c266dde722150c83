import { KopsOptions } from './options';
import { builtInDefault, DEFAULT_LEADER_NAME } from '../../facts/built-in-default';
import { LeaderMigrationStyle } from '../../leader-migration';
import { CloudProvider } from '../../migration/cloud-provider';
import { MigrationOptions } from '../../migration/migration-options';
import { checkMigrationPair } from '../../migration/migration-pair';
import { MigrationStrategy } from '../../migration/migration-strategy';

/** Options of a migration that have a meaning for kops. */
const USED: readonly string[] = ['clusterId', 'fromVersion', 'toVersion', 'configureCloudRoutes', 'csiMigration', 'strategy', 'style', 'cloud', 'leaderName', 'nodeIpam'];

/**
 * What a migration says to kops.
 *
 * @throws if it says something that kops cannot do: it writes no configuration file, and everything else of its cloud-controller-manager stands in the Cluster
 */
export function kopsOptionsOf(migration: MigrationOptions, rest: Pick<KopsOptions, 'configs' | 'kopsRelease' | 'leaseAccessManifest'>): KopsOptions {
  const { clusterId, fromVersion, toVersion, configureCloudRoutes, csiMigration } = migration;
  refuseForeignOptions(migration);
  if (!fromVersion) throw new Error('`fromVersion` is not given: after the migration there is nothing for kops to do; give the version that the cluster runs today');
  checkMigrationPair({ cloud: CloudProvider.AWS, from: fromVersion, to: toVersion, props: { from: 'fromVersion', to: 'toVersion' } });
  for (const [prop, version] of [['fromVersion', fromVersion], ['toVersion', toVersion]] as const) {
    if (builtInDefault(version)?.effective) continue;
    throw new Error(`${prop} is ${version}, whose built-in default of Leader Migration is not effective, and kops writes no configuration file; kops can move 1.22 to 1.23, or 1.23 to 1.24`);
  }
  return { clusterId, fromVersion, toVersion, configureCloudRoutes, csiMigration, ...rest };
}

function refuseForeignOptions(options: MigrationOptions): void {
  const { strategy, style, cloud, leaderName, nodeIpam } = options;
  const refusals: readonly (readonly [boolean, string])[] = [
    [strategy !== undefined && strategy !== MigrationStrategy.LEADER_MIGRATION,
      `strategy is '${String(strategy)}', but a rolling update of kops mixes both versions, which only 'leader-migration' makes safe; leave it out`],
    [style !== undefined && style !== LeaderMigrationStyle.BUILT_IN_DEFAULT, `style is '${String(style)}', but kops writes no configuration file: only the built-in default is possible; leave it out`],
    [leaderName !== undefined && leaderName !== DEFAULT_LEADER_NAME, `leaderName is '${String(leaderName)}', but kops writes no configuration file: the name is '${DEFAULT_LEADER_NAME}'; leave it out`],
    [nodeIpam === true, '`nodeIpam` is true, but node IPAM is not in the built-in default, and kops writes no configuration file; leave it out'],
    [cloud !== undefined && cloud.name !== CloudProvider.AWS.name, `cloud is '${String(cloud?.name)}', but kops is supported on AWS only`],
    [options.nodes !== undefined || options.upgradedNodes !== undefined, '`nodes` are given, but kops makes them from its Cluster; leave them out'],
  ];
  const refused = refusals.find(([is]) => is);
  if (refused) throw new Error(refused[1]);
  const other = Object.entries(options).find(([name, value]) => value !== undefined && !USED.includes(name));
  if (other) throw new Error(`\`${other[0]}\` is given, but kops makes the cloud-controller-manager from its Cluster; set it in spec.cloudControllerManager there: what you set is kept`);
}
