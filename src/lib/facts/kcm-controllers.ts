import { KCM_CONTROLLER_KEYS, logicalController } from './controllers';
import { FactTable } from './table';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/**
 * The controllers of kube-controller-manager that are no cloud controllers: the key to 1.27 and the key from 1.28, as upstream's own alias map pairs them.
 * k8s.io/kubernetes@v1.21.14 and v1.26.15 cmd/kube-controller-manager/app/controllermanager.go (register), v1.28.15 names/controller_names.go:96-141.
 */
// Stryker disable all: names, compared with upstream's source by kcm-controllers.test.ts, which needs Go and so does not run once per mutant
const RENAMED: readonly (readonly [string, string])[] = [
  ['serviceaccount-token', 'serviceaccount-token-controller'],
  ['endpoint', 'endpoints-controller'],
  ['endpointslice', 'endpointslice-controller'],
  ['endpointslicemirroring', 'endpointslice-mirroring-controller'],
  ['replicationcontroller', 'replicationcontroller-controller'],
  ['podgc', 'pod-garbage-collector-controller'],
  ['resourcequota', 'resourcequota-controller'],
  ['namespace', 'namespace-controller'],
  ['serviceaccount', 'serviceaccount-controller'],
  ['garbagecollector', 'garbage-collector-controller'],
  ['daemonset', 'daemonset-controller'],
  ['job', 'job-controller'],
  ['deployment', 'deployment-controller'],
  ['replicaset', 'replicaset-controller'],
  ['horizontalpodautoscaling', 'horizontal-pod-autoscaler-controller'],
  ['disruption', 'disruption-controller'],
  ['statefulset', 'statefulset-controller'],
  ['cronjob', 'cronjob-controller'],
  ['csrsigning', 'certificatesigningrequest-signing-controller'],
  ['csrapproving', 'certificatesigningrequest-approving-controller'],
  ['csrcleaner', 'certificatesigningrequest-cleaner-controller'],
  ['ttl', 'ttl-controller'],
  ['bootstrapsigner', 'bootstrap-signer-controller'],
  ['tokencleaner', 'token-cleaner-controller'],
  ['nodelifecycle', 'node-lifecycle-controller'],
  ['persistentvolume-binder', 'persistentvolume-binder-controller'],
  ['attachdetach', 'persistentvolume-attach-detach-controller'],
  ['persistentvolume-expander', 'persistentvolume-expander-controller'],
  ['clusterrole-aggregation', 'clusterrole-aggregation-controller'],
  ['pvc-protection', 'persistentvolumeclaim-protection-controller'],
  ['pv-protection', 'persistentvolume-protection-controller'],
  ['ttl-after-finished', 'ttl-after-finished-controller'],
  ['root-ca-cert-publisher', 'root-ca-certificate-publisher-controller'],
  ['ephemeral-volume', 'ephemeral-volume-controller'],
  ['storage-version-gc', 'storageversion-garbage-collector-controller'],
  ['resource-claim-controller', 'resourceclaim-controller'],
  ['legacy-service-account-token-cleaner', 'legacy-serviceaccount-token-cleaner-controller'],
];

/** Keys that came after the renaming. k8s.io/kubernetes@v1.28.15 and v1.37.1 cmd/kube-controller-manager/names/controller_names.go. */
const NEWER = [
  'validatingadmissionpolicy-status-controller', 'podcertificaterequest-cleaner-controller', 'taint-eviction-controller', 'device-taint-eviction-controller',
  'podgroup-protection-controller', 'kube-apiserver-serving-clustertrustbundle-publisher-controller', 'resourcepoolstatusrequest-controller',
  'volumeattributesclass-protection-controller', 'service-cidr-controller', 'storage-version-migrator-controller', 'selinux-warning-controller',
];

/** Aliases of those. k8s.io/kubernetes@v1.30.14 cmd/kube-controller-manager/app/storageversionmigrator.go:38, v1.37.1:37. */
const NEWER_ALIASES: readonly (readonly [string, string])[] = [['svm', 'storage-version-migrator-controller']];
// Stryker restore all

const OLD = RENAMED.map(([old]) => [old, old] as const);

/**
 * Each name that a release's `--controllers` accepts for these controllers, with its map key. From 1.28 the old names are aliases. A row is the union
 * over its minors: it tells names from typing errors, and is no statement that each of its minors has each controller.
 */
export const KCM_FLAG_NAMES = new FactTable<ReadonlyMap<string, string>>('other controllers of kube-controller-manager', [
  {
    from: '1.20',
    to: '1.27',
    value: new Map(OLD),
    source: 'k8s.io/kubernetes@v1.21.14 cmd/kube-controller-manager/app/controllermanager.go:407-449, v1.26.15:457-510',
  },
  {
    from: '1.28',
    readAt: ['1.37.1'],
    value: new Map([...RENAMED, ...RENAMED.map(([, key]) => [key, key] as const), ...NEWER.map(key => [key, key] as const), ...NEWER_ALIASES]),
    source: 'k8s.io/kubernetes@v1.28.15 and v1.37.1 cmd/kube-controller-manager/names/controller_names.go',
  },
]);

/** Keys that `*` does not turn on. */
const OFF_BY_DEFAULT = new Set([
  // k8s.io/kubernetes@v1.26.15 cmd/kube-controller-manager/app/controllermanager.go:413-416, v1.37.1 app/bootstrap.go:32,60
  'bootstrapsigner', 'bootstrap-signer-controller', 'tokencleaner', 'token-cleaner-controller',
  // k8s.io/kubernetes@v1.37.1 cmd/kube-controller-manager/app/core.go:1001
  'selinux-warning-controller',
]);

/** Logical name of the controller that mints service account tokens. It is started by hand, always under the main lock. */
export const TOKEN_CONTROLLER = 'serviceaccount-token';

const LOGICAL: ReadonlyMap<string, string> = new Map([...OLD, ...RENAMED.map(([old, key]) => [key, old] as const), ...NEWER_ALIASES]);

/** One name for a controller under all its keys: `service` for `service-lb-controller`. A name that no release knows stands for itself. */
export function logicalName(key: string): string {
  return logicalController(key) ?? LOGICAL.get(key) ?? key;
}

/** The key of a name in `--controllers` for a controller that is no cloud controller; `undefined`: the release has none of that name. */
export function otherKcmKey(flagName: string, version: KubernetesVersion): string | undefined {
  return KCM_FLAG_NAMES.at(version).get(flagName);
}

/** Whether a name is the exact map key of such a controller: what Leader Migration compares. */
export function isOtherKcmKey(key: string, version: KubernetesVersion): boolean {
  return KCM_FLAG_NAMES.at(version).get(key) === key;
}

/** The key of a logical controller in this release, if it is one of these. */
export function otherKcmKeyOf(logical: string, version: KubernetesVersion): string | undefined {
  return [...KCM_FLAG_NAMES.at(version).values()].find(key => logicalName(key) === logical);
}

export function isOffByDefault(key: string): boolean {
  return OFF_BY_DEFAULT.has(key);
}

const EVER_IN_KCM: ReadonlySet<string> = new Set([
  ...KCM_CONTROLLER_KEYS.rows.flatMap(row => Object.keys(row.value)),
  ...KCM_FLAG_NAMES.rows.flatMap(row => [...row.value.values()].map(logicalName)),
]);

/** Whether some release of kube-controller-manager has the controller; cloud-node and a provider's own controllers came with the cloud-controller-manager. */
export function isEverInKcm(logical: string): boolean {
  return EVER_IN_KCM.has(logical);
}
