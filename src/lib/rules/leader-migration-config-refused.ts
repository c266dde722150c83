import { Rule } from './rule';
import { strictProblem } from './strict-config';
import { managers, nameOf } from '../view/ask';

export const leaderMigrationConfigRefused: Rule = {
  id: 'leader-migration-config-refused',
  severity: 'error',
  title: 'The component refuses the migration configuration',
  why: 'It ends at start, before it takes a lock: on version N nobody runs the controllers of that node, on N+1 the cloud-controller-manager never starts.',
  fix: 'Correct the file as the message says.',
  source: 'k8s.io/controller-manager pkg/leadermigration/config/config.go of each minor 1.21 to 1.37, run with 21 files',
  check: model => [
    ...managers(model).flatMap(view => {
      const { migrationReading: reading, migrationConfig: file } = view;
      if (!reading || !('error' in reading)) return [];
      const problem = strictProblem(file!.text!, view.version);
      // Stryker disable next-line OptionalChaining: no file is known that a release refuses and the strict reader does not; if there is one, the release's own words are told
      return [{ place: file!.placeOf(problem?.line ?? 1), message: `${nameOf(view)} refuses ${file!.path}: ${problem?.message ?? reading.error}` }];
    }),
    ...model.looseConfigurations.flatMap(({ text, placeOf }) => {
      const problem = strictProblem(text);
      return problem ? [{ place: placeOf(problem.line), message: problem.message }] : [];
    }),
  ],
};
