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
    apiServerFileProblems(flag, { apiVersion, kind: own }).some(({ what, settle }) =>
      what === `it is of apiVersion ${apiVersion} and kind ${own}, and has to be a ${kind}` && settle === undefined);
  expect(read.map(version => isOther(version))).toEqual(read.map(() => false));
  expect(unread.map(version => isOther(version))).toEqual(unread.map(() => true));
  expect(isOther(read[0], 'ConfigMap')).toBe(true);
});

/** What is said of a file; a mark before what is surely refused. */
function problems(flag: string, file: object, version?: string): readonly string[] {
  const [, kind, [apiVersion]] = KINDS.find(([own]) => own === flag)!;
  return apiServerFileProblems(flag, { apiVersion, kind, ...file } as DataMap, version === undefined ? undefined : KubernetesVersion.of(version))
    .map(({ what, settle }) => {
      expect(settle).not.toBe('');
      return settle === undefined ? `! ${what}` : what;
    });
}

it.each<[string, object, string | undefined, readonly string[]]>([
  ['without plugins', {}, undefined, []],
  ['of a plugin that every release has', { plugins: [{ name: 'PodSecurity' }] }, '1.27.16', []],
  ['of one that there is not', { plugins: [{ name: 'NoSuchPlugin' }, null] }, undefined,
    ['it configures the plugin \'NoSuchPlugin\', which is unknown', 'it configures the plugin \'\', which is unknown']],
  ['of one that this release does not have', { plugins: [{ name: 'MutatingAdmissionPolicy' }] }, '1.27.16',
    ['it configures the plugin \'MutatingAdmissionPolicy\', which is unknown']],
  ['of one that some release has', { plugins: [{ name: 'MutatingAdmissionPolicy' }] }, undefined, []],
  ['of a plugin that is told anything', { plugins: [{ name: 'PodSecurity', configuration: 5 }] }, '1.37.1', []],
  ['of plugins that are no list', { plugins: 'PodSecurity' }, '1.27.16', ['! its plugins must be a list, got "PodSecurity"']],
  ['with another field, in an old release', { plugin: [] }, '1.31.14', []],
  ['with another field, in a new release', { plugin: [] }, '1.32.13',
    ['! nothing is known of the field plugin: 1.32 reads no AdmissionConfiguration with another field']],
  ['with another field, in one that is not known', { plugin: [] }, undefined, ['nothing is known of the field plugin']],
  ['with another field, in one that was not read', { plugin: [] }, '1.99.0', ['nothing is known of the field plugin']],
])('admission %s', (_, file, version, expected) => expect(problems('admission-control-config-file', file, version)).toEqual(expected));

it('a field is one of the release, and of its version', () => {
  const anonymous = (version: string, apiVersion: string) =>
    problems('authentication-config', { apiVersion: `apiserver.config.k8s.io/${apiVersion}`, anonymous: { enabled: true } }, version);
  expect(anonymous('1.37.1', 'v1beta1')).toEqual([]);
  expect(anonymous('1.30.14', 'v1beta1'))
    .toEqual(['! nothing is known of the field anonymous: 1.30 reads no AuthenticationConfiguration with another field']);
  expect(anonymous('1.28.15', 'v1beta1')).toEqual(['! 1.28 reads no AuthenticationConfiguration of apiserver.config.k8s.io/v1beta1']);
});

const LOGIN = 'it answers none without a login (anonymous), as probes of the kubelet are';
const paths = (...all: readonly string[]) => ({ anonymous: { enabled: true, conditions: all.map(path => ({ path })) } });

