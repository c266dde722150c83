import { TLS_VERSIONS } from '../../../src/lib/facts/tls-names';
import { CCM, Component, KCM } from '../../../src/lib/kubernetes/component';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { doubtfulFlags, endsOfValues, undecidedFlags } from '../../../src/lib/model/undecided-flags';

const V27 = KubernetesVersion.of('1.27.16');

/** `name=value`, or a name that stands alone. */
const given = (...words: readonly string[]) => words.map(word => {
  const [name, ...value] = word.split('=');
  return value.length === 0 ? { name } : { name, value: value.join('=') };
});

it.each<[Component, string, string]>([
  [KCM, 'cert-dir=/x',
    '--cert-dir=/x of kube-controller-manager: it is not known whether it may write its own certificate there, without which it ends'],
  [CCM, 'webhooks=x',
    '--webhooks=x of cloud-controller-manager: it is not known which webhooks the program has: it ends with others, and serves those'],
  ['kube-apiserver', 'disabled-metrics=x',
    '--disabled-metrics=x of kube-apiserver: it is not known whether the release takes these names: it ends with others'],
  ['kubelet', 'really-crash-for-testing',
    '--really-crash-for-testing=true of kubelet: it is not known whether it goes on: it is made to fail'],
])('of %s, --%s is not decided', (component, word, what) => {
  const [flag] = given(word);
  expect(undecidedFlags(component, V27, [flag, ...given('v=2')])).toEqual([{ flag, what }]);
});

it('of a component without a table, nothing is said', () => expect(undecidedFlags('kube-scheduler', V27, given('cert-dir=/x'))).toEqual([]));

it.each<[Component, string, readonly boolean[]]>([
  // Durations, booleans, lists and texts as the release has them by default.
  [KCM, 'node-monitor-period=5s', [false, false]],
  [KCM, 'route-reconciliation-period=2h', [true, true]],
  [KCM, 'enable-garbage-collector=1', [false, true]],
  [KCM, 'enable-garbage-collector=0', [true, true]],
  [KCM, 'cert-dir=/x', [true, true]],
  ['kubelet', 'cgroups-per-qos=t', [false, true]],
  ['kubelet', 'cpu-manager-policy=static', [true, true]],
  [KCM, 'controller-start-interval=0m', [false, true]],
  ['kubelet', 'log-json-info-buffer-size=5', [true, true]],
])('of %s, --%s is as the release has it, or open', (component, word, expected) =>
  expect([V27, undefined].map(version => undecidedFlags(component, version, given(word)).length > 0)).toEqual(expected));

it.each<[string, readonly string[]]>([
  ['image-gc-low-threshold=85', ['--image-gc-low-threshold=85']],
  ['image-gc-low-threshold=90', ['--image-gc-low-threshold=90']],
  ['image-gc-low-threshold=84', []],
  ['image-gc-high-threshold=80', ['--image-gc-high-threshold=80']],
  ['image-gc-high-threshold=81', []],
  ['image-gc-low-threshold=90 image-gc-high-threshold=80', []],
  ['image-gc-low-threshold=90 image-gc-low-threshold=10', []],
  ['v=2 image-gc-low-threshold=90', ['--image-gc-low-threshold=90']],
  ['image-gc-low-threshold=90 image-gc-low-threshold=90', ['--image-gc-low-threshold=90']],
  ['v=2', []],
])('of a kubelet with %s, a file may say the other threshold', (words, flags) =>
  expect(doubtfulFlags('kubelet', V27, given(...words.split(' '))).map(({ what }) => what)).toEqual(
    flags.map(flag => `${flag} of kubelet: it is not known whether a file says the other threshold`)));

it('thresholds are flags of kubelets only', () =>
  expect(doubtfulFlags('kube-scheduler', V27, given('image-gc-low-threshold=90'))).toEqual([]));

it('the flag in doubt is given back', () => {
  const [low] = given('image-gc-low-threshold=90');
  expect(doubtfulFlags('kubelet', V27, [low])[0].flag).toBe(low);
});

it.each<[Component, string, readonly string[]]>([
  ['kubelet', 'image-gc-low-threshold=80 image-gc-high-threshold=80',
    ['--image-gc-low-threshold must be less than --image-gc-high-threshold']],
  ['kubelet', 'image-gc-low-threshold=80 image-gc-high-threshold=81', []],
  ['kubelet', 'image-gc-low-threshold=90', []],
  ['kubelet', 'image-gc-high-threshold=1', []],
  ['kube-scheduler', 'image-gc-low-threshold=80 image-gc-high-threshold=80', []],
])('of %s, %s ends it', (component, words, texts) => expect(endsOfValues(component, given(...words.split(' ')))).toEqual(texts.map(text =>
  ({ concern: 'command-line', text, flags: ['image-gc-low-threshold', 'image-gc-high-threshold'] }))));

it('the last value of a flag of audits counts, for its release', () => {
  const flags = given('audit-log-path=', 'audit-log-path=-', 'audit-log-version=audit.k8s.io/v1beta1');
  const ends = (version?: string) => endsOfValues('kube-apiserver', flags, version === undefined ? undefined : KubernetesVersion.of(version)).length;
  expect([ends(), ends('1.23.17'), ends('1.24.17')]).toEqual([0, 0, 1]);
});

it.each<[Component, string, readonly string[], readonly string[]]>([
  ['kubelet', 'cgroup-driver=x', ['whether kubelet goes on with --cgroup-driver=x is not known'], []],
  ['kubelet', 'port=0', [], ['--port=0: must be between 1 and 65535']],
  ['kubelet', 'port=1', [], []],
  ['kubelet', 'tls-min-version=x', [], [`--tls-min-version=x: must be one of ${TLS_VERSIONS.join(', ')}`]],
  ['kubelet', 'port=${PORT}', [], []],
  ['kubelet', 'runonce', [], ['--runonce: it does not go on']],
  ['kube-apiserver', 'audit-log-mode=x', [], []],
  ['kube-apiserver', 'audit-webhook-version=a/b/c', [], ['--audit-webhook-version=a/b/c is no group and version']],
  ['kubelet', 'audit-webhook-version=a/b/c', [], []],
  ['kube-apiserver', 'audit-webhook-version=${A}/b/c', [], []],
  ['kubelet', 'really-crash-for-testing',
    ['--really-crash-for-testing=true of kubelet: it is not known whether it goes on: it is made to fail'], []],
])('of %s, --%s: what is open, and what ends it', (component, word, open, ends) => {
  const [flag] = given(word);
  expect(doubtfulFlags(component, V27, [flag])).toEqual(open.map(what => ({ flag, what })));
  expect(endsOfValues(component, [flag])).toEqual(ends.map(text => ({ concern: 'command-line', text, flags: [flag.name] })));
});
