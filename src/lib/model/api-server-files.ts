import { authenticationProblems } from './authentication-file';
import { egressProblems } from './egress-file';
import { encryptionProblems } from './encryption-file';
import { FileProblem, refusal, TRY, undecidedIn } from './file-problem';
import { DataMap, isMap, listOf, mapOf, shownOf, stringOf } from '../edit/yaml/data';
import { hasAdmissionPlugin } from '../facts/admission-plugins';
import { STRICT_FILES } from '../facts/apiserver-files';
import { apiServerFileShape, readsFile } from '../facts/file-shapes';
import { goDuration } from '../kubernetes/go-values';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { Json, lookAt } from '../kubernetes/pod/shape';

interface FileKind {
  readonly kind: string;
  readonly versions: RegExp;
  problems(file: DataMap, version?: KubernetesVersion): readonly FileProblem[];
}

/** Files of an API server by the flags that name them, as it reads them. */
const FILES: Readonly<Record<string, FileKind>> = {
  'admission-control-config-file': {
    kind: 'AdmissionConfiguration', versions: /^apiserver\.(?:config\.k8s\.io\/v1|k8s\.io\/v1alpha1)$/, problems: ofAdmission,
  },
  'authentication-config': {
    kind: 'AuthenticationConfiguration', versions: /^apiserver\.config\.k8s\.io\/v1(?:alpha1|beta1)?$/, problems: authenticationProblems,
  },
  'authorization-config': {
    kind: 'AuthorizationConfiguration', versions: /^apiserver\.config\.k8s\.io\/v1(?:alpha1|beta1)?$/, problems: ofAuthorization,
  },
  'egress-selector-config-file': {
    kind: 'EgressSelectorConfiguration', versions: /^apiserver\.k8s\.io\/v1(?:alpha1|beta1)$/, problems: egressProblems,
  },
  'encryption-provider-config': {
    kind: 'EncryptionConfiguration', versions: /^apiserver\.config\.k8s\.io\/v1$/, problems: encryptionProblems,
  },
  'tracing-config-file': {
    kind: 'TracingConfiguration', versions: /^apiserver\.config\.k8s\.io\/v1(?:alpha1|beta1)?$/, problems: ofTracing,
  },
};

export const API_SERVER_FILES = Object.keys(FILES);

/** k8s.io/apiserver@v0.20.15, v0.27.16 and v0.37.2 pkg/apis/apiserver (config in old releases) and its validation, pkg/admission/config.go. */
export function apiServerFileProblems(flag: string, file: DataMap, version?: KubernetesVersion): readonly FileProblem[] {
  const { kind, versions, problems } = FILES[flag];
  const apiVersion = String(file.apiVersion);
  if (file.kind !== kind || !versions.test(apiVersion)) {
    return [refusal(`it is of apiVersion ${apiVersion} and kind ${String(file.kind)}, and has to be a ${kind}`)];
  }
  if (version !== undefined && !readsFile(kind, apiVersion, version)) return [refusal(`${version.minorVersion} reads no ${kind} of ${apiVersion}`)];
  const look = lookAt(file as Json, apiServerFileShape(kind, apiVersion, version), 'it');
  if (look !== undefined && 'refused' in look) return [refusal(look.refused.replace('it.', 'its '))];
  return [...look === undefined ? [] : ofOtherField(kind, look.unknown, version), ...problems(file, version)];
}

/** A field that its type does not have: of a release that is not known it may be one. */
function ofOtherField(kind: string, unknown: string, version?: KubernetesVersion): readonly FileProblem[] {
  const strict = version && STRICT_FILES.find(version);
  const what = unknown.replace('it.', '');
  if (strict === undefined) return [{ what, settle: TRY }];
  return strict.includes(kind) ? [refusal(`${what}: ${version!.minorVersion} reads no ${kind} with another field`)] : [];
}

/**
 * What plugins are told is read where pods are: ImagePolicyWebhook refuses by what is not in an input wherever it is on, and EventRateLimit events
 * alone (k8s.io/kubernetes@v1.27.16 plugin/pkg/admission/eventratelimit/admission.go Validate).
 */
