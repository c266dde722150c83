import { builtInDefault, DEFAULT_LEADER_NAME } from '../../facts/built-in-default';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { LeaderMigrationStyle } from '../../leader-migration';
import type { Migration } from '../../migration/migration';
import { CcmPlacement, StrategyKind } from '../../migration/migration-strategy';

/** What decides a migration of a cluster that kops makes, the Cluster itself aside. */
export interface KopsOptions {
  /** Id of the cluster: kops tags everything with the name of the Cluster. */
  readonly clusterId: string;
  readonly fromVersion: KubernetesVersion;
  readonly toVersion: KubernetesVersion;
  /** Where it is given, it is written; else kops' own default holds. */
  readonly configureCloudRoutes?: boolean;
  /** Whether EBS volumes move to the EBS CSI driver as part of the migration. */
  readonly csiMigration?: boolean;
  /** Text of each file with the Cluster and its InstanceGroups, by a name of your choice. */
  readonly configs: { readonly [file: string]: string };
  /** Release of kops that applies all phases, for example `1.25`. */
  readonly kopsRelease: string;
  /** Address of a manifest with access to the migration Lease, where kops adds none by itself. */
  readonly leaseAccessManifest?: string;
}

/** What of a migration has a meaning for kops. */
const USED: readonly string[] = ['clusterId', 'fromVersion', 'toVersion', 'strategy', 'network', 'nodeIpam', 'csiMigration'];

/**
 * What a migration says to kops.
 *
 * @throws if it says something that kops cannot do: it writes no configuration file, and everything else of its cloud-controller-manager stands in
 *   the Cluster
 */
export function kopsOptionsOf(migration: Migration, rest: Pick<KopsOptions, 'configs' | 'kopsRelease' | 'leaseAccessManifest'>): KopsOptions {
  const { clusterId, fromVersion, toVersion } = migration;
  refuseForeignMigration(migration);
  if (!fromVersion) {
    throw new Error('`fromVersion` is not given: after the migration there is nothing for kops to do; give the version that the cluster runs today');
  }
  for (const [prop, version] of [['fromVersion', fromVersion], ['toVersion', toVersion]] as const) {
    if (builtInDefault(version)?.effective) continue;
    throw new Error(`${prop} is ${version}, whose built-in default of Leader Migration is not effective, and kops writes no configuration file; `
      + 'kops can move 1.22 to 1.23, or 1.23 to 1.24');
  }
  const { network, csiMigration } = migration._given;
  return { clusterId, fromVersion, toVersion, configureCloudRoutes: network?.configureCloudRoutes, csiMigration, ...rest };
}

function refuseForeignMigration(migration: Migration): void {
  const { strategy, _given: given } = migration;
  const { style, leaderName, placement, bothKeyGenerations, leaseAccess, releaseLease } = strategy._leaderMigration;
  const network = Object.entries(given.network ?? {}).find(([name, value]) => value !== undefined && name !== 'configureCloudRoutes');
  const refusals: readonly (readonly [boolean, string])[] = [
    [strategy._kind !== StrategyKind.LEADER_MIGRATION,
      `the strategy is '${strategy.name}', but a rolling update of kops mixes both versions, which only 'leader-migration' makes safe; leave it out`],
    [style !== undefined && style !== LeaderMigrationStyle.BUILT_IN_DEFAULT, `style is '${String(style)}', but kops writes no configuration file: `
      + 'only the built-in default is possible; leave it out'],
    [leaderName !== undefined && leaderName !== DEFAULT_LEADER_NAME, `leaderName is '${String(leaderName)}', but kops writes no configuration file: `
      + `the name is '${DEFAULT_LEADER_NAME}'; leave it out`],
    [bothKeyGenerations === true, '`bothKeyGenerations` is true, but kops writes no configuration file; leave it out'],
    [leaseAccess !== undefined, `leaseAccess is '${String(leaseAccess)}', but kops gives access to the migration Lease by itself, or `
      + '`leaseAccessManifest` says how; leave it out'],
    [placement === CcmPlacement.UPGRADED_NODES, `placement is '${String(placement)}', but kops runs the cloud-controller-manager on every `
      + 'control-plane node; leave it out'],
    [releaseLease === true, '`releaseLease` is true, but kops replaces nodes by itself, and no step of its plan releases a Lease; leave it out'],
    [given.nodeIpam === true, '`nodeIpam` is true, but node IPAM is not in the built-in default, and kops writes no configuration file; leave it '
      + 'out'],
    [given.nodes !== undefined || given.upgradedNodes !== undefined, '`nodes` are given, but kops makes them from its Cluster; leave them out'],
    [network !== undefined, `\`network.${network?.[0]}\` is given, but kops takes it from its Cluster; leave it out`],
  ];
  const refused = refusals.find(([is]) => is);
  if (refused) throw new Error(refused[1]);
  const other = Object.entries(given).find(([name, value]) => value !== undefined && !USED.includes(name));
  if (other) {
    throw new Error(`\`${other[0]}\` is given, but kops makes the cloud-controller-manager from its Cluster; set it in `
    + 'spec.cloudControllerManager there: what you set is kept');
  }
}
