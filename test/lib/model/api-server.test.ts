import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { apiServerEnds, isWholeApiServer } from '../../../src/lib/model/api-server';

type Given = Readonly<Record<string, string | readonly string[] | undefined>>;

const flags = (given: Given, unknown: readonly string[] = [], version?: string) => ({
  version: version === undefined ? undefined : KubernetesVersion.of(version),
  text: (flag: string) => [given[flag] ?? []].flat().at(-1),
  list: (flag: string) => [given[flag] ?? []].flat().flatMap(value => value.split(',')),
  isUnknown: (flag: string) => unknown.includes(flag),
});
const ends = (given: Given, unknown?: readonly string[], version?: string) => apiServerEnds(flags(given, unknown, version)).map(({ text }) => text);

const WHOLE: Given = {
  'client-ca-file': '/ca', 'etcd-servers': 'https://x', 'service-account-issuer': 'https://y', 'service-account-signing-key-file': '/k',
};
const NO_FILE = 'which needs an --admission-control-config-file';
const TWO_WAYS = '--admission-control is given beside --enable-admission-plugins or --disable-admission-plugins';
const MORE = '--authorization-mode has a mode more than once: ';

it.each<[string, Given, readonly string[], (readonly string[])?]>([
  ['modes', { 'authorization-mode': 'AlwaysAllow,AlwaysDeny,Node,RBAC' }, []],
  ['suites', { 'tls-cipher-suites': 'TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256' }, []],
  ['a plugin without a name', { 'enable-admission-plugins': '' }, ['--enable-admission-plugins: plugin without a name is unknown']],
  ['plugins that there are not', { 'enable-admission-plugins': 'A', 'disable-admission-plugins': 'B' },
    ['--enable-admission-plugins: plugin A is unknown', '--disable-admission-plugins: plugin B is unknown']],
  ['such a plugin in the old way', { 'admission-control': 'C' }, ['--admission-control: plugin C is unknown']],
  ['plugins without their file', { 'enable-admission-plugins': 'EventRateLimit,ImagePolicyWebhook,NodeRestriction' },
    [`--enable-admission-plugins has EventRateLimit, ${NO_FILE}`, `--enable-admission-plugins has ImagePolicyWebhook, ${NO_FILE}`]],
  ['plugins with it', { 'enable-admission-plugins': 'EventRateLimit', 'admission-control-config-file': '/x' }, []],
  ['plugins with one that is not known', { 'enable-admission-plugins': 'EventRateLimit' }, [], ['admission-control-config-file']],
  ['plugins on and off',
    { 'enable-admission-plugins': 'NodeRestriction,Priority,ServiceAccount', 'disable-admission-plugins': 'Priority,ServiceAccount' },
    ['--enable-admission-plugins and --disable-admission-plugins both have Priority, ServiceAccount']],
  ['plugins in the old way', { 'admission-control': 'NodeRestriction' }, []],
  ['plugins in both ways', { 'admission-control': 'NodeRestriction', 'enable-admission-plugins': 'Priority' }, [TWO_WAYS]],
  ['plugins off in the other way', { 'admission-control': 'NodeRestriction', 'disable-admission-plugins': 'Priority' }, [TWO_WAYS]],
  ['levels', { 'runtime-config': 'api/all=true,api/ga=false,api/beta=true,api/alpha=true' }, []],
  ['levels that are not said', { 'runtime-config': 'api/all,api/beta=1,api/ga=1,api/alpha=' },
    ['api/all', 'api/beta=1', 'api/ga=1', 'api/alpha='].map(level => `--runtime-config: ${level} takes true or false`)],
  ['APIs', { 'runtime-config': ' v1 ,v1=true, ,apps/v1=true,batch/v1,storage.k8s.io/v1=,rbac.authorization.k8s.io/v1=0,apps/v1/deployments=f' }, []],
  ['what is none', { 'runtime-config': 'apps,a/b/c/d=true' },
    ['--runtime-config: apps is no group and version', '--runtime-config: a/b/c/d=true is no group and version']],
  ['a group that there is not', { 'runtime-config': 'x/v1=true' }, ['--runtime-config: x/v1=true names the group x, which is not registered']],
  ['an API that is neither on nor off', { 'runtime-config': 'apps/v1=yes' }, ['--runtime-config: apps/v1=yes takes true or false']],
  ...['api', 'apps', 'auditregistration.k8s.io', 'autoscaling', 'batch', 'extensions', 'policy', 'settings.k8s.io', ...[
    'admission', 'admissionregistration', 'apidiscovery', 'apiextensions', 'apiregistration', 'authentication', 'authorization', 'certificates',
    'coordination', 'discovery', 'events', 'flowcontrol.apiserver', 'imagepolicy', 'internal.apiserver', 'lifecycle', 'networking', 'node',
    'rbac.authorization', 'resource', 'scheduling', 'storage', 'storagemigration',
  ].map(name => `${name}.k8s.io`)].map((group): [string, Given, string[]] => [`the group ${group}`, { 'runtime-config': `${group}/v1=true` }, []]),
  ['a mode twice', { 'authorization-mode': ['Node,RBAC', 'RBAC'] }, [`${MORE}Node,RBAC,RBAC`]],
  ['modes of which one is not known', { 'authorization-mode': ['Node', 'Node'] }, [], ['authorization-mode']],
  ['ABAC without its file', { 'authorization-mode': 'ABAC' }, ['--authorization-mode=ABAC has ABAC, and there is no --authorization-policy-file']],
  ['ABAC with an empty file', { 'authorization-mode': 'ABAC', 'authorization-policy-file': '' },
    ['--authorization-mode=ABAC has ABAC, and there is no --authorization-policy-file']],
  ['ABAC with its file', { 'authorization-mode': 'ABAC', 'authorization-policy-file': '/x' }, []],
  ['ABAC with one that is not known', { 'authorization-mode': 'ABAC' }, [], ['authorization-policy-file']],
  ['a webhook without its file', { 'authorization-mode': 'Node,Webhook' },
    ['--authorization-mode=Node,Webhook has Webhook, and there is no --authorization-webhook-config-file']],
  ['the file of a mode that is off', { 'authorization-mode': 'RBAC', 'authorization-webhook-config-file': '/x' },
    ['--authorization-webhook-config-file is given without the authorization mode Webhook']],
  ['a file of modes', { 'authorization-config': '/x', 'authorization-policy-file': '/y' }, []],
  ['a file of modes beside modes', { 'authorization-config': '/x', 'authorization-mode': 'RBAC' },
    ['--authorization-config and --authorization-mode are both given']],
  ['an issuer without a name', { 'service-account-issuer': '' }, ['--service-account-issuer must not be empty']],
  ['an issuer twice', { 'service-account-issuer': ['a', 'b', 'a'] }, ['--service-account-issuer has one more than once']],
  ['issuers', { 'service-account-issuer': ['a', 'b'] }, []],
  ['all that it needs', WHOLE, []],
  ['no issuer', { ...WHOLE, 'service-account-issuer': undefined }, ['it needs --service-account-issuer']],
  ['neither issuer nor key', {
    ...WHOLE, 'service-account-issuer': undefined, 'service-account-signing-key-file': '', 'tls-cert-file': '/x', 'tls-private-key-file': '/y',
  }, ['it needs --service-account-issuer and --service-account-signing-key-file']],
  ['a key that is elsewhere', { ...WHOLE, 'service-account-signing-key-file': undefined, 'service-account-signing-endpoint': '/x' }, []],
  ['a key that is not known', { ...WHOLE, 'service-account-signing-key-file': undefined }, [], ['service-account-signing-key-file']],
  ['an issuer that is not known', { ...WHOLE, 'service-account-issuer': undefined }, [], ['service-account-issuer']],
  ['an excerpt', { 'client-ca-file': '/ca', 'etcd-servers': 'https://x' }, []],
  ['an excerpt with a key of nothing', { 'service-account-issuer': 'https://y', 'service-account-signing-key-file': '' },
    ['it needs --service-account-signing-key-file']],
  ['no etcd', { ...WHOLE, 'etcd-servers': undefined }, ['it needs --etcd-servers']],
  ['an etcd that is not known', { ...WHOLE, 'etcd-servers': undefined }, [], ['etcd-servers']],
  ...[['tls-cert-file', 'tls-private-key-file'], ['oidc-issuer-url', 'oidc-client-id'], ['etcd-certfile', 'etcd-keyfile']].flatMap(
    ([one, other]): [string, Given, string[], string[]?][] => {
      const said = [`--${one} and --${other}: one of them is not given`];
      return [
        [`${one} alone`, { [one]: 'https:x' }, said], [`${other} alone`, { [other]: 'x' }, said],
        [`${one} and ${other}`, { [one]: 'https:x', [other]: 'x' }, []],
        [`${one} with an empty one`, { [one]: 'https:x', [other]: '' }, said], [`${other} that is not known`, { [one]: 'https:x' }, [], [other]],
        [`${one} that is not known`, { [other]: 'x' }, [], [one]],
      ];
    }),
  ['a reload of nothing', { 'encryption-provider-config-automatic-reload': 'true' },
    ['--encryption-provider-config-automatic-reload is given without --encryption-provider-config']],
  ['no reload of nothing', { 'encryption-provider-config-automatic-reload': 'false' }, []],
  ['a reload', { 'encryption-provider-config-automatic-reload': 'true', 'encryption-provider-config': '/x' }, []],
  ['a reload of what is not known', { 'encryption-provider-config-automatic-reload': 'true' }, [], ['encryption-provider-config']],
  ['no requests', { 'max-requests-inflight': '0', 'max-mutating-requests-inflight': '0' },
    ['--max-requests-inflight and --max-mutating-requests-inflight must add up to something positive']],
  ['no requests of one sort', { 'max-requests-inflight': '0', 'max-mutating-requests-inflight': '1' }, []],
  ['no requests of one sort, and others by default', { 'max-requests-inflight': '0' }, []],
  ['requests without a limit', { 'max-requests-inflight': '0', 'max-mutating-requests-inflight': '0', 'enable-priority-and-fairness': 'false' }, []],
])('an API server with %s', (_, given, expected, ...[unknown]) => expect(ends(given, unknown)).toEqual(expected));

