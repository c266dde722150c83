import { Schema } from './schema';
import { ETCD_DECISIONS } from '../../../../src/lib/facts/decisions/etcd';
import { generatedEtcd } from '../../../../src/lib/facts/generated';
import { ccm, Files, KCM_27, node } from '../../rules/input';

const PKI = '/etc/kubernetes/pki/etcd';
const DATA = '/var/lib/etcd';

/** A cluster of two members, of which this is the first. */
const WHOLE: Readonly<Record<string, string>> = {
  'advertise-client-urls': 'https://10.0.1.10:2379',
  'cert-file': `${PKI}/server.crt`,
  'data-dir': DATA,
  'initial-advertise-peer-urls': 'https://10.0.1.10:2380',
  'initial-cluster': 'a=https://10.0.1.10:2380,b=https://10.0.2.10:2380',
  'key-file': `${PKI}/server.key`,
  'listen-client-urls': 'https://127.0.0.1:2379,https://10.0.1.10:2379',
  'listen-peer-urls': 'https://10.0.1.10:2380',
  'name': 'a',
  'peer-cert-file': `${PKI}/peer.crt`,
  'peer-key-file': `${PKI}/peer.key`,
};

const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  'advertise-client-urls': ['10.0.1.10:2379'],
  'auto-compaction-retention': ['soon'],
  'client-cert-auth': [true],
  'cors': ['*'],
  'discovery-fallback': ['exit'],
  'log-level': ['debug'],
  'enable-log-rotation': [true],
  'log-outputs': ['default,stderr', '/srv/other', 'stderr'],
  'log-rotation-config-json': ['x', '{"maxsize":"x"}', '{}'],
  'logger': ['zap'],
  'v2-deprecation': ['gone'],
  'config-file': [`${PKI}/other.yaml`],
  'election-timeout': [100],
  'force-new-cluster': [true],
  'heartbeat-interval': [0],
  'initial-advertise-peer-urls': ['https://10.9.9.9:2380'],
  'initial-cluster': ['b=https://10.0.2.10:2380'],
  'listen-client-urls': ['http://127.0.0.1:2379'],
  'listen-client-http-urls': ['http://etcd.example.com:2382'],
  'listen-metrics-urls': ['http://etcd.example.com:2381'],
  'listen-peer-urls': ['https://127.0.0.1:2380'],
  'max-request-bytes': [1],
  'max-txn-ops': [1],
  'peer-client-cert-auth': [true],
  'proxy': ['on'],
  'quota-backend-bytes': [1],
  'client-transport-security.client-cert-auth': [true],
  'peer-transport-security.client-cert-auth': [true],
};

const OF_TYPES: Readonly<Record<string, readonly unknown[]>> = {
  bool: [true], duration: ['3s'], int: [3], int64: [3], uint: [3], uint64: [3],
};

const TYPES = new Map(generatedEtcd().flags.map(({ flag, type }) => [flag, type]));

function member(flags: Readonly<Record<string, string>>, file?: object): Files {
  const words = Object.entries(flags).map(([flag, value]) => `--${flag}=${value}`);
  const mounts = [PKI, DATA];
  return node({
    version: '1.27.16',
    kcm: KCM_27,
    apiserver: ['--etcd-servers=https://127.0.0.1:2379'],
    mounts: [],
    files: {
      'etc/kubernetes/manifests/etcd.yaml': JSON.stringify({
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: 'etcd', namespace: 'kube-system' },
        spec: {
          hostNetwork: true,
          containers: [{ name: 'etcd', command: ['etcd', ...words], volumeMounts: mounts.map((mountPath, at) => ({ name: `v${at}`, mountPath })) }],
          volumes: mounts.map((path, at) => ({ name: `v${at}`, hostPath: { path } })),
        },
      }),
      'etc/kubernetes/pki/etcd/other.yaml': JSON.stringify({ 'force-new-cluster': true }),
      ...file === undefined ? {} : { 'etc/kubernetes/pki/etcd/etcd.yaml': JSON.stringify(file) },
    },
  });
}

/** What goes with a flag that says nothing by itself. */
const BESIDE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'log-rotation-config-json': { 'enable-log-rotation': 'true', 'log-outputs': `${DATA}/etcd.log` },
};

/** The same as a configuration file, with a key of it. */
function configured(name: string, value: unknown): Files {
  const [outer, inner] = name.split('.');
  const { 'cert-file': cert, 'key-file': key, 'peer-cert-file': peerCert, 'peer-key-file': peerKey, ...others } = WHOLE;
  const file: Record<string, Record<string, unknown> | string> = {
    ...others,
    'client-transport-security': { 'cert-file': cert, 'key-file': key },
    'peer-transport-security': { 'cert-file': peerCert, 'key-file': peerKey },
  };
  if (value !== undefined && inner === undefined) file[outer] = value as string;
  else if (value !== undefined) (file[outer] as Record<string, unknown>)[inner] = value;
  return member({ 'config-file': `${PKI}/etcd.yaml` }, file);
}

export const ETCD_SCHEMA: Schema = {
  table: ETCD_DECISIONS,
  released: () => [...new Set([...generatedEtcd().flags.map(({ flag }) => flag), ...generatedEtcd().keys.map(({ key }) => key)])].sort(),
  input: (name, value) => {
    const own = { ...WHOLE, ...BESIDE[name], ...value === undefined ? {} : { [name]: String(value) } };
    const files = TYPES.has(name) ? member(own) : configured(name, value);
    const other = member({
      ...WHOLE, 'name': 'b', 'initial-advertise-peer-urls': 'https://10.0.2.10:2380', 'listen-peer-urls': 'https://10.0.2.10:2380',
    });
    const below = (folder: string, all: Files) => Object.entries(all).map(([path, text]) => [`${folder}/${path}`, text]);
    return { n: Object.fromEntries([...below('cp1', files), ...below('cp2', other)]), dist: ccm({}) };
  },
  values: name => VALUES[name] ?? OF_TYPES[TYPES.get(name) ?? ''] ?? ['/srv/other'],
};
