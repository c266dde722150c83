import { DataMap } from '../../../src/lib/edit/yaml/data';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { API_SERVER_FILES, apiServerFileProblems } from '../../../src/lib/model/api-server-files';

/** Each file, its kind, versions that are read and versions that are not. */
const KINDS: readonly (readonly [string, string, readonly string[], readonly string[]])[] = [
  ['admission-control-config-file', 'AdmissionConfiguration', ['apiserver.config.k8s.io/v1', 'apiserver.k8s.io/v1alpha1'],
    ['apiserver.config.k8s.io/v1alpha1', 'apiserver.k8s.io/v1', 'xapiserver.config.k8s.io/v1', 'apiserver.config.k8s.io/v11']],
  ['authentication-config', 'AuthenticationConfiguration', ['apiserver.config.k8s.io/v1', 'apiserver.config.k8s.io/v1alpha1',
    'apiserver.config.k8s.io/v1beta1'], ['apiserver.config.k8s.io/v2', 'xapiserver.config.k8s.io/v1', 'apiserver.config.k8s.io/v1x']],
  ['authorization-config', 'AuthorizationConfiguration', ['apiserver.config.k8s.io/v1', 'apiserver.config.k8s.io/v1alpha1',
    'apiserver.config.k8s.io/v1beta1'], ['apiserver.config.k8s.io/v2', 'xapiserver.config.k8s.io/v1', 'apiserver.config.k8s.io/v1x']],
  ['egress-selector-config-file', 'EgressSelectorConfiguration', ['apiserver.k8s.io/v1alpha1', 'apiserver.k8s.io/v1beta1'],
    ['apiserver.k8s.io/v1', 'xapiserver.k8s.io/v1beta1', 'apiserver.k8s.io/v1beta12']],
  ['encryption-provider-config', 'EncryptionConfiguration', ['apiserver.config.k8s.io/v1'],
    ['apiserver.config.k8s.io/v1beta1', 'xapiserver.config.k8s.io/v1', 'apiserver.config.k8s.io/v11']],
  ['tracing-config-file', 'TracingConfiguration',
    ['apiserver.config.k8s.io/v1', 'apiserver.config.k8s.io/v1alpha1', 'apiserver.config.k8s.io/v1beta1'],
    ['apiserver.config.k8s.io/v2', 'xapiserver.config.k8s.io/v1', 'apiserver.config.k8s.io/v1x']],
];

it('are these', () => expect(API_SERVER_FILES).toEqual(KINDS.map(([flag]) => flag)));

it.each(KINDS)('%s is of the kind %s and versions that are read', (flag, kind, read, unread) => {
  const isOther = (apiVersion: string, own = kind) =>
    apiServerFileProblems(flag, { apiVersion, kind: own }).includes(`it is of apiVersion ${apiVersion} and kind ${own}, and has to be a ${kind}`);
  expect(read.map(version => isOther(version))).toEqual(read.map(() => false));
  expect(unread.map(version => isOther(version))).toEqual(unread.map(() => true));
  expect(isOther(read[0], 'ConfigMap')).toBe(true);
});

function problems(flag: string, file: object, version?: string): readonly string[] {
  const [, kind, [apiVersion]] = KINDS.find(([own]) => own === flag)!;
  return apiServerFileProblems(flag, { apiVersion, kind, ...file } as DataMap, version === undefined ? undefined : KubernetesVersion.of(version));
}

it.each<[string, object, string | undefined, readonly string[]]>([
  ['without plugins', {}, undefined, []],
  ['of a plugin that every release has', { plugins: [{ name: 'PodSecurity' }] }, '1.27.16', []],
  ['of one that there is not', { plugins: [{ name: 'NoSuchPlugin' }, null] }, undefined,
    ['it configures the plugin \'NoSuchPlugin\', which is unknown', 'it configures the plugin \'\', which is unknown']],
  ['of one that this release does not have', { plugins: [{ name: 'MutatingAdmissionPolicy' }] }, '1.27.16',
    ['it configures the plugin \'MutatingAdmissionPolicy\', which is unknown']],
  ['of one that some release has', { plugins: [{ name: 'MutatingAdmissionPolicy' }] }, undefined, []],
])('admission %s', (_, file, version, expected) => expect(problems('admission-control-config-file', file, version)).toEqual(expected));

const LOGIN = 'it answers none without a login (anonymous), as probes of the kubelet are';
const paths = (...all: readonly string[]) => ({ anonymous: { enabled: true, conditions: all.map(path => ({ path })) } });

it.each<[string, object, readonly string[]]>([
  ['that says nothing of it', {}, []],
  ['for all', { anonymous: { enabled: true } }, []],
  ['for what the kubelet asks', paths('/readyz', '/livez', '/healthz'), []],
  ['for none', { anonymous: { enabled: false } }, [LOGIN]],
  ['for none by default', { anonymous: {} }, [LOGIN]],
  ['for some', paths('/livez', '/healthz'), [LOGIN]],
  ['for others', paths('/livez', '/readyz', '/metrics'), [LOGIN]],
  ['for others as well', paths('/healthz', '/readyz'), [LOGIN]],
])('requests without a login, by an authentication %s', (_, file, expected) => expect(problems('authentication-config', file)).toEqual(expected));

