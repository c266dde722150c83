import { auditDoubts } from './audit';
import { EndCause } from './end-cause';
import { apiServerGates } from './gates';
import { hasAdmissionPlugin } from '../facts/admission-plugins';
import { goBool } from '../kubernetes/go-values';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** The flags of an API server whose values are known. */
export interface ApiServerFlags {
  readonly version?: KubernetesVersion;
  /** The last value of a flag; undefined: it is not given. */
  text(flag: string): string | undefined;
  /** The items of all its occurrences. */
  list(flag: string): readonly string[];
  /** Whether it has a value that is not known. */
  isUnknown(flag: string): boolean;
}

/** Flags that an API server has when its command line is whole. With fewer than three it is an excerpt, which says nothing by what it lacks. */
const USUAL = [
  'client-ca-file', 'etcd-servers', 'service-account-issuer', 'service-account-key-file', 'service-account-signing-key-file', 'tls-cert-file',
];

/** Whether what is not on a command line is not given. */
export function isWholeApiServer(flags: ApiServerFlags): boolean {
  return USUAL.filter(flag => (flags.text(flag) ?? '') !== '').length >= 3;
}

/** Flags that say together which gates there are. */
const VERSIONED = ['emulated-version', 'feature-gates', 'min-compatibility-version'];

/** Why an API server ends when it starts, by what its flags say together or of its release; what each asks of its value says facts/flag-values.ts. */
export function apiServerEnds(flags: ApiServerFlags): readonly EndCause[] {
  return [
    ...ofAdmission(flags), ...ofAuthorization(flags), ...ofAccounts(flags), ...ofRuntime(flags), ...combinations(flags),
    ...VERSIONED.some(flag => flags.isUnknown(flag)) ? [] : apiServerGates(flags.version, flags),
  ];
}

/** What is not known of an API server by what its flags say together. */
export function apiServerOpen(flags: ApiServerFlags): ReturnType<typeof auditDoubts> {
  return auditDoubts(flags);
}

function cause(text: string, ...flags: readonly string[]): EndCause {
  return { concern: 'command-line', text, flags };
}

const PLUGIN_FLAGS = ['enable-admission-plugins', 'disable-admission-plugins', 'admission-control'];

/** Plugins that are not made without: k8s.io/kubernetes@v1.20.15, v1.27.16 and v1.37.2 plugin/pkg/admission/eventratelimit and imagepolicy. */
const NEED_CONFIGURATION = ['EventRateLimit', 'ImagePolicyWebhook'];

/** k8s.io/apiserver@v0.27.16 pkg/server/options/admission.go and k8s.io/kubernetes@v1.27.16 pkg/kubeapiserver/options/admission.go, Validate. */
function ofAdmission(flags: ApiServerFlags): readonly EndCause[] {
  const unknown = PLUGIN_FLAGS.flatMap(flag => flags.list(flag).filter(name => hasAdmissionPlugin(name, flags.version) === false)
    .map(name => cause(`--${flag}: plugin ${name === '' ? 'without a name' : name} is unknown`, flag)));
  const [enabled, disabled] = PLUGIN_FLAGS.map(flag => flags.list(flag));
  const both = enabled.filter(name => disabled.includes(name));
  const unconfigured = flags.text('admission-control-config-file') === undefined && !flags.isUnknown('admission-control-config-file')
    ? enabled.filter(name => NEED_CONFIGURATION.includes(name)) : [];
  return [
    ...unknown,
    ...unconfigured.map(name => cause(`--enable-admission-plugins has ${name}, which needs an --admission-control-config-file`, PLUGIN_FLAGS[0])),
    ...both.length === 0 ? [] : [cause(`--enable-admission-plugins and --disable-admission-plugins both have ${both.join(', ')}`, ...PLUGIN_FLAGS)],
    ...flags.list('admission-control').length > 0 && enabled.length + disabled.length > 0
      ? [cause('--admission-control is given beside --enable-admission-plugins or --disable-admission-plugins', 'admission-control')] : [],
  ];
}

const LEVELS = ['api/all', 'api/ga', 'api/beta', 'api/alpha'];
/** Groups of k8s.io/api@v0.20.15, v0.30.14 and v0.37.2, and of the servers in it: another group is not registered, and ends the process. */
const GROUPS = [
  'admission', 'admissionregistration', 'apidiscovery', 'apiextensions', 'apiregistration', 'authentication', 'authorization', 'certificates',
  'coordination', 'discovery', 'events', 'flowcontrol.apiserver', 'imagepolicy', 'internal.apiserver', 'lifecycle', 'networking', 'node',
  'rbac.authorization', 'resource', 'scheduling', 'storage', 'storagemigration',
].map(name => `${name}.k8s.io`).concat('api', 'apps', 'auditregistration.k8s.io', 'autoscaling', 'batch', 'extensions', 'policy', 'settings.k8s.io');

