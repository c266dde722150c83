import { DataMap, isMap, listOf, mapOf, shownOf, stringOf } from '../edit/yaml/data';
import { hasAdmissionPlugin } from '../facts/admission-plugins';
import { APISERVER_FILE_DECISIONS } from '../facts/decisions/apiserver-files';
import { undecided } from '../facts/decisions/undecided';
import { readsFile } from '../facts/file-shapes';
import { goDuration } from '../kubernetes/go-values';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

interface FileKind {
  readonly kind: string;
  readonly versions: RegExp;
  problems(file: DataMap, version?: KubernetesVersion): readonly string[];
}

/** Files of an API server by the flags that name them, as it reads them. */
const FILES: Readonly<Record<string, FileKind>> = {
  'admission-control-config-file': {
    kind: 'AdmissionConfiguration', versions: /^apiserver\.(?:config\.k8s\.io\/v1|k8s\.io\/v1alpha1)$/, problems: ofAdmission,
  },
  'authentication-config': {
    kind: 'AuthenticationConfiguration', versions: /^apiserver\.config\.k8s\.io\/v1(?:alpha1|beta1)?$/, problems: ofAuthentication,
  },
  'authorization-config': {
    kind: 'AuthorizationConfiguration', versions: /^apiserver\.config\.k8s\.io\/v1(?:alpha1|beta1)?$/, problems: ofAuthorization,
  },
  'egress-selector-config-file': {
    kind: 'EgressSelectorConfiguration', versions: /^apiserver\.k8s\.io\/v1(?:alpha1|beta1)$/, problems: ofEgress,
  },
  'encryption-provider-config': {
    kind: 'EncryptionConfiguration', versions: /^apiserver\.config\.k8s\.io\/v1$/, problems: ofEncryption,
  },
  'tracing-config-file': {
    kind: 'TracingConfiguration', versions: /^apiserver\.config\.k8s\.io\/v1(?:alpha1|beta1)?$/, problems: ofTracing,
  },
};

export const API_SERVER_FILES = Object.keys(FILES);

/**
 * Why an API server does not start with a file, or may not serve: k8s.io/apiserver@v0.20.15, v0.27.16 and v0.37.2 pkg/apis/apiserver (config in old
 * releases) and its validation, pkg/admission/config.go, pkg/server/egressselector/config.go.
 */
export function apiServerFileProblems(flag: string, file: DataMap, version?: KubernetesVersion): readonly string[] {
  const { kind, versions, problems } = FILES[flag];
  if (file.kind !== kind || !versions.test(String(file.apiVersion))) {
    return [`it is of apiVersion ${String(file.apiVersion)} and kind ${String(file.kind)}, and has to be a ${kind}`];
  }
  if (version !== undefined && !readsFile(kind, String(file.apiVersion), version)) {
    return [`${version.minorVersion} reads no ${kind} of ${String(file.apiVersion)}`];
  }
  return problems(file, version);
}

/** What is not decided of a mapping, by the names of its type. */
function open(type: string, of: DataMap): readonly string[] {
  return Object.entries(of).flatMap(([field, value]) => {
    const why = undecided(APISERVER_FILE_DECISIONS, `${type}.${field}`, value);
    return why === undefined ? [] : [`it has ${field}, and it is not known ${why}`];
  });
}

/**
 * What plugins are told is read where pods are: ImagePolicyWebhook refuses by what is not in an input wherever it is on, and EventRateLimit events
 * alone (k8s.io/kubernetes@v1.27.16 plugin/pkg/admission/eventratelimit/admission.go Validate).
 */
function ofAdmission({ plugins }: DataMap, version?: KubernetesVersion): readonly string[] {
  return listOf(plugins).map(plugin => stringOf(mapOf(plugin).name) ?? '').filter(name => hasAdmissionPlugin(name, version) === false)
    .map(name => `it configures the plugin '${name}', which is unknown`);
}

const PROBED = ['/livez', '/healthz', '/readyz'];

function ofAuthentication(file: DataMap): readonly string[] {
  const anonymous = mapOf(file.anonymous);
  const paths = listOf(anonymous.conditions).map(one => String(mapOf(one).path));
  const isOff = isMap(file.anonymous) && anonymous.enabled !== true;
  const isPartly = paths.length > 0 && !PROBED.every(path => paths.includes(path));
  return [
    ...isOff || isPartly ? ['it answers none without a login (anonymous), as probes of the kubelet are'] : [],
    ...open('AuthenticationConfiguration', file),
  ];
}

/** The types of those that an AuthorizationConfiguration asks, in their order. */
export function authorizerTypes({ authorizers }: DataMap): readonly string[] {
  return listOf(authorizers).map(one => String(mapOf(one).type));
}

