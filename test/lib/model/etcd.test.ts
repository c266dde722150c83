import { etcdProblems, EtcdSettings, etcdUrl, isSame, isWholeEtcd, logFiles, urlsOf } from '../../../src/lib/model/etcd';

type Given = Readonly<Record<string, string>>;

const etcd = (given: Given, more: Partial<EtcdSettings> = {}): EtcdSettings =>
  ({ flags: Object.keys(given), given: Object.keys(given), isOpen: false, text: flag => given[flag], ...more });
const said = (given: Given, more?: Partial<EtcdSettings>) => etcdProblems(etcd(given, more)).map(({ flag, what }) => `${flag} ${what}`);

it.each<[string, string, string, string]>([
  ['https://10.0.0.1:2379', 'https', '10.0.0.1', '2379'], ['HTTP://Etcd.Example.com:1/', 'http', 'etcd.example.com', '1'],
  ['https://[FD00::1]:2379', 'https', 'fd00::1', '2379'], ['10.0.0.1:2379', '', '10.0.0.1', '2379'], ['unix://localhost', 'unix', 'localhost', ''],
  ['a]b', '', 'a]b', ''], ['a[b', '', 'a[b', ''], ['https://a:b', '', '', ''], ['https://a:1/x', '', '', ''], ['x https://a:1', '', '', ''],
])('%s is an address of scheme, host and port', (text, scheme, host, port) => expect(etcdUrl(text)).toEqual({ text, scheme, host, port }));

it('addresses stand with commas between them', () => {
  expect(urlsOf(etcd({ a: ' http://x:1, ,http://y:2 ' }), 'a').map(({ text }) => text)).toEqual(['http://x:1', 'http://y:2']);
  expect(urlsOf(etcd({}), 'a')).toEqual([]);
});

it('two addresses are the same by scheme, host and port', () => {
  const all = ['http://a:1', 'https://a:1', 'http://b:1', 'http://a:2', 'HTTP://A:1/'].map(etcdUrl);
  expect(all.map(one => isSame(all[0], one))).toEqual([true, false, false, false, true]);
});

it('is whole where it says the addresses of its clients, and nothing is open', () => {
  const both = { 'listen-client-urls': '', 'advertise-client-urls': '' };
  expect([etcd(both), etcd(both, { isOpen: true }), etcd({ 'listen-client-urls': '' }), etcd({ 'advertise-client-urls': '' })].map(isWholeEtcd))
    .toEqual([true, false, false, false]);
});

