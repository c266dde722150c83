import type { Migration } from '../../migration/migration';
import { CcmPlacement, MigrationStrategy, StrategyKind } from '../../migration/migration-strategy';

/** What decides a migration of a cluster of RKE2: see `Rke2MigrationProps`. */
export interface Rke2Options {
  readonly migration: Migration;
  readonly configs: { readonly [file: string]: string };
  readonly rke2Release: string;
}

/** What of a migration has a meaning for RKE2. */
const USED: readonly string[] = ['clusterId', 'fromVersion', 'toVersion', 'strategy', 'ccm', 'network', 'csiMigration', 'servedElsewhere'];

/** @throws if a migration says what RKE2 cannot do. Nothing labels servers that turned, so the cloud-controller-manager runs on all of them */
export function strategyOf({ strategy, _given: given }: Migration): MigrationStrategy {
  const other = Object.entries(given).find(([name, value]) => value !== undefined && !USED.includes(name))?.[0];
  if (other !== undefined) throw new Error(`\`${other}\` is given, but RKE2 makes its nodes from its settings: write it there, and leave it out`);
  const { _kind: kind, _leaderMigration: { placement, releaseLease, ...rest } } = strategy;
  if (kind === StrategyKind.LEADER_MIGRATION && placement !== CcmPlacement.UPGRADED_NODES && releaseLease !== true) {
    return MigrationStrategy.leaderMigration({ ...rest, placement: CcmPlacement.ALL_CONTROL_PLANE_NODES });
  }
  throw new Error('the strategy must be leader-migration, without `placement` and `releaseLease`: servers of RKE2 turn one after the other');
}
