import { CIPHER_SUITES, TLS_VERSIONS } from './tls-names';
import { goDuration } from '../kubernetes/go-values';
import { familyOfIp, isEveryAddress, isLoopback } from '../kubernetes/ip-address';
import { itemAt, itemOf, itemsAt, itemsOf, LABEL_VALUE, notEmpty, qualified } from '../kubernetes/pod/looks';
import { Json } from '../kubernetes/pod/shape';
import { quantityOf } from '../kubernetes/quantity';

type Values = { readonly [field: string]: Json };

/** What the input says of the node of a kubelet. */
export interface ConfiguredNode {
  /** Whether it is known to have an address. */
  readonly hasAddress: (address: string) => boolean;
}

/** Values that a kubelet takes of fields of its configuration, as a path; outside of them it ends at start. Nothing at all is always taken. */
export interface FieldValues {
  readonly fields: readonly string[];
  /** Least and most number; of durations, of seconds. */
  readonly least?: number;
  readonly most?: number;
  /** Also 0, below the least. */
  readonly orZero?: true;
  /** Of a list, of each of its values; the empty text is always taken. */
  readonly oneOf?: readonly string[];
  readonly form?: RegExp;
  readonly takes?: (value: Json, node: ConfiguredNode) => boolean;
  /** What it must be, where the bounds do not say so. */
  readonly must?: string;
  /** First and last minor of 1 that has it so; default: all. */
  readonly since?: number;
  readonly until?: number;
  /** What may come of another value, where the kubelet does not end for sure. */
  readonly may?: string;
  readonly source: string;
}

const VALIDATION = 'k8s.io/kubernetes@v1.20.15 and v1.37.2 pkg/kubelet/apis/config/validation/validation.go';
const NODE = 'of this node, which the input does not say';
const RESERVED = ['cpu', 'memory', 'ephemeral-storage', 'pid'];
const SOCKET = /^(?:unix:\/\/)?\/(?:var\/)?run\/(?:containerd\/containerd|crio\/crio|cri-dockerd|dockershim|k3s\/containerd\/containerd)\.sock$/;

/** More than that is left to no pods on small nodes. */
const MOST_RESERVED = { cpu: '1', memory: '4Gi' };

