import { ControllerState, isOfCloud, OTHER_CONTROLLERS, withIdle } from '../../../src/lib/model/controller-state';
import { controllerIn } from '../../../src/lib/model/process';
import { file, kcm, LM_FILE } from '../proof/processes';

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

it('a number of workers is one of its own flag', () => {
  expect(controllerIn(kcm('1.26', '--cloud-provider=aws --concurrent-service-syncs=1 --secure-port=0'), 'service').presence).toBe('enabled');
  expect(controllerIn(kcm('1.26', '--cloud-provider=aws --secure-port=0'), 'service').presence).toBe('enabled');
});

it.each<[string, boolean]>([
  [OTHER_CONTROLLERS, false], ['nodeipam', false], ['service', true], ['route', true], ['cloud-node-lifecycle', true], ['ttl', false],
  ['endpointslice', false], ['of-a-provider', true],
])('%s works for the cloud of its process: %j', (controller, expected) => expect(isOfCloud(controller)).toBe(expected));

it.each<[string, string, string, readonly string[] | undefined]>([
  ['route', '1.26', '--cloud-provider=aws', ['allocate-node-cidrs']],
  ['route', '1.26', '--cloud-provider=aws --configure-cloud-routes=false', ['allocate-node-cidrs', 'configure-cloud-routes']],
  ['route', '1.26', '--cloud-provider=aws --allocate-node-cidrs=true --configure-cloud-routes=false', ['configure-cloud-routes']],
  ['route', '1.26', '--cloud-provider=external', undefined],
  ['nodeipam', '1.26', '--cloud-provider=external', ['allocate-node-cidrs']],
])('%s of %s with %s lacks flags', (controller, minor, flags, lacks) => expect(controllerIn(kcm(minor, flags), controller)).toStrictEqual({
  key: controller, presence: 'absent', under: 'never', ...lacks && { lacks },
}));

it('what a migration names is a controller of a kube-controller-manager, where it is a key of its release', () => {
  const { controllers } = kcm('1.26', `--cloud-provider=aws ${LM_FILE}`, file('v1', ['route', 'ttl', 'nonsense']));
  expect(['route', 'ttl', 'nonsense'].map(name => controllers.has(name))).toEqual([true, true, false]);
});
