import { ccm, check, Files, KCM_27, node } from '../../rules/input';

const IPS = ['10.0.1.10', '10.0.2.10', '10.0.3.10'];
const LIST = IPS.map((ip, index) => `m${index}=https://${ip}:2380`).join(',');
const PKI = '/etc/kubernetes/pki/etcd';

/** A member as kubeadm writes it. */
const flagsOf = (index: number): Settings => ({
  'advertise-client-urls': `https://${IPS[index]}:2379`,
  'cert-file': `${PKI}/server.crt`,
  'client-cert-auth': 'true',
  'data-dir': '/var/lib/etcd',
  'initial-advertise-peer-urls': `https://${IPS[index]}:2380`,
  'initial-cluster': LIST,
  'initial-cluster-state': 'existing',
  'key-file': `${PKI}/server.key`,
  'listen-client-urls': `https://127.0.0.1:2379,https://${IPS[index]}:2379`,
  'listen-metrics-urls': 'http://127.0.0.1:2381',
  'listen-peer-urls': `https://${IPS[index]}:2380`,
  'name': `m${index}`,
  'peer-cert-file': `${PKI}/peer.crt`,
  'peer-client-cert-auth': 'true',
  'peer-key-file': `${PKI}/peer.key`,
  'peer-trusted-ca-file': `${PKI}/ca.crt`,
  'snapshot-count': '10000',
  'trusted-ca-file': `${PKI}/ca.crt`,
});

type Settings = Readonly<Record<string, string | undefined>>;

interface Cluster {
  /** What the first member has otherwise. */
  readonly first?: Settings;
  readonly mounts?: readonly string[];
  readonly apiserver?: Settings;
  /** Of the first member, in place of its flags. */
  readonly file?: object;
}

const words = (settings: Settings) => Object.entries(settings).flatMap(([flag, value]) => value === undefined ? [] : [`--${flag}=${value}`]);

function said({ first = {}, mounts = ['/var/lib/etcd', PKI], apiserver = {}, file }: Cluster): readonly string[] {
  const folders = IPS.map((_, index): Files => {
    const flags = file !== undefined && index === 0 ? ['--config-file=/etc/kubernetes/pki/etcd/etcd.yaml']
      : words({ ...flagsOf(index), ...index === 0 ? first : {} });
    const servers = words({
      'etcd-servers': 'https://127.0.0.1:2379', 'client-ca-file': '/x', 'etcd-certfile': '/x', 'etcd-keyfile': '/x', ...apiserver,
    });
    return node({
      version: '1.27.16',
      kcm: KCM_27,
      apiserver: servers,
      mounts: [],
      files: {
        'etc/kubernetes/manifests/etcd.yaml': JSON.stringify({
          apiVersion: 'v1',
          kind: 'Pod',
          metadata: { name: 'etcd', namespace: 'kube-system' },
          spec: {
            hostNetwork: true,
            containers: [{
              name: 'etcd',
              image: 'registry.k8s.io/etcd:3.5.7-0',
              command: ['etcd', ...flags],
              volumeMounts: mounts.map((mountPath, at) => ({ name: `v${at}`, mountPath })),
            }],
            volumes: mounts.map((path, at) => ({ name: `v${at}`, hostPath: { path } })),
          },
        }),
        ...file === undefined || index > 0 ? {} : { 'etc/kubernetes/pki/etcd/etcd.yaml': JSON.stringify(file) },
      },
    });
  });
  const n = Object.fromEntries(folders.flatMap((files, index) => Object.entries(files).map(([path, text]) => [`cp${index}/${path}`, text])));
  const { exclusivity, liveness } = check({ n, dist: ccm({}) });
  return [exclusivity.verdict, liveness.verdict, ...liveness.unknown.map(({ what }) => what)];
}

/** The same as a configuration file. */
const asFile = (settings: Settings) => {
  const { 'cert-file': cert, 'key-file': key, 'trusted-ca-file': ca, 'client-cert-auth': auth, ...others } = { ...flagsOf(0), ...settings };
  const peer = Object.fromEntries(Object.entries(others).filter(([flag]) => flag.startsWith('peer-')).map(([flag, value]) => [flag.slice(5), value]));
  return {
    ...Object.fromEntries(Object.entries(others).filter(([flag]) => !flag.startsWith('peer-'))),
    'client-transport-security': { 'cert-file': cert, 'key-file': key, 'trusted-ca-file': ca, 'client-cert-auth': auth === 'true' },
    'peer-transport-security': peer,
  };
};

