import { Schema } from './schema';
import { KUBELET_CONFIGURATION_DECISIONS } from '../../../../src/lib/facts/decisions/kubelet-configuration';
import { generatedKubeletConfiguration } from '../../../../src/lib/facts/generated';
import { lazy } from '../../../../src/lib/facts/lazy';
import { ccm, KCM_27, node } from '../../rules/input';

/** Where a type that is not the root is held, and whether in a list. */
const HOLDERS: Readonly<Record<string, readonly string[]>> = {
  CrashLoopBackOffConfig: ['crashLoopBackOff'],
  FormatOptions: ['logging', 'options'],
  JSONOptions: ['logging', 'options', 'json'],
  KubeletAnonymousAuthentication: ['authentication', 'anonymous'],
  KubeletAuthentication: ['authentication'],
  KubeletAuthorization: ['authorization'],
  KubeletWebhookAuthentication: ['authentication', 'webhook'],
  KubeletWebhookAuthorization: ['authorization', 'webhook'],
  KubeletX509Authentication: ['authentication', 'x509'],
  LoggingConfiguration: ['logging'],
  MemoryReservation: ['reservedMemory', '[]'],
  MemorySwapConfiguration: ['memorySwap'],
  ShutdownGracePeriodByPodPriority: ['shutdownGracePeriodByPodPriority', '[]'],
  Taint: ['registerWithTaints', '[]'],
  TextOptions: ['logging', 'options', 'text'],
  TracingConfiguration: ['tracing'],
  UserNamespaces: ['userNamespaces'],
  VModuleItem: ['logging', 'vmodule', '[]'],
};

/** What a list has where one of its fields is tried. */
const BESIDE: Readonly<Record<string, object>> = {
  MemoryReservation: { numaNode: 0, limits: { memory: '1Gi' } },
  ShutdownGracePeriodByPodPriority: { priority: 1, shutdownGracePeriodSeconds: 10 },
  Taint: { key: 'dedicated', effect: 'PreferNoSchedule' },
  VModuleItem: { filePattern: 'x', verbosity: 3 },
};

/** Values that decide, by name; of others those that their type has. */
const DECIDING: Readonly<Record<string, readonly unknown[]>> = {
  'KubeletConfiguration.apiVersion': ['kubelet.config.k8s.io/v1'],
  'KubeletConfiguration.kind': ['Kubelet'],
  'KubeletConfiguration.authorization': [{ mode: 'RBAC' }],
  'KubeletConfiguration.cgroupsPerQOS': [false],
  'KubeletConfiguration.crashLoopBackOff': [{ maxContainerRestartPeriod: '10m' }],
  'KubeletConfiguration.enableSystemLogHandler': [false],
  'KubeletConfiguration.enableSystemLogQuery': [true],
  'KubeletConfiguration.reservedMemory': [[{ numaNode: 0, limits: { memory: '1Gi' } }]],
  'KubeletConfiguration.featureGates': [{ NoSuchGate: true }],
  'KubeletConfiguration.logging': [{ format: 'xml' }],
  'KubeletConfiguration.makeIPTablesUtilChains': [true],
  'KubeletConfiguration.memorySwap': [{ swapBehavior: 'Some' }],
  'KubeletConfiguration.preloadedImagesVerificationAllowlist': [['x']],
  'KubeletConfiguration.registerWithTaints': [[{ key: 'dedicated', effect: 'NoSchedule' }]],
  'KubeletConfiguration.seccompDefault': [true],
  'KubeletConfiguration.serializeImagePulls': [true],
  'KubeletConfiguration.serverTLSBootstrap': [true],
  'KubeletConfiguration.shutdownGracePeriodByPodPriority': [[{ priority: 1, shutdownGracePeriodSeconds: 10 }]],
  'KubeletConfiguration.tracing': [{ samplingRatePerMillion: -1 }],
  'KubeletConfiguration.userNamespaces': [{ idsPerPod: 1 }],
  'KubeletConfiguration.defaultPodSysctls': [{ 'net.core.somaxconn': '5' }],
  'KubeletConfiguration.showHiddenMetricsForVersion': ['1.20'],
  'KubeletConfiguration.providerID': ['nonsense', 'aws:///eu-central-1a/nonsense'],
  'KubeletConfiguration.podsPerCore': [1],
  'KubeletConfiguration.maxPods': [1],
  'JSONOptions.splitStream': [true],
  'TextOptions.splitStream': [true],
  'LoggingConfiguration.options': [{ json: { splitStream: true } }],
  'LoggingConfiguration.vmodule': [[{ filePattern: 'x', verbosity: 3 }]],
  'FormatOptions.json': [{ splitStream: true }],
  'FormatOptions.text': [{ splitStream: true }],
};

