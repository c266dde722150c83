import type { CommandLine } from './command-line';
import { EndCause } from './end-cause';
import { hasFlag } from '../facts/flags';
import { logFormats } from '../facts/log-formats';
import { CIPHER_SUITES, HTTP2_SUITES, TLS_VERSIONS } from '../facts/tls-names';
import { isValidClusterCidr } from '../kubernetes/cidr';
import { csvRecord } from '../kubernetes/command-line/csv';
import { CCM, ControllerManager, KCM } from '../kubernetes/component';
import { goBool, goDuration } from '../kubernetes/go-values';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

type Check = (value: string) => boolean;

/** What a flag asks of its value besides the type. */
interface Asked {
  readonly flags: readonly string[] | RegExp;
  /** Default: both. */
  readonly component?: ControllerManager;
  readonly takes: Check;
  /** What it takes, where every release from 1.20 on ends with anything else; none: some releases may take more, so that nothing is known. */
  readonly must?: string;
  /** Whether its occurrences add up; default: the last one counts. */
  readonly isList?: boolean;
  /** Whether nothing looks at it where nothing is served: `--secure-port=0`. */
  readonly isOfServing?: boolean;
}

const number = (value: string) => Number(value.replace(/_/g, ''));
const between = (least: number, most: number): Check => value => number(value) >= least && number(value) <= most;
const among = (names: readonly string[]): Check => value => names.includes(value);
const PORT = { takes: between(0, 65535), must: 'must be between 0 and 65535' };
const POSITIVE = { takes: between(1, Infinity), must: 'must be greater than 0' };

/**
 * Read in k8s.io/kubernetes@v1.20.15, v1.26.15 and v1.37.1 cmd/kube-controller-manager/app/options (Validate), k8s.io/cloud-provider@v0.20.15 and
 * v0.37.2 options, k8s.io/apiserver@v0.20.15 and v0.37.2 pkg/server/options/{serving,authentication}.go. What is not here has no range there; a
 * negative --http2-max-streams-per-connection is the default.
 */
const ASKED: readonly Asked[] = [
  { flags: ['secure-port'], ...PORT },
  { flags: ['webhook-secure-port'], component: CCM, ...PORT },
  { flags: ['tls-min-version'], takes: among(['', ...TLS_VERSIONS]), must: `must be one of ${TLS_VERSIONS.join(', ')}`, isOfServing: true },
  {
    flags: ['tls-cipher-suites'],
    takes: value => items(value).every(among(CIPHER_SUITES)),
    must: 'names a cipher suite that is not supported or does not exist',
    isList: true,
    isOfServing: true,
  },
  {
    flags: [
      'requestheader-username-headers', 'requestheader-group-headers', 'requestheader-extra-headers-prefix', 'requestheader-allowed-names',
    ],
    takes: value => items(value).every(item => item.trim() !== ''),
    must: 'must not have empty values',
    isList: true,
  },
  // k8s.io/apiserver@v0.20.15 and v0.37.2 pkg/authorization/path/path.go NewAuthorizer.
  {
    flags: ['authorization-always-allow-paths'],
    takes: value => items(value).every(path => /^[^*]*\*?$/.test(path)),
    must: 'only a trailing * is allowed',
    isList: true,
    isOfServing: true,
  },
  { flags: ['concurrent-statefulset-syncs'], component: KCM, ...POSITIVE },
  {
    flags: ['concurrent-service-endpoint-syncs', 'mirroring-concurrent-service-endpoint-syncs'],
    component: KCM,
    takes: between(1, 50),
    must: 'must be between 1 and 50',
  },
  {
    flags: ['max-endpoints-per-slice', 'mirroring-max-endpoints-per-subset'],
    component: KCM,
    takes: between(1, 1000),
    must: 'must be between 1 and 1000',
  },
  {
    flags: ['service-cluster-ip-range'], component: KCM, takes: value => value.split(',').length <= 2, must: 'must not have more than two entries',
  },
  // Some releases refuse them; in others the controller has no worker. Those of cloud controllers are in facts/workers.ts.
  { flags: /concurrent-(?!service-syncs|node-syncs).*syncs/, takes: between(1, Infinity) },
  { flags: ['concurrent-node-status-updates'], takes: between(0, Infinity) },
  { flags: ['attach-detach-reconcile-sync-period'], component: KCM, takes: value => (goDuration(value) ?? 0) >= 1000 },
  { flags: ['volume-host-cidr-denylist'], component: KCM, takes: value => items(value).every(isValidClusterCidr), isList: true },
  // k8s.io/component-base@v0.37.1 metrics/options.go Validate.
  { flags: ['disabled-metrics'], takes: value => items(value).every(name => /^[a-zA-Z_:][a-zA-Z0-9_:]*$/.test(name)), isList: true },
  // k8s.io/component-base@v0.37.2 logs/api/v1/options.go Validate: some need the gate LoggingAlphaOptions.
  { flags: ['log-flush-frequency'], takes: value => (goDuration(value) ?? 0) > 0 },
  { flags: ['log-json-split-stream', 'log-text-split-stream'], takes: value => goBool(value) !== true },
  { flags: ['log-json-info-buffer-size', 'log-text-info-buffer-size'], takes: value => value === '0' },
  // k8s.io/apimachinery@v0.37.2 pkg/runtime/types.go; the API server answers what it does not know with 415.
  {
    flags: ['kube-api-content-type'],
    takes: among(['', 'application/json', 'application/vnd.kubernetes.protobuf', 'application/cbor']),
  },
];

