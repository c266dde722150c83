import { FileProblem, refusal, TRY, undecidedIn } from './file-problem';
import { DataMap, isMap, listOf, mapOf, shownOf } from '../edit/yaml/data';

const PROBED = ['/livez', '/healthz', '/readyz'];

/** k8s.io/apiserver@v0.29.15, v0.30.14 and v0.37.2 pkg/apis/apiserver/validation/validation.go ValidateAuthenticationConfiguration. */
export function authenticationProblems(file: DataMap): readonly FileProblem[] {
  const anonymous = mapOf(file.anonymous);
  const paths = listOf(anonymous.conditions).map(one => String(mapOf(one).path));
  const isOff = isMap(file.anonymous) && anonymous.enabled !== true;
  const isPartly = paths.length > 0 && !PROBED.every(path => paths.includes(path));
  const all = listOf(file.jwt).map(mapOf);
  const urls = all.map(({ issuer }) => textAt(mapOf(issuer), 'url'));
  const twice = urls.find((url, index) => url !== '' && urls.indexOf(url) !== index);
  return [
    ...isOff && paths.length > 0 ? [refusal('it has conditions of requests without a login (anonymous), and does not let them in')] : [],
    ...isOff || isPartly ? [{
      what: 'it answers none without a login (anonymous), as probes of the kubelet are',
      settle: 'Let /livez, /healthz and /readyz be asked without a login, or give the API server no probes that ask so.',
    }] : [],
    ...twice === undefined ? [] : [refusal(`two of its authenticators (jwt) are of the issuer ${twice}`)],
    ...all.flatMap(ofAuthenticator),
    ...undecidedIn('AuthenticationConfiguration', file, TRY),
  ];
}

function textAt(map: DataMap, field: string): string {
  return shownOf(map[field]);
}

function ofAuthenticator(jwt: DataMap): readonly FileProblem[] {
  const [issuer, mappings] = [mapOf(jwt.issuer), mapOf(jwt.claimMappings)];
  const audiences = listOf(issuer.audiences).map(one => shownOf(one));
  const refused = (isWrong: boolean, field: string, must: string) => isWrong ? [refusal(`an authenticator (jwt) has ${field}: ${must}`)] : [];
  const urls = ['url', 'discoveryURL'].filter(field => field === 'url' || textAt(issuer, field) !== '');
  return [
    ...urls.flatMap(field =>
      refused(!isAddress(textAt(issuer, field)), `issuer.${field} ${shownOf(issuer[field])}`, 'it takes an https address alone')),
    ...refused(audiences.length === 0 || audiences.includes(''), `issuer.audiences ${shownOf(issuer.audiences)}`,
      'it takes one at least, none empty'),
    ...refused(!['', 'MatchAny'].includes(textAt(issuer, 'audienceMatchPolicy')),
      `issuer.audienceMatchPolicy ${textAt(issuer, 'audienceMatchPolicy')}`, 'it takes MatchAny'),
    ...refused(textAt(issuer, 'certificateAuthority') !== '' && !textAt(issuer, 'certificateAuthority').includes('-----BEGIN CERTIFICATE-----'),
      'issuer.certificateAuthority', 'it takes certificates as PEM'),
    ...(['username', 'groups'] as const).flatMap(field => {
      const own = mapOf(mappings[field]);
      const given = ['claim', 'expression'].filter(key => textAt(own, key) !== '');
      const isPrefixed = own.prefix !== undefined && own.prefix !== null;
      return [
        ...refused(given.length === 2 || (given.length === 0 && field === 'username'),
          `claimMappings.${field} with ${given.join(' and ') || 'nothing'}`, 'it takes a claim, or an expression'),
        ...refused(given.length === 1 && isPrefixed !== (given[0] === 'claim'), `claimMappings.${field} ${isPrefixed ? 'with' : 'without'} a prefix`,
          'a claim needs one, and an expression takes none'),
      ];
    }),
    ...listOf(jwt.claimValidationRules).map(mapOf).flatMap(rule =>
      refused((textAt(rule, 'claim') === '') === (textAt(rule, 'expression') === ''), 'a rule of claimValidationRules',
        'it takes a claim, or an expression')),
    ...refused(listOf(jwt.userValidationRules).map(mapOf).some(rule => textAt(rule, 'expression') === ''), 'a rule of userValidationRules',
      'it takes an expression'),
  ];
}

/** Of https, without a user, a query or a fragment. */
function isAddress(text: string): boolean {
  return /^https:(?!\/\/[^/]*@)[^?#]*$/i.test(text);
}
