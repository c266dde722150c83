import { Rule } from './rule';
import { asksForLeaderMigration, flagOf, managers, nameOf, textOf } from '../view/ask';

export const leaderMigrationConfigWithoutEnable: Rule = {
  id: 'leader-migration-config-without-enable',
  severity: 'error',
  title: '--leader-migration-config is given without --enable-leader-migration',
  why: 'The file is silently ignored and the controllers run under the main lock alone, beside those of the other component.',
  fix: 'Add --enable-leader-migration, or remove --leader-migration-config.',
  source: 'k8s.io/controller-manager@v0.26.1 pkg/leadermigration/options/options.go, ApplyTo',
  check: model => managers(model).flatMap(view => {
    const flag = flagOf(view, 'leader-migration-config');
    return flag && !asksForLeaderMigration(view)
      ? [{
        place: flag.place,
        message: `${nameOf(view)} has --leader-migration-config=${textOf(view, 'leader-migration-config')}, but Leader Migration is off`,
      }] : [];
  }),
};
