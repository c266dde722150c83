import { Rule } from './rule';
import { CONFIG_API } from '../facts/config-api';
import { entryPlace, managers, nameOf } from '../view/ask';

export const wildcardMatchesNobody: Rule = {
  id: 'wildcard-matches-nobody',
  severity: 'error',
  title: 'A wildcard component on a release that does not know it',
  why: 'On 1.21 `*` is compared like any other name and matches no component: the controller runs nowhere.',
  fix: 'Name the component: kube-controller-manager on the side of version N, cloud-controller-manager on the other.',
  source: 'k8s.io/controller-manager@v0.21.14 pkg/leadermigration/migrator.go:39, run',
  check: model => managers(model).flatMap(view => {
    const reading = view.migrationReading;
    if (!view.version || CONFIG_API.find(view.version)?.wildcard !== false || !reading || !('configuration' in reading)) return [];
    return reading.configuration.controllerLeaders.filter(({ component }) => component === '*')
      .map(({ name }) => ({ place: entryPlace(view, name), message: `${nameOf(view)}: component '*' of controller '${name}' matches no component` }));
  }),
};
