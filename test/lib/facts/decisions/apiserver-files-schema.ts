import { releasedFields } from './kubeconfig-schema';
import { Schema } from './schema';
import { APISERVER_FILE_DECISIONS } from '../../../../src/lib/facts/decisions/apiserver-files';
import { ccm, KCM_27, node } from '../../rules/input';

type Fields = Record<string, unknown>;

const CONFIG = 'apiserver.config.k8s.io/v1';
const KEYS = { keys: [{ name: 'a', secret: 'QUFBQUFBQUFBQUFBQUFBQQ==' }] };
const SECRETBOX = { keys: [{ name: 'a', secret: 'QUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUE=' }] };
const RESTRICTED = {
  apiVersion: 'pod-security.admission.config.k8s.io/v1', kind: 'PodSecurityConfiguration', defaults: { enforce: 'restricted' },
};

/** A file, and where a type stands in it. */
interface Place {
  readonly flag: string;
  readonly base: () => Fields;
  /** The mapping of the type, made where it is not there. */
  of(file: Fields): Fields;
}

const own = (file: Fields) => file;
const first = (of: (file: Fields) => Fields, field: string) => (file: Fields) => ((of(file)[field] ??= [{}]) as Fields[])[0];
const inner = (of: (file: Fields) => Fields, field: string) => (file: Fields) => (of(file)[field] ??= {}) as Fields;

const admission = {
  flag: 'admission-control-config-file',
  base: () => ({ apiVersion: CONFIG, kind: 'AdmissionConfiguration', plugins: [{ name: 'PodSecurity' }] }),
};
const authentication = { flag: 'authentication-config', base: () => ({ apiVersion: `${CONFIG}beta1`, kind: 'AuthenticationConfiguration' }) };
const WEBHOOK = {
  authorizedTTL: '5m',
  connectionInfo: { type: 'KubeConfigFile', kubeConfigFile: '/etc/kubernetes/w.conf' },
  failurePolicy: 'NoOpinion',
  matchConditionSubjectAccessReviewVersion: 'v1',
  subjectAccessReviewVersion: 'v1',
  timeout: '3s',
  unauthorizedTTL: '30s',
};
const authorization = {
  flag: 'authorization-config',
  base: () => ({
    apiVersion: `${CONFIG}beta1`,
    kind: 'AuthorizationConfiguration',
    authorizers: [
      { type: 'Node', name: 'node' }, { type: 'RBAC', name: 'rbac' }, { type: 'Webhook', name: 'webhook', webhook: structuredClone(WEBHOOK) },
    ],
  }),
};
const ofWebhook = (file: Fields) => (file.authorizers as Fields[])[2];
const egress = {
  flag: 'egress-selector-config-file',
  base: () => ({
    apiVersion: 'apiserver.k8s.io/v1beta1',
    kind: 'EgressSelectorConfiguration',
    egressSelections: [{ name: 'etcd', connection: { proxyProtocol: 'Direct' } }],
  }),
};
const encryption = (by: Fields) => ({
  flag: 'encryption-provider-config',
  base: () => ({
    apiVersion: CONFIG, kind: 'EncryptionConfiguration', resources: [{ resources: ['secrets'], providers: [structuredClone(by)] }],
  }),
});
const tracing = { flag: 'tracing-config-file', base: () => ({ apiVersion: `${CONFIG}beta1`, kind: 'TracingConfiguration' }) };

const connection = inner(first(own, 'egressSelections'), 'connection');
const transport = inner(connection, 'transport');
const tcp = inner(transport, 'tcp');
const jwt = first(own, 'jwt');
const mappings = inner(jwt, 'claimMappings');
const provider = first(first(own, 'resources'), 'providers');
const webhook = inner(ofWebhook, 'webhook');

