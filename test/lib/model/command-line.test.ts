import { CCM, KCM } from '../../../src/lib/kubernetes/component';
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

it('has a doubt about a value that another release refuses', () => {
  expect(line('--secure-port=70000').doubts).toEqual(['whether kube-controller-manager 1.26 starts with --secure-port=70000 is not known']);
  expect(line('--secure-port=10257').doubts).toEqual([]);
  expect(new CommandLine(CCM, KubernetesVersion.of('1.26'), ['--secure-port=70000']).doubts).toEqual([]);
});

it('follows the last value that can be read', () => {
  expect(line('--leader-elect=false', '--leader-elect=x').bool('leader-elect', true)).toBe(false);
  expect(line('--leader-elect-lease-duration=60s', '--leader-elect-lease-duration=x').duration('leader-elect-lease-duration', 1)).toBe(60_000);
});
