import { Rule } from './rule';
import { isProvidersOwn } from '../leader-migration/controller-name';
import { entryPlace, managers, nameOf } from '../view/ask';

export const controllerOfProvider: Rule = {
  id: 'controller-of-provider',
  severity: 'warning',
  title: 'A controller is listed that no release of Kubernetes has',
  why: 'It moves where it is the provider\'s own, under this key in both components. Whether they have it is in their programs alone; an entry that '
    + 'matches nothing on one side leaves the controller under the main lock there.',
  fix: 'Compare the key with the programs of the provider, or remove the entry on both sides.',
  source: 'k8s.io/controller-manager@v0.26.1 pkg/leadermigration/migrator.go:39, which compares names and knows no controllers',
  check: model => managers(model).flatMap(view => {
    const reading = view.migrationReading;
    if (!reading || !('configuration' in reading)) return [];
    const names = new Set(reading.configuration.controllerLeaders.map(({ name }) => name));
    return [...names].filter(isProvidersOwn).map(name => ({
      place: entryPlace(view, name), message: `${nameOf(view)}: controller '${name}' is listed, which Kubernetes does not have`,
    }));
  }),
};
