import { hasFlag } from '../../../src/lib/facts/flags';
import { CCM, ControllerManager, KCM } from '../../../src/lib/kubernetes/component';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { CommandLine } from '../../../src/lib/model/command-line';
import { flagValues } from '../../../src/lib/model/flag-values';

function of(component: ControllerManager, words: readonly string[], minor = '1.27', awsRelease?: string) {
  const version = KubernetesVersion.of(minor);
  const { problems, doubts } = flagValues(component, version, new CommandLine(component, version, words, awsRelease), awsRelease);
  return { problems: problems.map(({ text }) => text), doubts };
}

const kcm = (...words: string[]) => of(KCM, words);
const ccm = (...words: string[]) => of(CCM, words, '1.27', 'v1.27.10');
const unknown = (flag: string, component: string = KCM) => `whether ${component} 1.27 starts with ${flag} is not known`;

/** Values right at the edge of what Validate takes, and beyond. conformance/command-line.test.ts asks the program itself. */
it.each<[string, readonly string[], readonly string[], string?]>([
  ...[
    'concurrent-cron-job-syncs', 'concurrent-daemonset-syncs', 'concurrent-device-taint-eviction-syncs', 'concurrent-ephemeralvolume-syncs',
    'concurrent-horizontal-pod-autoscaler-syncs', 'concurrent-job-syncs', 'concurrent-resourceclaim-syncs', 'concurrent-gc-syncs',
    'concurrent-validating-admission-policy-status-syncs',
  ].map((flag): [string, string[], string[]] => [flag, ['1', '5', '1_000', '0x10', '2147483647'], ['0', '-1', '-5']]),
  ['concurrent-statefulset-syncs', ['1', '2147483647'], ['0', '-1'], 'must be greater than 0'],
  ['concurrent-service-endpoint-syncs', ['1', '50', '5_0'], ['0', '51', '5_1', '-1'], 'must be between 1 and 50'],
  ['mirroring-concurrent-service-endpoint-syncs', ['1', '50'], ['0', '51'], 'must be between 1 and 50'],
  ['max-endpoints-per-slice', ['1', '1000'], ['0', '1001'], 'must be between 1 and 1000'],
  ['mirroring-max-endpoints-per-subset', ['1', '1000'], ['0', '1001'], 'must be between 1 and 1000'],
  ['secure-port', ['0', '65535'], ['-1', '65536'], 'must be between 0 and 65535'],
  ['attach-detach-reconcile-sync-period', ['1s', '1m0s', '1000ms'], ['999ms', '0', '-1m']],
  ['volume-host-cidr-denylist', ['10.0.0.0/8', '10.0.0.0/8,fd00::/8', '', '"10.0.0.0/8'], ['10.0.0.0', '10.0.0.0/8,x', 'x,10.0.0.0/8']],
  ['disabled-metrics', ['a', '_a:B9', 'a,:b', '', '"a'], ['9a', 'a-b', 'a b', 'a,', 'ä', 'a,9b', '9b,a']],
  ['service-cluster-ip-range', ['', '10.0.0.0/16', '10.0.0.0/16,fd00::/108'], ['10.0.0.0/16,fd00::/108,10.1.0.0/16'],
    'must not have more than two entries'],
  ['tls-min-version', ['', 'VersionTLS10', 'VersionTLS12', 'VersionTLS13'], ['VersionTLS14', 'TLS12', 'versiontls12'],
    'must be one of VersionTLS10, VersionTLS11, VersionTLS12, VersionTLS13'],
  // Text that cannot be read as a list is an end of its own, which the command line tells.
  ['tls-cipher-suites', [
    '', '"TLS_BOGUS', 'TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256', 'TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256,TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305',
  ], ['TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,TLS_BOGUS', 'tls_ecdhe_rsa_with_aes_128_gcm_sha256'],
  'names a cipher suite that is not supported or does not exist'],
  ['requestheader-username-headers', ['X-Remote-User', ''], [' ', 'X-Remote-User, '], 'must not have empty values'],
  ['requestheader-group-headers', ['X-Remote-Group'], [' '], 'must not have empty values'],
  ['requestheader-extra-headers-prefix', ['X-Remote-Extra-'], [' '], 'must not have empty values'],
  ['requestheader-allowed-names', ['front-proxy-client', ''], [' '], 'must not have empty values'],
  ['authorization-always-allow-paths', ['', '/healthz', '/healthz*,/metrics', '*'], ['/*/healthz', '/healthz,/a*b'], 'only a trailing * is allowed'],
  ['log-flush-frequency', ['5s', '1ms'], ['0', '-1s']],
  ['log-json-split-stream', ['false', '0'], ['true', 't', '1', 'TRUE']],
  ['log-text-split-stream', ['false'], ['true']],
  ['log-json-info-buffer-size', ['0'], ['1Mi']],
  ['log-text-info-buffer-size', ['0'], ['1']],
  ['kube-api-content-type', ['', 'application/json', 'application/vnd.kubernetes.protobuf', 'application/cbor'], ['text/plain', 'json']],
  ['v', ['0', '9'], ['-1', '+1']],
  ['http2-max-streams-per-connection', ['0', '-1', '1000000'], []],
  ['concurrent-service-syncs', ['1', '0', '-1'], []],
])('--%s', (flag, inside, outside, ...[must]) => {
  // Some flags are newer.
  const minor = hasFlag(KCM, flag, KubernetesVersion.of('1.27')) === true ? '1.27' : '1.37';
  const ask = (value: string) => of(KCM, [`--${flag}=${value}`], minor);
  expect(inside.map(ask).filter(({ problems, doubts }) => [...problems, ...doubts].some(text => text.includes(flag)
    && !text.includes('HTTP/2')))).toStrictEqual([]);
  for (const value of outside) {
    const { problems, doubts } = ask(value);
    const own = problems.filter(text => !text.includes('HTTP/2'));
    expect([own, doubts]).toStrictEqual(
      must === undefined ? [[], [unknown(`--${flag}=${value}`).replace('1.27', minor)]] : [[`--${flag}=${value}: ${must}`], []],
    );
  }
});