it.each<[string, object, readonly string[]]>([
  ['that says nothing of it', {}, []],
  ['for all', { anonymous: { enabled: true } }, []],
  ['for what the kubelet asks', paths('/readyz', '/livez', '/healthz'), []],
  ['for none', { anonymous: { enabled: false } }, [LOGIN]],
  ['for none by default', { anonymous: {} }, [LOGIN]],
  ['for none, with conditions', { anonymous: { enabled: false, conditions: [{ path: '/livez' }] } },
    ['! it has conditions of requests without a login (anonymous), and does not let them in', LOGIN]],
  ['for some', paths('/livez', '/healthz'), [LOGIN]],
  ['for others', paths('/livez', '/readyz', '/metrics'), [LOGIN]],
  ['for others as well', paths('/healthz', '/readyz'), [LOGIN]],
])('requests without a login, by an authentication %s', (_, file, expected) => expect(problems('authentication-config', file)).toEqual(expected));

const ISSUER = { url: 'https://x', audiences: ['a'] };
const MAPPINGS = { username: { claim: 'sub', prefix: '' } };
const JWT = { issuer: ISSUER, claimMappings: MAPPINGS };
const UNTRIED = expect.stringMatching(/^it has jwt, and it is not known /) as string;
const issued = (more: object) => ({ ...JWT, issuer: { ...ISSUER, ...more } });
const mapped = (more: object) => ({ ...JWT, claimMappings: { ...MAPPINGS, ...more } });
const HTTPS = 'it takes an https address alone';
const EITHER = 'it takes a claim, or an expression';
const PREFIX = 'a claim needs one, and an expression takes none';

it.each<[string, readonly object[], readonly string[]]>([
  ['whole', [JWT], []],
  ['of two issuers', [JWT, issued({ url: 'https://y' })], []],
  ['of one issuer twice', [JWT, JWT], ['two of its authenticators (jwt) are of the issuer https://x']],
  ...['http://x', 'xhttps://x', 'https://ab@x', 'https://x?y', 'https://x#y', ''].map((url): [string, object[], string[]] =>
    [`of ${url}`, [issued({ url })], [`an authenticator (jwt) has issuer.url ${url}: ${HTTPS}`]]),
  ...['https://x/a@b', 'HTTPS://x'].map((url): [string, object[], string[]] => [`of ${url}`, [issued({ url })], []]),
  ['of no issuer twice', [issued({ url: '' }), issued({ url: '' })], [HTTPS, HTTPS].map(why => `an authenticator (jwt) has issuer.url : ${why}`)],
  ['that is found elsewhere', [issued({ discoveryURL: 'https://y' })], []],
  ['that is found nowhere', [issued({ discoveryURL: 'y' })], [`an authenticator (jwt) has issuer.discoveryURL y: ${HTTPS}`]],
  ['for nobody', [issued({ audiences: [] })], ['an authenticator (jwt) has issuer.audiences : it takes one at least, none empty']],
  ['for one without a name', [issued({ audiences: ['a', ''] })],
    ['an authenticator (jwt) has issuer.audiences a,: it takes one at least, none empty']],
  ['for nothing', [issued({ audiences: [null] })], ['an authenticator (jwt) has issuer.audiences : it takes one at least, none empty']],
  ['for any', [issued({ audienceMatchPolicy: 'MatchAny' })], []],
  ['for all', [issued({ audienceMatchPolicy: 'MatchAll' })], ['an authenticator (jwt) has issuer.audienceMatchPolicy MatchAll: it takes MatchAny']],
  ['with a certificate', [issued({ certificateAuthority: '-----BEGIN CERTIFICATE-----\nx' })], []],
  ['with none', [issued({ certificateAuthority: '' })], []],
  ['with what is no certificate', [issued({ certificateAuthority: '/etc/ca.crt' })],
    ['an authenticator (jwt) has issuer.certificateAuthority: it takes certificates as PEM']],
  ['without a name of users', [mapped({ username: {} })], [`an authenticator (jwt) has claimMappings.username with nothing: ${EITHER}`]],
  ['with two names of users', [mapped({ username: { claim: 'a', expression: 'b' } })],
    [`an authenticator (jwt) has claimMappings.username with claim and expression: ${EITHER}`]],
  ['with an expression of users', [mapped({ username: { expression: 'b' } })], []],
  ['with an expression and a prefix', [mapped({ username: { expression: 'b', prefix: 'c' } })],
    [`an authenticator (jwt) has claimMappings.username with a prefix: ${PREFIX}`]],
  ['with a claim and no prefix', [mapped({ username: { claim: 'b', prefix: null } })],
    [`an authenticator (jwt) has claimMappings.username without a prefix: ${PREFIX}`]],
  ['with groups of nothing', [mapped({ groups: {} })], []],
  ['with groups by a claim without a prefix', [mapped({ groups: { claim: 'a' } })],
    [`an authenticator (jwt) has claimMappings.groups without a prefix: ${PREFIX}`]],
  ['with groups in two ways', [mapped({ groups: { claim: 'a', expression: 'b', prefix: '' } })],
    [`an authenticator (jwt) has claimMappings.groups with claim and expression: ${EITHER}`]],
  ['with rules', [{ ...JWT, claimValidationRules: [{ claim: 'a' }, { expression: 'b' }], userValidationRules: [{ expression: 'c' }] }], []],
  ['with a rule of nothing', [{ ...JWT, claimValidationRules: [{ claim: 'a' }, {}] }],
    [`an authenticator (jwt) has a rule of claimValidationRules: ${EITHER}`]],
  ['with a rule of both', [{ ...JWT, claimValidationRules: [{ claim: 'a', expression: 'b' }] }],
    [`an authenticator (jwt) has a rule of claimValidationRules: ${EITHER}`]],
  ['with a rule of users that asks nothing', [{ ...JWT, userValidationRules: [{ expression: 'c' }, { message: 'd' }] }],
    ['an authenticator (jwt) has a rule of userValidationRules: it takes an expression']],
])('authenticators %s', (_, jwt, expected) =>
  expect(problems('authentication-config', { jwt })).toEqual([...expected.map(what => `! ${what}`), UNTRIED]));