it.each<[string, Cluster, RegExp]>([
  ['a flag that etcd does not have', { first: { 'no-such-flag': '1' } }, /has --no-such-flag, which is no flag of etcd/],
  ['a state that there is not', { first: { 'initial-cluster-state': 'joined' } }, /takes no --initial-cluster-state=joined/],
  ['a name that no member has', { first: { name: 'cp0' } }, /is called cp0, which its --initial-cluster does not have/],
  ['no name', { first: { name: undefined } }, /is called default, which its --initial-cluster does not have/],
  ['the name of another member', { first: { 'name': 'm1', 'initial-advertise-peer-urls': 'https://10.0.2.10:2380' } }, /are both called m1/],
  ['an address that no member has', { first: { 'initial-advertise-peer-urls': 'https://10.9.9.9:2380' } }, /has https:\/\/10\.0\.1\.10:2380 for/],
  ['another token', { first: { 'initial-cluster-token': 'other' } }, /different values of --initial-cluster-token: other, etcd-cluster/],
  ['members in two ways', { first: { discovery: 'https://d' } }, /in several ways: --initial-cluster, --discovery/],
  ['no peers that reach it', { first: { 'listen-peer-urls': 'https://127.0.0.1:2380' } }, /is one of 3 members, and listens to none/],
  ['peers by default', { first: { 'listen-peer-urls': undefined } }, /it has no --listen-peer-urls/],
  ['a name to listen at', { first: { 'listen-client-urls': 'https://etcd.example.com:2379' } }, /cannot listen at https:\/\/etcd\.example\.com:2379/],
  ['no port to listen at', { first: { 'listen-peer-urls': 'https://10.0.1.10' } }, /cannot listen at https:\/\/10\.0\.1\.10 \(--listen-peer-urls\)/],
  ['nothing to tell', { first: { 'advertise-client-urls': '10.0.1.10:2379' } }, /cannot tell 10\.0\.1\.10:2379/],
  ['clients elsewhere', { first: { 'listen-client-urls': 'https://10.0.1.10:2379' } }, /kube-apiserver .* asks https:\/\/127\.0\.0\.1:2379 .*l/],
  ['clients without TLS', { apiserver: { 'etcd-servers': 'http://127.0.0.1:2379' } }, /asks http:\/\/127\.0\.0\.1:2379 \(--etcd-servers\): the etcd/],
  ['clients at another port', { apiserver: { 'etcd-servers': 'https://127.0.0.1:2380' } }, /asks https:\/\/127\.0\.0\.1:2380/],
  ['clients without a certificate', { apiserver: { 'etcd-certfile': undefined, 'etcd-keyfile': undefined } }, /it has no --etcd-certfile/],
  ['no certificate', { first: { 'cert-file': undefined } }, /has no --cert-file and --key-file for https/],
  ['no key for peers', { first: { 'peer-key-file': undefined } }, /has no --peer-cert-file and --peer-key-file for https/],
  ['certificates of clients that it trusts none of', { first: { 'trusted-ca-file': undefined } }, /trusts none: it has no --trusted-ca-file/],
  ['certificates of one name', { first: { 'peer-cert-allowed-cn': 'etcd' } }, /takes certificates with a certain name only/],
  ['files that are not mounted', { mounts: ['/var/lib/etcd'] }, /has --cert-file=\/etc\/kubernetes\/pki\/etcd\/server\.crt, but no volume/],
  ['data that is not kept', { mounts: [PKI] }, /loses its data with its container: no volume is mounted at \/var\/lib\/etcd/],
  ['no room', { first: { 'quota-backend-bytes': '1048576' } }, /is full soon/],
  ['small requests', { first: { 'max-request-bytes': '4096' } }, /refuses larger objects/],
  ['short transactions', { first: { 'max-txn-ops': '1' } }, /refuses transactions/],
  ['an election before a heartbeat', { first: { 'heartbeat-interval': '500', 'election-timeout': '1000' } }, /needs an --election-timeout/],
  ['an election of a minute', { first: { 'election-timeout': '60000' } }, /and of 50000 ms at most/],
  ['a way to compact that there is not', { first: { 'auto-compaction-mode': 'hourly' } }, /takes no --auto-compaction-mode=hourly/],
  ['a time to compact that is none', { first: { 'auto-compaction-retention': '1d' } }, /takes no --auto-compaction-retention=1d/],
  ['tokens that there are not', { first: { 'auth-token': 'none' } }, /takes no --auth-token=none/],
  ['a word for a proxy that there is not', { first: { proxy: 'yes' } }, /takes no --proxy=yes/],
  ['a level of logs that there is not', { first: { 'log-level': 'verbose' } }, /takes no --log-level=verbose/],
  ['an origin without a scheme', { first: { cors: 'https://a:1,b' } }, /takes no --cors=/],
  ['no data of its own', { first: { proxy: 'on' } }, /is no member, but a proxy/],
  ['a file with the same', { file: asFile({ 'name': 'cp0', 'peer-trusted-ca-file': undefined }) }, /trusts none: it has no --peer-trusted-ca-file/],
])('an etcd with %s leaves liveness unknown', (_, cluster, says) => {
  const [, liveness, ...unknown] = said(cluster);
  expect([liveness, unknown]).toEqual(['unknown', expect.arrayContaining([expect.stringMatching(says)])]);
});

it('an etcd that makes a cluster of itself leaves both promises unknown', () => {
  expect(said({ first: { 'force-new-cluster': 'true' } })).toEqual(['unknown', 'unknown', expect.stringMatching(/makes a cluster of itself alone/)]);
});

it.each<[string, Cluster]>([
  ['as kubeadm writes it', {}],
  ['that a file configures', { file: asFile({}) }],
  ['with other numbers', {
    first: {
      'quota-backend-bytes': '8589934592', 'heartbeat-interval': '250', 'election-timeout': '2500', 'max-txn-ops': '1000',
    },
  }],
  ['that listens everywhere', { first: { 'listen-client-urls': 'https://0.0.0.0:2379', 'listen-peer-urls': 'https://0.0.0.0:2380' } }],
  ['that logs, and is asked by pages', { first: { 'log-level': 'WARN', 'logger': 'zap', 'cors': '*' } }],
  ['that begins', { first: { 'initial-cluster-state': 'new' } }],
  ['that no API server asks', { first: { name: 'other' }, apiserver: { 'etcd-servers': 'https://etcd.example.com:2379' } }],
  ['of which all mounts are left out', { mounts: [] }],
  ['that is not filled in', { first: { 'name': '${NAME}', 'quota-backend-bytes': '1' } }],
])('an etcd %s says nothing', (_, cluster) => expect(said(cluster)).toEqual(['holds', 'holds']));
