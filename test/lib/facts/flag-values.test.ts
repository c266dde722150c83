import { valuesOutside } from '../../../src/lib/facts/flag-values';
import { TLS_VERSIONS } from '../../../src/lib/facts/tls-names';

const MODES = 'ABAC, AlwaysAllow, AlwaysDeny, Node, RBAC, Webhook';
const RANGE = 'must be one range, or one of each IP family, with a mask of at least 12 bits (IPv6: 64)';
const PORT = 'must be between 0 and 65535';

/** Values of an API server right at the edge of what is taken, and beyond; what they must be, where every release ends without. */
it.each<[string, readonly string[], readonly string[], string?]>([
  ['storage-backend', ['', 'etcd3'], ['etcd2'], 'must be one of etcd3'],
  ...['livez-grace-period', 'request-timeout', 'shutdown-delay-duration', 'shutdown-watch-termination-grace-period'].map(
    (flag): [string, string[], string[]] => [flag, ['0', '1s', 'x'], ['-1s']],
  ),
  ...['max-mutating-requests-inflight', 'max-requests-inflight', 'min-request-timeout'].map(
    (flag): [string, string[], string[]] => [flag, ['0', '1', 'x', ' '], ['-1']],
  ),
  ['goaway-chance', ['0', '0.02', ''], ['0.021', '-0.01']],
  ['authorization-mode', ['RBAC', 'Node,RBAC', 'AlwaysAllow'], ['Node,rbac', 'RBAC,'], `must have no others than ${MODES}`],
  ['tls-cipher-suites', ['TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256'], ['TLS_X'], 'names a cipher suite that is not supported or does not exist'],
  ['apiserver-count', ['1', '3'], ['0', '-1'], 'must be greater than 0'],
  ['secure-port', ['1', '65535'], ['0', '65536'], 'must be between 1 and 65535'],
  ['kubernetes-service-node-port', ['0', '65535'], ['-1', '65536'], PORT],
  ['tls-min-version', ['', ...TLS_VERSIONS], ['TLS12'], `must be one of ${TLS_VERSIONS.join(', ')}`],
  ['endpoint-reconciler-type', ['lease', 'master-count', 'none'], ['', 'endpoints'], 'must be one of lease, master-count, none'],
  ['storage-media-type',
    ['', 'application/json', 'application/yaml', 'application/cbor', 'application/vnd.kubernetes.protobuf', 'application/json;x'],
    ['text/json', 'xapplication/json', 'application/jsonx'], 'must be a media type that objects are encoded in'],
  ...['service-account-jwks-uri', 'oidc-issuer-url'].map((flag): [string, string[], string[], string] =>
    [flag, ['', 'https://x'], ['http://x', 'xhttps://x'], 'must be an https address']),
  ['service-cluster-ip-range',
    ['', '10.96.0.0/12', ' 10.96.0.0/12', 'fd00::/64', '10.96.0.0/12,fd00::/112', '10.96.0.0/12, fd00::/112', ' fd00::/108,10.96.0.0/16'],
    ['10.0.0.0/11', 'fd00::/63', 'x', '10.96.0.0/12,10.0.0.0/16', '10.96.0.0/12,fd00::/63', '10.96.0.0/12,x', '10.96.0.0/12,fd00::/112,fd01::/112'],
    RANGE],
  ['service-account-key-file', ['/sa.pub'], [''], 'must be a file'],
  ['logging-format', ['text', 'json', 'xml'], [''], 'must be a log format'],
  ...['address', 'advertise-address', 'bind-address', 'insecure-bind-address'].map((flag): [string, string[], string[]] => [flag, ['x'], ['']]),
  ['oidc-required-claim', ['a=b', 'a=b,c', '=', 'a,b=c'], ['', 'a'], 'must be a pair as key=value'],
])('--%s', (flag, taken, refused, ...[must]) => {
  const outside = (value: string) => valuesOutside('kube-apiserver', [{ name: flag, value }]).map(one => one.must);
  expect(taken.map(outside)).toEqual(taken.map(() => []));
  expect(refused.map(outside)).toEqual(refused.map(() => [must]));
});
