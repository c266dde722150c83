import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { apiServerOpen } from '../../../src/lib/model/api-server';
import { auditEnds } from '../../../src/lib/model/audit';

type Given = Readonly<Record<string, string>>;
const LOG = { 'audit-log-path': '-' };
const HOOK = { 'audit-webhook-config-file': '/a.conf' };
const release = (version?: string) => version === undefined ? undefined : KubernetesVersion.of(version);
const ends = (given: Given, version?: string) => auditEnds(flag => given[flag], release(version)).map(({ text, flags }) => {
  expect(flags).toEqual([/^--([a-z-]+)=/.exec(text)![1]]);
  return text;
});

/** Ends of flags, what stands beside them, values that are taken and that are not, and what they must be. */
const VALUES: readonly (readonly [string, Given, readonly string[], readonly string[], string])[] = (['log', 'webhook'] as const).flatMap(name => {
  const at = (end: string, value: string): Given => ({ [`audit-${name}-${end}`]: value });
  const batch = at('mode', 'batch');
  const throttled = { ...batch, ...at('batch-throttle-enable', 'true'), ...at('batch-throttle-qps', '1'), ...at('batch-throttle-burst', '1') };
  const positive = 'must be greater than 0';
  return ([
    ['mode', {}, ['batch', 'blocking', 'blocking-strict'], ['', 'Batch', 'block'], 'must be one of batch, blocking, blocking-strict'],
    ...['batch-buffer-size', 'batch-max-size'].map(end => [end, batch, ['1', '2', 'x'], ['0', '-1'], positive] as const),
    ...['batch-throttle-qps', 'batch-throttle-burst'].map(end => [end, throttled, ['1', 'x'], ['0', '-1'], positive] as const),
    ['truncate-max-event-size', {}, ['1', '102400', '10485760'], ['0', '-1'], positive],
    ['truncate-max-batch-size', {}, ['102400', 'x'], ['102399', '0'], `must not be less than --audit-${name}-truncate-max-event-size=102400`],
    ['version', {}, ['audit.k8s.io/v1', 'audit.k8s.io/v1beta1', 'audit.k8s.io/v1alpha1'], ['', 'v1', 'audit.k8s.io/v2', 'a/b/c'],
      'must be one of audit.k8s.io/v1, audit.k8s.io/v1beta1, audit.k8s.io/v1alpha1'],
    ...name === 'webhook' ? [] : [
      ['format', {}, ['legacy', 'json'], ['', 'text'], 'must be one of legacy, json'] as const,
      ...['maxage', 'maxbackup', 'maxsize'].map(end => [end, {}, ['0', '1', 'x', '-0', '1-1'], ['-1', '-01'], 'must not be negative'] as const),
    ],
  ] as const).map(([end, beside, taken, refused, must]) => [`audit-${name}-${end}`, beside, taken, refused, must] as const);
});

it.each(VALUES)('--%s', (flag, beside, taken, refused, must) => {
  const by = flag.startsWith('audit-log') ? LOG : HOOK;
  const said = (value: string, ...more: readonly Given[]) => ends(Object.assign({ ...beside, [flag]: value }, ...more) as Given, '1.23.17');
  expect(taken.map(value => said(value, by))).toEqual(taken.map(() => []));
  expect(refused.map(value => said(value, by))).toEqual(refused.map(value => [`--${flag}=${value}: ${must}`]));
  // Nothing looks at it where nothing is written.
  const unseen = refused.filter(value => value !== 'a/b/c');
  expect(unseen.map(value => said(value, ...Object.keys(by).map(off => ({ [off]: '' }))))).toEqual(unseen.map(() => []));
});

it.each<[string, Given, readonly string[]]>([
  ['of nothing', {}, []],
  ['of a log, by default', LOG, []],
  ['of a webhook, by default', HOOK, []],
  ['of both', { ...LOG, ...HOOK, 'audit-webhook-mode': 'x', 'audit-log-format': 'x' },
    ['--audit-log-format=x: must be one of legacy, json', '--audit-webhook-mode=x: must be one of batch, blocking, blocking-strict']],
  ['of a log that is written in batches', { ...LOG, 'audit-log-mode': 'batch' }, []],
  ['of a log whose batches are throttled by nothing', { ...LOG, 'audit-log-mode': 'batch', 'audit-log-batch-throttle-enable': 'true' },
    ['--audit-log-batch-throttle-qps=0: must be greater than 0', '--audit-log-batch-throttle-burst=0: must be greater than 0']],
  ['of a log without batches', { ...LOG, 'audit-log-batch-throttle-enable': 'true', 'audit-log-batch-max-size': '0' }, []],
  ['of a webhook that is not throttled', { ...HOOK, 'audit-webhook-batch-throttle-enable': 'false', 'audit-webhook-batch-throttle-qps': '0' }, []],
  ['of a webhook that is', { ...HOOK, 'audit-webhook-batch-throttle-qps': '0' }, ['--audit-webhook-batch-throttle-qps=0: must be greater than 0']],
  ['of larger events', { ...LOG, 'audit-log-truncate-max-event-size': '10485761' },
    ['--audit-log-truncate-max-batch-size=10485760: must not be less than --audit-log-truncate-max-event-size=10485761']],
  ['of a version of two parts', { 'audit-webhook-version': 'a/b' }, []],
  ['of one of three', { 'audit-webhook-version': 'a/b/c' }, ['--audit-webhook-version=a/b/c is no group and version']],
  ['of one of three, in a log', { 'audit-log-version': 'a/b/c' }, []],
])('flags %s', (_, given, expected) => expect(ends(given, '1.23.17')).toEqual(expected));

