import { Rule } from './rule';
import { ConfigurationConcern } from '../leader-migration';
import { managers, nameOf } from '../view/ask';

/** What has a rule of its own. */
const ELSEWHERE: readonly ConfigurationConcern[] = ['component-name', 'controller-name', 'main-lock', 'lock-kind'];

export const leaderMigrationConfigMisleading: Rule = {
  id: 'leader-migration-config-misleading',
  severity: 'error',
  title: 'The migration configuration does not mean what it seems to say',
  why: 'The component accepts it and silently takes it for something else: a second document, a controller listed twice, a component that does '
    + 'not exist, a name that no Lease can have.',
  fix: 'Correct the file as the message says.',
  source: 'k8s.io/controller-manager@v0.26.1 pkg/leadermigration/config/config.go, ValidateLeaderMigrationConfiguration, and what it leaves '
    + 'unchecked',
  check: model => managers(model).flatMap(view => {
    const { migrationReading: reading, migrationConfig: file, configuration, version } = view;
    if (!reading || !('configuration' in reading)) return [];
    const mistake = configuration!.mistake(version);
    return mistake && !ELSEWHERE.includes(mistake.concern) ? [{ place: file!.placeOf(mistake.line), message: `${nameOf(view)}: ${mistake.message}` }]
      : [];
  }),
};
