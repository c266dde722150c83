import { gateRows } from './gate-rows';
import { FeatureGateRow } from './generated';
import { lazy } from './lazy';
import { Component } from '../kubernetes/component';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { grouped } from '../kubernetes/once-for';

/** A feature gate of a component as the version has it that the component is told to be of. */
export interface EffectiveGate {
  /** `PreAlpha`: that version did not have it yet. It is off, and cannot be set. */
  readonly stage: FeatureGateRow['stage'] | 'PreAlpha';
  readonly default: boolean;
  readonly locked: boolean;
}

/** The versions that decide what the gates of a component are: minors. */
export interface GateVersions {
  readonly emulated: number;
  readonly minCompatibility: number;
}

/** A gate, the minors of binaries, those that they are told to be of, its stage there, its default, and whether it is locked. */
type Row = readonly [string, readonly [number, number], readonly [number, number], EffectiveGate['stage'], boolean, 'locked'?];

/**
 * What binaries say of an older version otherwise than its own release does.
 *
 * k8s.io/kubernetes@v1.31.14, v1.32.13, v1.33.13, v1.34.10, v1.35.8, v1.36.4 and v1.37.2 pkg/features and what it links: each gate, in each of these
 * and in each version that it emulates, is asked of the released code by conformance/feature-gates.test.ts.
 */
const OTHERWISE: readonly Row[] = [
  ['AggregatedDiscoveryRemoveBetaType', [33, 35], [31, 32], 'GA', false],
  ['AllowOverwriteTerminationGracePeriodSeconds', [33, 34], [31, 31], 'GA', true],
  ['AllowServiceExternalIPs', [36, 37], [33, 35], 'GA', true],
  ['ChangeContainerStatusOnKubeletRestart', [35, 37], [32, 34], 'GA', true],
  ['ClientsAllowCBOR', [32, 34], [31, 31], 'Alpha', false],
  ['ClientsPreferCBOR', [32, 34], [31, 31], 'Alpha', false],
  ['DisableNodeKubeProxyVersion', [32, 34], [31, 31], 'Deprecated', false],
  ['GitRepoVolumeDriver', [33, 35], [31, 32], 'GA', true],
  ['ImageVolumeWithDigest', [36, 37], [35, 35], 'Alpha', false],
  ['InOrderInformers', [33, 34], [31, 32], 'Beta', true],
  ['KubeProxyIPVS', [37, 37], [34, 36], 'GA', true],
  ['KubeletPodResourcesListUseActivePods', [34, 36], [31, 33], 'GA', false],
  ['KubeletRegistrationGetOnExistsOnly', [33, 34], [31, 31], 'GA', true],
  ['LegacySidecarContainers', [33, 33], [31, 32], 'GA', true],
  ['MaxUnavailableStatefulSet', [36, 37], [35, 35], 'Beta', false],
  ['MutatingAdmissionPolicy', [32, 34], [31, 31], 'PreAlpha', false],
  ['OrderedNamespaceDeletion', [32, 35], [31, 32], 'Beta', false],
  ['SchedulerAsyncAPICalls', [35, 37], [34, 35], 'Beta', false],
  ['ServiceAccountNodeAudienceRestriction', [33, 35], [32, 32], 'Beta', false],
  ['ServiceCIDRStatusFieldWiping', [36, 37], [33, 35], 'GA', false],
  ['StatefulSetSemanticRevisionComparison', [34, 37], [31, 34], 'Beta', true],
  ['TopologyManagerPolicyOptions', [36, 37], [33, 35], 'GA', true, 'locked'],
  ['WindowsHostNetwork', [33, 35], [31, 32], 'Alpha', false],
];

/** Gates of k8s.io/apiextensions-apiserver, which the generated table lacks: the same files. */
const OF_APIEXTENSIONS: readonly Row[] = [
  ['CRDObservedGenerationTracking', [35, 37], [32, 34], 'PreAlpha', false],
  ['CRDObservedGenerationTracking', [35, 37], [35, 35], 'Beta', false],
  ['CRDObservedGenerationTracking', [36, 37], [36, 37], 'Beta', true],
  ['CRDValidationRatcheting', [31, 35], [31, 32], 'Beta', true],
  ['CRDValidationRatcheting', [33, 37], [33, 37], 'GA', true, 'locked'],
  ['CustomResourceFieldSelectors', [31, 34], [31, 31], 'Beta', true],
  ['CustomResourceFieldSelectors', [32, 37], [32, 37], 'GA', true, 'locked'],
];