it('an authentication by tokens of another issuer is not decided', () =>
  expect(problems('authentication-config', { jwt: [{ issuer: { url: 'https://x' } }] })).toEqual(
    [expect.stringMatching(/^it has jwt, and it is not known /)]));

const selection = (name: string, connection: object) => ({ egressSelections: [{ name, connection }] });

it.each<[string, object, readonly unknown[]]>([
  ['of nothing', {}, []],
  ...['cluster', 'controlplane', 'etcd', 'master'].map((name): [string, object, string[]] =>
    [`of ${name}, directly`, selection(name, { proxyProtocol: 'Direct' }), []]),
  ['of etcd, directly, by another transport', selection('etcd', { proxyProtocol: 'Direct', transport: { tcp: { url: 'x' } } }),
    ['it has transport, and it is not known whether the proxy lets it through']],
  ['of what there is not', selection('nodes', { proxyProtocol: 'Direct' }), ['it selects \'nodes\'; accepted: cluster, controlplane, etcd, master']],
  ['by way of another', selection('etcd', { proxyProtocol: 'GRPC' }), ['it asks etcd by way of GRPC, and whether that lets it through is not known']],
  ['by nothing', { egressSelections: [{ name: 'etcd' }] }, ['it asks etcd by way of undefined, and whether that lets it through is not known']],
])('connections %s', (_, file, expected) => expect(problems('egress-selector-config-file', file)).toEqual(expected));

const bytes = (count: number) => Buffer.alloc(count, 7).toString('base64');
const provided = (...providers: readonly object[]) => ({ resources: [{ resources: ['secrets'], providers }] });
const key = (secret: unknown, name: unknown = 'k') => ({ keys: [{ name, secret }] });
const sizes = (name: string, ...all: readonly number[]) => `provider ${name} has a secret of other than ${all.join(', ')} bytes`;

it.each<[string, object, readonly unknown[]]>([
  ['of nothing', {}, ['it has no resources']],
  ['of what has no name', { resources: [{ providers: [{ identity: {} }] }] }, ['it encrypts resources without names']],
  ['by nothing', { resources: [{ resources: ['secrets'] }] }, ['it has no providers']],
  ['by identity', provided({ identity: {} }), []],
  ['by none', provided({}), ['a provider has no name']],
  ['by two in one', provided({ identity: {}, aescbc: {} }), ['a provider has several: identity, aescbc']],
  ['by one that there is not', provided({ rot13: {} }), ['there is no provider rot13']],
  ['by one and another', provided({ rot13: {} }, { rot14: {} }), ['there is no provider rot13', 'there is no provider rot14']],
  ['by a service', provided({ kms: { name: 'x' } }), [expect.stringMatching(/^it has kms, and it is not known /)]],
  ['without keys', provided({ aescbc: {} }), ['provider aescbc has no keys']],
  ['by a key without a name', provided({ aescbc: { keys: [{ secret: bytes(32) }] } }), ['provider aescbc has a key without a name']],
  ['by a key whose name is empty', provided({ aescbc: key(bytes(32), '') }), ['provider aescbc has a key without a name']],
  ['by a key without a secret', provided({ aescbc: key(undefined) }), [sizes('aescbc', 16, 24, 32)]],
  ...['aescbc', 'aesgcm'].flatMap(name => [16, 24, 32].map((size): [string, object, string[]] =>
    [`by ${name} with ${size} bytes`, provided({ [name]: key(bytes(size)) }), []])),
  ...['aescbc', 'aesgcm'].flatMap(name => [15, 17, 31, 33].map((size): [string, object, string[]] =>
    [`by ${name} with ${size} bytes`, provided({ [name]: key(bytes(size)) }), [sizes(name, 16, 24, 32)]])),
  ['by secretbox with 32 bytes', provided({ secretbox: key(bytes(32)) }), []],
  ['by secretbox with 16 bytes', provided({ secretbox: key(bytes(16)) }), [sizes('secretbox', 32)]],
  ['by a secret that is no base64', provided({ aesgcm: key(`-${bytes(24).slice(1)}`) }), [sizes('aesgcm', 16, 24, 32)]],
  ['by a secret with more behind it', provided({ aesgcm: key(`${bytes(24).slice(1)}-`) }), [sizes('aesgcm', 16, 24, 32)]],
  ['by a secret without its padding', provided({ aesgcm: key(bytes(16).replace(/=/g, '')) }), [sizes('aesgcm', 16, 24, 32)]],
  ['by one right secret of two', provided({ aesgcm: { keys: [{ name: 'a', secret: bytes(16) }, { name: 'b', secret: 'x' }] } }),
    [sizes('aesgcm', 16, 24, 32)]],
])('encryption %s', (_, file, expected) => expect(problems('encryption-provider-config', file)).toEqual(expected));

it.each<[unknown, boolean]>([[undefined, true], [0, true], [1_000_000, true], [-1, false], [1_000_001, false], ['5', false]])(
  'a sampling rate of %s is right: %s', (samplingRatePerMillion, isRight) => expect(problems('tracing-config-file', { samplingRatePerMillion }))
    .toEqual(isRight ? [] : [`samplingRatePerMillion: ${String(samplingRatePerMillion)} must be between 0 and 1000000`]));