it('names the flags that an end is about', () => {
  const of = (given: Given) => apiServerEnds(flags(given)).map(end => end.flags);
  expect([
    of({ 'enable-admission-plugins': 'EventRateLimit' }), of({ 'enable-admission-plugins': 'Priority', 'disable-admission-plugins': 'Priority' }),
    of({ 'admission-control': 'Priority', 'enable-admission-plugins': 'NodeRestriction' }), of({ 'disable-admission-plugins': 'X' }),
    of({ 'runtime-config': 'x' }), of({ 'authorization-mode': 'Node,Node' }), of({ 'authorization-mode': 'ABAC' }),
    of({ 'authorization-policy-file': 'x' }),
    of({ 'authorization-config': 'x', 'authorization-mode': 'RBAC' }), of({ 'service-account-issuer': '' }),
    of({ 'service-account-issuer': ['a', 'a'] }),
    of({ ...WHOLE, 'service-account-issuer': undefined }), of({ ...WHOLE, 'etcd-servers': undefined }), of({ 'etcd-keyfile': 'x' }),
    of({ 'encryption-provider-config-automatic-reload': 'true' }), of({ 'max-requests-inflight': '0', 'max-mutating-requests-inflight': '0' }),
  ]).toEqual([
    ['enable-admission-plugins'], ['enable-admission-plugins', 'disable-admission-plugins', 'admission-control'], ['admission-control'],
    ['disable-admission-plugins'], ['runtime-config'], ['authorization-mode'], ['authorization-mode'], ['authorization-policy-file'],
    ['authorization-config'], ['service-account-issuer'], ['service-account-issuer'], ['service-account-issuer', 'service-account-signing-key-file'],
    ['etcd-servers'], ['etcd-certfile', 'etcd-keyfile'], ['encryption-provider-config'], ['max-requests-inflight', 'max-mutating-requests-inflight'],
  ].map(names => [names]));
});