function items(value: string): readonly string[] {
  return csvRecord(value) ?? [];
}

/** What values and combinations of flags mean for a start, although their types allow them. */
export interface FlagValues {
  /** Why the process ends. */
  readonly problems: readonly EndCause[];
  /** What is not known. */
  readonly doubts: readonly string[];
}

export function flagValues(component: ControllerManager, version: KubernetesVersion, line: CommandLine, awsRelease?: string): FlagValues {
  const isServing = number(line.text('secure-port', '1')) !== 0;
  const outside = ASKED.flatMap(asked => (asked.component ?? component) !== component || (asked.isOfServing === true && !isServing) ? []
    : counting(line, asked).filter(({ value }) => !asked.takes(value)).map(flag => ({ ...flag, must: asked.must })));
  const formats = logFormats(component, version, awsRelease);
  const format = line.text('logging-format', 'text');
  const problems = [
    ...outside.flatMap(({ name, value, must }) => must === undefined ? [] : [cause(`--${name}=${value}: ${must}`, name)]),
    ...formats === undefined || formats.includes(format) ? []
      : [cause(`--logging-format=${format}: unsupported log format; this program has ${formats.join(' and ')} only`, 'logging-format')],
    ...combinations(component, version, line, isServing),
  ];
  // What it does with a value that it does not get to is all the same: what is left of those outside has no end that is known.
  if (line.problems.length + problems.length > 0) return { problems, doubts: [] };
  const taken = (what: string) => `whether ${component} ${version.minorVersion} starts with ${what} is not known`;
  const beside = format === 'text' ? undefined : line.given.find(({ name }) => OF_TEXT.includes(name));
  return {
    problems,
    doubts: [
      ...outside.map(({ name, value }) => taken(`--${name}=${value}`)),
      ...format !== 'text' && formats === undefined ? [taken(`--logging-format=${format}`)] : [],
      ...beside === undefined ? [] : [taken(`--${beside.name}=${beside.value} beside --logging-format=${format}`)],
    ],
  };
}

