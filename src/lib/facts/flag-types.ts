import { FactTable } from './table';
import { FlagKind } from '../kubernetes/command-line/flag-set';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/**
 * Flags of the controller managers by their type. None has changed its type between 1.20 and 1.37: read from the released sources of k8s.io/kubernetes, k8s.io/cloud-provider
 * and k8s.io/cloud-provider-aws of each minor, and compared with the programs by conformance/command-line.test.ts.
 */
const NAMES: readonly (readonly [FlagKind, readonly string[]])[] = [
  [{ type: 'Level' }, [
    'v',
  ]],
  [{ type: 'bool', bare: 'true' }, [
    'add-dir-header', 'allocate-node-cidrs', 'allow-untagged-cloud', 'alsologtostderr', 'authentication-skip-lookup',
    'authentication-tolerate-lookup-failure', 'configure-cloud-routes', 'contention-profiling', 'disable-attach-detach-reconcile-sync',
    'disable-force-detach-on-timeout', 'disable-http2-serving', 'enable-dynamic-provisioning', 'enable-garbage-collector',
    'enable-hostpath-provisioner', 'enable-leader-migration', 'enable-taint-manager', 'experimental-logging-sanitization', 'help',
    'horizontal-pod-autoscaler-use-rest-clients', 'leader-elect', 'log-json-split-stream', 'log-text-split-stream', 'logtostderr', 'one-output',
    'permit-address-sharing', 'permit-port-sharing', 'profiling', 'skip-headers', 'skip-log-headers', 'use-service-account-credentials',
    'volume-host-allow-local-loopback', 'webhook-disable-http2-serving',
  ]],
  [{ type: 'cidrs' }, [
    'cloud-provider-gce-lb-src-cidrs',
  ]],
  [{ type: 'duration' }, [
    'attach-detach-reconcile-sync-period', 'authentication-token-webhook-cache-ttl', 'authorization-webhook-cache-authorized-ttl',
    'authorization-webhook-cache-unauthorized-ttl', 'cluster-signing-duration', 'controller-shutdown-timeout', 'controller-start-interval',
    'deployment-controller-sync-period', 'endpoint-updates-batch-period', 'endpointslice-updates-batch-period',
    'experimental-cluster-signing-duration', 'horizontal-pod-autoscaler-cpu-initialization-period', 'horizontal-pod-autoscaler-downscale-delay',
    'horizontal-pod-autoscaler-downscale-stabilization', 'horizontal-pod-autoscaler-initial-readiness-delay',
    'horizontal-pod-autoscaler-sync-period', 'horizontal-pod-autoscaler-upscale-delay', 'leader-elect-lease-duration',
    'leader-elect-renew-deadline', 'leader-elect-retry-period', 'legacy-service-account-token-clean-up-period', 'log-flush-frequency',
    'min-resync-period', 'mirroring-endpointslice-updates-batch-period', 'namespace-sync-period', 'node-monitor-grace-period',
    'node-monitor-period', 'node-startup-grace-period', 'node-status-update-frequency', 'node-sync-period', 'pod-eviction-timeout',
    'pvclaimbinder-sync-period', 'resource-quota-sync-period', 'route-reconciliation-period',
  ]],
  [{ type: 'float32' }, [
    'deleting-pods-qps', 'kube-api-qps', 'node-eviction-rate', 'secondary-node-eviction-rate', 'unhealthy-zone-threshold',
  ]],
  [{ type: 'float64' }, [
    'horizontal-pod-autoscaler-tolerance', 'tagging-controller-rate-limit',
  ]],
  [{ type: 'int32Slice' }, [
    'tls-curve-preferences', 'webhook-tls-curve-preferences',
  ]],
  [{ type: 'int32' }, [
    'concurrent-cron-job-syncs', 'concurrent-daemonset-syncs', 'concurrent-deployment-syncs', 'concurrent-device-taint-eviction-syncs',
    'concurrent-disruption-syncs', 'concurrent-endpoint-syncs', 'concurrent-ephemeralvolume-syncs', 'concurrent-gc-syncs',
    'concurrent-horizontal-pod-autoscaler-syncs', 'concurrent-job-syncs', 'concurrent-namespace-syncs', 'concurrent-node-lifecycle-syncs',
    'concurrent-node-status-updates', 'concurrent-node-syncs', 'concurrent-rc-syncs', 'concurrent-replicaset-syncs',
    'concurrent-resource-quota-syncs', 'concurrent-resourceclaim-syncs', 'concurrent-service-endpoint-syncs', 'concurrent-service-syncs',
    'concurrent-serviceaccount-token-syncs', 'concurrent-statefulset-syncs', 'concurrent-ttl-after-finished-syncs',
    'concurrent-validating-admission-policy-status-syncs', 'deleting-pods-burst', 'kube-api-burst', 'large-cluster-size-threshold',
    'max-endpoints-per-slice', 'mirroring-concurrent-service-endpoint-syncs', 'mirroring-max-endpoints-per-subset', 'node-cidr-mask-size',
    'node-cidr-mask-size-ipv4', 'node-cidr-mask-size-ipv6', 'pv-recycler-increment-timeout-nfs', 'pv-recycler-minimum-timeout-hostpath',
    'pv-recycler-minimum-timeout-nfs', 'pv-recycler-timeout-increment-hostpath', 'register-retry-count', 'terminated-pod-gc-threshold',
  ]],
  [{ type: 'int' }, [
    'http2-max-streams-per-connection', 'port', 'secure-port', 'tagging-controller-burst-limit', 'webhook-secure-port',
  ]],
  [{ type: 'ip' }, [
    'address', 'bind-address', 'webhook-bind-address',
  ]],
  [{ type: 'namedCertKey' }, [
    'tls-sni-cert-key', 'webhook-tls-sni-cert-key',
  ]],
  [{ type: 'quantity' }, [
    'log-json-info-buffer-size', 'log-text-info-buffer-size',
  ]],
  [{ type: 'severity' }, [
    'stderrthreshold',
  ]],
  [{ type: 'stringArray' }, [
    'resources',
  ]],
  [{ type: 'stringSlice' }, [
    'authorization-always-allow-paths', 'controllers', 'disabled-metrics', 'emulated-version', 'min-compatibility-version',
    'requestheader-allowed-names', 'requestheader-extra-headers-prefix', 'requestheader-group-headers', 'requestheader-uid-headers',
    'requestheader-username-headers', 'tls-cipher-suites', 'volume-host-cidr-denylist', 'webhook-tls-cipher-suites', 'webhooks',
  ]],
  [{ type: 'stringToString' }, [
    'allow-metric-labels', 'tags',
  ]],
  [{ type: 'string' }, [
    'allow-metric-labels-manifest', 'authentication-kubeconfig', 'authorization-kubeconfig', 'cert-dir', 'cidr-allocator-type', 'client-ca-file',
    'cloud-config', 'cloud-provider', 'cluster-cidr', 'cluster-name', 'cluster-signing-cert-file', 'cluster-signing-key-file',
    'cluster-signing-kube-apiserver-client-cert-file', 'cluster-signing-kube-apiserver-client-key-file', 'cluster-signing-kubelet-client-cert-file',
    'cluster-signing-kubelet-client-key-file', 'cluster-signing-kubelet-serving-cert-file', 'cluster-signing-kubelet-serving-key-file',
    'cluster-signing-legacy-unknown-cert-file', 'cluster-signing-legacy-unknown-key-file', 'external-cloud-volume-plugin', 'flex-volume-plugin-dir',
    'kube-api-content-type', 'kubeconfig', 'leader-elect-resource-lock', 'leader-elect-resource-name', 'leader-elect-resource-namespace',
    'leader-migration-config', 'log-dir', 'log-file', 'logging-format', 'master', 'pv-recycler-pod-template-filepath-hostpath',
    'pv-recycler-pod-template-filepath-nfs', 'requestheader-client-ca-file', 'root-ca-file', 'service-account-private-key-file',
    'service-cluster-ip-range', 'show-hidden-metrics-for-version', 'tls-cert-file', 'tls-min-version', 'tls-private-key-file', 'webhook-cert-dir',
    'webhook-tls-cert-file', 'webhook-tls-min-version', 'webhook-tls-private-key-file',
  ]],
  [{ type: 'traceLocation' }, [
    'log-backtrace-at',
  ]],
  [{ type: 'uint64' }, [
    'log-file-max-size',
  ]],
  [{ type: 'version', bare: 'true' }, [
    'version',
  ]],
];