/** Gates that are off by default until `--min-compatibility-version` is a minor: k8s.io/kubernetes@v1.37.2 pkg/features/kube_features.go. */
const ON_FROM_COMPATIBILITY: ReadonlyMap<string, number> = new Map([['DRAFractionalCapacityRange', 37]]);

/**
 * Gates without which others end a component that has them on, by the minors of the binary: the same files, defaultKubernetesFeatureGateDependencies.
 */
const NEEDED: readonly (readonly [string, readonly [number, number], readonly string[]])[] = [
  ['APIServerIdentity', [35, 37], ['StorageVersionAPI', 'UnknownVersionInteroperabilityProxy']],
  ['AtomicFIFO', [36, 37], [
    'StaleControllerConsistencyDaemonSet', 'StaleControllerConsistencyJob', 'StaleControllerConsistencyReplicaSet',
    'StaleControllerConsistencyStatefulSet',
  ]],
  ['AtomicFIFO', [37, 37], ['NodeControllerLeaseCircuitBreaker', 'StaleControllerConsistencyHPA']],
  ['AuthorizeNodeWithSelectors', [35, 36], ['PodCertificateRequest']],
  ['AuthorizeWithSelectors', [35, 36], ['AuthorizeNodeWithSelectors']],
  ['ClusterTrustBundle', [35, 37], ['ClusterTrustBundleProjection']],
  ['ContainerRestartRules', [35, 37], ['RestartAllContainersOnContainerExits']],
  ['DRAConsumableCapacity', [37, 37], ['DRAFractionalCapacityRange']],
  ['DRADeviceTaints', [35, 37], ['DRADeviceTaintRules']],
  ['DRAPartitionableDevices', [37, 37], ['DRADeviceCompatibilityGroups', 'DRAPartitionableDevicesType']],
  ['DRAResourceClaimDeviceStatus', [35, 37], ['DRADeviceBindingConditions']],
  ['DRAResourceClaimDeviceStatus', [36, 37], ['DRAResourceClaimGranularStatusAuthorization']],
  ['DRAResourcePoolStatus', [37, 37], ['DRAPartitionableDevicesType']],
  ['DeclarativeValidation', [35, 37], ['DeclarativeValidationTakeover']],
  ['DeclarativeValidation', [36, 37], ['DeclarativeValidationBeta']],
  ['DynamicResourceAllocation', [35, 37], [
    'DRAAdminAccess', 'DRAConsumableCapacity', 'DRADeviceBindingConditions', 'DRADeviceTaints', 'DRAExtendedResource', 'DRAPartitionableDevices',
    'DRAPrioritizedList', 'DRASchedulerFilterTimeout', 'ResourceHealthStatus',
  ]],
  ['DynamicResourceAllocation', [36, 37], [
    'DRAListTypeAttributes', 'DRANodeAllocatableResources', 'DRAResourceClaimGranularStatusAuthorization', 'DRAResourcePoolStatus',
    'DRAWorkloadResourceClaims',
  ]],
  ['DynamicResourceAllocation', [37, 37], [
    'DRADerivedAttributes', 'DRADeviceCompatibilityGroups', 'DRAOptionalNodeOperations', 'DRAPartitionableDevicesType',
  ]],
  ['GangScheduling', [36, 36], ['WorkloadAwarePreemption']],
  ['GenericWorkload', [35, 36], ['GangScheduling']],
  ['GenericWorkload', [36, 37], ['DRAWorkloadResourceClaims', 'TopologyAwareWorkloadScheduling', 'WorkloadWithJob']],
  ['GenericWorkload', [37, 37], ['CompositePodGroup', 'PodGroupPreemptionPolicy']],
  ['GracefulNodeShutdown', [35, 37], ['GracefulNodeShutdownBasedOnPodPriority', 'WindowsGracefulNodeShutdown']],
  ['ImageVolume', [36, 37], ['ImageVolumeWithDigest']],
  ['InPlacePodVerticalScaling', [35, 37], [
    'InPlacePodLevelResourcesVerticalScaling', 'InPlacePodVerticalScalingExclusiveCPUs', 'InPlacePodVerticalScalingExclusiveMemory',
  ]],
  ['InPlacePodVerticalScaling', [35, 35], ['InPlacePodVerticalScalingAllocatedStatus']],
  ['InPlacePodVerticalScaling', [36, 37], ['InPlacePodVerticalScalingInitContainers']],
  ['InPlacePodVerticalScaling', [37, 37], [
    'InPlacePodVerticalScalingMemoryBackedVolumes', 'InPlacePodVerticalScalingSchedulerPreemption', 'KubeletAllocatedPodsEndpoint',
  ]],
  ['MatchLabelKeysInPodTopologySpread', [35, 37], ['MatchLabelKeysInPodTopologySpreadSelectorMerge']],
  ['MemoryManager', [35, 35], ['InPlacePodVerticalScalingExclusiveMemory', 'WindowsCPUAndMemoryAffinity']],
  ['MultiCIDRServiceAllocator', [35, 37], ['DisableAllocatorDualWrite']],
  ['NodeDeclaredFeatures', [35, 37], ['InPlacePodLevelResourcesVerticalScaling', 'RestartAllContainersOnContainerExits']],
  ['NodeDeclaredFeatures', [36, 37], ['ExtendWebSocketsToKubelet', 'InPlacePodVerticalScalingInitContainers', 'UserNamespacesHostNetworkSupport']],
  ['NodeDeclaredFeatures', [37, 37], ['DRAOptionalNodeOperations', 'H2CContainerProbe', 'InPlacePodVerticalScalingMemoryBackedVolumes']],
  ['PLEGOnDemandRelist', [37, 37], ['EventedPLEG']],
  ['PodLevelResources', [35, 37], ['InPlacePodLevelResourcesVerticalScaling']],
  ['PodLevelResources', [36, 37], ['PodLevelResourceManagers']],
  ['PodLevelResources', [37, 37], ['PodLevelResourcesFixDefaulting', 'PodLevelResourcesFixKubeletQOSClass']],
  ['PodLifecycleSleepAction', [35, 36], ['PodLifecycleSleepActionAllowZero']],
  ['ResourceHealthStatus', [36, 37], ['ResourceHealthStatusMessage']],
  ['ServiceAccountTokenNodeBindingValidation', [35, 37], ['ServiceAccountTokenNodeBinding']],
  ['StructuredAuthenticationConfiguration', [35, 36], [
    'StructuredAuthenticationConfigurationEgressSelector', 'StructuredAuthenticationConfigurationJWKSMetrics',
  ]],
  ['TopologyAwareWorkloadScheduling', [37, 37], ['CompositePodGroup']],
  ['UserNamespacesSupport', [35, 37], ['ProcMountType', 'UserNamespacesHostNetworkSupport']],
];

