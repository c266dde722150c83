import { releasedFields } from './kubeconfig-schema';
import { Schema } from './schema';
import { KUBEADM_DECISIONS } from '../../../../src/lib/facts/decisions/kubeadm';
import { generatedFileTypes } from '../../../../src/lib/facts/generated';
import { lazy } from '../../../../src/lib/facts/lazy';
import { ccm, Files, KCM_27, node } from '../../rules/input';

type Fields = Record<string, unknown>;
const PACKAGES = /\/kubeadm\/app\/apis\//;

/** A kind, and where a type stands in it: made where it is not there. */
type Place = readonly [kind: string, ...path: readonly string[]];

const PLACES: Readonly<Record<string, Place>> = {
  APIEndpoint: ['InitConfiguration', 'localAPIEndpoint'],
  APIServer: ['ClusterConfiguration', 'apiServer'],
  Arg: ['ClusterConfiguration', 'controllerManager', 'extraArgs', '0'],
  BootstrapToken: ['InitConfiguration', 'bootstrapTokens', '0'],
  BootstrapTokenDiscovery: ['JoinConfiguration', 'discovery', 'bootstrapToken'],
  ControlPlaneComponent: ['ClusterConfiguration', 'controllerManager'],
  DNS: ['ClusterConfiguration', 'dns'],
  Discovery: ['JoinConfiguration', 'discovery'],
  EnvVar: ['ClusterConfiguration', 'controllerManager', 'extraEnvs', '0'],
  Etcd: ['ClusterConfiguration', 'etcd'],
  ExternalEtcd: ['ClusterConfiguration', 'etcd', 'external'],
  FileDiscovery: ['JoinConfiguration', 'discovery', 'file'],
  HostPathMount: ['ClusterConfiguration', 'controllerManager', 'extraVolumes', '0'],
  JoinControlPlane: ['JoinConfiguration', 'controlPlane'],
  LocalEtcd: ['ClusterConfiguration', 'etcd', 'local'],
  Networking: ['ClusterConfiguration', 'networking'],
  NodeRegistrationOptions: ['InitConfiguration', 'nodeRegistration'],
  Patches: ['InitConfiguration', 'patches'],
  Proxy: ['ClusterConfiguration', 'proxy'],
  Timeouts: ['InitConfiguration', 'timeouts'],
  UpgradeApplyConfiguration: ['UpgradeConfiguration', 'apply'],
  UpgradeDiffConfiguration: ['UpgradeConfiguration', 'diff'],
  UpgradeNodeConfiguration: ['UpgradeConfiguration', 'node'],
  UpgradePlanConfiguration: ['UpgradeConfiguration', 'plan'],
};

const VOLUME = { name: 'Mount', hostPath: '/srv', mountPath: '/srv' };
const JOIN = { kubeConfigPath: 'http://10.0.1.10/join.conf' };