const HOOK = {
  authorizedTTL: '5m',
  connectionInfo: { type: 'InClusterConfig' } as object,
  failurePolicy: 'Deny',
  subjectAccessReviewVersion: 'v1',
  timeout: '30s',
  unauthorizedTTL: '1ns',
};
const authorized = (...authorizers: readonly object[]) => problems('authorization-config', { authorizers });
const asks = (more: object) => authorized({ type: 'Webhook', name: 'w', webhook: { ...HOOK, ...more } });
const UNTAKEN = 'it has matchConditions, and it is not known whether its release takes these expressions';
const CONDITIONS = '! its webhook has matchConditions that are empty, the same, or more than 64';
const conditions = (...all: readonly unknown[]) =>
  asks({ matchConditionSubjectAccessReviewVersion: 'v1', matchConditions: all.map(expression => ({ expression })) });

it.each<[string, readonly object[], readonly string[]]>([
  ['nobody', [], ['! it has no authorizers']],
  ['all', ['AlwaysAllow', 'AlwaysDeny', 'Node', 'RBAC'].map(type => ({ type, name: type.toLowerCase() })), []],
  ['two webhooks', ['a', 'b'].map(name => ({ type: 'Webhook', name, webhook: HOOK })), []],
  ['one that there is not', [{ type: 'ABAC', name: 'a' }], ['! there is no authorizer of type ABAC']],
  ['one twice', [{ type: 'Node', name: 'a' }, { type: 'Node', name: 'b' }], ['! it has the authorizer Node more than once']],
  ['one name twice', [{ type: 'Node', name: 'a' }, { type: 'RBAC', name: 'a' }], ['! it has the authorizer a more than once']],
  ['one with a webhook', [{ type: 'Node', name: 'a', webhook: {} }], ['! its authorizer of type Node has a webhook']],
  ...['a', 'ab', 'a-b', 'a--b.c.d-e', 'a.bcde', '1'.repeat(253)].map((name): [string, object[], string[]] =>
    [`one called ${name}`, [{ type: 'RBAC', name }], []]),
  ...['', 'A', '-a', 'a-', 'a..b', 'a.', '.a', 'a.-b', 'a.b-', 'a b', '1'.repeat(254)].map((name): [string, object[], string[]] =>
    [`one called ${name}`, [{ type: 'RBAC', name }], [`! '${name}' is no name of an authorizer`]]),
  ['one without a name', [{ type: 'RBAC' }], ['! \'\' is no name of an authorizer']],
])('an authorization that asks %s', (_, authorizers, expected) => expect(authorized(...authorizers)).toEqual(expected));