/** Flags that only the format `text` honours: k8s.io/component-base@v0.26.15 logs/api/v1/options.go unsupportedLoggingFlags. */
const OF_TEXT: readonly string[] = [
  'add-dir-header', 'alsologtostderr', 'log-backtrace-at', 'log-dir', 'log-file', 'log-file-max-size', 'logtostderr', 'one-output', 'skip-headers',
  'skip-log-headers', 'stderrthreshold', 'vmodule',
];

/** What is given of the flags: each value of a list, of others the last one. */
function counting({ given }: CommandLine, { flags, isList }: Asked): CommandLine['given'] {
  const named = given.filter(({ name }) => flags instanceof RegExp ? flags.test(name) : flags.includes(name));
  return isList === true ? named : [...new Map(named.map(flag => [flag.name, flag])).values()];
}

function cause(text: string, ...flags: readonly string[]): EndCause {
  return { concern: 'command-line', text, flags };
}

/** Certificates and their keys: k8s.io/apiserver pkg/server/options/serving.go ApplyTo; csrsigningcontroller.go of the options. */
const SERVING_PAIR = ['tls-cert-file', 'tls-private-key-file'] as const;
const SIGNERS = ['kubelet-serving', 'kubelet-client', 'kube-apiserver-client', 'legacy-unknown']
  .map(signer => [`cluster-signing-${signer}-cert-file`, `cluster-signing-${signer}-key-file`] as const);

/** Flags that do not go with others. */
function combinations(component: ControllerManager, version: KubernetesVersion, line: CommandLine, isServing: boolean): readonly EndCause[] {
  const has = (flag: string) => line.text(flag, '') !== '';
  const pairs = component === KCM ? [SERVING_PAIR, ...SIGNERS] : [SERVING_PAIR];
  const specific = SIGNERS.flat().find(has);
  const suites = line.list('tls-cipher-suites', []);
  const ports = ['secure-port', 'webhook-secure-port'].map((flag, index) => line.text(flag, DEFAULT_PORTS[index]));
  return [
    ...pairs.filter(pair => (isServing || pair !== SERVING_PAIR) && has(pair[0]) !== has(pair[1]))
      .map(([cert, key]) => cause(`--${cert} and --${key}: one of them is not given`, cert, key)),
    ...component === KCM && specific !== undefined && ['cert', 'key'].some(part => has(`cluster-signing-${part}-file`))
      ? [cause(`--cluster-signing-cert-file and --cluster-signing-key-file cannot be given beside --${specific}`, specific)] : [],
    ...isServing && suites.length > 0 && !suites.some(suite => HTTP2_SUITES.includes(suite)) && line.last('tls-min-version') !== 'VersionTLS13'
      && !line.bool('disable-http2-serving', false)
      ? [cause(`--tls-cipher-suites has none that HTTP/2 needs (${HTTP2_SUITES.join(' or ')})`, 'tls-cipher-suites')] : [],
    ...hasFlag(component, 'webhook-secure-port', version) === true && number(ports[0]) === number(ports[1]) && isServing
      ? [cause('--webhook-secure-port cannot be the same value as --secure-port', 'webhook-secure-port')] : [],
    // k8s.io/client-go@v0.20.15 and v0.37.2 kubernetes/clientset.go.
    ...number(line.text('kube-api-qps', '20')) > 0 && number(line.text('kube-api-burst', '30')) <= 0
      ? [cause('--kube-api-burst must be greater than 0 where --kube-api-qps is', 'kube-api-burst')] : [],
    // The API server refuses a request for an object without a name: the process asks for ever, and never leads.
    ...line.bool('leader-elect', true) ? LOCK_FLAGS.filter(flag => line.text(flag, 'x') === '')
      .map(flag => cause(`--${flag} is empty: it never gets its lock`, flag)) : [],
  ];
}

/** Of a cloud-controller-manager: k8s.io/cloud-provider@v0.27.16 ports.go and options/webhook.go. */
const DEFAULT_PORTS = ['10258', '10260'];
const LOCK_FLAGS = ['leader-elect-resource-name', 'leader-elect-resource-namespace'];