/** k8s.io/apiserver@v0.20.15 and v0.37.2 pkg/server/resourceconfig/helpers.go: of levels `true` and `false` alone, else what ParseBool takes. */
function ofRuntime(flags: ApiServerFlags): readonly EndCause[] {
  return flags.list('runtime-config').map(item => item.trim()).filter(item => item !== '').flatMap(item => {
    const [key, value] = [item.replace(/=[^]*/, ''), /=([^]*)/.exec(item)?.[1]];
    const isLevel = LEVELS.includes(key);
    const [group, , , more] = key.split('/');
    const why = isLevel && value !== 'true' && value !== 'false' ? 'takes true or false'
      : isLevel || key === 'v1' ? undefined
        : !key.includes('/') || more !== undefined ? 'is no group and version'
          : !GROUPS.includes(group) ? `names the group ${group}, which is not registered`
            : value !== undefined && value !== '' && goBool(value) === undefined ? 'takes true or false' : undefined;
    return why === undefined ? [] : [cause(`--runtime-config: ${item} ${why}`, 'runtime-config')];
  });
}

/** Files that belong to a mode: k8s.io/kubernetes@v1.27.16 pkg/kubeapiserver/options/authorization.go Validate. */
const FILES_OF_MODES = [['ABAC', 'authorization-policy-file'], ['Webhook', 'authorization-webhook-config-file']] as const;

function ofAuthorization(flags: ApiServerFlags): readonly EndCause[] {
  const modes = flags.list('authorization-mode');
  if (flags.isUnknown('authorization-mode')) return [];
  const isConfigured = flags.text('authorization-config') !== undefined;
  return [
    ...new Set(modes).size < modes.length ? [cause(`--authorization-mode has a mode more than once: ${modes.join(',')}`, 'authorization-mode')] : [],
    ...FILES_OF_MODES.flatMap(([mode, file]) => {
      const has = (flags.text(file) ?? '') !== '';
      if (flags.isUnknown(file) || isConfigured || modes.includes(mode) === has) return [];
      return [has ? cause(`--${file} is given without the authorization mode ${mode}`, file)
        : cause(`--authorization-mode=${modes.join(',')} has ${mode}, and there is no --${file}`, 'authorization-mode')];
    }),
    ...isConfigured && modes.length > 0 ? [cause('--authorization-config and --authorization-mode are both given', 'authorization-config')] : [],
  ];
}

/** Tokens of service accounts: validateTokenRequest of validation.go; pkg/kubeapiserver/options/authentication.go Validate. */
function ofAccounts(flags: ApiServerFlags): readonly EndCause[] {
  const [issuer, key] = ['service-account-issuer', 'service-account-signing-key-file'];
  const issuers = flags.list(issuer);
  const isElsewhere = flags.text('service-account-signing-endpoint') !== undefined || [issuer, key].some(flag => flags.isUnknown(flag));
  const missing = [issuer, key].filter(flag => (flags.text(flag) ?? '') === '');
  const isMissed = isWholeApiServer(flags) || flags.text(key) === '';
  return [
    ...issuers.includes('') ? [cause(`--${issuer} must not be empty`, issuer)] : [],
    ...new Set(issuers).size < issuers.length ? [cause(`--${issuer} has one more than once`, issuer)] : [],
    ...isMissed && !isElsewhere && missing.length > 0 ? [cause(`it needs ${missing.map(flag => `--${flag}`).join(' and ')}`, issuer, key)] : [],
  ];
}

/** Flags that do not go without another one, or with what it says. */
function combinations(flags: ApiServerFlags): readonly EndCause[] {
  const has = (flag: string) => (flags.text(flag) ?? '') !== '';
  const isKnown = (...names: readonly string[]) => names.every(name => !flags.isUnknown(name));
  const pair = (one: string, other: string) => isKnown(one, other) && has(one) !== has(other)
    ? [cause(`--${one} and --${other}: one of them is not given`, one, other)] : [];
  const inFlight = ['max-requests-inflight', 'max-mutating-requests-inflight'];
  const switched = (flag: string) => goBool(String(flags.text(flag)));
  return [
    ...isWholeApiServer(flags) && isKnown('etcd-servers') && !has('etcd-servers') ? [cause('it needs --etcd-servers', 'etcd-servers')] : [],
    ...pair('tls-cert-file', 'tls-private-key-file'),
    ...pair('oidc-issuer-url', 'oidc-client-id'),
    ...pair('etcd-certfile', 'etcd-keyfile'),
    ...switched('encryption-provider-config-automatic-reload') === true && isKnown('encryption-provider-config') && !has('encryption-provider-config')
      ? [cause('--encryption-provider-config-automatic-reload is given without --encryption-provider-config', 'encryption-provider-config')] : [],
    // With priority and fairness, which is on by default: k8s.io/kubernetes@v1.27.16 cmd/kube-apiserver/app/server.go BuildPriorityAndFairness.
    ...inFlight.every(flag => Number(flags.text(flag)) === 0) && switched('enable-priority-and-fairness') !== false
      ? [cause(`${inFlight.map(flag => `--${flag}`).join(' and ')} must add up to something positive`, ...inFlight)] : [],
  ];
}
