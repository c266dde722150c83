import { FlagKind } from '../kubernetes/command-line/flag-set';

/**
 * Flags of the controller managers by their type. None has changed it between releases. Read from the flag sets of kube-controller-manager v1.26.15, v1.27.16 and v1.37.1
 * and of the AWS cloud-controller-manager v1.27.0: conformance/command-line.test.ts, which compares them.
 */
const NAMES: readonly (readonly [FlagKind, readonly string[]])[] = [
  [{ type: 'Level' }, [
    'v',
  ]],
  [{ type: 'bool', bare: 'true' }, [
    'allocate-node-cidrs', 'allow-untagged-cloud', 'authentication-skip-lookup', 'authentication-tolerate-lookup-failure', 'configure-cloud-routes',
    'contention-profiling', 'disable-attach-detach-reconcile-sync', 'enable-dynamic-provisioning', 'enable-garbage-collector',
    'enable-hostpath-provisioner', 'enable-leader-migration', 'enable-taint-manager', 'help', 'leader-elect', 'permit-address-sharing',
    'permit-port-sharing', 'profiling', 'use-service-account-credentials', 'volume-host-allow-local-loopback',
  ]],
  [{ type: 'cidrs' }, [
    'cloud-provider-gce-lb-src-cidrs',
  ]],
  [{ type: 'duration' }, [
    'attach-detach-reconcile-sync-period', 'authentication-token-webhook-cache-ttl', 'authorization-webhook-cache-authorized-ttl',
    'authorization-webhook-cache-unauthorized-ttl', 'cluster-signing-duration', 'controller-start-interval', 'endpoint-updates-batch-period',
    'endpointslice-updates-batch-period', 'horizontal-pod-autoscaler-cpu-initialization-period', 'horizontal-pod-autoscaler-downscale-delay',
    'horizontal-pod-autoscaler-downscale-stabilization', 'horizontal-pod-autoscaler-initial-readiness-delay',
    'horizontal-pod-autoscaler-sync-period', 'horizontal-pod-autoscaler-upscale-delay', 'leader-elect-lease-duration',
    'leader-elect-renew-deadline', 'leader-elect-retry-period', 'log-flush-frequency', 'min-resync-period',
    'mirroring-endpointslice-updates-batch-period', 'namespace-sync-period', 'node-monitor-grace-period', 'node-monitor-period',
    'node-startup-grace-period', 'node-status-update-frequency', 'node-sync-period', 'pod-eviction-timeout', 'pvclaimbinder-sync-period',
    'resource-quota-sync-period', 'route-reconciliation-period',
  ]],
  [{ type: 'float32' }, [
    'kube-api-qps', 'node-eviction-rate', 'secondary-node-eviction-rate', 'unhealthy-zone-threshold',
  ]],
  [{ type: 'float64' }, [
    'horizontal-pod-autoscaler-tolerance', 'tagging-controller-rate-limit',
  ]],
  [{ type: 'int32' }, [
    'concurrent-deployment-syncs', 'concurrent-endpoint-syncs', 'concurrent-ephemeralvolume-syncs', 'concurrent-gc-syncs',
    'concurrent-horizontal-pod-autoscaler-syncs', 'concurrent-namespace-syncs', 'concurrent-node-syncs', 'concurrent-rc-syncs',
    'concurrent-replicaset-syncs', 'concurrent-resource-quota-syncs', 'concurrent-service-endpoint-syncs', 'concurrent-service-syncs',
    'concurrent-serviceaccount-token-syncs', 'concurrent-statefulset-syncs', 'concurrent-ttl-after-finished-syncs', 'kube-api-burst',
    'large-cluster-size-threshold', 'max-endpoints-per-slice', 'mirroring-concurrent-service-endpoint-syncs', 'mirroring-max-endpoints-per-subset',
    'node-cidr-mask-size', 'node-cidr-mask-size-ipv4', 'node-cidr-mask-size-ipv6', 'pv-recycler-increment-timeout-nfs',
    'pv-recycler-minimum-timeout-hostpath', 'pv-recycler-minimum-timeout-nfs', 'pv-recycler-timeout-increment-hostpath',
    'terminated-pod-gc-threshold',
  ]],
  [{ type: 'int' }, [
    'http2-max-streams-per-connection', 'secure-port', 'tagging-controller-burst-limit', 'webhook-secure-port',
  ]],
  [{ type: 'ip' }, [
    'bind-address', 'webhook-bind-address',
  ]],
  [{ type: 'mapStringBool' }, [
    'feature-gates',
  ]],
  [{ type: 'namedCertKey' }, [
    'tls-sni-cert-key',
  ]],
  [{ type: 'pattern=N,...' }, [
    'vmodule',
  ]],
  [{ type: 'stringArray' }, [
    'resources',
  ]],
  [{ type: 'stringSlice' }, [
    'authorization-always-allow-paths', 'controllers', 'disabled-metrics', 'requestheader-allowed-names', 'requestheader-extra-headers-prefix',
    'requestheader-group-headers', 'requestheader-username-headers', 'tls-cipher-suites', 'volume-host-cidr-denylist', 'webhooks',
  ]],
  [{ type: 'stringToString' }, [
    'allow-metric-labels', 'tags',
  ]],
  [{ type: 'string' }, [
    'authentication-kubeconfig', 'authorization-kubeconfig', 'cert-dir', 'cidr-allocator-type', 'client-ca-file', 'cloud-config', 'cloud-provider',
    'cluster-cidr', 'cluster-name', 'cluster-signing-cert-file', 'cluster-signing-key-file', 'cluster-signing-kube-apiserver-client-cert-file',
    'cluster-signing-kube-apiserver-client-key-file', 'cluster-signing-kubelet-client-cert-file', 'cluster-signing-kubelet-client-key-file',
    'cluster-signing-kubelet-serving-cert-file', 'cluster-signing-kubelet-serving-key-file', 'cluster-signing-legacy-unknown-cert-file',
    'cluster-signing-legacy-unknown-key-file', 'external-cloud-volume-plugin', 'flex-volume-plugin-dir', 'kube-api-content-type', 'kubeconfig',
    'leader-elect-resource-lock', 'leader-elect-resource-name', 'leader-elect-resource-namespace', 'leader-migration-config', 'logging-format',
    'master', 'pv-recycler-pod-template-filepath-hostpath', 'pv-recycler-pod-template-filepath-nfs', 'requestheader-client-ca-file', 'root-ca-file',
    'service-account-private-key-file', 'service-cluster-ip-range', 'show-hidden-metrics-for-version', 'tls-cert-file', 'tls-min-version',
    'tls-private-key-file', 'webhook-cert-dir', 'webhook-tls-cert-file', 'webhook-tls-private-key-file',
  ]],
  [{ type: 'version', bare: 'true' }, [
    'version',
  ]],
];

const KINDS: ReadonlyMap<string, FlagKind> = new Map(NAMES.flatMap(([kind, names]) => names.map(name => [name, kind] as const)));

/** The type of a flag; none: nobody has looked it up. */
export function managerFlagKind(name: string): FlagKind | undefined {
  return KINDS.get(name);
}
