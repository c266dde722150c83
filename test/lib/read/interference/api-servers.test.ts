import { ccm, check, Files, KCM_27, node } from '../../rules/input';

/** The command line of an API server as kubeadm has it. */
const FLAGS: Readonly<Record<string, string>> = {
  'advertise-address': '10.0.1.10',
  'authorization-mode': 'Node,RBAC',
  'client-ca-file': '/etc/kubernetes/pki/ca.crt',
  'enable-admission-plugins': 'NodeRestriction',
  'etcd-servers': 'https://127.0.0.1:2379',
  'secure-port': '6443',
  'service-account-issuer': 'https://kubernetes.default.svc',
  'service-account-key-file': '/etc/kubernetes/pki/sa.pub',
  'service-account-signing-key-file': '/etc/kubernetes/pki/sa.key',
  'service-cluster-ip-range': '10.96.0.0/12',
  'tls-cert-file': '/etc/kubernetes/pki/apiserver.crt',
  'tls-private-key-file': '/etc/kubernetes/pki/apiserver.key',
};

type Flags = Readonly<Record<string, string | undefined>>;

const wordsOf = (flags: Flags) =>
  Object.entries({ ...FLAGS, ...flags }).flatMap(([flag, value]) => value === undefined ? [] : [`--${flag}=${value}`]);

interface Cluster {
  /** Of each API server. */
  readonly servers?: readonly Flags[];
  readonly kcm?: readonly string[];
  readonly files?: Files;
  readonly version?: string;
  readonly pod?: (text: string) => string;
}

const MANIFEST = 'etc/kubernetes/manifests/kube-apiserver.yaml';

function said({ servers = [{}], kcm = [], files = {}, version = '1.27.16', pod = text => text }: Cluster): readonly string[] {
  const nodes = servers.map((flags, index) => {
    const own = node({ version, kcm: [...KCM_27, ...kcm], apiserver: wordsOf(flags), mounts: ['/etc/kubernetes'], files });
    return Object.entries({ ...own, [MANIFEST]: pod(own[MANIFEST]) }).map(([path, text]) => [`${index}/${path}`, text]);
  });
  const { exclusivity, liveness } = check({ n: Object.fromEntries(nodes.flat()), dist: ccm({}) });
  return exclusivity.verdict === 'holds' ? [liveness.verdict, ...liveness.unknown.map(({ what }) => what)] : [exclusivity.verdict];
}

const config = (server: string): Files => ({
  'etc/kubernetes/kcm.conf': 'apiVersion: v1\nkind: Config\nclusters:\n'
    + `- {name: k, cluster: {server: "${server}", certificate-authority-data: QQ==}}\n`
    + 'contexts:\n- {name: c, context: {cluster: k, user: u}}\ncurrent-context: c\nusers:\n- {name: u, user: {token: x}}\n',
});
const asks = (server: string) => ({ kcm: ['--kubeconfig=/etc/kubernetes/kcm.conf'], files: config(server) });
const probe = (path = '/livez', more = '') => (text: string) => text.replace('    command:',
  `    livenessProbe: {httpGet: {host: 10.0.1.10, path: ${path}, port: 6443, scheme: HTTPS${more}}}\n    command:`);
const mounting = (...paths: readonly string[]) => (text: string) => text.replace(/ {4}volumeMounts:[^]*/, `    volumeMounts:\n${
  paths.map((path, index) => `    - {name: v${index}, mountPath: ${path}}\n`).join('')}  volumes:\n${
  paths.map((path, index) => `  - {name: v${index}, hostPath: {path: ${path}}}\n`).join('')}`);

