import type { CommandLine } from './command-line';
import { EndCause } from './end-cause';
import { undecidedFlags } from './undecided-flags';
import { flagNumber, valuesOutside } from '../facts/flag-values';
import { hasFlag } from '../facts/flags';
import { logFormats } from '../facts/log-formats';
import { HTTP2_SUITES } from '../facts/tls-names';
import { ControllerManager, KCM } from '../kubernetes/component';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** What values and combinations of flags mean for a start, although their types allow them. */
export interface FlagValues {
  /** Why the process ends. */
  readonly problems: readonly EndCause[];
  /** What is not known. */
  readonly doubts: readonly string[];
}

export function flagValues(component: ControllerManager, version: KubernetesVersion, line: CommandLine, awsRelease?: string): FlagValues {
  const isServing = flagNumber(line.text('secure-port', '1')) !== 0;
  const outside = valuesOutside(component, line.given, isServing);
  const formats = logFormats(component, version, awsRelease);
  const format = line.text('logging-format', 'text');
  const problems = [
    ...outside.flatMap(({ flag: { name, value }, must }) => must === undefined ? [] : [cause(`--${name}=${value}: ${must}`, name)]),
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
      ...outside.map(({ flag: { name, value } }) => taken(`--${name}=${value}`)),
      ...undecidedFlags(component, version, line.given).map(({ what }) => what),
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
    ...hasFlag(component, 'webhook-secure-port', version) === true && flagNumber(ports[0]) === flagNumber(ports[1]) && isServing
      ? [cause('--webhook-secure-port cannot be the same value as --secure-port', 'webhook-secure-port')] : [],
    // k8s.io/client-go@v0.20.15 and v0.37.2 kubernetes/clientset.go.
    ...flagNumber(line.text('kube-api-qps', '20')) > 0 && flagNumber(line.text('kube-api-burst', '30')) <= 0
      ? [cause('--kube-api-burst must be greater than 0 where --kube-api-qps is', 'kube-api-burst')] : [],
    // The API server refuses a request for an object without a name: the process asks for ever, and never leads.
    ...line.bool('leader-elect', true) ? LOCK_FLAGS.filter(flag => line.text(flag, 'x') === '')
      .map(flag => cause(`--${flag} is empty: it never gets its lock`, flag)) : [],
  ];
}

/** Of a cloud-controller-manager: k8s.io/cloud-provider@v0.27.16 ports.go and options/webhook.go. */
const DEFAULT_PORTS = ['10258', '10260'];
const LOCK_FLAGS = ['leader-elect-resource-name', 'leader-elect-resource-namespace'];