const KUBECONFIG = '! its webhook has no kubeconfig (connectionInfo)';
const AT = { type: 'KubeConfigFile', kubeConfigFile: '/w.conf' };

it.each<[string, object, readonly string[]]>([
  ['whole', {}, []],
  ...['authorizedTTL', 'timeout', 'unauthorizedTTL'].flatMap(field => ['0s', '-1s', null].map((time): [string, object, string[]] =>
    [`whose ${field} is ${time}`, { [field]: time }, [`! its webhook has ${field}: ${time ?? ''}`]])),
  ['that waits too long', { timeout: '31s' }, ['! its webhook has timeout: 31s']],
  ['that fails otherwise', { failurePolicy: 'NoOpinion' }, []],
  ['that fails in another way', { failurePolicy: 'Ignore' }, ['! its webhook has failurePolicy: Ignore; accepted: Deny, NoOpinion']],
  ['of an old version', { subjectAccessReviewVersion: 'v1beta1' }, []],
  ['of no version', { subjectAccessReviewVersion: null },
    ['! its webhook has subjectAccessReviewVersion: ; accepted: v1, v1beta1']],
  ['at a file', { connectionInfo: AT }, []],
  ...[{}, { ...AT, type: 'Own' }, { ...AT, kubeConfigFile: 'w/.conf' }, { type: 'KubeConfigFile' }, { ...AT, type: 'InClusterConfig' }].map(
    (connectionInfo): [string, object, string[]] => [`at ${JSON.stringify(connectionInfo)}`, { connectionInfo }, [KUBECONFIG]]),
  ['that asks for another version', { matchConditionSubjectAccessReviewVersion: 'v1beta1' },
    ['! its webhook has matchConditionSubjectAccessReviewVersion: v1beta1']],
  ['that asks for a version', { matchConditionSubjectAccessReviewVersion: 'v1' }, []],
  ['that asks for no version', { matchConditionSubjectAccessReviewVersion: '' }, []],
  ['that asks some, for no version', { matchConditions: [{ expression: 'a' }] },
    ['! its webhook has matchConditionSubjectAccessReviewVersion: ', UNTAKEN]],
])('a webhook %s', (_, more, expected) => expect(asks(more)).toEqual(expected));

it.each<[string, readonly unknown[], readonly string[]]>([
  ['one', ['a'], [UNTAKEN]], ['two', ['a', 'b'], [UNTAKEN]], ['two of the same', ['a', 'a'], [CONDITIONS, UNTAKEN]],
  ['a blank one', [' '], [CONDITIONS, UNTAKEN]], ['none', [null], [CONDITIONS, UNTAKEN]],
  ['as many as it takes', Array.from({ length: 64 }, (_, index) => `a${index}`), [UNTAKEN]],
  ['more', Array.from({ length: 65 }, (_, index) => `a${index}`), [CONDITIONS, UNTAKEN]],
])('a webhook with %s as conditions', (_, expressions, expected) => expect(conditions(...expressions)).toEqual(expected));

const selection = (name: string, connection: object) => ({ egressSelections: [{ name, connection }] });
const DIRECT = { proxyProtocol: 'Direct' };
const via = (proxyProtocol: string, transport?: object) => selection('etcd', { proxyProtocol, ...transport === undefined ? {} : { transport } });
const tcp = (url: unknown, tlsConfig?: object) => via('HTTPConnect', { tcp: { url, ...tlsConfig === undefined ? {} : { tlsConfig } } });
const PROXY = (protocol: string) => [`it asks etcd by way of ${protocol}, and whether the proxy lets it through is not known`];
const SOCKET = { uds: { udsName: '/a.sock' } };
const PAIR = { clientCert: '/c', clientKey: '/k' };

