import { CCM, Component, KCM } from '../../../src/lib/kubernetes/component';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { effectiveVersion, emulatedMinor } from '../../../src/lib/model/effective-version';

const flagsOf = (flags: Record<string, readonly string[]>) => ({ list: (name: string) => flags[name] ?? [] });
const told = (release: string, ...emulated: readonly string[]) =>
  effectiveVersion(KCM, KubernetesVersion.of(release), flagsOf({ 'emulated-version': emulated }))!;

/** conformance/feature-gates.test.ts asks the released code the same. */
test.each<[string, readonly string[], number, number, string?]>([
  ['1.31.14', [], 31, 31],
  ['1.31.14', ['1.31'], 31, 31],
  ['1.31.14', ['1.30'], 31, 31, 'is not between 1.31 and 1.31'],
  ['1.32.13', ['1.31'], 31, 31],
  ['1.33.13', ['1.30'], 33, 32, 'is not between 1.31 and 1.33'],
  ['1.34.10', ['1.31'], 31, 31],
  ['1.36.4', [], 36, 35],
  ['1.36.4', ['1.33'], 33, 33],
  ['1.36.4', ['1.34'], 34, 33],
  ['1.36.4', ['1.32'], 36, 35, 'is not between 1.33 and 1.36'],
  ['1.36.4', ['1.37'], 36, 35, 'is not between 1.33 and 1.36'],
  ['1.36', ['kube=1.35'], 35, 34],
  ['1.36.4', [' kube = 1.35'], 35, 34],
  ['1.36.4', ['v1.35'], 35, 34],
  ['1.36.4', ['1.35.0'], 35, 34],
  ['1.36.4', ['1.35.0.9-rc'], 35, 34],
  ['1.36.4', ['1.035'], 35, 34],
  ['1.36.4', ['1.35.1'], 36, 35, 'is no minor like 1.35'],
  ['1.36.4', ['01.35'], 36, 35, 'is no minor like 1.35'],
  ['1.36.4', ['1'], 36, 35, 'is no minor like 1.35'],
  ['1.36.4', ['x1.35'], 36, 35, 'is no minor like 1.35'],
  ['1.36.4', [''], 36, 35, 'is no minor like 1.35'],
  ['1.36.4', ['0.35'], 36, 35, 'is not between 1.33 and 1.36'],
  ['1.36.4', ['2.35'], 36, 35, 'is not between 1.33 and 1.36'],
  ['1.36.4', ['wardle=1.35'], 36, 35, 'names a component that it does not have; it has kube'],
  ['1.36.4', ['100.35'], 36, 35, 'is not between 1.33 and 1.36'],
  ['1.36.4', ['1.35', 'x'], 36, 35, 'is no minor like 1.35'],
  ['1.36.4', ['kube=1.35', 'wardle=1.35'], 36, 35, 'names a component that it does not have; it has kube'],
  ['1.36.4', ['1.35', '1.35'], 36, 35, 'says it more than once'],
])('%s that is told to be of %j', (...[release, emulated, minor, minCompatibility, problem]) => {
  const text = `--emulated-version=${emulated.join(',')} ${problem}`;
  expect(told(release, ...emulated)).toEqual({
    emulated: minor, minCompatibility, problems: problem === undefined ? [] : [{ concern: 'command-line', text, flags: ['emulated-version'] }],
  });
});

test.each<[readonly string[], string, number, string?]>([
  [[], '1.36', 36],
  [[], '1.33', 33],
  [[], '1.32', 35, 'is not between 1.33 and 1.36'],
  [['1.35'], '1.35', 35],
  [['1.35'], '1.36', 34, 'is not between 1.33 and 1.35'],
])('1.36 that emulates %j and has to be compatible with %s', (...[emulated, oldest, minCompatibility, problem]) => {
  const flags = flagsOf({ 'emulated-version': emulated, 'min-compatibility-version': [oldest] });
  const found = effectiveVersion('kube-apiserver', KubernetesVersion.of('1.36.4'), flags)!;
  const text = `--min-compatibility-version=${oldest} ${problem}`;
  expect(found.minCompatibility).toBe(minCompatibility);
  expect(found.problems).toEqual(problem === undefined ? [] : [{ concern: 'command-line', text, flags: ['min-compatibility-version'] }]);
});

test.each<[Component, string | undefined]>([
  [CCM, '1.36'], ['kubelet', '1.36.4'], ['kube-scheduler', '1.36.4'], [KCM, '1.30.14'], [KCM, '1.99'], [KCM, undefined],
])('%s %s cannot be told', (component, release) => {
  expect(effectiveVersion(component, release === undefined ? undefined : KubernetesVersion.of(release), flagsOf({}))).toBeUndefined();
});

test('the minor that a component behaves as', () => {
  const flags = flagsOf({ 'emulated-version': ['1.35'] });
  expect(emulatedMinor(KCM, KubernetesVersion.of('1.36.4'), flags)).toBe(35);
  expect(emulatedMinor(CCM, KubernetesVersion.of('1.36'), flags)).toBe(36);
});
