import { lazy } from './lazy';
import { mayKubeletSet, NOT_OF_KUBELET } from './node-labels';
import { CIPHER_SUITES, TLS_VERSIONS } from './tls-names';
import { hasSeveralCidrs, isValidClusterCidr, parseCidr } from '../kubernetes/cidr';
import { csvRecord } from '../kubernetes/command-line/csv';
import { CCM, Component, KCM } from '../kubernetes/component';
import { goBool, goDuration } from '../kubernetes/go-values';

type Check = (value: string) => boolean;

/** What a flag asks of its value besides the type. */
export interface AskedValue {
  readonly flags: readonly string[] | RegExp;
  readonly components: readonly Component[];
  readonly takes: Check;
  /** What it takes, where every release from 1.20 on ends with anything else; none: some releases may take more, so that nothing is known. */
  readonly must?: string;
  /** Whether its occurrences add up; default: the last one counts. */
  readonly isList?: boolean;
  /** Whether nothing looks at it where nothing is served: `--secure-port=0`. */
  readonly isOfServing?: boolean;
}

export function flagNumber(value: string): number {
  return Number(value.replace(/_/g, ''));
}

/** A value that is no number is refused by its type. */
const between = (least: number, most: number): Check => value => !(flagNumber(value) < least || flagNumber(value) > most);
const among = (names: readonly string[]): Check => value => names.includes(value);
const PORT = { takes: between(0, 65535), must: 'must be between 0 and 65535' };
const POSITIVE = { takes: between(1, Infinity), must: 'must be greater than 0' };
const NOT_NEGATIVE = { takes: between(0, Infinity), must: 'must not be negative' };
const MANAGERS: readonly Component[] = [KCM, CCM];
const SERVERS: readonly Component[] = [KCM, CCM, 'kube-apiserver'];
const SERVING: readonly Component[] = [...SERVERS, 'kubelet'];
const API_SERVER: readonly Component[] = ['kube-apiserver'];
const KUBELET: readonly Component[] = ['kubelet'];
const PAIR = { takes: (value: string) => value.includes('='), must: 'must be a pair as key=value' };
const MODES = ['ABAC', 'AlwaysAllow', 'AlwaysDeny', 'Node', 'RBAC', 'Webhook'];

/**
 * Read in k8s.io/kubernetes@v1.20.15, v1.26.15 and v1.37.1 cmd/kube-controller-manager/app/options (Validate), k8s.io/cloud-provider@v0.20.15 and
 * v0.37.2 options, k8s.io/apiserver@v0.20.15 and v0.37.2 pkg/server/options/{serving,authentication}.go. What is not here has no range there; a
 * negative --http2-max-streams-per-connection is the default.
 */