const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  'APIEndpoint.advertiseAddress': ['10.0.1'],
  'APIEndpoint.bindPort': [10257, 99999],
  'APIServer.certSANs': [['a b']],
  'APIServer.extraArgs': [{ 'authorization-mode': 'ABAC' }, { 'no-such-flag': 'x' }],
  'APIServer.extraEnvs': [[{ name: 'V', value: 'no' }]],
  'APIServer.extraVolumes': [[VOLUME]],
  'Arg.mergeMethod': ['append'],
  'Arg.name': ['no-such-flag'],
  'BootstrapTokenDiscovery.apiServerEndpoint': ['10.0.1.10'],
  'BootstrapTokenDiscovery.caCertHashes': [['sha256:1']],
  'ClusterConfiguration.apiServer': [{ extraArgs: { 'no-such-flag': 'x' } }],
  'ClusterConfiguration.caCertificateValidityPeriod': ['24h'],
  'ClusterConfiguration.certificateValidityPeriod': ['24h', '87600h'],
  'ClusterConfiguration.certificatesDir': ['pki'],
  'ClusterConfiguration.clusterName': ['other'],
  'ClusterConfiguration.controlPlaneEndpoint': ['a b'],
  'ClusterConfiguration.controllerManager': [{ extraArgs: { 'cloud-provider': 'aws' } }],
  'ClusterConfiguration.dns': [{ imageRepository: 'http://x' }],
  'ClusterConfiguration.etcd': [{ local: {}, external: { endpoints: [] } }],
  'ClusterConfiguration.featureGates': [{ RootlessControlPlane: true }, { PublicKeysECDSA: true }],
  'ClusterConfiguration.imageRepository': ['http://x'],
  'ClusterConfiguration.networking': [{ podSubnet: '10.244.0.0' }],
  'ClusterConfiguration.proxy': [{ disabled: true }],
  'ClusterConfiguration.scheduler': [{ extraArgs: { 'leader-elect-resource-name': 'cloud-controller-manager' } }],
  'ClusterStatus.apiEndpoints': [{ a: { advertiseAddress: '10.0.1.10', bindPort: 6443 } }],
  'ControlPlaneComponent.extraArgs': [{ 'cloud-provider': 'aws' }],
  'ControlPlaneComponent.extraEnvs': [[{ name: 'V', value: 'no' }]],
  'ControlPlaneComponent.extraVolumes': [[VOLUME]],
  'DNS.imageRepository': ['http://x'],
  'Discovery.bootstrapToken': [{ apiServerEndpoint: '10.0.1.10' }],
  'Discovery.file': [JOIN],
  'EnvVar.name': ['W'],
  'EnvVar.valueFrom': [{ fieldRef: { fieldPath: 'metadata.name' } }],
  'Etcd.external': [{ endpoints: ['https://etcd.example.com:2379'] }],
  'Etcd.local': [{ dataDir: 'etcd' }],
  'ExternalEtcd.endpoints': [['https://etcd.example.com:2379']],
  'ExternalEtcd.httpEndpoints': [['10.0.1.10:2381']],
  'FileDiscovery.kubeConfigPath': [JOIN.kubeConfigPath],
  'HostPathMount.hostPath': ['srv'],
  'HostPathMount.mountPath': ['srv'],
  'HostPathMount.name': ['A_b'],
  'HostPathMount.pathType': ['Socket', 'File'],
  'InitConfiguration.localAPIEndpoint': [{ bindPort: -1 }],
  'InitConfiguration.nodeRegistration': [{ kubeletExtraArgs: { 'no-such-flag': 'x' } }],
  'InitConfiguration.skipPhases': [['control-plane'], ['addon/kube-proxy']],
  'JoinConfiguration.caCertPath': ['/etc/ca.pem'],
  'JoinConfiguration.controlPlane': [{ localAPIEndpoint: { advertiseAddress: 'x' } }],
  'JoinConfiguration.discovery': [{ bootstrapToken: {}, file: {} }],
  'JoinConfiguration.nodeRegistration': [{ name: 'A_b' }],
  'JoinConfiguration.skipPhases': [['control-plane-join/etcd'], ['preflight']],
  'JoinControlPlane.localAPIEndpoint': [{ bindPort: -1 }],
  'LocalEtcd.imageRepository': ['http://x'],
  'LocalEtcd.extraArgs': [{ 'election-timeout': '1' }],
  'LocalEtcd.extraEnvs': [[{ name: 'ETCD_ELECTION_TIMEOUT', value: '1' }], [{ name: 'TZ', value: 'UTC' }]],
  'LocalEtcd.peerCertSANs': [['a b']],
  'LocalEtcd.serverCertSANs': [['a b']],
  'Networking.dnsDomain': ['Cluster.local'],
  'NodeRegistrationOptions.criSocket': ['http://x'],
  'NodeRegistrationOptions.ignorePreflightErrors': [['all', 'Mem']],
  'NodeRegistrationOptions.imagePullPolicy': ['Sometimes'],
  'NodeRegistrationOptions.kubeletExtraArgs': [{ 'no-such-flag': 'x' }],
  'NodeRegistrationOptions.name': ['A_b'],
  'NodeRegistrationOptions.taints': [[{ key: 'dedicated', value: 'a', effect: 'NoSchedule' }]],
  'UpgradeConfiguration.apply': [{ patches: { directory: '/srv/patches' } }],
  'UpgradeConfiguration.node': [{ patches: { directory: '/srv/patches' } }],
};

const BY_SHAPE: Readonly<Record<string, readonly unknown[]>> = {
  'string': ['other'],
  'boolean': [true],
  'integer': [3],
  'duration': ['1h', '1ms'],
  'time': ['2026-01-01T00:00:00Z'],
  'object': ['Always'],
  '[]string': [['other']],
  '#Patches': [{ directory: '/srv/patches' }],
  '[]#BootstrapToken': [[{ token: 'abcdef.0123456789abcdef' }]],
};