/** Values that are taken, those that are not, and what is said of them. */
it.each<[string, readonly string[], readonly string[], (value: string, flag: string) => string]>([
  ...([
    ['strict-reconfig-check', ['true', 'F'], ['x', '']], ['backend-batch-interval', ['1s', '0'], ['1', '']],
    ['backend-batch-limit', ['1', '+1', '-12'], ['x1', '1x', '']], ['max-snapshots', ['1', '12'], ['-1', '1x', 'x1']],
    ['snapshot-count', ['1', '12'], ['-1', '1x', 'x1']], ['quota-backend-bytes', ['0', '-1', '+67108864'], ['x', '8GB', 'x8']],
  ] as const).map(([flag, taken, refused]): [string, readonly string[], readonly string[], (value: string) => string] =>
    [flag, taken, refused, value => `takes no --${flag}=${value}`]),
  ...['listen-client-urls', 'listen-peer-urls', 'listen-metrics-urls'].map(
    (flag): [string, string[], string[], (value: string) => string] => [
      flag,
      ['http://10.0.0.1:1', 'https://[::1]:1', 'https://localhost:1', 'unix://a', 'unixs://a'],
      ['https://etcd:1', '10.0.0.1:1', 'https://10.0.0.1', 'ftp://10.0.0.1:1'],
      value => `cannot listen at ${value} (--${flag}): it takes scheme, IP address and port`,
    ]),
  ...['advertise-client-urls', 'initial-advertise-peer-urls'].map((flag): [string, string[], string[], (value: string) => string] => [
    flag, ['http://etcd:1', 'https://etcd:1', 'unix://a:1', 'unixs://a:1'], ['etcd:1', 'https://etcd', 'xhttp://etcd:1', 'httpx://etcd:1'],
    value => `cannot tell ${value} (--${flag}): it takes scheme, host and port`,
  ]),
  ['initial-cluster-state', ['new', 'existing'], ['', 'joined'], value => `takes no --initial-cluster-state=${value}`],
  ['auto-compaction-mode', ['', 'periodic', 'revision'], ['hourly'], value => `takes no --auto-compaction-mode=${value}`],
  ['auto-compaction-retention', ['1', '12', '1h', '0'], ['', '1d', 'x1', '-1h'], value => `takes no --auto-compaction-retention=${value}`],
  ['auth-token', ['', 'simple', 'jwt', 'jwt,x'], ['none', 'simplex', 'jwtx', 'xsimple'], value => `takes no --auth-token=${value}`],
  ['quota-backend-bytes', ['0', '67108864'], ['1', '67108863'],
    value => `is full soon, and takes no more writes then (--quota-backend-bytes=${value})`],
  ['max-request-bytes', ['1048576'], ['1048575'], value => `refuses larger objects (--max-request-bytes=${value})`],
  ['max-txn-ops', ['8'], ['7'], value => `refuses transactions (--max-txn-ops=${value})`],
  ['log-outputs', ['default', 'stderr', 'stdout,stderr', '/a,/b', 'default,default', 'systemd/journal'], [''],
    value => `takes no --log-outputs=${value}`],
  ['log-level', ['', 'info', 'WARN'], ['verbose'], value => `takes no --log-level=${value}`],
  ['proxy', ['off'], ['on', 'readonly'], value => `is no member, but a proxy (--proxy=${value})`],
  ...['client-cert-allowed-hostname', 'peer-cert-allowed-cn', 'peer-cert-allowed-hostname'].map(
    (flag): [string, string[], string[], (value: string) => string] => [flag, [''], ['a'],
      value => `takes certificates with a certain name only (--${flag}=${value}), and which its clients have is not known`]),
])('--%s', (flag, taken, refused, says) => {
  expect(taken.map(value => said({ [flag]: value }, { given: [] }))).toEqual(taken.map(() => []));
  expect(refused.map(value => said({ [flag]: value }, { given: [] }))).toEqual(refused.map(value => [`${flag} ${says(value, flag)}`]));
});

const ELECTION = (election: number, tick: number) => `election-timeout needs an --election-timeout (${election} ms) of at least five times the `
  + `--heartbeat-interval (${tick} ms), and of 50000 ms at most`;
const CLIENTS = { 'listen-client-urls': 'https://10.0.0.1:2379', 'advertise-client-urls': 'https://10.0.0.1:2379' };
const SECURE = { 'cert-file': '/c', 'key-file': '/k', 'peer-cert-file': '/c', 'peer-key-file': '/k' };
const WHOLE = { ...CLIENTS, ...SECURE };
const PEERS = {
  'name': 'a',
  'initial-cluster': 'a=https://10.0.0.1:2380,b=https://10.0.0.2:2380',
  'listen-peer-urls': 'https://10.0.0.1:2380',
  'initial-advertise-peer-urls': 'https://10.0.0.1:2380',
};

