import { FileProblem, refusal, undecidedIn } from './file-problem';
import { DataMap, listOf, mapOf, shownOf, stringOf } from '../edit/yaml/data';
import { goDuration } from '../kubernetes/go-values';

const SIZES: Readonly<Record<string, readonly number[]>> = { aescbc: [16, 24, 32], aesgcm: [16, 24, 32], secretbox: [32] };
const ANSWERS = 'See on each control-plane node that the plugin runs before the API server does, and answers at its endpoint.';

/** k8s.io/apiserver@v0.20.15, v0.27.16 and v0.37.2 pkg/apis/apiserver/validation/validation_encryption.go (of old releases in pkg/apis/config). */
export function encryptionProblems({ resources }: DataMap): readonly FileProblem[] {
  const all = listOf(resources).map(mapOf);
  if (all.length === 0) return [refusal('it has no resources')];
  return all.flatMap(one => {
    if (listOf(one.resources).length === 0) return [refusal('it encrypts resources without names')];
    const providers = listOf(one.providers).map(mapOf);
    return providers.length === 0 ? [refusal('it has no providers')] : providers.flatMap(ofProvider);
  });
}

function ofProvider(provider: DataMap): readonly FileProblem[] {
  const names = Object.keys(provider).filter(name => provider[name] !== null);
  const [name] = names;
  if (names.length !== 1) return [refusal(`a provider has ${names.length === 0 ? 'no name' : `several: ${names.join(', ')}`}`)];
  if (name === 'identity') return [];
  if (name === 'kms') return [...ofPlugin(mapOf(provider.kms)).map(refusal), ...undecidedIn('ProviderConfiguration', { kms: 'given' }, ANSWERS)];
  return name in SIZES ? ofKeys(name, mapOf(provider[name])).map(refusal) : [refusal(`there is no provider ${name}`)];
}

function ofKeys(name: string, provider: DataMap): readonly string[] {
  const keys = listOf(provider.keys).map(mapOf);
  const isRight = (secret: string | undefined) => secret !== undefined && /^[A-Za-z0-9+/]+={0,2}$/.test(secret)
    && SIZES[name].includes(secret.length / 4 * 3 - (secret.length - secret.replaceAll('=', '').length));
  return [
    ...keys.length === 0 ? [`provider ${name} has no keys`] : [],
    ...keys.some(key => shownOf(key.name) === '') ? [`provider ${name} has a key without a name`] : [],
    ...keys.some(key => !isRight(stringOf(key.secret))) ? [`provider ${name} has a secret of other than ${SIZES[name].join(', ')} bytes`] : [],
  ];
}

function ofPlugin({ apiVersion = null, cachesize = null, endpoint, name, timeout = null }: DataMap): readonly string[] {
  const said = (field: string, value: Parameters<typeof shownOf>[0], must: string) => [`provider kms has ${field} ${shownOf(value)}: ${must}`];
  return [
    ...shownOf(name) === '' ? ['provider kms has no name'] : [],
    ...[null, '', 'v1', 'v2'].includes(apiVersion as string | null) ? [] : said('apiVersion', apiVersion, 'it takes v1 or v2'),
    ...apiVersion === 'v2' ? [] : cachesize === 0 ? said('cachesize', cachesize, 'it takes another than 0') : [],
    ...shownOf(endpoint).startsWith('unix:') ? [] : said('endpoint', endpoint, 'it takes unix: and the path of a socket'),
    ...timeout === null || goDuration(shownOf(timeout))! > 0 ? [] : said('timeout', timeout, 'it takes more than nothing'),
  ];
}
