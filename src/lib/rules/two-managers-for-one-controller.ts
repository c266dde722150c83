import { Rule } from './rule';
import { logicalController } from '../facts/controllers';
import { CCM, KCM } from '../kubernetes/component';
import { entryPlace, managers, nameOf } from '../view/ask';
import { ComponentView } from '../view/model';

interface Assignment {
  readonly view: ComponentView;
  readonly name: string;
  readonly controller: string;
  readonly component: string;
}

export const twoManagersForOneController: Rule = {
  id: 'two-managers-for-one-controller',
  severity: 'warning',
  title: 'One release assigns a controller to two components',
  why: 'The assignment is meant to change with the minor. Within one minor, a restart with the wrong file moves a controller back, and which '
    + 'assignment holds cannot be told.',
  fix: 'Change assignments together with the minor, or use the wildcard on both sides.',
  source: 'KEP-2436, "in one minor release, a controller is assigned to one manager"',
  check: model => {
    const assignments = managers(model).flatMap(assignmentsOf);
    return assignments.flatMap(one => {
      const other = assignments.find(({ view, controller }) => view.version!.minor === one.view.version!.minor && controller === one.controller)!;
      return other.component === one.component ? [] : [{
        place: entryPlace(one.view, one.name),
        message: `${nameOf(one.view)} assigns '${one.name}' to ${one.component}, ${nameOf(other.view)} to ${other.component}`,
      }];
    });
  },
};

function assignmentsOf(view: ComponentView): readonly Assignment[] {
  const reading = view.migrationReading;
  if (!reading || !('configuration' in reading) || !view.version) return [];
  return reading.configuration.controllerLeaders.filter(({ component }) => component === KCM || component === CCM)
    .map(({ name, component }) => ({ view, name, component, controller: logicalController(name) ?? name }));
}