const TYPES = ['AlwaysAllow', 'AlwaysDeny', 'Node', 'RBAC', 'Webhook'];
const NAME = /^(?=.{1,253}$)[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/;

/** Once each, but webhooks: k8s.io/apiserver@v0.29.15 and v0.37.2 pkg/apis/apiserver/validation/validation.go ValidateAuthorizationConfiguration. */
function ofAuthorization(file: DataMap): readonly string[] {
  const all = listOf(file.authorizers).map(mapOf);
  const types = authorizerTypes(file);
  const names = all.map(({ name }) => stringOf(name) ?? '');
  const twice = [...types.filter(type => type !== 'Webhook'), ...names].find((one, index, list) => list.indexOf(one) !== index);
  return [
    ...all.length === 0 ? ['it has no authorizers'] : [],
    ...types.filter(type => !TYPES.includes(type)).map(type => `there is no authorizer of type ${type}`),
    ...names.filter(name => !NAME.test(name)).map(name => `'${name}' is no name of an authorizer`),
    ...twice === undefined ? [] : [`it has the authorizer ${twice} more than once`],
    ...all.flatMap(({ webhook }, index) => types[index] === 'Webhook' ? ofWebhook(mapOf(webhook))
      : isMap(webhook) ? [`its authorizer of type ${types[index]} has a webhook`] : []),
  ];
}

const TIMES: Readonly<Record<string, number>> = { authorizedTTL: Infinity, timeout: 30_000, unauthorizedTTL: Infinity };
const WORDS: Readonly<Record<string, readonly string[]>> = { failurePolicy: ['Deny', 'NoOpinion'], subjectAccessReviewVersion: ['v1', 'v1beta1'] };

/** The same, ValidateWebhookConfiguration. */
function ofWebhook(webhook: DataMap): readonly string[] {
  const { type, kubeConfigFile } = mapOf(webhook.connectionInfo);
  const { matchConditionSubjectAccessReviewVersion: version, matchConditions } = webhook;
  const times = Object.keys(TIMES).filter(field => {
    const time = goDuration(stringOf(webhook[field]) ?? '');
    return time === undefined || time <= 0 || time > TIMES[field];
  });
  return [
    ...times.map(field => `its webhook has ${field}: ${shownOf(webhook[field])}`),
    ...Object.keys(WORDS).filter(field => !WORDS[field].includes(String(webhook[field])))
      .map(field => `its webhook has ${field}: ${shownOf(webhook[field])}; accepted: ${WORDS[field].join(', ')}`),
    ...type === 'InClusterConfig' || (type === 'KubeConfigFile' && /^\//.test(stringOf(kubeConfigFile) ?? '')) ? []
      : ['its webhook has no kubeconfig (connectionInfo)'],
    ...version === 'v1' || (version === undefined && listOf(matchConditions).length === 0) ? []
      : [`its webhook has matchConditionSubjectAccessReviewVersion: ${shownOf(version)}`],
    ...open('WebhookConfiguration', webhook),
  ];
}

const SELECTIONS = ['cluster', 'controlplane', 'etcd', 'master'];

function ofEgress({ egressSelections }: DataMap): readonly string[] {
  return listOf(egressSelections).map(mapOf).flatMap(({ name, connection }) => {
    const { proxyProtocol } = mapOf(connection);
    if (!SELECTIONS.includes(String(name))) return [`it selects '${String(name)}'; accepted: ${SELECTIONS.join(', ')}`];
    return proxyProtocol === 'Direct' ? open('Connection', mapOf(connection))
      : [`it asks ${String(name)} by way of ${String(proxyProtocol)}, and whether that lets it through is not known`];
  });
}

const SIZES: Readonly<Record<string, readonly number[]>> = { aescbc: [16, 24, 32], aesgcm: [16, 24, 32], secretbox: [32] };

function ofEncryption({ resources }: DataMap): readonly string[] {
  const all = listOf(resources).map(mapOf);
  if (all.length === 0) return ['it has no resources'];
  return all.flatMap(one => {
    if (listOf(one.resources).length === 0) return ['it encrypts resources without names'];
    const providers = listOf(one.providers).map(mapOf);
    return providers.length === 0 ? ['it has no providers'] : providers.flatMap(ofProvider);
  });
}

function ofProvider(provider: DataMap): readonly string[] {
  const names = Object.keys(provider);
  const [name] = names;
  if (names.length !== 1) return [`a provider has ${names.length === 0 ? 'no name' : `several: ${names.join(', ')}`}`];
  if (name === 'identity') return [];
  if (!(name in SIZES)) return name === 'kms' ? open('ProviderConfiguration', provider) : [`there is no provider ${name}`];
  const keys = listOf(mapOf(provider[name]).keys).map(mapOf);
  const isRight = (secret: string | undefined) => secret !== undefined && /^[A-Za-z0-9+/]+={0,2}$/.test(secret)
    && SIZES[name].includes(secret.length / 4 * 3 - (secret.length - secret.replaceAll('=', '').length));
  return [
    ...keys.length === 0 ? [`provider ${name} has no keys`] : [],
    ...keys.some(key => (stringOf(key.name) ?? '') === '') ? [`provider ${name} has a key without a name`] : [],
    ...keys.some(key => !isRight(stringOf(key.secret))) ? [`provider ${name} has a secret of other than ${SIZES[name].join(', ')} bytes`] : [],
  ];
}

function ofTracing({ samplingRatePerMillion: rate = 0 }: DataMap): readonly string[] {
  return typeof rate === 'number' && rate >= 0 && rate <= 1_000_000 ? [] : [`samplingRatePerMillion: ${String(rate)} must be between 0 and 1000000`];
}
