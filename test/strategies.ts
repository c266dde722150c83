import { MigrationStrategy, StrategyKind } from '../src/lib/migration/migration-strategy';

/** Every way for the controllers to move, with nothing said but which. */
export const STRATEGIES: Readonly<Record<StrategyKind, MigrationStrategy>> = {
  [StrategyKind.LEADER_MIGRATION]: MigrationStrategy.leaderMigration(),
  [StrategyKind.CONTROLLERS_OFF_THEN_ON]: MigrationStrategy.controllersOffThenOn(),
  [StrategyKind.DOWNTIME]: MigrationStrategy.downtime(),
};