/** The first version of the API in which a type has a field, and its shape. */
const FIELDS = lazy(() => {
  const rows = generatedFileTypes().rows.filter(row => PACKAGES.test(row.package));
  const versions = ['v1beta3', 'v1beta4', 'v1', 'v1beta2', 'v1beta1'];
  const ofVersion = (version: string) => rows.filter(row => row.package.endsWith(`/${version}`)).flatMap(({ name, fields }) =>
    Object.entries(fields).map(([field, shape]) =>
      [`${name}.${field}`, { version: name === 'BootstrapToken' ? 'v1beta3' : version, shape }] as const));
  return new Map<string, { readonly version: string; readonly shape: string }>(versions.reverse().flatMap(ofVersion));
});

/** What flags are as a version of the API has them. */
function args(version: string, flags: Readonly<Record<string, string>>): unknown {
  return version === 'v1' || version === 'v1beta4' ? Object.entries(flags).map(([name, value]) => ({ name, value })) : flags;
}

function kinds(version: string): Record<string, Fields> {
  const hasEnvironment = version === 'v1' || version === 'v1beta4';
  const [provider, extraEnvs] = hasEnvironment ? ['$(V)', [{ name: 'V', value: 'external' }]] : ['external', undefined];
  return {
    InitConfiguration: { nodeRegistration: { kubeletExtraArgs: args(version, { 'cloud-provider': 'external' }) } },
    ClusterConfiguration: {
      kubernetesVersion: 'v1.27.16',
      clusterName: 'prod',
      apiServer: hasEnvironment ? { extraArgs: args(version, { profiling: '$(V)' }), extraEnvs: [{ name: 'V', value: 'false' }] } : {},
      controllerManager: {
        extraArgs: args(version, { 'cloud-provider': provider, 'configure-cloud-routes': 'false', 'cluster-name': 'prod' }),
        extraEnvs,
        extraVolumes: [{ name: 'srv', hostPath: '/srv', mountPath: '/srv' }],
      },
    },
    JoinConfiguration: { controlPlane: {}, discovery: { bootstrapToken: { apiServerEndpoint: '10.0.1.10:6443' } } },
  };
}

/** Lists have a mapping first. */
function within(fields: Fields, path: readonly string[]): Fields {
  return path.reduce<Fields>((held, step, index) => (held[step] ??= path[index + 1] === '0' ? [] : {}) as Fields, fields);
}

function configuration(name: string, value: unknown): Files {
  const [type, field] = name.split('.');
  const { version } = FIELDS().get(name)!;
  const [kind, ...path] = PLACES[type] ?? [type];
  const all = kinds(version);
  const own = (all[kind] ??= {});
  if (name === 'ClusterConfiguration.clusterName') {
    const controllerManager = { extraArgs: { 'cloud-provider': 'openstack' } };
    Object.assign(own, { clusterName: undefined, kubernetesVersion: 'v1.26.15', controllerManager });
  }
  if (type === 'ExternalEtcd' || type === 'FileDiscovery') within(own, path.slice(0, -1))[type === 'ExternalEtcd' ? 'external' : 'file'] = {};
  if (type === 'FileDiscovery') delete (own.discovery as Fields).bootstrapToken;
  if (name === 'EnvVar.valueFrom' && value !== undefined) delete within(own, path).value;
  if (value !== undefined) {
    within(own, path)[field] = /xtraArgs$/.test(field) ? args(version, value as Record<string, string>) : value;
  }
  return Object.fromEntries(Object.entries(all).map(([one, fields]) =>
    [`${one}.json`, JSON.stringify({ apiVersion: `kubeadm.k8s.io/${version}`, kind: one, ...fields })]));
}

/** Fields of kubeadm's configurations, beside a node that it made. */
export const KUBEADM_SCHEMA: Schema = {
  table: KUBEADM_DECISIONS,
  released: () => releasedFields(PACKAGES),
  input: (name, value) => {
    const made = node({
      version: '1.27.16',
      kcm: [...KCM_27, '--controllers=*,bootstrapsigner,tokencleaner', '--use-service-account-credentials=true'],
      apiserver: ['--authorization-mode=Node,RBAC', '--etcd-servers=https://127.0.0.1:2379'],
      mounts: [],
    });
    // Static pods that kubeadm made show what its patches did, and are of one cluster.
    const isYetToBe = /patches$|^Patches|^UpgradeConfiguration\.(?:apply|node)$|\.clusterName$/.test(name);
    const nodes = isYetToBe ? [] : Object.entries(made).map(([path, text]) => [`cp1/${path}`, text]);
    return { n: { ...Object.fromEntries(nodes), ...configuration(name, value) }, dist: ccm({}) };
  },
  values: name => VALUES[name] ?? BY_SHAPE[FIELDS().get(name)!.shape] ?? [{}],
};