const PLACES: Readonly<Record<string, Place>> = {
  AdmissionConfiguration: { ...admission, of: own },
  AdmissionPluginConfiguration: { ...admission, of: first(own, 'plugins') },
  AuthenticationConfiguration: { ...authentication, of: own },
  AnonymousAuthConfig: { ...authentication, of: inner(own, 'anonymous') },
  AnonymousAuthCondition: { ...authentication, of: first(inner(own, 'anonymous'), 'conditions') },
  JWTAuthenticator: { ...authentication, of: jwt },
  Issuer: { ...authentication, of: inner(jwt, 'issuer') },
  ClaimMappings: { ...authentication, of: mappings },
  ClaimOrExpression: { ...authentication, of: inner(mappings, 'uid') },
  PrefixedClaimOrExpression: { ...authentication, of: inner(mappings, 'username') },
  ExtraMapping: { ...authentication, of: first(mappings, 'extra') },
  ClaimValidationRule: { ...authentication, of: first(jwt, 'claimValidationRules') },
  UserValidationRule: { ...authentication, of: first(jwt, 'userValidationRules') },
  AuthorizationConfiguration: { ...authorization, of: own },
  AuthorizerConfiguration: { ...authorization, of: ofWebhook },
  WebhookConfiguration: { ...authorization, of: webhook },
  WebhookConnectionInfo: { ...authorization, of: inner(webhook, 'connectionInfo') },
  WebhookMatchCondition: { ...authorization, of: first(webhook, 'matchConditions') },
  EgressSelectorConfiguration: { ...egress, of: own },
  EgressSelection: { ...egress, of: first(own, 'egressSelections') },
  Connection: { ...egress, of: connection },
  Transport: { ...egress, of: transport },
  TCPTransport: { ...egress, of: tcp },
  TLSConfig: { ...egress, of: inner(tcp, 'tlsConfig') },
  UDSTransport: { ...egress, of: inner(transport, 'uds') },
  EncryptionConfiguration: { ...encryption({ aescbc: KEYS }), of: own },
  ResourceConfiguration: { ...encryption({ aescbc: KEYS }), of: first(own, 'resources') },
  ProviderConfiguration: { ...encryption({}), of: provider },
  AESConfiguration: { ...encryption({ aescbc: KEYS }), of: inner(provider, 'aescbc') },
  SecretboxConfiguration: { ...encryption({ secretbox: SECRETBOX }), of: inner(provider, 'secretbox') },
  KMSConfiguration: { ...encryption({}), of: inner(provider, 'kms') },
  Key: { ...encryption({ aescbc: KEYS }), of: first(inner(provider, 'aescbc'), 'keys') },
  TracingConfiguration: { ...tracing, of: own },
};

const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  'AESConfiguration.keys': [[]],
  'AdmissionConfiguration.plugins': [[{ name: 'NoSuchPlugin' }]],
  'AdmissionPluginConfiguration.configuration': [RESTRICTED],
  'AdmissionPluginConfiguration.path': ['/etc/kubernetes/pss.json'],
  'AnonymousAuthConfig.conditions': [[{ path: '/version' }]],
  'AnonymousAuthConfig.enabled': [false],
  'AuthenticationConfiguration.anonymous': [{ enabled: false }],
  'AuthorizationConfiguration.authorizers': [[], [{ type: 'Webhook', name: 'webhook', webhook: WEBHOOK }, { type: 'RBAC', name: 'rbac' }]],
  'AuthorizerConfiguration.name': ['no name'],
  'AuthorizerConfiguration.type': ['RBAC', 'ABAC'],
  'WebhookConfiguration.matchConditionSubjectAccessReviewVersion': ['v1beta1'],
  'WebhookConfiguration.cacheAuthorizedRequests': [false],
  'WebhookConfiguration.cacheUnauthorizedRequests': [false],
  'WebhookConfiguration.matchConditions': [[{ expression: 'true' }]],
  'EgressSelection.connection': [{ proxyProtocol: 'HTTPConnect' }],
  'EgressSelectorConfiguration.egressSelections': [[{ name: 'etcd', connection: { proxyProtocol: 'GRPC' } }]],
  'EncryptionConfiguration.resources': [[]],
  'Key.name': [''],
  'Key.secret': ['QQ=='],
  'ProviderConfiguration.aescbc': [{}],
  'ProviderConfiguration.aesgcm': [{ keys: [] }],
  'ProviderConfiguration.identity': [{}],
  'ProviderConfiguration.secretbox': [{ keys: [] }],
  'ResourceConfiguration.providers': [[]],
  'ResourceConfiguration.resources': [[]],
  'SecretboxConfiguration.keys': [[]],
  'TracingConfiguration.samplingRatePerMillion': [1_000_001],
};

export const APISERVER_FILES_SCHEMA: Schema = {
  table: APISERVER_FILE_DECISIONS,
  released: () => releasedFields(/^k8s\.io\/apiserver\//),
  input: (name, value) => {
    const [type, field] = name.split('.');
    const { flag, base, of } = PLACES[type];
    // Without a provider the file is refused: such a name has no base but none.
    const isGiven = value !== undefined || !/^(?:ProviderConfiguration|KMSConfiguration)$/.test(type);
    const file: Fields = base();
    if (value !== undefined) of(file)[field] = value;
    return {
      n: node({
        version: '1.34.1',
        kcm: KCM_27,
        apiserver: isGiven ? [`--${flag}=/etc/kubernetes/file.json`] : [],
        mounts: [],
        files: isGiven ? { 'etc/kubernetes/file.json': JSON.stringify(file), 'etc/kubernetes/pss.json': JSON.stringify(RESTRICTED) } : {},
      }),
      dist: ccm({ image: 'registry.k8s.io/provider-aws/cloud-controller-manager:v1.34.3' }),
    };
  },
  values: name => VALUES[name] ?? ['x'],
};