it.each<[string, readonly string[], readonly string[]]>([
  ['the port of webhooks', ['--webhook-secure-port=65536'], ['--webhook-secure-port=65536: must be between 0 and 65535']],
  ['no port of webhooks', ['--webhook-secure-port=0'], []],
  ['a port', ['--secure-port=70000'], ['--secure-port=70000: must be between 0 and 65535']],
  ['one port for both', ['--secure-port=10260'], ['--webhook-secure-port cannot be the same value as --secure-port']],
  ['one port for both, which is given', ['--webhook-secure-port=10258'], ['--webhook-secure-port cannot be the same value as --secure-port']],
  ['no port for both', ['--webhook-secure-port=0', '--secure-port=0'], []],
  ['two ports', ['--webhook-secure-port=10261', '--secure-port=10260'], []],
  ['a format', ['--logging-format=json'], ['--logging-format=json: unsupported log format; this program has text only']],
  ['its format', ['--logging-format=text', '--vmodule='], []],
  ['a key alone', ['--tls-private-key-file=/k'], ['--tls-cert-file and --tls-private-key-file: one of them is not given']],
  ['a certificate alone', ['--tls-cert-file=/c'], ['--tls-cert-file and --tls-private-key-file: one of them is not given']],
  ['a certificate and its key', ['--tls-cert-file=/c', '--tls-private-key-file=/k'], []],
  ['a key alone where nothing is served', ['--tls-private-key-file=/k', '--secure-port=0'], []],
  ['a TLS version where nothing is served', ['--tls-min-version=x', '--secure-port=0'], []],
  ['a suite where nothing is served', ['--tls-cipher-suites=TLS_BOGUS', '--secure-port=0'], []],
  ['paths where nothing is served', ['--authorization-always-allow-paths=/*/healthz', '--secure-port=0'], []],
  ['a header where nothing is served', ['--requestheader-group-headers= ', '--secure-port=0'],
    ['--requestheader-group-headers= : must not have empty values']],
  ['the first of two headers', ['--requestheader-group-headers= ', '--requestheader-group-headers=X-Remote-Group'],
    ['--requestheader-group-headers= : must not have empty values']],
  ['the first of two paths', ['--authorization-always-allow-paths=/*/healthz', '--authorization-always-allow-paths=/healthz'],
    ['--authorization-always-allow-paths=/*/healthz: only a trailing * is allowed']],
  ['suites without one of HTTP/2', ['--tls-cipher-suites=TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384'], ['--tls-cipher-suites has none that HTTP/2 needs '
    + '(TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256 or TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256)']],
  ['the same over two flags', ['--tls-cipher-suites=TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384',
    '--tls-cipher-suites=TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256'], []],
  ['the same under TLS 1.3', ['--tls-cipher-suites=TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384', '--tls-min-version=VersionTLS13'], []],
  ['the same where nothing is served', ['--tls-cipher-suites=TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384', '--secure-port=0'], []],
  ['the last of two values', ['--secure-port=70000', '--secure-port=10258'], []],
  ['each value of a list', ['--tls-cipher-suites=TLS_BOGUS', '--tls-cipher-suites=TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256'],
    ['--tls-cipher-suites=TLS_BOGUS: names a cipher suite that is not supported or does not exist']],
  ['no burst', ['--kube-api-burst=0'], ['--kube-api-burst must be greater than 0 where --kube-api-qps is']],
  ['no burst and no rate', ['--kube-api-burst=0', '--kube-api-qps=0'], []],
  ['a rate of its own without a burst', ['--kube-api-burst=-1', '--kube-api-qps=0.5'], ['--kube-api-burst must be greater than 0 where '
    + '--kube-api-qps is']],
  ['a rate and a burst', ['--kube-api-burst=1', '--kube-api-qps=100'], []],
  ['a lock without a name', ['--leader-elect-resource-name='], ['--leader-elect-resource-name is empty: it never gets its lock']],
  ['a lock without a namespace', ['--leader-elect-resource-namespace='], ['--leader-elect-resource-namespace is empty: it never gets its lock']],
  ['no lock', ['--leader-elect-resource-name=', '--leader-elect=false'], []],
])('of a cloud-controller-manager: %s', (_, words, expected) => expect(ccm(...words)).toStrictEqual({ problems: expected, doubts: [] }));

