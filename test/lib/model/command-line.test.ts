import { KCM } from '../../../src/lib/kubernetes/component';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { CommandLine } from '../../../src/lib/model/command-line';

const line = (...words: string[]) => new CommandLine(KCM, KubernetesVersion.of('1.26.15'), words);

it.each<[string, readonly string[], readonly string[]]>([
  ['is the default where it is not given', [], ['*']],
  ['replaces the default', ['--controllers=a,b'], ['a', 'b']],
  ['grows', ['--controllers=a,"b,c"', '--controllers=d'], ['a', 'b,c', 'd']],
  ['is empty where nothing is in it', ['--controllers='], []],
  ['is no statement where one part cannot be read', ['--controllers=a', '--controllers="b'], ['*']],
])('a list %s', (_, words, expected) => expect(line(...words).list('controllers', ['*'])).toEqual(expected));

it('has each flag with its values, in their order', () => {
  const { given } = line('--v=1', '--profiling', '--v=2');
  expect(given.map(({ name, value }) => [name, value])).toEqual([['v', '1'], ['profiling', 'true'], ['v', '2']]);
});

it('follows the last value that can be read', () => {
  expect(line('--leader-elect=false', '--leader-elect=x').bool('leader-elect', true)).toBe(false);
  expect(line('--leader-elect-lease-duration=60s', '--leader-elect-lease-duration=x').duration('leader-elect-lease-duration', 1)).toBe(60_000);
});