it('is whole with three of the flags that all have', () => {
  const usual = [
    'client-ca-file', 'etcd-servers', 'service-account-issuer', 'service-account-key-file', 'service-account-signing-key-file', 'tls-cert-file',
  ];
  const isWhole = (...names: readonly string[]) => isWholeApiServer(flags(Object.fromEntries(names.map(name => [name, 'x']))));
  expect(usual.map((_, index) => isWhole(usual[index], usual[(index + 1) % 6], usual[(index + 2) % 6]))).toEqual(usual.map(() => true));
  expect([isWhole(...usual.slice(0, 2)), isWhole(...usual.slice(0, 2), 'v')]).toEqual([false, false]);
  expect(isWholeApiServer(flags({ 'client-ca-file': '/ca', 'etcd-servers': 'https://x', 'tls-cert-file': '' }))).toBe(false);
});

it('asks a plugin of its release', () => {
  const of = (version?: string) => ends({ 'enable-admission-plugins': 'MutatingAdmissionPolicy' }, [], version);
  expect([of('1.27.16'), of()]).toEqual([['--enable-admission-plugins: plugin MutatingAdmissionPolicy is unknown'], []]);
});

it('its gates are those of its version, where that is known', () => {
  const of = (...unknown: readonly string[]) => apiServerEnds(flags({ 'feature-gates': 'NoSuchGate=true' }, unknown, '1.33.13'));
  expect(of()).toEqual([{ concern: 'feature-gate', text: 'unrecognized feature gate: NoSuchGate', flags: ['feature-gates'] }]);
  expect(['emulated-version', 'feature-gates', 'min-compatibility-version'].map(flag => of(flag))).toEqual([[], [], []]);
  expect(apiServerEnds(flags({ 'admission-control': 'C' }))).toEqual([
    { concern: 'command-line', text: '--admission-control: plugin C is unknown', flags: ['admission-control'] },
  ]);
});

it('nothing is said of what is right, or not known', () => {
  expect(apiServerEnds(flags({ 'runtime-config': 'v1' }))).toHaveLength(0);
  expect(apiServerEnds(flags({ 'authorization-mode': 'Node,Node' }, ['authorization-mode']))).toHaveLength(0);
});
