import { ControllerState, withIdle } from '../../../src/lib/model/controller-state';
import { controllerIn } from '../../../src/lib/model/process';
import { kcm } from '../proof/processes';

describe('a controller that never does its work', () => {
  const cause = { text: 'it waits', fix: 'do this' };
  const on: ControllerState = { key: 'service', presence: 'enabled', under: 'main' };
  const off: ControllerState = { key: 'route', presence: 'excluded', under: 'never' };

  it('is under no lock, and says why; one that is off anyway, or that is not named, is as it was', () => {
    const states = withIdle(new Map([['service', on], ['cloud-node', on], ['route', off]]), new Map([['service', cause], ['route', cause]]));
    expect([...states]).toEqual([['service', { ...on, under: 'never', idleFor: cause }], ['cloud-node', on], ['route', off]]);
  });
});

it.each([
  ['0', 'absent', '--concurrent-service-syncs=0'],
  ['-1_0', 'absent', '--concurrent-service-syncs=-1_0'],
  ['1', 'enabled', undefined],
  // It ends the process, and says nothing about workers.
  ['', 'enabled', undefined],
])('a number of workers that is "%s" leaves the controller %s', (value, presence, idleBy) => {
  const process = kcm('1.26', `--cloud-provider=aws --concurrent-service-syncs=${value}`);
  expect(controllerIn(process, 'service')).toMatchObject({ presence, ...idleBy !== undefined && { idleBy } });
  expect(controllerIn(process, 'service').idleBy).toBe(idleBy);
});