it.each<[string, Given, readonly string[]]>([
  ['with flags that it does not have', { 'no-such-flag': 'x', 'help': '', 'h': '', 'feature-gates': '' },
    ['no-such-flag has --no-such-flag, which is no flag of etcd']],
  ['with what is not decided', { 'auto-tls': 'true' },
    ['auto-tls has auto-tls=true, and it is not known whether its clients and peers trust certificates that it makes itself']],
  ['with members in several ways', { 'initial-cluster': 'a=b', 'discovery': 'x', 'discovery-srv': 'y' },
    ['initial-cluster is told its members in several ways: --initial-cluster, --discovery, --discovery-srv']],
  ['with flags that others register', { 'feature-gates': 'A=true', 'help': 'true', 'h': 'true' },
    ['feature-gates has feature-gates=A=true, and it is not known whether its release starts and serves with this value']],
  ['with a retention of nothing', { 'auto-compaction-retention': '0s' }, []],
  ['that listens to clients of HTTP in another way', { 'listen-client-http-urls': 'x' },
    ['listen-client-http-urls cannot listen at x (--listen-client-http-urls): it takes scheme, IP address and port']],
  ['with members in one way', { 'initial-cluster': '', 'discovery': 'x' }, []],
  ['without a heartbeat', { 'heartbeat-interval': '0' }, ['heartbeat-interval takes no --heartbeat-interval=0']],
  ['with a heartbeat', { 'heartbeat-interval': '1' }, []],
  ['with the longest heartbeat', { 'heartbeat-interval': '200' }, []],
  ['with a longer heartbeat', { 'heartbeat-interval': '201' }, [ELECTION(1000, 201)]],
  ['with the shortest election', { 'election-timeout': '500' }, []],
  ['with a shorter election', { 'election-timeout': '499' }, [ELECTION(499, 100)]],
  ['with the longest election', { 'election-timeout': '50000' }, []],
  ['with a longer election', { 'election-timeout': '50001' }, [ELECTION(50001, 100)]],
  ['of itself', { 'force-new-cluster': 'true' }, ['force-new-cluster makes a cluster of itself alone (--force-new-cluster)']],
  ['not of itself', { 'force-new-cluster': 'false' }, []],
  ['that is whole', WHOLE, []],
  ['that is whole, with peers', { ...WHOLE, ...PEERS }, []],
  ['without a certificate', { ...CLIENTS, 'key-file': '/k' }, ['listen-client-urls has no --cert-file and --key-file for https://10.0.0.1:2379']],
  ['without a key', { ...CLIENTS, 'cert-file': '/c', 'key-file': '' },
    ['listen-client-urls has no --cert-file and --key-file for https://10.0.0.1:2379']],
  ['without TLS', { ...CLIENTS, 'listen-client-urls': 'http://10.0.0.1:2379' }, []],
  ['without a certificate for some', { ...CLIENTS, 'listen-client-urls': 'http://10.0.0.1:1,https://10.0.0.1:2' },
    ['listen-client-urls has no --cert-file and --key-file for http://10.0.0.1:1,https://10.0.0.1:2']],
  ['without a certificate for peers', { ...WHOLE, ...PEERS, 'peer-key-file': '' },
    ['listen-peer-urls has no --peer-cert-file and --peer-key-file for https://10.0.0.1:2380']],
  ['that asks for certificates', { ...WHOLE, 'client-cert-auth': 'true', 'trusted-ca-file': '/x' }, []],
  ['that trusts none', { ...WHOLE, 'client-cert-auth': 'true' },
    ['client-cert-auth asks for certificates, and trusts none: it has no --trusted-ca-file']],
  ['that asks for none', { ...WHOLE, 'client-cert-auth': 'false' }, []],
  ['that trusts no peers', { ...WHOLE, 'peer-client-cert-auth': 'true' },
    ['peer-client-cert-auth asks for certificates, and trusts none: it has no --peer-trusted-ca-file']],
  ['whose name no member has', { ...WHOLE, ...PEERS, name: 'c' }, ['name is called c, which its --initial-cluster does not have']],
  ['whose name begins that of a member', { ...WHOLE, ...PEERS, 'name': 'a', 'initial-cluster': 'ab=https://10.0.0.1:2380' },
    ['name is called a, which its --initial-cluster does not have']],
  ['without a name', { ...WHOLE, 'initial-cluster': 'default=https://10.0.0.1:2380' }, []],
  ['that tells another address', { ...WHOLE, ...PEERS, 'initial-advertise-peer-urls': 'https://10.0.0.9:2380' },
    ['initial-advertise-peer-urls tells other members https://10.0.0.9:2380, and its --initial-cluster has https://10.0.0.1:2380 for it']],
  ['with several addresses', {
    ...WHOLE,
    ...PEERS,
    'initial-cluster': 'a=https://10.0.0.1:2380,a=https://10.0.1.1:2380,b=https://10.0.0.2:2380',
    'initial-advertise-peer-urls': 'https://10.0.0.9:2380,https://10.0.1.1:2380',
  }, []],
  ['that tells none of several', {
    ...WHOLE, ...PEERS, 'initial-cluster': 'a=https://10.0.0.1:2380,a=https://10.0.1.1:2380', 'initial-advertise-peer-urls': 'https://10.0.0.9:2380',
  }, [
    'initial-advertise-peer-urls tells other members https://10.0.0.9:2380, and its --initial-cluster has https://10.0.0.1:2380, '
      + 'https://10.0.1.1:2380 for it',
  ]],
  ['that listens to no peers', { ...WHOLE, ...PEERS, 'listen-peer-urls': 'https://127.0.0.1:2380' },
    ['listen-peer-urls is one of 2 members, and listens to none: https://127.0.0.1:2380']],
  ['that does not say where it listens to peers', { ...WHOLE, 'name': 'a', 'initial-cluster': PEERS['initial-cluster'] },
    ['listen-peer-urls is one of 2 members, and listens to none: it has no --listen-peer-urls']],
  ['that listens to some', { ...WHOLE, ...PEERS, 'listen-peer-urls': 'https://127.0.0.1:2380,https://10.0.0.1:2380' }, []],
  ['of one member',
    { ...WHOLE, 'name': 'a', 'initial-cluster': 'a=https://127.0.0.1:2380', 'initial-advertise-peer-urls': 'https://127.0.0.1:2380' }, []],
  ['that tells its own node alone', {
    ...WHOLE,
    ...PEERS,
    'initial-cluster': 'a=https://127.0.0.1:2380,b=https://10.0.0.2:2380',
    'initial-advertise-peer-urls': 'https://127.0.0.1:2380',
  }, ['initial-advertise-peer-urls tells others an address of its own node: https://127.0.0.1:2380']],
  ['that is open', { 'listen-client-urls': 'https://10.0.0.1:2379' }, []],
])('an etcd %s', (_, given, expected) => expect(said(given)).toEqual(expected));