it.each<[string, readonly string[], readonly string[]]>([
  ['a key of a signer alone', ['--cluster-signing-kubelet-client-key-file=/k'],
    ['--cluster-signing-kubelet-client-cert-file and --cluster-signing-kubelet-client-key-file: one of them is not given']],
  ['a certificate of the last signer alone', ['--cluster-signing-legacy-unknown-cert-file=/c'],
    ['--cluster-signing-legacy-unknown-cert-file and --cluster-signing-legacy-unknown-key-file: one of them is not given']],
  ['both of a signer', ['--cluster-signing-legacy-unknown-key-file=/k', '--cluster-signing-legacy-unknown-cert-file=/c'], []],
  ['a key of a signer alone where nothing is served', ['--cluster-signing-kubelet-client-key-file=/k', '--secure-port=0'],
    ['--cluster-signing-kubelet-client-cert-file and --cluster-signing-kubelet-client-key-file: one of them is not given']],
  ['a key of all signers alone, which then do not start', ['--cluster-signing-key-file=/k'], []],
  ['those of all signers', ['--cluster-signing-key-file=/k', '--cluster-signing-cert-file=/c'], []],
  ['those of one signer beside those of all', ['--cluster-signing-kubelet-serving-cert-file=/c', '--cluster-signing-kubelet-serving-key-file=/k',
    '--cluster-signing-key-file=/k'],
  ['--cluster-signing-cert-file and --cluster-signing-key-file cannot be given beside --cluster-signing-kubelet-serving-cert-file']],
  ['the same with its certificate', ['--cluster-signing-kube-apiserver-client-cert-file=/c', '--cluster-signing-kube-apiserver-client-key-file=/k',
    '--cluster-signing-cert-file=/c'],
  ['--cluster-signing-cert-file and --cluster-signing-key-file cannot be given beside --cluster-signing-kube-apiserver-client-cert-file']],
  ['a format', ['--logging-format=yaml'], ['--logging-format=yaml: unsupported log format; this program has text and json only']],
  ['a format that it has', ['--logging-format=json'], []],
  ['the port of webhooks of another program', ['--secure-port=10260'], []],
])('of kube-controller-manager: %s', (_, words, expected) => expect(kcm(...words)).toStrictEqual({ problems: expected, doubts: [] }));