function ofAdmission({ plugins }: DataMap, version?: KubernetesVersion): readonly FileProblem[] {
  return listOf(plugins).map(plugin => stringOf(mapOf(plugin).name) ?? '').filter(name => hasAdmissionPlugin(name, version) === false)
    .map(name => ({ what: `it configures the plugin '${name}', which is unknown`, settle: 'Take the plugin out, or correct its name.' }));
}

/** The types of those that an AuthorizationConfiguration asks, in their order. */
export function authorizerTypes({ authorizers }: DataMap): readonly string[] {
  return listOf(authorizers).map(one => String(mapOf(one).type));
}

const TYPES = ['AlwaysAllow', 'AlwaysDeny', 'Node', 'RBAC', 'Webhook'];
const NAME = /^(?=.{1,253}$)[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/;

/** Once each, but webhooks: k8s.io/apiserver@v0.29.15 and v0.37.2 pkg/apis/apiserver/validation/validation.go ValidateAuthorizationConfiguration. */
function ofAuthorization(file: DataMap): readonly FileProblem[] {
  const all = listOf(file.authorizers).map(mapOf);
  const types = authorizerTypes(file);
  const names = all.map(({ name }) => stringOf(name) ?? '');
  const twice = [...types.filter(type => type !== 'Webhook'), ...names].find((one, index, list) => list.indexOf(one) !== index);
  return [
    ...all.length === 0 ? [refusal('it has no authorizers')] : [],
    ...types.filter(type => !TYPES.includes(type)).map(type => refusal(`there is no authorizer of type ${type}`)),
    ...names.filter(name => !NAME.test(name)).map(name => refusal(`'${name}' is no name of an authorizer`)),
    ...twice === undefined ? [] : [refusal(`it has the authorizer ${twice} more than once`)],
    ...all.flatMap(({ webhook }, index) => types[index] === 'Webhook' ? ofWebhook(mapOf(webhook))
      : isMap(webhook) ? [refusal(`its authorizer of type ${types[index]} has a webhook`)] : []),
  ];
}

const TIMES: Readonly<Record<string, number>> = { authorizedTTL: Infinity, timeout: 30_000, unauthorizedTTL: Infinity };
const WORDS: Readonly<Record<string, readonly string[]>> = { failurePolicy: ['Deny', 'NoOpinion'], subjectAccessReviewVersion: ['v1', 'v1beta1'] };

/** Most expressions of a webhook. */
const MOST = 64;

/** The same, ValidateWebhookConfiguration. */
function ofWebhook(webhook: DataMap): readonly FileProblem[] {
  const { type, kubeConfigFile = null } = mapOf(webhook.connectionInfo);
  const { matchConditionSubjectAccessReviewVersion: version } = webhook;
  const expressions = listOf(webhook.matchConditions).map(one => (stringOf(mapOf(one).expression) ?? '').trim());
  const times = Object.keys(TIMES).filter(field => {
    const time = goDuration(shownOf(webhook[field]));
    return time === undefined || time <= 0 || time > TIMES[field];
  });
  return [
    ...times.map(field => refusal(`its webhook has ${field}: ${shownOf(webhook[field])}`)),
    ...Object.keys(WORDS).filter(field => !WORDS[field].includes(String(webhook[field])))
      .map(field => refusal(`its webhook has ${field}: ${shownOf(webhook[field])}; accepted: ${WORDS[field].join(', ')}`)),
    ...(type === 'InClusterConfig' && kubeConfigFile === null) || (type === 'KubeConfigFile' && /^\//.test(shownOf(kubeConfigFile))) ? []
      : [refusal('its webhook has no kubeconfig (connectionInfo)')],
    ...version === 'v1' || ((version ?? '') === '' && expressions.length === 0) ? []
      : [refusal(`its webhook has matchConditionSubjectAccessReviewVersion: ${shownOf(version)}`)],
    ...expressions.includes('') || new Set(expressions).size < expressions.length || expressions.length > MOST
      ? [refusal(`its webhook has matchConditions that are empty, the same, or more than ${MOST}`)] : [],
    ...undecidedIn('WebhookConfiguration', webhook, TRY),
  ];
}

function ofTracing({ samplingRatePerMillion: rate = 0 }: DataMap): readonly FileProblem[] {
  return Number(rate) >= 0 && Number(rate) <= 1_000_000 ? [] : [refusal(`samplingRatePerMillion: ${String(rate)} must be between 0 and 1000000`)];
}