it.each<[string, object, readonly unknown[]]>([
  ['of nothing', {}, []],
  ...['cluster', 'controlplane', 'etcd', 'ETCD'].map((name): [string, object, string[]] => [`of ${name}, directly`, selection(name, DIRECT), []]),
  ['of etcd, directly, by another transport', via('Direct', { tcp: { url: 'x' } }), ['! it asks etcd directly, and has a transport']],
  ['of what there is not', selection('nodes', DIRECT), ['! it selects \'nodes\'; accepted: cluster, controlplane, etcd']],
  ['of nothing by name', { egressSelections: [{ connection: DIRECT }] }, ['! it selects \'\'; accepted: cluster, controlplane, etcd']],
  ['of an old name', selection('master', DIRECT), ['it selects \'master\'; accepted: cluster, controlplane, etcd']],
  ['of one twice', { egressSelections: [{ name: 'etcd', connection: DIRECT }, { name: 'Etcd', connection: DIRECT }] }, ['! it selects etcd twice']],
  ['of two', { egressSelections: [{ name: 'etcd', connection: DIRECT }, { name: 'cluster', connection: DIRECT }] }, []],
  ['by way of what there is not', via('SOCKS'), ['! it asks etcd by way of SOCKS; accepted: Direct, GRPC, HTTPConnect']],
  ['by nothing', { egressSelections: [{ name: 'etcd' }] }, ['! it asks etcd by way of undefined; accepted: Direct, GRPC, HTTPConnect']],
  ['by GRPC', via('GRPC', SOCKET), PROXY('GRPC')],
  ['by GRPC, over nothing', via('GRPC'), ['! it asks etcd by way of GRPC, whose transport needs uds']],
  ['by GRPC, over TCP', via('GRPC', { tcp: { url: 'http://x' } }), ['! it asks etcd by way of GRPC, whose transport needs uds']],
  ['by a socket without a name', via('GRPC', { uds: {} }), ['! it asks etcd by way of a socket without a name (udsName)']],
  ['by HTTP over a socket', via('HTTPConnect', SOCKET), PROXY('HTTPConnect')],
  ['by HTTP over nothing', via('HTTPConnect', {}), ['! it asks etcd by way of HTTPConnect, whose transport needs either tcp or uds']],
  ['by HTTP over both', via('HTTPConnect', { ...SOCKET, tcp: { url: 'http://x' } }),
    ['! it asks etcd by way of HTTPConnect, whose transport needs either tcp or uds']],
  ['by HTTP', tcp('http://x'), PROXY('HTTPConnect')],
  ['by HTTP with TLS', tcp('http://x', {}), ['! it asks etcd by way of http://x, and has a tlsConfig']],
  ['by HTTPS', tcp('https://x', PAIR), PROXY('HTTPConnect')],
  ['by HTTPS without TLS', tcp('https://x'), ['! it asks etcd by way of https://x, without clientCert and clientKey in its tlsConfig']],
  ['by HTTPS without a key', tcp('https://x', { ...PAIR, clientKey: '' }),
    ['! it asks etcd by way of https://x, without clientKey in its tlsConfig']],
  ...['x', 'xhttp://x', ''].map((url): [string, object, string[]] =>
    [`by TCP to ${url}`, tcp(url), [`! it asks etcd by way of ${url}, which is no address of http or https`]]),
  ['by TCP to nothing', tcp(undefined), ['! it asks etcd by way of , which is no address of http or https']],
])('connections %s', (_, file, expected) => expect(problems('egress-selector-config-file', file)).toEqual(expected));

it.each<[string, readonly string[]]>([
  ['1.22.17', []], ['1.23.17', ['! it selects \'master\'; accepted: cluster, controlplane, etcd']],
  ['1.99.0', ['it selects \'master\'; accepted: cluster, controlplane, etcd']],
])('the old name of a connection is one up to 1.22: %s', (version, expected) =>
  expect(problems('egress-selector-config-file', selection('master', DIRECT), version)).toEqual(expected));