it('is not known of a format of the program of another cloud', () => {
  expect(of(CCM, ['--logging-format=json']).doubts).toStrictEqual([unknown('--logging-format=json', CCM)]);
  expect(of(CCM, ['--logging-format=text']).doubts).toStrictEqual([]);
  expect(of(CCM, ['--concurrent-gc-syncs=0']).doubts).toStrictEqual([unknown('--concurrent-gc-syncs=0', CCM)]);
  expect(of(CCM, ['--concurrent-node-syncs=0'])).toStrictEqual({ problems: [], doubts: [] });
  expect(of(CCM, ['--service-cluster-ip-range=a,b,c', '--max-endpoints-per-slice=0'])).toStrictEqual({ problems: [], doubts: [] });
  expect(of(CCM, ['--cluster-signing-kubelet-client-key-file=/k', '--cluster-signing-key-file=/k'])).toStrictEqual({ problems: [], doubts: [] });
});

it('is not known of any value of a list', () => {
  expect(kcm('--disabled-metrics=9a', '--disabled-metrics=a').doubts).toStrictEqual([unknown('--disabled-metrics=9a')]);
  expect(kcm('--volume-host-cidr-denylist=x', '--volume-host-cidr-denylist=').doubts).toStrictEqual([unknown('--volume-host-cidr-denylist=x')]);
});

it('is not known of a flag that another format may not honour', () => {
  expect(kcm('--logging-format=json', '--vmodule=a=1').doubts).toStrictEqual([unknown('--vmodule=a=1 beside --logging-format=json')]);
  expect(kcm('--logging-format=json', '--v=2').doubts).toStrictEqual([]);
  expect(kcm('--vmodule=a=1').doubts).toStrictEqual([]);
});

it.each([
  'add-dir-header=true', 'alsologtostderr=true', 'log-backtrace-at=a.go:1', 'log-dir=/l', 'log-file=/l', 'log-file-max-size=1', 'logtostderr=false',
  'one-output=true', 'skip-headers=true', 'skip-log-headers=true', 'stderrthreshold=2', 'vmodule=a=1',
])('is not known of --%s where logs are JSON', flag => {
  const expected = unknown(`--${flag} beside --logging-format=json`).replace('1.27', '1.25');
  expect(of(KCM, ['--logging-format=json', `--${flag}`], '1.25').doubts).toStrictEqual([expected]);
});

it('names the flags', () => {
  const version = KubernetesVersion.of('1.27');
  const flags = (...words: string[]) => flagValues(KCM, version, new CommandLine(KCM, version, words)).problems.map(one => [one.concern, one.flags]);
  expect(flags('--secure-port=-1')).toStrictEqual([['command-line', ['secure-port']]]);
  expect(flags('--tls-cert-file=/c')).toStrictEqual([['command-line', ['tls-cert-file', 'tls-private-key-file']]]);
  expect(flags('--logging-format=x')).toStrictEqual([['command-line', ['logging-format']]]);
  expect(flags('--kube-api-burst=0')).toStrictEqual([['command-line', ['kube-api-burst']]]);
  expect(flags('--leader-elect-resource-name=')).toStrictEqual([['command-line', ['leader-elect-resource-name']]]);
  expect(flags('--tls-cipher-suites=TLS_RSA_WITH_RC4_128_SHA')).toStrictEqual([['command-line', ['tls-cipher-suites']]]);
  expect(flags('--cluster-signing-kubelet-serving-cert-file=/c', '--cluster-signing-kubelet-serving-key-file=/k', '--cluster-signing-cert-file=/c'))
    .toStrictEqual([['command-line', ['cluster-signing-kubelet-serving-cert-file']]]);
  expect(flagValues(CCM, version, new CommandLine(CCM, version, ['--secure-port=10260'])).problems.map(one => one.flags))
    .toStrictEqual([['webhook-secure-port']]);
});

it('takes its flags in the newest release', () => {
  const newest = KubernetesVersion.of('1.36');
  const line = (...words: string[]) => flagValues(CCM, newest, new CommandLine(CCM, newest, words)).problems;
  const updates = (count: string) => of(CCM, [`--concurrent-node-status-updates=${count}`], '1.37');
  const suites = '--tls-cipher-suites=TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384';
  expect(line(suites)).toHaveLength(1);
  expect(line(suites, '--disable-http2-serving')).toStrictEqual([]);
  expect(updates('-1').doubts).toStrictEqual([unknown('--concurrent-node-status-updates=-1', CCM).replace('1.27', '1.37')]);
  expect(updates('0').doubts).toStrictEqual([]);
});

it('what nothing evaluates is a doubt', () => expect(kcm('--cert-dir=/x').doubts).toEqual([
  '--cert-dir=/x of kube-controller-manager: it is not known whether it may write its own certificate there, without which it ends',
]));
