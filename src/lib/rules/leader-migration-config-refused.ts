import { Rule } from './rule';
import { managers, nameOf } from '../view/ask';

export const leaderMigrationConfigRefused: Rule = {
  id: 'leader-migration-config-refused',
  severity: 'error',
  title: 'The component refuses the migration configuration',
  why: 'It ends at start, before it takes a lock: on version N no process runs the controllers of that node, on N+1 the cloud-controller-manager '
    + 'never starts.',
  fix: 'Correct the file as the message says.',
  source: 'k8s.io/controller-manager pkg/leadermigration/config/config.go of each minor 1.21 to 1.37, run with 21 files',
  ends: ['configuration'],
  check: model => [
    ...managers(model).flatMap(view => {
      const { migrationReading: reading, migrationConfig: file, configuration, version } = view;
      if (!reading || !('error' in reading)) return [];
      const mistake = configuration!.mistake(version);
      // What a release refuses and the strict reader does not, is told in its own words: one without Leader Migration has no such flag.
      return [{ place: file!.placeOf(mistake?.line ?? 1), message: `${nameOf(view)} refuses ${file!.path}: ${mistake?.message ?? reading.error}` }];
    }),
    ...model.looseConfigurations.flatMap(({ configuration, placeOf }) => {
      const mistake = configuration.mistake();
      return mistake ? [{ place: placeOf(mistake.line), message: mistake.message }] : [];
    }),
  ],
};
