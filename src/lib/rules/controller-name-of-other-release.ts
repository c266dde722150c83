import { Rule } from './rule';
import { controllerNameProblem, isProvidersOwn } from '../leader-migration/controller-name';
import { entryPlace, managers, nameOf } from '../view/ask';

export const controllerNameOfOtherRelease: Rule = {
  id: 'controller-name-of-other-release',
  severity: 'error',
  title: 'A controller is listed under a name that the release does not have',
  why: 'Names are compared with the exact keys of the release and never checked: the entry matches nothing, and the controller runs under the main '
    + 'lock on that side.',
  fix: 'List the key of the release that reads the file; keys changed in 1.28. Keys of both generations may stand side by side.',
  source: 'k8s.io/controller-manager@v0.28.15 pkg/leadermigration/migrator.go:39; k8s.io/cloud-provider@v0.28.15 names/controller_names.go:50-53; '
    + 'run',
  check: model => managers(model).flatMap(view => {
    const reading = view.migrationReading;
    if (!reading || !('configuration' in reading) || !view.version) return [];
    const { controllerLeaders } = reading.configuration;
    const names = new Set(controllerLeaders.map(({ name }) => name));
    return [...names].filter(name => !isProvidersOwn(name)).flatMap(name => {
      const problem = controllerNameProblem(name, names, view.version);
      return problem === undefined ? [] : [{ place: entryPlace(view, name), message: `${nameOf(view)}: ${problem}` }];
    });
  }),
};