export const FIELD_VALUES: readonly FieldValues[] = [
  { fields: ['healthzPort', 'port', 'readOnlyPort'], least: 0, most: 65535, source: VALIDATION },
  {
    fields: ['eventBurst', 'eventRecordQPS', 'kubeAPIBurst', 'kubeAPIQPS', 'maxOpenFiles', 'maxPods', 'nodeLeaseDurationSeconds', 'podsPerCore',
      'registryBurst', 'registryPullQPS'],
    least: 0,
    source: VALIDATION,
  },
  { fields: ['imageGCHighThresholdPercent', 'imageGCLowThresholdPercent'], least: 0, most: 100, source: VALIDATION },
  { fields: ['iptablesDropBit', 'iptablesMasqueradeBit'], least: 0, most: 31, source: VALIDATION },
  { fields: ['nodeStatusMaxImages'], least: -1, source: VALIDATION },
  { fields: ['oomScoreAdj'], least: -1000, most: 1000, source: VALIDATION },
  { fields: ['maxParallelImagePulls'], least: 1, since: 27, source: 'k8s.io/kubernetes@v1.28.15 pkg/kubelet/apis/config/validation/validation.go' },
  { fields: ['containerLogMaxFiles'], least: 2, source: 'k8s.io/kubernetes@v1.26.15 pkg/kubelet/logs/container_log_manager.go:156' },
  { fields: ['containerLogMaxWorkers'], least: 1, since: 30, source: VALIDATION },
  { fields: ['containerLogMonitorInterval'], least: 3, since: 30, source: VALIDATION },
  {
    fields: ['containerLogMaxSize'],
    takes: value => (quantityOf(value) ?? -1n) >= 0n,
    must: 'a quantity',
    source: 'k8s.io/kubernetes@v1.26.15 pkg/kubelet/logs/container_log_manager.go:160',
  },
  { fields: ['cpuCFSQuotaPeriod'], least: 0.001, most: 1, source: VALIDATION },
  { fields: ['crashLoopBackOff.maxContainerRestartPeriod'], least: 1, most: 300, source: VALIDATION },
  { fields: ['shutdownGracePeriod', 'shutdownGracePeriodCriticalPods'], least: 1, orZero: true, source: VALIDATION },
  { fields: ['imageMaximumGCAge', 'imageMinimumGCAge'], least: 0, since: 37, source: VALIDATION },
  { fields: ['memoryThrottlingFactor'], least: Number.MIN_VALUE, most: 1, source: VALIDATION },
  { fields: ['tracing.samplingRatePerMillion'], least: 0, most: 1_000_000, source: 'k8s.io/component-base@v0.26.15 tracing/api/v1/config.go' },
  {
    fields: ['userNamespaces.idsPerPod'],
    least: 65536,
    most: 4294967295,
    source: 'k8s.io/kubernetes@v1.37.2 pkg/kubelet/apis/config/validation/validation_linux.go',
  },
  {
    fields: ['fileCheckFrequency'],
    least: 0,
    source: 'k8s.io/kubernetes@v1.26.15 pkg/kubelet/config/file.go:93: time.NewTicker panics',
  },
  { fields: ['hairpinMode'], oneOf: ['promiscuous-bridge', 'hairpin-veth', 'none'], source: VALIDATION },
  { fields: ['topologyManagerPolicy'], oneOf: ['none', 'best-effort', 'restricted', 'single-numa-node'], source: VALIDATION },
  { fields: ['topologyManagerScope'], oneOf: ['container', 'pod'], source: VALIDATION },
  { fields: ['memorySwap.swapBehavior'], oneOf: ['LimitedSwap', 'UnlimitedSwap'], until: 29, source: VALIDATION },
  { fields: ['memorySwap.swapBehavior'], oneOf: ['NoSwap', 'LimitedSwap'], since: 30, source: VALIDATION },
  { fields: ['memoryReservationPolicy'], oneOf: ['None', 'TieredReservation'], source: VALIDATION },
  {
    fields: ['imagePullCredentialsVerificationPolicy'],
    oneOf: ['NeverVerify', 'NeverVerifyPreloadedImages', 'NeverVerifyAllowlistedImages', 'AlwaysVerify'],
    source: VALIDATION,
  },
  { fields: ['enforceNodeAllocatable'], oneOf: ['pods', 'system-reserved', 'kube-reserved', 'none'], until: 31, source: VALIDATION },
  {
    fields: ['enforceNodeAllocatable'],
    oneOf: ['pods', 'system-reserved', 'kube-reserved', 'none', 'system-reserved-compressible', 'kube-reserved-compressible'],
    since: 32,
    source: VALIDATION,
  },
  { fields: ['authorization.mode'], oneOf: ['AlwaysAllow', 'Webhook'], source: 'k8s.io/kubernetes@v1.26.15 cmd/kubelet/app/auth.go:137' },
  {
    fields: ['configMapAndSecretChangeDetectionStrategy'],
    oneOf: ['Get', 'Cache', 'Watch'],
    source: 'k8s.io/kubernetes@v1.26.15 pkg/kubelet/kubelet.go:583',
  },
  { fields: ['cpuManagerPolicy'], oneOf: ['none', 'static'], source: 'k8s.io/kubernetes@v1.26.15 pkg/kubelet/cm/cpumanager/cpu_manager.go' },
  {
    fields: ['memoryManagerPolicy'],
    oneOf: ['None', 'Static'],
    source: 'k8s.io/kubernetes@v1.26.15 pkg/kubelet/cm/memorymanager/memory_manager.go',
  },
  { fields: ['logging.format'], oneOf: ['text', 'json'], source: 'k8s.io/component-base@v0.20.15 logs/options.go, v0.26.15 logs/api/v1/options.go' },
  { fields: ['tlsMinVersion'], oneOf: TLS_VERSIONS, source: 'k8s.io/kubernetes@v1.26.15 cmd/kubelet/app/server.go InitializeTLS' },
  { fields: ['tlsCipherSuites'], oneOf: CIPHER_SUITES, source: 'k8s.io/kubernetes@v1.26.15 cmd/kubelet/app/server.go InitializeTLS' },
  { fields: ['podLogsDir'], form: /^\/(?:(?!\.\.?(?:\/|$))[\x21-\x7e ]+)?$/, must: 'an absolute path, without . and .. in it', source: VALIDATION },
  {
    fields: ['systemReserved', 'kubeReserved'],
    takes: value => Object.entries(itemOf(value)).every(([name, amount]) => RESERVED.includes(name) && (quantityOf(amount) ?? -1n) >= 0n),
    must: `quantities of ${RESERVED.join(', ')}, none of them negative`,
    source: 'k8s.io/kubernetes@v1.26.15 cmd/kubelet/app/server.go parseResourceList',
  },
  {
    fields: ['evictionHard', 'evictionSoft'],
    takes: value => Object.entries(itemOf(value)).every(([signal, amount]) => SIGNALS.includes(signal) && isThreshold(String(amount))),
    must: 'quantities above 0 or shares up to 100% by signal, such as memory.available',
    source: 'k8s.io/kubernetes@v1.26.15 pkg/kubelet/eviction/helpers.go parseThresholdStatement',
  },
  {
    fields: ['evictionMinimumReclaim'],
    takes: value => Object.entries(itemOf(value)).every(([signal, amount]) =>
      SIGNALS.includes(signal) && (isThreshold(String(amount)) || quantityOf(amount) === 0n)),
    must: 'quantities or shares by signal',
    source: 'k8s.io/kubernetes@v1.26.15 pkg/kubelet/eviction/helpers.go parseMinimumReclaims',
  },
  {
    fields: ['evictionSoftGracePeriod'],
    takes: value => Object.entries(itemOf(value)).every(([signal, period]) => SIGNALS.includes(signal) && (goDuration(String(period)) ?? -1) >= 0),
    must: 'durations by signal',
    source: 'k8s.io/kubernetes@v1.26.15 pkg/kubelet/eviction/helpers.go parseGracePeriods',
  },
  {
    fields: ['registerWithTaints'],
    takes: value => itemsOf(value).map(itemOf).every(({ key, value: text, effect, timeAdded }) =>
      qualified(String(key ?? ''), '') === undefined && LABEL_VALUE.test(String(text ?? '')) && !notEmpty(timeAdded)
      && ['NoSchedule', 'PreferNoSchedule', 'NoExecute'].includes(String(effect))),
    must: 'taints: the key of a label, its value, and NoSchedule, PreferNoSchedule or NoExecute',
    source: 'k8s.io/kubernetes@v1.26.15 pkg/util/taints/taints.go CheckTaintValidation',
  },
  // What a kubelet may run with, and may not.
  {
    fields: ['runOnce'],
    takes: value => value !== true,
    must: 'false',
    may: 'it starts its static pods once and ends',
    source: 'k8s.io/kubernetes@v1.26.15 cmd/kubelet/app/server.go:1180; v1.33.13 refuses it',
  },
  {
    fields: ['address', 'healthzBindAddress'],
    takes: (value, { hasAddress }) => isEveryAddress(String(value)) || isLoopback(String(value)) || hasAddress(String(value)),
    must: 'each address, a loopback one or that of --node-ip',
    may: `it ends where that is no address ${NODE}`,
    source: 'k8s.io/kubernetes@v1.26.15 pkg/kubelet/server/server.go:179',
  },
  {
    fields: ['clusterDNS'],
    takes: value => itemsOf(value).every(one => familyOfIp(String(one)) !== undefined),
    must: 'addresses',
    may: 'pods have no name server',
    source: 'k8s.io/kubernetes@v1.26.15 pkg/kubelet/kubelet.go NewMainKubelet: "Invalid clusterDNS IP"',
  },
  {
    fields: ['runtimeRequestTimeout'],
    least: 10,
    orZero: true,
    may: 'requests to the container runtime end before it has answered',
    source: 'k8s.io/kubernetes@v1.26.15 pkg/kubelet/cri/remote/remote_runtime.go',
  },
  {
    fields: ['nodeLeaseDurationSeconds'],
    most: 160,
    may: 'the Lease of the node is renewed each quarter of that, and a node without news for 40 s is not ready',
    source: 'k8s.io/kubernetes@v1.26.15 pkg/kubelet/kubelet.go nodeLeaseRenewIntervalFraction',
  },
  {
    fields: ['podPidsLimit'],
    takes: value => Number(value) <= 0 || Number(value) >= 512,
    must: 'none or 512 and more',
    may: 'a component of the control plane needs more threads than its pod may have',
    source: 'k8s.io/kubernetes@v1.26.15 pkg/kubelet/cm/pod_container_manager_linux.go',
  },
  {
    fields: ['maxOpenFiles'],
    least: 10_000,
    orZero: true,
    may: 'a kubelet opens more files',
    source: 'k8s.io/kubernetes@v1.26.15 cmd/kubelet/app/server.go:1174',
  },
  {
    fields: ['resolvConf'],
    oneOf: ['/etc/resolv.conf', '/run/systemd/resolve/resolv.conf'],
    may: `no pod starts without that file ${NODE}`,
    source: 'k8s.io/kubernetes@v1.26.15 pkg/kubelet/network/dns/dns.go getHostDNSConfig',
  },
  {
    fields: ['contentType'],
    oneOf: ['application/json', 'application/vnd.kubernetes.protobuf'],
    may: 'the API server answers what it does not know with 415',
    source: 'k8s.io/apimachinery@v0.37.2 pkg/runtime/types.go',
  },
  {
    fields: ['cgroupDriver'],
    oneOf: ['cgroupfs', 'systemd'],
    may: 'the container runtime may have another one',
    source: 'k8s.io/kubernetes@v1.26.15 pkg/kubelet/cm/cgroup_manager_linux.go:158',
  },
  {
    fields: ['containerRuntimeEndpoint', 'imageServiceEndpoint'],
    form: SOCKET,
    must: 'a socket of containerd, CRI-O or cri-dockerd where they have it',
    may: `it ends without a container runtime behind it ${NODE}`,
    source: 'k8s.io/kubernetes@v1.27.16 pkg/kubelet/kubelet.go PreInitRuntimeService',
  },
  {
    fields: ['allowedUnsafeSysctls'],
    form: /^(?:kernel\.(?:sem|shm|msg)|fs\.mqueue\.|net\.)/,
    must: 'sysctls that are namespaced',
    may: 'it ends with one that is not namespaced',
    source: 'k8s.io/kubernetes@v1.26.15 pkg/kubelet/sysctl/allowlist.go NewAllowlist',
  },
  {
    fields: ['systemReserved', 'kubeReserved'],
    takes: value => Object.entries(MOST_RESERVED).every(([name, most]) => (quantityOf(itemOf(value)[name]) ?? 0n) <= quantityOf(most)!),
    must: `at most ${Object.entries(MOST_RESERVED).map(([name, most]) => `${most} of ${name}`).join(' and ')}`,
    may: `it ends where that is more than there is ${NODE}`,
    source: 'k8s.io/kubernetes@v1.26.15 pkg/kubelet/cm/node_container_manager_linux.go validateNodeAllocatable',
  },
  {
    fields: ['evictionHard', 'evictionSoft'],
    takes: value => Object.entries(itemOf(value)).every(([signal, amount]) => isUsual(signal, String(amount))),
    must: 'shares up to 30%, and up to 4Gi of memory',
    may: 'the node takes no pods, and ends those that it has, before there is so much left',
    source: 'k8s.io/kubernetes@v1.26.15 pkg/kubelet/eviction/eviction_manager.go Admit',
  },
  {
    fields: ['enforceNodeAllocatable'],
    oneOf: ['pods', 'none'],
    may: `it ends without the cgroups ${NODE}`,
    source: 'k8s.io/kubernetes@v1.26.15 pkg/kubelet/cm/node_container_manager_linux.go enforceNodeAllocatableCgroups',
  },
  {
    fields: ['topologyManagerPolicy'],
    oneOf: ['none', 'best-effort'],
    may: `it refuses pods that the processors ${NODE}, cannot be given to`,
    source: 'k8s.io/kubernetes@v1.26.15 pkg/kubelet/cm/topologymanager/policy_restricted.go',
  },
  {
    fields: ['cpuManagerPolicy', 'memoryManagerPolicy'],
    oneOf: ['none', 'None'],
    may: 'it ends without the resources that it has to reserve',
    source: 'k8s.io/kubernetes@v1.26.15 pkg/kubelet/cm/cpumanager/cpu_manager.go NewManager',
  },
  {
    fields: ['singleProcessOOMKill'],
    takes: value => value !== false,
    must: 'true',
    may: `it ends with cgroups of version 1 ${NODE}`,
    source: 'k8s.io/kubernetes@v1.37.2 pkg/kubelet/apis/config/validation/validation_linux.go',
  },
  {
    fields: ['failCgroupV1'],
    takes: value => value !== true,
    must: 'false',
    until: 34,
    may: `it ends with cgroups of version 1 ${NODE}`,
    source: 'k8s.io/kubernetes@v1.31.14 pkg/kubelet/cm/container_manager_linux.go',
  },
];