it('a version of events is one of the release', () => {
  const said = (version?: string) => ends({ ...LOG, 'audit-log-version': 'audit.k8s.io/v1beta1' }, version);
  expect([said('1.23.17'), said('1.24.17'), said(), said('1.99.0')])
    .toEqual([[], ['--audit-log-version=audit.k8s.io/v1beta1: must be one of audit.k8s.io/v1'], [], []]);
  expect(ends({ ...LOG, 'audit-log-version': 'v1' })).toEqual([expect.stringContaining('audit.k8s.io/v1beta1')]);
});

const flagsOf = (given: Given, hidden: readonly string[] = [], version?: string): Parameters<typeof apiServerOpen>[0] => ({
  version: release(version), text: flag => given[flag], list: () => [], isUnknown: flag => hidden.includes(flag),
});
const WAITS = (name: string, mode: string) => [`audit-${name}-mode`,
  `requests wait until their audit is written (--audit-${name}-mode=${mode}), and whether it can be is not known`];
const POLICY = { 'audit-policy-file': '/p.yaml' };

it.each<[string, Given, readonly string[], readonly (readonly string[])[]]>([
  ['nothing', {}, [], []],
  ['a log that ends', { ...LOG, 'audit-log-mode': 'x' }, [], []],
  ['no log', { 'audit-log-mode': 'x' }, [], []],
  ['perhaps a log', { 'audit-log-mode': 'x' }, ['audit-log-path'],
    [['audit-log-mode', 'it may end: --audit-log-mode=x: must be one of batch, blocking, blocking-strict']]],
  ['perhaps a log, in a mode that is not known', { 'audit-log-mode': 'x' }, ['audit-log-path', 'audit-log-mode'], []],
  ['a log in an old version', { ...LOG, 'audit-log-version': 'audit.k8s.io/v1alpha1' }, [],
    [['audit-log-version', 'it may end: --audit-log-version=audit.k8s.io/v1alpha1: must be one of audit.k8s.io/v1, audit.k8s.io/v1beta1, '
      + 'audit.k8s.io/v1alpha1']]],
  ['no log in an old version', { 'audit-log-version': 'audit.k8s.io/v1alpha1' }, [], []],
  ['a log in the version of all releases', { ...LOG, 'audit-log-version': 'audit.k8s.io/v1' }, [], []],
  ['no log that requests wait for', { ...POLICY, 'audit-log-mode': 'blocking-strict' }, [], []],
  ['a log in the mode that it has by default', { ...LOG, ...POLICY }, [], []],
  ['a log that requests wait for', { ...LOG, ...POLICY, 'audit-log-mode': 'blocking-strict' }, [], [WAITS('log', 'blocking-strict')]],
  ['a log of nothing', { ...LOG, 'audit-log-mode': 'blocking-strict' }, [], []],
  ['a log of what is not known', { ...LOG, 'audit-log-mode': 'blocking-strict' }, ['audit-policy-file'], [WAITS('log', 'blocking-strict')]],
  ['a webhook', { ...HOOK, ...POLICY }, [], []],
  ['a webhook that requests wait for', { ...HOOK, ...POLICY, 'audit-webhook-mode': 'blocking' }, [], [WAITS('webhook', 'blocking')]],
  ['one that they wait for strictly', { ...HOOK, ...POLICY, 'audit-webhook-mode': 'blocking-strict' }, [], [WAITS('webhook', 'blocking-strict')]],
])('of %s it is told what is not known', (_, given, hidden, expected) =>
  expect(apiServerOpen(flagsOf(given, hidden)).map(({ flag, what }) => [flag, what])).toEqual(expected));

it('what is not taken by a release that is known ends', () =>
  expect(apiServerOpen(flagsOf({ ...LOG, 'audit-log-version': 'audit.k8s.io/v1beta1' }, [], '1.24.17'))).toEqual([]));