describe('an API server', () => {
  it.each<[string, Flags, RegExp]>([
    ['another store than etcd', { 'storage-backend': 'etcd2' }, /--storage-backend=etcd2: must be one of etcd3/],
    ['no store', { 'etcd-servers': undefined }, /it needs --etcd-servers/],
    ['no port', { 'secure-port': '0' }, /--secure-port=0: must be between 1 and 65535/],
    ['a port that is no number', { 'secure-port': 'abc' }, /invalid argument "abc"/],
    ['a plugin that there is not', { 'enable-admission-plugins': 'NodeRestriction,NoSuchPlugin' }, /plugin NoSuchPlugin is unknown/],
    ['a plugin that this release does not have', { 'enable-admission-plugins': 'MutatingAdmissionPolicy' }, /MutatingAdmissionPolicy is unknown/],
    ['a plugin in lower case', { 'disable-admission-plugins': 'priority' }, /--disable-admission-plugins: plugin priority is unknown/],
    ['a plugin on and off', { 'disable-admission-plugins': 'NodeRestriction' }, /both have NodeRestriction/],
    ['a plugin that needs a configuration', { 'enable-admission-plugins': 'EventRateLimit' }, /EventRateLimit, which needs an --admission/],
    ['plugins in two ways', { 'admission-control': 'NodeRestriction,ServiceAccount' }, /--admission-control is given beside/],
    ['an API of a group that there is not', { 'runtime-config': 'example.com/v1=true' }, /names the group example\.com/],
    ['an API without a version', { 'runtime-config': 'apps=false' }, /apps=false is no group and version/],
    ['levels of APIs that are neither on nor off', { 'runtime-config': 'api/beta' }, /api\/beta takes true or false/],
    ['a mode that there is not', { 'authorization-mode': 'node,RBAC' }, /--authorization-mode=node,RBAC: must have no others than ABAC/],
    ['a mode twice', { 'authorization-mode': 'RBAC,Node,RBAC' }, /has a mode more than once/],
    ['ABAC without its file', { 'authorization-mode': 'RBAC,ABAC' }, /has ABAC, and there is no --authorization-policy-file/],
    ['a webhook of authorization without its mode', { 'authorization-webhook-config-file': '/etc/x' }, /without the authorization mode Webhook/],
    ['no issuer', { 'service-account-issuer': undefined }, /it needs --service-account-issuer/],
    ['an issuer twice', { 'service-account-issuer': 'https://a,https://a' }, /has one more than once/],
    ['no key to sign with', { 'service-account-signing-key-file': undefined }, /it needs --service-account-signing-key-file/],
    ['a key without a certificate', { 'tls-cert-file': undefined }, /--tls-cert-file and --tls-private-key-file: one of them is not given/],
    ['a certificate for etcd without its key', { 'etcd-certfile': '/etc/x' }, /--etcd-certfile and --etcd-keyfile/],
    ['an issuer of people without a client', { 'oidc-issuer-url': 'https://a' }, /--oidc-issuer-url and --oidc-client-id/],
    ['an issuer of people without TLS', { 'oidc-issuer-url': 'http://a', 'oidc-client-id': 'b' }, /must be an https address/],
    ['no requests', { 'max-requests-inflight': '0', 'max-mutating-requests-inflight': '0' }, /must add up to something positive/],
    ['fewer than no requests', { 'max-requests-inflight': '-1' }, /whether kube-apiserver goes on with --max-requests-inflight=-1/],
    ['connections that end too often', { 'goaway-chance': '0.5' }, /goes on with --goaway-chance=0\.5/],
    ['less than no time', { 'shutdown-delay-duration': '-1s' }, /goes on with --shutdown-delay-duration=-1s/],
    ['one address for Services', { 'service-cluster-ip-range': '10.96.0.1' }, /must be one range/],
    ['too many addresses for Services', { 'service-cluster-ip-range': '10.0.0.0/8' }, /with a mask of at least 12 bits/],
    ['two ranges of one family', { 'service-cluster-ip-range': '10.96.0.0/16,10.97.0.0/16' }, /one of each IP family/],
    ['a reconciler that there is not', { 'endpoint-reconciler-type': 'leases' }, /must be one of lease, master-count, none/],
    ['an encoding that there is not', { 'storage-media-type': 'application/xml' }, /--storage-media-type=application\/xml: must be/],
    ['a version of TLS that there is not', { 'tls-min-version': 'TLS1.2' }, /--tls-min-version=TLS1\.2: must be one of/],
    ['a suite that there is not', { 'tls-cipher-suites': 'TLS_AES_128_GCM_SHA256,NULL' }, /GCM_SHA256,NULL: names a cipher suite/],
    ['an encryption that is read again, and none', { 'encryption-provider-config-automatic-reload': 'true' }, /without --encryption-provider-config/],
  ])('does not start with %s, so that liveness is unknown', (_, flags, says) => {
    const [verdict, first] = said({ servers: [flags] });
    expect([verdict, first]).toStrictEqual(['unknown', expect.stringMatching(says)]);
  });

  it.each<[string, Flags, RegExp]>([
    ['that its release does not have yet', { 'feature-gates': 'UserNamespacesSupport=true' }, /does not accept the feature gate UserNamesp/],
    ['that its release has no more', { 'feature-gates': 'DynamicKubeletConfig=false' }, /does not accept the feature gate DynamicKubeletC/],
    ['that is locked', { 'feature-gates': 'CPUManager=false' }, /does not accept the feature gate CPUManager=false/],
    ['of which nothing is known', { 'feature-gates': 'NoSuchGate=true' }, /whether 1\.27 takes the feature gate NoSuchGate=true is not known/],
  ])('is in doubt with a gate %s', (_, flags, says) => {
    expect(said({ servers: [flags] })).toStrictEqual(['unknown', expect.stringMatching(says)]);
  });

  const AUTHORIZATION = { 'authorization-mode': undefined, 'authorization-config': '/etc/kubernetes/authorization.json' };
  const WEBHOOK = {
    timeout: '3s',
    authorizedTTL: '5m',
    unauthorizedTTL: '30s',
    failurePolicy: 'Deny',
    subjectAccessReviewVersion: 'v1',
    connectionInfo: { type: 'KubeConfigFile', kubeConfigFile: '/etc/kubernetes/webhook.conf' },
  };
  const NODE = { type: 'Node', name: 'node' };
  const ROLES = { type: 'RBAC', name: 'rbac' };
  const asking = (...authorizers: readonly object[]): Cluster => authorized({ authorizers });
  const authorized = (file: object, version = '1.34.1'): Cluster => ({
    version,
    servers: [AUTHORIZATION],
    files: {
      'etc/kubernetes/authorization.json': JSON.stringify({
        apiVersion: 'apiserver.config.k8s.io/v1', kind: 'AuthorizationConfiguration', ...file,
      }),
    },
  });
  const hook = (change: object) => asking(ROLES, { type: 'Webhook', name: 'w', webhook: { ...WEBHOOK, ...change } });

  it.each<[string, Cluster, RegExp]>([
    ['none', asking(), /it has no authorizers/],
    ['one that there is not', asking({ type: 'Rbac', name: 'rbac' }), /there is no authorizer of type Rbac/],
    ['one twice', asking(ROLES, { ...ROLES, name: 'again' }), /it has the authorizer RBAC more than once/],
    ['two of one name', asking(ROLES, { ...NODE, name: 'rbac' }), /it has the authorizer rbac more than once/],
    ['one without a name', asking({ type: 'RBAC' }), /'' is no name of an authorizer/],
    ['one of a name that is none', asking({ ...ROLES, name: 'Rbac' }), /'Rbac' is no name/],
    ['a webhook for another', asking({ ...ROLES, webhook: WEBHOOK }), /its authorizer of type RBAC has a webhook/],
    ['a webhook that is not said', asking(ROLES, { type: 'Webhook', name: 'w' }), /its webhook has authorizedTTL: /],
    ['a webhook that has too much time', hook({ timeout: '31s' }), /its webhook has timeout: 31s/],
    ['a webhook that has no time', hook({ timeout: '0s' }), /its webhook has timeout: 0s/],
    ['a webhook that fails otherwise', hook({ failurePolicy: 'Allow' }), /failurePolicy: Allow; accepted: Deny, NoOpinion/],
    ['a webhook of another version', hook({ subjectAccessReviewVersion: 'v2' }), /subjectAccessReviewVersion: v2; accepted: v1, v1beta1/],
    ['a webhook that is nowhere', hook({ connectionInfo: { type: 'Service' } }), /its webhook has no kubeconfig/],
    ['a webhook whose kubeconfig is somewhere', hook({ connectionInfo: { type: 'KubeConfigFile', kubeConfigFile: 'w' } }), /no kubeconfig/],
    ['conditions of no version', hook({ matchConditions: [{ expression: 'true' }] }), /its webhook has matchConditionSubjectAccessReviewVersion: $/m],
    ['conditions of another version', hook({ matchConditionSubjectAccessReviewVersion: 'v1beta1' }), /ReviewVersion: v1beta1/],
    ['conditions', hook({ matchConditionSubjectAccessReviewVersion: 'v1', matchConditions: [{ expression: 'x' }] }), /it has matchConditions/],
    ['a kind that it is not', authorized({ kind: 'AuthenticationConfiguration' }), /has to be a AuthorizationConfiguration/],
    ['a version of later releases', authorized({ authorizers: [ROLES] }, '1.31.0'), /1\.31 reads no AuthorizationConfiguration of apiserver/],
  ])('with an AuthorizationConfiguration that has %s may not start', (_, cluster, says) => {
    const [verdict, ...unknown] = said(cluster);
    expect(verdict).toBe('unknown');
    expect(unknown.join('\n')).toMatch(says);
  });

  it.each<[string, Cluster]>([
    ['as by default', asking(NODE, ROLES)],
    ['and a webhook', hook({})],
    ['and a webhook in the cluster', hook({ connectionInfo: { type: 'InClusterConfig' }, failurePolicy: 'NoOpinion' })],
    ['of a release before', authorized({ apiVersion: 'apiserver.config.k8s.io/v1beta1', authorizers: [NODE, ROLES] }, '1.31.0')],
    ['of a release that was not read', authorized({ authorizers: [NODE, ROLES] }, '1.99.0')],
  ])('with an AuthorizationConfiguration, %s, starts', (_, cluster) => {
    expect(said(cluster).join('\n')).not.toContain('--authorization-config');
  });

  it.each<[string, Cluster, RegExp]>([
    ['ends requests at once', { servers: [{ 'request-timeout': '0' }] }, /ends requests after 0 /],
    ['answers hardly any', { servers: [{ 'max-requests-inflight': '1', 'max-mutating-requests-inflight': '1' }] }, /few requests at once/],
    ['answers one request at once', { servers: [{ 'max-requests-inflight': '1', 'enable-priority-and-fairness': 'false' }] }, /inflight=1\)/],
    ['keeps no address in its Service', { servers: [{ 'endpoint-reconciler-type': 'none' }] }, /does not put its address into Service kubernetes/],
    ['is reached on its node alone', { servers: [{ 'bind-address': '127.0.0.1', 'advertise-address': undefined }] }, /it advertises 127\.0\.0\.1/],
    ['advertises a loopback address', { servers: [{ 'advertise-address': '127.0.0.1' }] }, /it advertises 127\.0\.0\.1/],
    ['listens elsewhere', { servers: [{ 'bind-address': '10.0.9.9' }] }, /listens at 10\.0\.9\.9 alone .*, and advertises 10\.0\.1\.10/],
    ['is asked at another port', asks('https://10.0.1.10:8443'), /asks https:\/\/10\.0\.1\.10:8443, and kube-apiserver .* serves on port 6443/],
    ['is asked without TLS', { kcm: ['--master=http://127.0.0.1:8080'] }, /asks http:\/\/127\.0\.0\.1:8080/],
    ['issues tokens by another name', { servers: [{}, { 'service-account-issuer': 'https://b' }] }, /has another issuer of tokens/],
    ['knows another key of tokens', { servers: [{}, { 'service-account-key-file': '/etc/kubernetes/pki/b.pub' }] }, /has another key/],
    ['signs tokens with another key', { servers: [{}, { 'service-account-signing-key-file': '/etc/kubernetes/pki/b.key' }] }, /another key/],
    ['issues tokens for others', { servers: [{}, { 'api-audiences': 'other' }] }, /has other audiences \(--api-audiences=other\)/],
    ['has other addresses for Services', { servers: [{}, { 'service-cluster-ip-range': '10.100.0.0/16' }] }, /another range of addresses/],
    ['takes no client certificates', { servers: [{}, { 'client-ca-file': undefined }] }, /has another authority of clients \(--client-ca-file=n/],
    ['encrypts what others read', { servers: [{}, { 'encryption-provider-config': '/etc/kubernetes/pki/e.yaml' }] }, /has another encryption/],
    ['is probed without a login', { servers: [{ 'anonymous-auth': 'false' }], pod: probe() }, /asks without a login, which is answered with 401/],
    ['allows no probe', { servers: [{ 'authorization-mode': 'AlwaysAllow' }], pod: probe() }, /401 under --authorization-mode=AlwaysAllow/],
    ['has a probe elsewhere', { pod: probe('/alive') }, /asks for \/alive, and it answers \/healthz, \/livez, \/readyz, \/version only/],
    ['does not have its files', { pod: mounting('/etc/kubernetes/pki/etcd') }, /--client-ca-file=\/etc\/kubernetes\/pki\/ca\.crt, but no volume/],
    ['is not started again', { pod: text => text.replace('spec:\n', 'spec:\n  restartPolicy: Never\n') }, /is not started again once it has ended/],
  ])('that %s leaves liveness unknown', (_, cluster, says) => {
    const [verdict, ...unknown] = said(cluster);
    expect(verdict).toBe('unknown');
    expect(unknown[0]).toMatch(says);
  });

  it.each<[string, Cluster]>([
    ['as kubeadm writes it', { pod: probe() }],
    ['with its files', { pod: mounting('/etc/kubernetes/pki') }],
    ['of which only a part is here', { servers: [Object.fromEntries(Object.keys(FLAGS).map(flag => [flag, undefined]))] }],
    ['with plugins of its release', { servers: [{ 'enable-admission-plugins': 'AlwaysPullImages', 'disable-admission-plugins': 'Priority' }] }],
    ['with levels and versions of APIs', { servers: [{ 'runtime-config': 'api/beta=false,batch/v1=true,networking.k8s.io/v1alpha1' }] }],
    ['with several issuers, of which others have the first', {
      servers: [{ 'service-account-issuer': 'https://a,https://b' }, { 'service-account-issuer': 'https://b,https://a' }],
    }],
    ['with keys of before beside its own', {
      servers: [{}, { 'service-account-key-file': '/etc/kubernetes/pki/sa.pub,/etc/kubernetes/pki/old.pub' }],
    }],
    ['with two ranges', { servers: [{ 'service-cluster-ip-range': '10.96.0.0/16,fd00::/108' }] }],
    ['without a login, and no probe', { servers: [{ 'anonymous-auth': 'false' }] }],
    ['without a login, and a probe with one', {
      servers: [{ 'anonymous-auth': 'false' }],
      pod: probe('/livez', ', httpHeaders: [{name: Authorization, value: Bearer x}]'),
    }],
    ['with fewer requests than by default', { servers: [{ 'max-requests-inflight': '100', 'max-mutating-requests-inflight': '50' }] }],
    ['at its own address alone', { servers: [{ 'bind-address': '10.0.1.10' }] }],
    ['that is asked where it serves', asks('https://10.0.1.10:6443')],
    ['that is asked by way of a balancer', asks('https://lb.example.com')],
    ['with what is not filled in', { servers: [{ 'service-cluster-ip-range': '${RANGE}', 'enable-admission-plugins': '{{ plugins }}' }] }],
  ])('%s says nothing', (_, cluster) => expect(said(cluster)).toStrictEqual(['holds']));
});
