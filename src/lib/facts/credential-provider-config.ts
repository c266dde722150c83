import { PLUGIN_PROTOCOLS_OF_KUBELET } from './credential-provider';
import { CREDENTIAL_PROVIDER_DECISIONS } from './decisions/credential-provider';
import { undecided } from './decisions/undecided';
import { goDuration } from '../kubernetes/go-values';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { isObject, Json, lookAt, Shape } from '../kubernetes/pod/shape';
import { isPlaceholder } from '../text/placeholder';

/** Why a kubelet ends with the file of its credential providers; `isDoubtful`: or may. */
export interface CredentialProviderProblem {
  readonly what: string;
  readonly isDoubtful?: boolean;
}

const GROUP = 'kubelet.config.k8s.io';
/** First minors that have each version of the API: `CREDENTIAL_PROVIDER_CONFIG_API` says which is the newest. */
const VERSIONS: Readonly<Record<string, number>> = { [`${GROUP}/v1alpha1`]: 20, [`${GROUP}/v1beta1`]: 24, [`${GROUP}/v1`]: 26 };
/** Before, it reads the file with the gate KubeletCredentialProviders only. */
const READS_ALWAYS_FROM = 24;

const SHAPE: Shape = {
  fields: {
    apiVersion: 'string',
    kind: 'string',
    providers: {
      list: {
        fields: {
          name: 'string',
          matchImages: { list: 'string' },
          defaultCacheDuration: 'duration?',
          apiVersion: 'string',
          args: { list: 'string' },
          env: { list: { fields: { name: 'string', value: 'string' } } },
          tokenAttributes: 'any',
        },
      },
    },
  },
};

/**
 * Unknown fields end it: k8s.io/kubernetes@v1.20.15, v1.27.16 and v1.37.2 pkg/credentialprovider/plugin/config.go.
 *
 * @param version undefined: it is not known
 */
export function credentialProviderProblems(
  file: { readonly [field: string]: Json }, version?: KubernetesVersion,
): readonly CredentialProviderProblem[] {
  const { apiVersion, kind, providers } = file;
  if (kind !== 'CredentialProviderConfig' || !String(apiVersion).startsWith(`${GROUP}/`)) {
    return [{ what: `it is of apiVersion ${String(apiVersion)} and kind ${String(kind)}, and has to be a CredentialProviderConfig` }];
  }
  const minor = version?._facts.minor ?? Infinity;
  const since = VERSIONS[String(apiVersion)] as number | undefined;
  if (since === undefined || since > minor) return [{ what: `${version?.minorVersion ?? 'no release'} has no ${String(apiVersion)}` }];
  const look = lookAt(file, SHAPE, 'it');
  if (look !== undefined) return ['refused' in look ? { what: look.refused } : { what: look.unknown, isDoubtful: true }];
  const all = Array.isArray(providers) ? providers.filter(isObject) : [];
  const names = all.map(({ name }) => name);
  const found: readonly CredentialProviderProblem[] = [
    ...all.length === 0 ? [{ what: 'it has no providers' }] : [],
    ...new Set(names).size < names.length ? [{ what: 'it has two providers of one name', isDoubtful: minor < 33 }] : [],
    ...all.flatMap(provider => ofProvider(provider, version)),
  ];
  return minor < READS_ALWAYS_FROM ? found.map(({ what }) => ({ what, isDoubtful: true })) : found;
}

function ofProvider(provider: { readonly [field: string]: Json }, version: KubernetesVersion | undefined): readonly CredentialProviderProblem[] {
  if (isPlaceholder(JSON.stringify(provider))) return [];
  const { name = '', apiVersion = '', matchImages, defaultCacheDuration } = provider;
  const protocols = version === undefined ? undefined : PLUGIN_PROTOCOLS_OF_KUBELET.find(version);
  const spoken = /^credentialprovider\.kubelet\.k8s\.io\/(v1\w*)$/.exec(String(apiVersion))?.[1];
  const isSpoken = spoken !== undefined && protocols?.includes(spoken) !== false;
  const open = Object.entries(provider).flatMap(([field, value]) =>
    undecided(CREDENTIAL_PROVIDER_DECISIONS, `CredentialProvider.${field}`, value) ?? []);
  return [
    ...name === '' || name === '.' || name === '..' || /[ /]/.test(String(name)) ? [{ what: `a provider cannot be called '${String(name)}'` }] : [],
    ...isSpoken ? [] : [{ what: `provider ${String(name)} has apiVersion '${String(apiVersion)}', which it does not speak` }],
    ...Array.isArray(matchImages) && matchImages.length > 0 ? [] : [{ what: `provider ${String(name)} has no matchImages` }],
    ...typeof defaultCacheDuration === 'string' && (goDuration(defaultCacheDuration) ?? -1) >= 0 ? []
      : [{ what: `provider ${String(name)} has no defaultCacheDuration of 0 or more` }],
    ...open.map(why => ({ what: `it is not known ${why}`, isDoubtful: true })),
  ];
}
