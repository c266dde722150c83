import { at, configFile, model, view } from './views';
import { leaderMigrationConfigRefused } from '../../../src/lib/rules/leader-migration-config-refused';
import { ComponentView } from '../../../src/lib/view/model';

const refused = (mistake?: { readonly line: number; readonly message: string }) => view({
  migrationReading: { error: 'no such flag' }, migrationConfig: configFile('text'), configuration: { mistake: () => mistake },
} as unknown as Partial<ComponentView>);
const told = (...components: readonly ComponentView[]) => leaderMigrationConfigRefused.check(model({ components, looseConfigurations: [] }));

it.each<[string, ComponentView, readonly object[]]>([
  ['at its mistake', refused({ line: 4, message: 'it is wrong' }), [{
    place: { file: 'config', line: 4 },
    message: 'CCM (DaemonSet kube-system/x) '
    + 'refuses /c: it is wrong',
  }]],
  ['at its first line, where the release alone refuses it', refused(),
    [{ place: { file: 'config', line: 1 }, message: 'CCM (DaemonSet kube-system/x) refuses /c: no such flag' }]],
  ['not without a file', view({}), []],
  ['not where it is read', view({ migrationReading: {} } as unknown as Partial<ComponentView>), []],
])('a configuration that is refused is told %s', (_, component, expected) => expect(told(component)).toEqual(expected));

it('a configuration that nothing reads is told where it lies', () => {
  const loose = (mistake?: object) => ({ configuration: { mistake: () => mistake }, placeOf: at });
  const looseConfigurations = [loose(), loose({ line: 3, message: 'it is wrong' })] as unknown as ReturnType<typeof model>['looseConfigurations'];
  expect(leaderMigrationConfigRefused.check(model({ looseConfigurations }))).toEqual([{ place: at(3), message: 'it is wrong' }]);
});