/** What else is in the configuration, so that a value turns something. */
const WITH: Readonly<Record<string, object>> = {
  defaultPodSysctls: { featureGates: { DefaultPodSysctls: true } },
  enableSystemLogHandler: { enableSystemLogQuery: true },
  enableSystemLogQuery: { enableSystemLogHandler: false },
  makeIPTablesUtilChains: { iptablesDropBit: 14, makeIPTablesUtilChains: false },
  seccompDefault: { featureGates: { SeccompDefault: false } },
  serializeImagePulls: { maxParallelImagePulls: 3, serializeImagePulls: false },
  shutdownGracePeriodByPodPriority: { shutdownGracePeriod: '30s' },
  serverTLSBootstrap: { featureGates: { RotateKubeletServerCertificate: false } },
};

/** Minors in which a value turns something; default: the newest that has the field. */
const IN: Readonly<Record<string, number>> = { 'KubeletConfiguration.failCgroupV1': 34, 'KubeletConfiguration.seccompDefault': 26 };

const FIELDS = lazy(() => {
  const fields = generatedKubeletConfiguration().rows.flatMap(row => Object.entries(row.fields).map(([field, shape]) => ({ ...row, field, shape })));
  return new Map(fields.map(({ name, field, shape, to }): [string, { readonly shape: string; readonly to: string }] =>
    [`${name}.${field}`, { shape, to }]));
});

const BY_SHAPE: Readonly<Record<string, readonly unknown[]>> = {
  'string': ['elsewhere', '/opt/elsewhere', 'é/x'],
  'boolean': [true, false],
  'integer': [5, 99999, -5, 1],
  'number': [1.5],
  'quantity': ['5Mi'],
  'duration': ['1h', '1ms', '-1s'],
  'duration?': ['1h', '1ms', '-1s'],
  'time': ['2026-01-01T00:00:00Z'],
  'any': ['5s'],
  '[]string': [['elsewhere']],
  '[]integer': [[5]],
  'map[]string': [{ cpu: '50' }],
  'map[]quantity': [{ memory: '1Gi' }],
  'map[][]string': [{ 'X-A': ['b'] }],
};

function configuration(name: string, value: unknown): object {
  const [type, field] = name.split('.');
  const held = type === 'KubeletConfiguration' ? { ...WITH[field], ...value === undefined ? {} : { [field]: value } } : value === undefined ? {}
    : HOLDERS[type].reduceRight<unknown>((within, key) => key === '[]' ? [within] : { [key]: within }, { ...BESIDE[type], [field]: value });
  return { apiVersion: 'kubelet.config.k8s.io/v1beta1', kind: 'KubeletConfiguration', staticPodPath: '/etc/kubernetes/manifests', ...held as object };
}

/** Fields of the kubelet's configuration, each in that of a node. */
export const KUBELET_CONFIGURATION: Schema = {
  table: KUBELET_CONFIGURATION_DECISIONS,
  released: () => [...FIELDS().keys()],
  input: (name, value) => {
    const minor = IN[name] ?? Math.max(27, Number(FIELDS().get(name)!.to.split('.')[1]));
    const files = {
      'etc/kubernetes/manifests/web.yaml': 'apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: web, image: nginx}]}\n',
      'var/lib/kubelet/config.yaml': JSON.stringify(configuration(name, value)),
    };
    return {
      new: node({ version: `1.${minor}.0`, kcm: KCM_27, mounts: [], files }),
      dist: ccm({}),
    };
  },
  values: name => DECIDING[name] ?? BY_SHAPE[FIELDS().get(name)!.shape] ?? [{}],
};