const SIGNALS = ['memory.available', 'nodefs.available', 'nodefs.inodesFree', 'imagefs.available', 'imagefs.inodesFree', 'containerfs.available',
  'containerfs.inodesFree', 'allocatableMemory.available', 'pid.available'];

function isThreshold(amount: string): boolean {
  const share = /^(.*)%$/s.exec(amount);
  if (share) return /^\+?(?:\d+(?:\.\d*)?|\.\d+)$/.test(share[1]) && Number(share[1]) <= 100;
  return (quantityOf(amount) ?? 0n) > 0n;
}

/** 0% and 100% are no thresholds: k8s.io/kubernetes@v1.26.15 pkg/kubelet/eviction/helpers.go. */
function isUsual(signal: string, amount: string): boolean {
  if (amount.endsWith('%')) return amount === '100%' || Number(amount.slice(0, -1)) <= 30;
  return signal !== 'memory.available' || quantityOf(amount)! <= quantityOf('4Gi')!;
}

/** A field that a kubelet takes with a feature gate only: with any value, or with those that `asks` is true of. */
export interface GatedField {
  readonly field: string;
  readonly gate: string;
  readonly asks?: (value: Json) => boolean;
  readonly source: string;
}

const isLonger = (value: Json) => (goDuration(String(value)) ?? 0) > 0;

