import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { isGateOff, isTrue, withGateOn, withoutUnknownGates } from '../../../src/lib/migration/list-flags';

describe('withoutUnknownGates', () => {
  it.each([
    ['1.26', 'ControllerManagerLeaderMigration=true', 'ControllerManagerLeaderMigration=true'],
    ['1.26', 'ControllerManagerLeaderMigration=false', ''],
    ['1.27', 'ControllerManagerLeaderMigration=true', ''],
    ['1.27', 'NotInAnyTable=true, ControllerManagerLeaderMigration = true', 'NotInAnyTable=true'],
    ['1.27', '', ''],
  ])('on %s of %j', (version, gates, expected) => {
    expect(withoutUnknownGates(gates, KubernetesVersion.of(version))).toBe(expected);
  });
});

describe('withGateOn', () => {
  it.each([
    ['', 'X=true'],
    ['A=false', 'A=false,X=true'],
    ['X=false,A=true', 'X=true,A=true'],
    ['A=true, X = false', 'A=true,X=true'],
    ['X=true', 'X=true'],
    ['A=true,', 'A=true,X=true'],
  ])('of %j is %j', (gates, expected) => {
    expect(withGateOn(gates, 'X')).toBe(expected);
    expect(withGateOn(expected, 'X')).toBe(expected);
  });
});

describe('isGateOff', () => {
  it.each([['', false], ['X=true', false], ['A=false', false], ['X=false', true], ['A=true, X=0', true]])('of %j is %s', (gates, expected) => {
    expect(isGateOff(gates, 'X')).toBe(expected);
  });
});

describe('isTrue', () => {
  it.each([['true', true], ['True', true], ['1', true], ['t', true], ['', true], ['false', false], ['0', false],
    ['F', false], ['tRUE', false]])('of %j is %s', (value, expected) => {
    expect(isTrue(value)).toBe(expected);
  });
});