const ROTATED = { 'enable-log-rotation': 'true', 'log-outputs': '/a.log' };

it.each<[string, Given, readonly string[]]>([
  ['to a file', { 'log-outputs': '/a.log' }, []],
  ['to two streams, of which one is that by default', { 'log-outputs': 'default,stderr' }, ['log-outputs takes no --log-outputs=default,stderr']],
  ['to a file and nothing', { 'log-outputs': '/a.log,' }, ['log-outputs takes no --log-outputs=/a.log,']],
  ['to a file, rotated', ROTATED, []],
  ['to a file and a stream, rotated', { ...ROTATED, 'log-outputs': 'stdout,/a.log' }, []],
  ['to streams, rotated', { ...ROTATED, 'log-outputs': 'stdout,stderr' }, []],
  ['to the journal, rotated', { ...ROTATED, 'log-outputs': 'systemd/journal' }, []],
  ['to the usual stream, rotated', { 'enable-log-rotation': 'true' },
    ['enable-log-rotation takes no --enable-log-rotation with no file in --log-outputs']],
  ['to two files, rotated', { ...ROTATED, 'log-outputs': '/a.log,/b.log' },
    ['enable-log-rotation takes no --enable-log-rotation with several files in --log-outputs']],
  ['to two files, not rotated', { 'log-outputs': '/a.log,/b.log', 'enable-log-rotation': 'false', 'log-rotation-config-json': 'x' }, []],
  ...['{}', 'null', '{"maxsize":1,"maxage":3,"compress":null,"MaxBackups":2,"localtime":true,"Compress":false,"x":"y"}'].map(
    (config): [string, Given, string[]] => [`rotated by ${config}`, { ...ROTATED, 'log-rotation-config-json': config }, []]),
  ...['', 'x', '5', '[]', '{"maxsize":"1"}', '{"Compress":1}', '{"localtime":"true"}', '{"maxage":true}', '{"maxbackups":{}}'].map(
    (config): [string, Given, string[]] =>
      [`rotated by ${config}`, { ...ROTATED, 'log-rotation-config-json': config },
        [`log-rotation-config-json takes no --log-rotation-config-json=${config}`]]),
])('logs %s', (_, given, expected) => expect(said(given, { given: [] })).toEqual(expected));

it('files of logs are those that are no stream', () =>
  expect([logFiles(etcd({})), logFiles(etcd({ 'log-outputs': 'stderr,/a.log,systemd/journal,default,stdout' }))]).toEqual([[], ['/a.log']]));

it('that makes certificates itself needs none', () => {
  const auto = { ...CLIENTS, 'auto-tls': 'true', 'client-cert-auth': 'true' };
  expect(said(auto, { given: [] })).toEqual([]);
  expect(said({ ...auto, ...PEERS, 'peer-auto-tls': 'true', 'peer-client-cert-auth': 'true' }, { given: [] })).toEqual([]);
});

it('that makes a cluster of itself is apart from other members', () => {
  const apart = (cluster: string) => etcdProblems(etcd({ 'force-new-cluster': 'true', 'initial-cluster': cluster })).map(({ isApart }) => isApart);
  expect([apart('a=x,b=y'), apart('a=x'), apart('a=x,b')]).toEqual([[true], [false], [false]]);
});