export const GATED_FIELDS: readonly GatedField[] = [
  { field: 'cpuCFSQuotaPeriod', gate: 'CustomCPUCFSQuotaPeriod', asks: value => goDuration(String(value)) !== 100, source: VALIDATION },
  { field: 'crashLoopBackOff.maxContainerRestartPeriod', gate: 'KubeletCrashLoopBackOffMax', source: VALIDATION },
  { field: 'defaultPodSysctls', gate: 'DefaultPodSysctls', source: VALIDATION },
  { field: 'enableSystemLogQuery', gate: 'NodeLogQuery', asks: value => value === true, source: VALIDATION },
  { field: 'imageMaximumGCAge', gate: 'ImageMaximumGCAge', asks: value => goDuration(String(value)) !== 0, source: VALIDATION },
  { field: 'imagePullCredentialsVerificationPolicy', gate: 'KubeletEnsureSecretPulledImages', source: VALIDATION },
  { field: 'memoryReservationPolicy', gate: 'MemoryQoS', asks: value => value === 'TieredReservation', source: VALIDATION },
  { field: 'memorySwap.swapBehavior', gate: 'NodeSwap', source: VALIDATION },
  { field: 'preloadedImagesVerificationAllowlist', gate: 'KubeletEnsureSecretPulledImages', source: VALIDATION },
  {
    field: 'seccompDefault',
    gate: 'SeccompDefault',
    asks: value => value === true,
    source: 'k8s.io/kubernetes@v1.24.17 cmd/kubelet/app/server.go:1127',
  },
  { field: 'serverTLSBootstrap', gate: 'RotateKubeletServerCertificate', asks: value => value === true, source: VALIDATION },
  { field: 'shutdownGracePeriod', gate: 'GracefulNodeShutdown', asks: isLonger, source: VALIDATION },
  { field: 'shutdownGracePeriodByPodPriority', gate: 'GracefulNodeShutdownBasedOnPodPriority', source: VALIDATION },
  { field: 'shutdownGracePeriodCriticalPods', gate: 'GracefulNodeShutdown', asks: isLonger, source: VALIDATION },
  { field: 'topologyManagerPolicy', gate: 'TopologyManager', asks: value => value !== 'none', source: VALIDATION },
  { field: 'topologyManagerScope', gate: 'TopologyManager', asks: value => value !== 'container', source: VALIDATION },
  { field: 'tracing', gate: 'KubeletTracing', source: 'k8s.io/kubernetes@v1.26.15 pkg/kubelet/apis/config/validation/validation.go' },
];