const [otherwise, ofApiExtensions] = [OTHERWISE, OF_APIEXTENSIONS].map(rows => lazy(() => grouped(rows, ([gate]) => gate)));

/**
 * A gate of kube-controller-manager or kube-apiserver from 1.31 on. `undefined`: its release does not have the gate, and ends with it. `unread`: it
 * is a patch release that was not read, between two that differ.
 */
export function effectiveGate(
  name: string, binary: KubernetesVersion, { emulated, minCompatibility }: GateVersions, component: Component,
): EffectiveGate | 'unread' | undefined {
  const { minor } = binary._facts;
  const said = (rows: readonly Row[] | undefined) =>
    rows?.find(([, [from, to], [first, last]]) => from <= minor && minor <= to && first <= emulated && emulated <= last);
  const [today] = gateRows(name, binary, component);
  const row = said(ofApiExtensions().get(name)) ?? (today === undefined || emulated === minor ? undefined : said(otherwise().get(name)));
  if (row !== undefined) return { stage: row[3], default: row[4], locked: row[5] !== undefined };
  if (today === undefined || today === 'unread') return today;
  const [then] = emulated === minor ? [today] : gateRows(name, KubernetesVersion.of(`1.${emulated}`), component);
  if (then === undefined || then === 'unread') return then ?? { stage: 'PreAlpha', default: false, locked: false };
  return { stage: then.stage, default: then.default && minCompatibility >= (ON_FROM_COMPATIBILITY.get(name) ?? 0), locked: then.locked === true };
}

/** Pairs of gates in a release, of which the first is needed by the second. */
export function neededGates({ _facts: { minor } }: KubernetesVersion): readonly (readonly [string, string])[] {
  return NEEDED.flatMap(([gate, [from, to], others]) => from <= minor && minor <= to ? others.map(other => [gate, other] as const) : []);
}