const bytes = (count: number) => Buffer.alloc(count, 7).toString('base64');
const provided = (...providers: readonly object[]) => ({ resources: [{ resources: ['secrets'], providers }] });
const key = (secret: unknown, name: unknown = 'k') => ({ keys: [{ name, secret }] });
const sizes = (name: string, ...all: readonly number[]) => `! provider ${name} has a secret of other than ${all.join(', ')} bytes`;
const KMS = { name: 'x', endpoint: 'unix:///x.sock' };
const ANSWERS = expect.stringMatching(/^it has kms, and it is not known /) as unknown;
const plugin = (more: object, ...refused: readonly string[]): [object, unknown[]] =>
  [provided({ kms: { ...KMS, ...more } }), [...refused.map(what => `! provider kms has ${what}`), ANSWERS]];

it.each<[string, object, readonly unknown[]]>([
  ['of nothing', {}, ['! it has no resources']],
  ['of what has no name', { resources: [{ providers: [{ identity: {} }] }] }, ['! it encrypts resources without names']],
  ['by nothing', { resources: [{ resources: ['secrets'] }] }, ['! it has no providers']],
  ['by identity', provided({ identity: {} }), []],
  ['by none', provided({}), ['! a provider has no name']],
  ['by nothing under a name', provided({ identity: null }), ['! a provider has no name']],
  ['by two in one', provided({ identity: {}, aescbc: {} }), ['! a provider has several: identity, aescbc']],
  ['by one that there is not', provided({ rot13: {} }),
    ['nothing is known of the field resources[0].providers[0].rot13', '! there is no provider rot13']],
  ['by one and another', provided({ rot13: {} }, { rot14: {} }),
    ['nothing is known of the field resources[0].providers[0].rot13', '! there is no provider rot13', '! there is no provider rot14']],
  ['by a service', ...plugin({})],
  ['by a service without a name', ...plugin({ name: '' }, 'no name')],
  ...[null, '', 'v1', 'v2'].map((apiVersion): [string, object, unknown[]] => [`by a service of ${String(apiVersion)}`, ...plugin({ apiVersion })]),
  ['by a service of what there is not', ...plugin({ apiVersion: 'v3' }, 'apiVersion v3: it takes v1 or v2')],
  ['by a service that keeps some', ...plugin({ cachesize: 10 })],
  ['by a service that keeps nothing', ...plugin({ cachesize: 0 }, 'cachesize 0: it takes another than 0')],
  ['by a new service that keeps nothing', ...plugin({ apiVersion: 'v2', cachesize: 0 })],
  ['by a service that is elsewhere', ...plugin({ endpoint: 'http://x' }, 'endpoint http://x: it takes unix: and the path of a socket')],
  ['by a service that is nowhere', ...plugin({ endpoint: null }, 'endpoint : it takes unix: and the path of a socket')],
  ['by a service with time', ...plugin({ timeout: '3s' })],
  ['by a service with the usual time', ...plugin({ timeout: null })],
  ['by a service without time', ...plugin({ timeout: '0s' }, 'timeout 0s: it takes more than nothing')],
  ['without keys', provided({ aescbc: {} }), ['! provider aescbc has no keys']],
  ['by a key without a name', provided({ aescbc: { keys: [{ secret: bytes(32) }] } }), ['! provider aescbc has a key without a name']],
  ['by a key whose name is empty', provided({ aescbc: key(bytes(32), '') }), ['! provider aescbc has a key without a name']],
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

it.each<[unknown, boolean]>([[undefined, true], [null, true], [0, true], [1_000_000, true], [-1, false], [1_000_001, false]])(
  'a sampling rate of %s is right: %s', (samplingRatePerMillion, isRight) => expect(problems('tracing-config-file', { samplingRatePerMillion }))
    .toEqual(isRight ? [] : [`! samplingRatePerMillion: ${String(samplingRatePerMillion)} must be between 0 and 1000000`]));