/** Fields that do not go together, of a whole configuration with its defaults: of which one has to be set, and what is wrong. */
export interface Conflict {
  readonly fields: readonly string[];
  readonly isThere: (values: Values) => boolean;
  readonly what: string;
  /** Last minor of 1 that refuses it; default: all do. */
  readonly until?: number;
  readonly may?: string;
  readonly source: string;
}

const seconds = (values: Values, field: string) => goDuration(String(values[field] ?? '0')) ?? 0;
const has = (values: Values, field: string) => notEmpty(values[field]);
const enforces = (values: Values, what: string) => itemsOf(values.enforceNodeAllocatable).includes(what);

export const CONFLICTS: readonly Conflict[] = [
  {
    fields: ['imageGCLowThresholdPercent', 'imageGCHighThresholdPercent'],
    isThere: values => Number(values.imageGCLowThresholdPercent) >= Number(values.imageGCHighThresholdPercent),
    what: 'imageGCLowThresholdPercent must be less than imageGCHighThresholdPercent',
    source: VALIDATION,
  },
  {
    fields: ['imageMaximumGCAge', 'imageMinimumGCAge'],
    isThere: values => seconds(values, 'imageMaximumGCAge') > 0 && seconds(values, 'imageMaximumGCAge') <= seconds(values, 'imageMinimumGCAge'),
    what: 'imageMaximumGCAge must be longer than imageMinimumGCAge',
    source: VALIDATION,
  },
  {
    fields: ['iptablesDropBit', 'iptablesMasqueradeBit'],
    isThere: ({ iptablesDropBit: drop, iptablesMasqueradeBit: masquerade, makeIPTablesUtilChains: makes }) => makes !== false && drop === masquerade,
    what: 'iptablesDropBit and iptablesMasqueradeBit are the same',
    may: 'older releases end with that',
    source: 'k8s.io/kubernetes@v1.24.17 pkg/kubelet/kubelet.go:353',
  },
  {
    fields: ['maxParallelImagePulls', 'serializeImagePulls'],
    isThere: values => values.serializeImagePulls === true && Number(values.maxParallelImagePulls ?? 1) > 1,
    what: 'maxParallelImagePulls must be 1 with serializeImagePulls',
    source: VALIDATION,
  },
  {
    fields: ['enforceNodeAllocatable', 'cgroupsPerQOS'],
    isThere: values => values.cgroupsPerQOS === false && itemsOf(values.enforceNodeAllocatable).some(one => one !== 'none'),
    what: 'enforceNodeAllocatable, which is [pods] by default, needs cgroupsPerQOS',
    source: VALIDATION,
  },
  {
    fields: ['enforceNodeAllocatable', 'cgroupsPerQOS'],
    isThere: values => values.cgroupsPerQOS === false && String(values.enforceNodeAllocatable) === 'none',
    what: 'enforceNodeAllocatable must be an empty list without cgroupsPerQOS',
    until: 30,
    source: 'k8s.io/kubernetes@v1.30.14 and v1.31.14 pkg/kubelet/apis/config/validation/validation.go',
  },
  {
    fields: ['enforceNodeAllocatable', 'cgroupsPerQOS'],
    isThere: values => enforces(values, 'none') && itemsOf(values.enforceNodeAllocatable).length > 1,
    what: 'enforceNodeAllocatable has more than none',
    source: VALIDATION,
  },
  ...['system', 'kube'].map((name): Conflict => ({
    fields: ['enforceNodeAllocatable', 'cgroupsPerQOS'],
    isThere: values => ['', '-compressible'].some(suffix => enforces(values, `${name}-reserved${suffix}`)) && !has(values, `${name}ReservedCgroup`),
    what: `enforceNodeAllocatable has ${name}-reserved, and ${name}ReservedCgroup says no cgroup`,
    source: VALIDATION,
  })),
  {
    fields: ['systemCgroups'],
    isThere: values => has(values, 'systemCgroups') && !has(values, 'cgroupRoot'),
    what: 'systemCgroups needs cgroupRoot',
    source: VALIDATION,
  },
  {
    fields: ['reservedSystemCPUs', 'systemReservedCgroup', 'kubeReservedCgroup'],
    isThere: values => has(values, 'reservedSystemCPUs') && (has(values, 'systemReservedCgroup') || has(values, 'kubeReservedCgroup')),
    what: 'reservedSystemCPUs goes with neither systemReservedCgroup nor kubeReservedCgroup',
    source: VALIDATION,
  },
  {
    fields: ['shutdownGracePeriodCriticalPods', 'shutdownGracePeriod'],
    isThere: values => seconds(values, 'shutdownGracePeriodCriticalPods') > seconds(values, 'shutdownGracePeriod'),
    what: 'shutdownGracePeriodCriticalPods is longer than shutdownGracePeriod',
    source: VALIDATION,
  },
  {
    fields: ['shutdownGracePeriodByPodPriority'],
    isThere: values => has(values, 'shutdownGracePeriodByPodPriority')
      && ['shutdownGracePeriod', 'shutdownGracePeriodCriticalPods'].some(field => seconds(values, field) > 0),
    what: 'shutdownGracePeriodByPodPriority goes with no shutdownGracePeriod',
    source: VALIDATION,
  },
  {
    fields: ['evictionSoft', 'evictionSoftGracePeriod'],
    isThere: values => Object.keys(itemAt(values, 'evictionSoft')).some(signal => !(signal in itemAt(values, 'evictionSoftGracePeriod'))),
    what: 'evictionSoft has a signal of which evictionSoftGracePeriod has no period',
    source: 'k8s.io/kubernetes@v1.26.15 pkg/kubelet/eviction/helpers.go ParseThresholdConfig',
  },
  ...[['tlsCertFile', 'tlsPrivateKeyFile'], ['tlsPrivateKeyFile', 'tlsCertFile']].map(([field, other]): Conflict => ({
    fields: [field],
    isThere: values => has(values, field) && !has(values, other),
    what: `${field} is there without ${other}`,
    may: 'its server has no certificate, and the kubelet ends with it',
    source: 'k8s.io/kubernetes@v1.26.15 cmd/kubelet/app/server.go InitializeTLS',
  })),
  {
    fields: ['enableSystemLogQuery', 'enableSystemLogHandler'],
    isThere: values => values.enableSystemLogQuery === true && values.enableSystemLogHandler === false,
    what: 'enableSystemLogQuery needs enableSystemLogHandler',
    source: VALIDATION,
  },
  {
    fields: ['preloadedImagesVerificationAllowlist'],
    isThere: values => has(values, 'preloadedImagesVerificationAllowlist')
      && values.imagePullCredentialsVerificationPolicy !== 'NeverVerifyAllowlistedImages',
    what: 'preloadedImagesVerificationAllowlist needs the imagePullCredentialsVerificationPolicy NeverVerifyAllowlistedImages',
    source: VALIDATION,
  },
  {
    fields: ['reservedMemory'],
    isThere: values => itemsAt(values, 'reservedMemory').some(one => Object.entries(itemAt(one, 'limits')).some(([name, amount]) =>
      !/^(?:memory|hugepages-.+)$/.test(name) || quantityOf(amount) === 0n)),
    what: 'reservedMemory takes memory and hugepages-<size>, and more than none of each',
    source: 'k8s.io/kubernetes@v1.37.2 pkg/kubelet/apis/config/validation/validation_reserved_memory.go',
  },
];
