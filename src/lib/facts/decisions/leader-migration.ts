import { DecisionTable } from './decision';

/** As src/lib/leader-migration reads them, release by release. */
export const LEADER_MIGRATION_DECISIONS: DecisionTable = {
  title: 'LeaderMigrationConfiguration',
  rows: [
    {
      names: ['LeaderMigrationConfiguration.apiVersion', 'LeaderMigrationConfiguration.kind', 'LeaderMigrationConfiguration.resourceLock'],
      decides: ['lock', 'starts'],
    },
    { names: ['LeaderMigrationConfiguration.leaderName'], decides: 'lock' },
    {
      names: [
        'ControllerLeaderConfiguration.component', 'ControllerLeaderConfiguration.name', 'LeaderMigrationConfiguration.controllerLeaders',
      ],
      decides: ['controllers', 'lock'],
    },
  ],
};