const KINDS: ReadonlyMap<string, FlagKind> = new Map(NAMES.flatMap(([kind, names]) => names.map(name => [name, kind] as const)));

/** Flags whose type is another one in other releases. */
const CHANGED: ReadonlyMap<string, FactTable<FlagKind>> = new Map([
  ['feature-gates', new FactTable<FlagKind>('type of --feature-gates', [
    { from: '1.20', to: '1.30', value: { type: 'mapStringBool' }, source: 'k8s.io/component-base@v0.20.15 featuregate/feature_gate.go AddFlag' },
    { from: '1.31', readAt: ['1.37.1'], value: { type: 'colonSeparatedMultimapStringString' }, source: 'k8s.io/apiserver@v0.31.14 pkg/util/version/registry.go AddFlags' },
  ])],
  ['vmodule', new FactTable<FlagKind>('type of --vmodule', [
    { from: '1.20', to: '1.22', value: { type: 'moduleSpec' }, source: 'k8s.io/klog/v2@v2.4.0 klog.go:439' },
    { from: '1.23', readAt: ['1.37.1'], value: { type: 'pattern=N,...' }, source: 'k8s.io/component-base@v0.23.17 logs/config.go:73' },
  ])],
]);

/** The type of a flag, in a release if its type depends on it; none: nobody has looked it up. */
export function managerFlagKind(name: string, version?: KubernetesVersion): FlagKind | undefined {
  const changed = CHANGED.get(name);
  return changed ? changed.at(version ?? KubernetesVersion.of(changed.last)) : KINDS.get(name);
}