export const ASKED_VALUES: readonly AskedValue[] = [
  { flags: ['secure-port'], components: MANAGERS, ...PORT },
  { flags: ['webhook-secure-port'], components: [CCM], ...PORT },
  {
    flags: ['tls-min-version'],
    components: SERVING,
    takes: among(['', ...TLS_VERSIONS]),
    must: `must be one of ${TLS_VERSIONS.join(', ')}`,
    isOfServing: true,
  },
  {
    flags: ['tls-cipher-suites'],
    components: SERVING,
    takes: value => items(value).every(among(CIPHER_SUITES)),
    must: 'names a cipher suite that is not supported or does not exist',
    isList: true,
    isOfServing: true,
  },
  {
    flags: [
      'requestheader-username-headers', 'requestheader-group-headers', 'requestheader-extra-headers-prefix', 'requestheader-allowed-names',
    ],
    components: SERVERS,
    takes: value => items(value).every(item => item.trim() !== ''),
    must: 'must not have empty values',
    isList: true,
  },
  // k8s.io/apiserver@v0.20.15 and v0.37.2 pkg/authorization/path/path.go NewAuthorizer.
  {
    flags: ['authorization-always-allow-paths'],
    components: MANAGERS,
    takes: value => items(value).every(path => /^[^*]*\*?$/.test(path)),
    must: 'only a trailing * is allowed',
    isList: true,
    isOfServing: true,
  },
  // Older releases take a sign: k8s.io/klog/v2@v2.80.1 klog.go Level.Set; k8s.io/component-base@v0.27.16 logs/api/v1/pflags.go.
  { flags: ['v'], components: SERVING, takes: value => !/^[+-]/.test(value) },
  { flags: ['concurrent-statefulset-syncs'], components: [KCM], ...POSITIVE },
  {
    flags: ['concurrent-service-endpoint-syncs', 'mirroring-concurrent-service-endpoint-syncs'],
    components: [KCM],
    takes: between(1, 50),
    must: 'must be between 1 and 50',
  },
  {
    flags: ['max-endpoints-per-slice', 'mirroring-max-endpoints-per-subset'],
    components: [KCM],
    takes: between(1, 1000),
    must: 'must be between 1 and 1000',
  },
  {
    flags: ['service-cluster-ip-range'], components: [KCM], takes: value => value.split(',').length <= 2, must: 'must not have more than two entries',
  },
  // Some releases refuse them; in others the controller has no worker. Those of cloud controllers are in facts/workers.ts.
  { flags: /concurrent-(?!service-syncs|node-syncs).*syncs/, components: MANAGERS, takes: between(1, Infinity) },
  { flags: ['concurrent-node-status-updates'], components: [CCM], takes: between(0, Infinity) },
  { flags: ['attach-detach-reconcile-sync-period'], components: [KCM], takes: value => (goDuration(value) ?? 0) >= 1000 },
  { flags: ['volume-host-cidr-denylist'], components: [KCM], takes: value => items(value).every(isValidClusterCidr), isList: true },
  // k8s.io/component-base@v0.37.1 metrics/options.go Validate.
  {
    flags: ['disabled-metrics'],
    components: [KCM],
    takes: value => items(value).every(name => /^[a-zA-Z_:][a-zA-Z0-9_:]*$/.test(name)),
    isList: true,
  },
  // k8s.io/component-base@v0.37.2 logs/api/v1/options.go Validate: some need the gate LoggingAlphaOptions.
  { flags: ['log-flush-frequency'], components: MANAGERS, takes: value => (goDuration(value) ?? 0) > 0 },
  { flags: ['log-json-split-stream', 'log-text-split-stream'], components: MANAGERS, takes: value => goBool(value) !== true },
  { flags: ['log-json-info-buffer-size', 'log-text-info-buffer-size'], components: MANAGERS, takes: value => value === '0' },
  // k8s.io/apimachinery@v0.37.2 pkg/runtime/types.go; the API server answers what it does not know with 415.
  {
    flags: ['kube-api-content-type'],
    components: MANAGERS,
    takes: among(['', 'application/json', 'application/vnd.kubernetes.protobuf', 'application/cbor']),
  },
  { flags: ['port'], components: MANAGERS, ...PORT },
  // k8s.io/apiserver@v0.20.15, v0.26.15 and v0.37.2 pkg/server/options (etcd.go, server_run_options.go, serving.go, admission.go),
  // k8s.io/kubernetes@v1.20.15, v1.27.16 and v1.37.2 pkg/kubeapiserver/options and cmd/kube-apiserver/app/options/validation.go.
  { flags: ['storage-backend'], components: API_SERVER, ...oneOf(['', 'etcd3']) },
  // Looked at from 1.31 on: pkg/controlplane/apiserver/options/validation.go; before, GenericServerRunOptions are not validated.
  {
    flags: ['livez-grace-period', 'request-timeout', 'shutdown-delay-duration', 'shutdown-watch-termination-grace-period'],
    components: API_SERVER,
    takes: value => (goDuration(value) ?? 0) >= 0,
  },
  {
    flags: ['max-mutating-requests-inflight', 'max-requests-inflight', 'min-request-timeout'],
    components: API_SERVER,
    takes: NOT_NEGATIVE.takes,
  },
  { flags: ['goaway-chance'], components: API_SERVER, takes: between(0, 0.02) },
  { flags: ['apiserver-count'], components: API_SERVER, ...POSITIVE },
  { flags: ['service-account-key-file'], components: API_SERVER, takes: value => value !== '', must: 'must be a file', isList: true },
  { flags: ['logging-format'], components: [...API_SERVER, ...KUBELET], takes: value => value !== '', must: 'must be a log format' },
  // Some releases take none: github.com/spf13/pflag@v1.0.9 ip.go.
  { flags: ['address', 'advertise-address', 'bind-address', 'insecure-bind-address'], components: API_SERVER, takes: value => value !== '' },
  { flags: ['container-runtime-endpoint'], components: KUBELET, takes: value => value !== '' },
  { flags: ['secure-port'], components: API_SERVER, takes: between(1, 65535), must: 'must be between 1 and 65535' },
  { flags: ['kubernetes-service-node-port'], components: API_SERVER, ...PORT },
  { flags: ['endpoint-reconciler-type'], components: API_SERVER, ...oneOf(['lease', 'master-count', 'none']) },
  {
    flags: ['storage-media-type'],
    components: API_SERVER,
    takes: value => /^(?:application\/(?:json|yaml|cbor|vnd\.kubernetes\.protobuf))?(?:;|$)/.test(value),
    must: 'must be a media type that objects are encoded in',
  },
  {
    flags: ['service-account-jwks-uri', 'oidc-issuer-url'],
    components: API_SERVER,
    takes: value => /^(?:https:|$)/.test(value),
    must: 'must be an https address',
  },
  {
    flags: ['service-cluster-ip-range'],
    components: API_SERVER,
    takes: areServiceRanges,
    must: 'must be one range, or one of each IP family, with a mask of at least 12 bits (IPv6: 64)',
  },
  { flags: ['authorization-mode'], components: API_SERVER, takes: value => items(value).every(among(MODES)), must: hasOnly(MODES), isList: true },
  // k8s.io/kubernetes@v1.20.15 and v1.23.17 cmd/kube-apiserver/app/server.go; of audits model/audit.ts asks.
  { flags: ['insecure-port', 'port'], components: API_SERVER, takes: between(0, 0), must: 'only zero is allowed' },
  { flags: ['identity-lease-duration-seconds', 'identity-lease-renew-interval-seconds'], components: API_SERVER, ...POSITIVE },
  { flags: ['storage-initialization-timeout'], components: API_SERVER, takes: value => (goDuration(value) ?? 0) >= 0, must: NOT_NEGATIVE.must },
  {
    flags: ['etcd-servers-overrides'],
    components: API_SERVER,
    takes: value => items(value).every(one => /^[^#/]*\/[^#/]*#[^#]*$/.test(one)),
    must: 'must be of the form group/resource#servers',
    isList: true,
  },
  {
    flags: ['watch-cache-sizes'],
    components: API_SERVER,
    takes: value => items(value).every(one => /^[^#]*#\d+$/.test(one)),
    must: 'must be of the form resource#size',
    isList: true,
  },
  // One pair, whatever its value has in it: k8s.io/component-base@v0.37.2 cli/flag, NewMapStringStringNoSplit.
  { flags: ['oidc-required-claim'], components: API_SERVER, ...PAIR },
  { flags: ['cpu-manager-policy-options', 'topology-manager-policy-options'], components: KUBELET, ...PAIR },
  // k8s.io/kubernetes@v1.20.15 and v1.37.2 pkg/kubelet/apis/config/validation, cmd/kubelet/app/server.go.
  { flags: ['healthz-port', 'read-only-port'], components: KUBELET, ...PORT },
  { flags: ['port'], components: KUBELET, takes: between(1, 65535), must: 'must be between 1 and 65535' },
  { flags: ['image-gc-high-threshold', 'image-gc-low-threshold'], components: KUBELET, takes: between(0, 100), must: 'must be between 0 and 100' },
  { flags: ['iptables-drop-bit', 'iptables-masquerade-bit'], components: KUBELET, takes: between(0, 31), must: 'must be between 0 and 31' },
  { flags: ['oom-score-adj'], components: KUBELET, takes: between(-1000, 1000), must: 'must be between -1000 and 1000' },
  { flags: ['node-status-max-images'], components: KUBELET, takes: between(-1, Infinity), must: 'must be -1 or greater' },
  {
    flags: [
      'event-burst', 'event-qps', 'kube-api-burst', 'kube-api-qps', 'max-open-files', 'max-pods', 'pods-per-core', 'registry-burst', 'registry-qps',
    ],
    components: KUBELET,
    ...NOT_NEGATIVE,
  },
  // Types of flags that have a name in common: k8s.io/component-base@v0.20.15 and v0.37.2 cli/flag, map_string_string.go and langle_*.go.
  {
    flags: [
      'eviction-minimum-reclaim', 'eviction-soft-grace-period', 'kube-reserved', 'qos-reserved', 'system-reserved',
    ],
    components: KUBELET,
    takes: arePairs('='),
    must: 'must be pairs as key=value',
  },
  { flags: ['eviction-hard', 'eviction-soft'], components: KUBELET, takes: arePairs('<'), must: 'must be pairs as signal<amount' },
  { flags: ['hairpin-mode'], components: KUBELET, ...oneOf(['promiscuous-bridge', 'hairpin-veth', 'none']) },
  { flags: ['topology-manager-policy'], components: KUBELET, ...oneOf(['none', 'best-effort', 'restricted', 'single-numa-node']) },
  { flags: ['topology-manager-scope'], components: KUBELET, ...oneOf(['container', 'pod']) },
  { flags: ['authorization-mode'], components: KUBELET, ...oneOf(['AlwaysAllow', 'Webhook']) },
  { flags: ['container-runtime'], components: KUBELET, ...oneOf(['docker', 'remote']) },
  // Old releases start the pods of their node once, and end; new ones end at once.
  { flags: ['runonce'], components: KUBELET, takes: value => goBool(value) !== true, must: 'it does not go on' },
  { flags: ['node-labels'], components: KUBELET, takes: hasAllowedLabels, must: NOT_OF_KUBELET },
  // Old releases start with what is no label, and their nodes are refused.
  { flags: ['node-labels'], components: KUBELET, takes: areLabels },
  // With others it starts where its node is set up for it.
  { flags: ['cgroup-driver'], components: KUBELET, takes: among(['cgroupfs', 'systemd']) },
  { flags: ['cpu-cfs-quota-period'], components: KUBELET, takes: value => goDuration(value) === 100 },
  { flags: ['enforce-node-allocatable'], components: KUBELET, takes: among(['', 'pods', 'none']) },
  { flags: ['topology-manager-policy'], components: KUBELET, takes: among(['none']) },
];

function items(value: string): readonly string[] {
  return csvRecord(value) ?? [];
}

function arePairs(sign: string): Check {
  return value => value.split(',').every(pair => pair === '' || pair.includes(sign));
}

function hasOnly(names: readonly string[]): string {
  return `must have no others than ${names.join(', ')}`;
}

/** cmd/kube-apiserver/app/options/validation.go validateMaxCIDRRange: 20 bits for addresses, and 64 with the gate MultiCIDRServiceAllocator. */
function isServiceRange(text: string): boolean {
  const range = parseCidr(text.trim());
  return range !== undefined && range.ones >= (range.family === 'ipv4' ? 12 : 64);
}

function areServiceRanges(value: string): boolean {
  if (value === '') return true;
  if (!hasSeveralCidrs(value)) return isServiceRange(value);
  const texts = value.split(',');
  return texts.length === 2 && texts.every(isServiceRange) && new Set(texts.map(text => parseCidr(text.trim())!.family)).size === 2;
}

function oneOf(names: readonly string[]): Pick<AskedValue, 'takes' | 'must'> {
  return { takes: among(names), must: `must be one of ${names.filter(name => name !== '').join(', ')}` };
}

/** k8s.io/apimachinery@v0.37.2 pkg/util/validation IsQualifiedName, IsValidLabelValue. */
const LABEL_NAME = /^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?\/)?[A-Za-z0-9](?:[\w.-]{0,61}[A-Za-z0-9])?$/;
const LABEL_VALUE = /^(?:[A-Za-z0-9](?:[\w.-]{0,61}[A-Za-z0-9])?)?$/;

function areLabels(value: string): boolean {
  return value.split(',').map(pair => pair.trim().split('=')).every(([name, ...rest]) =>
    (name === '' && rest.length === 0) || (LABEL_NAME.test(name) && LABEL_VALUE.test(rest.join('='))));
}

function hasAllowedLabels(value: string): boolean {
  return value.split(',').every(pair => mayKubeletSet(pair.split('=')[0].trim()));
}

/** The rows of a flag by its name, with their places in the table. */
type Rows = (name: string) => readonly { readonly asked: AskedValue; readonly at: number }[];

function rowsOf(component: Component): Rows {
  const own = ASKED_VALUES.flatMap((asked, at) => asked.components.includes(component) ? [{ asked, at }] : []);
  const known = new Map<string, ReturnType<Rows>>();
  return name => {
    const found = known.get(name)
      ?? own.filter(({ asked: { flags } }) => flags instanceof RegExp ? flags.test(name) : flags.includes(name));
    known.set(name, found);
    return found;
  };
}

const OF_COMPONENT = lazy((): ReadonlyMap<Component, Rows> => new Map([...SERVERS, ...KUBELET].map(component => [component, rowsOf(component)])));

/** A flag and its value. */
interface Given {
  readonly name: string;
  /** None: it stands alone. */
  readonly value?: string;
}

/** What of a command line is outside of what its component asks for, in the order of the table; `must` as of `AskedValue`. */
export function valuesOutside<F extends Given>(
  component: Component, given: readonly F[], isServing = true,
): readonly { readonly flag: F; readonly must?: string }[] {
  const rows = OF_COMPONENT().get(component);
  if (rows === undefined) return [];
  const isLast = (flag: F) => !given.slice(given.indexOf(flag) + 1).some(({ name }) => name === flag.name);
  return given.flatMap(flag => rows(flag.name).filter(({ asked }) => (isServing || asked.isOfServing !== true)
    && !asked.takes(flag.value ?? 'true') && (asked.isList === true || isLast(flag))).map(({ asked, at }) => ({ flag, must: asked.must, at })))
    .sort((a, b) => a.at - b.at).map(({ flag, must }) => ({ flag, must }));
}
