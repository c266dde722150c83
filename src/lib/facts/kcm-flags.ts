import { FlagTables, flagTables, inAll, since, upTo } from './flag-table';
import { removedFlags } from './removed-flags';
import { KCM } from '../kubernetes/component';

// Read in the last patch that can be had of every minor from v1.20.15 to v1.37.1, and of the modules that it links.
const DIR = 'cmd/kube-controller-manager/app/options';
const OPTIONS = `k8s.io/kubernetes of each minor, ${DIR}`;
const KUBE_CLOUD_SHARED = 'k8s.io/cloud-provider of each minor, options/kubecloudshared.go, options/cloudprovider.go';
const GENERIC = 'k8s.io/controller-manager of each minor, options/generic.go, options/debugging.go';
const BASE = 'k8s.io/component-base of each minor, config/options/leaderelectionconfig.go, logs, metrics/options.go, version/verflag, cli/globalflag, featuregate';
const SERVING = 'k8s.io/apiserver of each minor, pkg/server/options/serving.go, authentication.go, authorization.go';
const LEADER_MIGRATION = 'k8s.io/controller-manager options/generic.go:58 of each minor; v0.20.15 has none';

/** The whole command line of kube-controller-manager: a flag that is not here is in no known release. The programs of 1.26 and 1.27 are asked in a conformance test. */
export const KCM_FLAGS: FlagTables = flagTables(KCM, [
  ...[
    'attach-detach-reconcile-sync-period', 'cluster-signing-cert-file', 'cluster-signing-duration', 'cluster-signing-key-file',
    'cluster-signing-kube-apiserver-client-cert-file', 'cluster-signing-kube-apiserver-client-key-file', 'cluster-signing-kubelet-client-cert-file',
    'cluster-signing-kubelet-client-key-file', 'cluster-signing-kubelet-serving-cert-file', 'cluster-signing-kubelet-serving-key-file',
    'cluster-signing-legacy-unknown-cert-file', 'cluster-signing-legacy-unknown-key-file', 'concurrent-deployment-syncs',
    'concurrent-endpoint-syncs', 'concurrent-gc-syncs', 'concurrent-namespace-syncs', 'concurrent-rc-syncs', 'concurrent-replicaset-syncs',
    'concurrent-resource-quota-syncs', 'concurrent-service-endpoint-syncs', 'concurrent-serviceaccount-token-syncs', 'concurrent-statefulset-syncs',
    'concurrent-ttl-after-finished-syncs', 'disable-attach-detach-reconcile-sync', 'enable-dynamic-provisioning', 'enable-garbage-collector',
    'enable-hostpath-provisioner', 'endpoint-updates-batch-period', 'endpointslice-updates-batch-period', 'flex-volume-plugin-dir',
    'horizontal-pod-autoscaler-cpu-initialization-period', 'horizontal-pod-autoscaler-downscale-stabilization',
    'horizontal-pod-autoscaler-initial-readiness-delay', 'horizontal-pod-autoscaler-sync-period', 'horizontal-pod-autoscaler-tolerance',
    'kubeconfig', 'large-cluster-size-threshold', 'master', 'max-endpoints-per-slice', 'mirroring-concurrent-service-endpoint-syncs',
    'mirroring-endpointslice-updates-batch-period', 'mirroring-max-endpoints-per-subset', 'namespace-sync-period', 'node-cidr-mask-size',
    'node-cidr-mask-size-ipv4', 'node-cidr-mask-size-ipv6', 'node-eviction-rate', 'node-monitor-grace-period', 'node-monitor-period',
    'node-startup-grace-period', 'pv-recycler-increment-timeout-nfs', 'pv-recycler-minimum-timeout-hostpath', 'pv-recycler-minimum-timeout-nfs',
    'pv-recycler-pod-template-filepath-hostpath', 'pv-recycler-pod-template-filepath-nfs', 'pv-recycler-timeout-increment-hostpath',
    'pvclaimbinder-sync-period', 'resource-quota-sync-period', 'root-ca-file', 'secondary-node-eviction-rate', 'service-account-private-key-file',
    'service-cluster-ip-range', 'terminated-pod-gc-threshold', 'unhealthy-zone-threshold',
  ].map(flag => inAll(flag, OPTIONS)),
  ...[
    'allocate-node-cidrs', 'allow-untagged-cloud', 'cidr-allocator-type', 'cloud-config', 'cloud-provider', 'cluster-cidr', 'cluster-name',
    'configure-cloud-routes', 'external-cloud-volume-plugin', 'node-sync-period', 'route-reconciliation-period', 'use-service-account-credentials',
  ].map(flag => inAll(flag, KUBE_CLOUD_SHARED)),
  ...[
    'contention-profiling', 'controller-start-interval', 'controllers', 'kube-api-burst', 'kube-api-content-type', 'kube-api-qps',
    'min-resync-period', 'profiling',
  ].map(flag => inAll(flag, GENERIC)),
  ...[
    'feature-gates', 'help', 'leader-elect', 'leader-elect-lease-duration', 'leader-elect-renew-deadline', 'leader-elect-resource-lock',
    'leader-elect-resource-name', 'leader-elect-resource-namespace', 'leader-elect-retry-period', 'log-flush-frequency', 'logging-format',
    'show-hidden-metrics-for-version', 'v', 'version', 'vmodule',
  ].map(flag => inAll(flag, BASE)),
  ...[
    'authentication-kubeconfig', 'authentication-skip-lookup', 'authentication-token-webhook-cache-ttl', 'authentication-tolerate-lookup-failure',
    'authorization-always-allow-paths', 'authorization-kubeconfig', 'authorization-webhook-cache-authorized-ttl',
    'authorization-webhook-cache-unauthorized-ttl', 'bind-address', 'cert-dir', 'client-ca-file', 'http2-max-streams-per-connection',
    'permit-port-sharing', 'requestheader-allowed-names', 'requestheader-client-ca-file', 'requestheader-extra-headers-prefix',
    'requestheader-group-headers', 'requestheader-username-headers', 'secure-port', 'tls-cert-file', 'tls-cipher-suites', 'tls-min-version',
    'tls-private-key-file', 'tls-sni-cert-key',
  ].map(flag => inAll(flag, SERVING)),
  ...['enable-leader-migration', 'leader-migration-config'].map(flag => since('1.21', flag, LEADER_MIGRATION)),
  since('1.21', 'allow-metric-labels', 'k8s.io/component-base@v0.21.14 metrics/options.go:76'),
  since('1.21', 'disabled-metrics', 'k8s.io/component-base@v0.21.14 metrics/options.go:71'),
  since('1.21', 'permit-address-sharing', 'k8s.io/apiserver@v0.21.14 pkg/server/options/serving.go:211'),
  since('1.23', 'concurrent-ephemeralvolume-syncs', `k8s.io/kubernetes@v1.23.17 ${DIR}/ephemeralcontroller.go:38`),
  since('1.23', 'log-json-info-buffer-size', 'k8s.io/component-base@v0.23.17 logs/config.go:81'),
  since('1.23', 'log-json-split-stream', 'k8s.io/component-base@v0.23.17 logs/config.go:80'),
  since('1.26', 'concurrent-horizontal-pod-autoscaler-syncs', `k8s.io/kubernetes@v1.26.15 ${DIR}/hpacontroller.go:38`),
  since('1.28', 'concurrent-cron-job-syncs', `k8s.io/kubernetes@v1.28.15 ${DIR}/cronjobcontroller.go:38`),
  since('1.28', 'concurrent-job-syncs', `k8s.io/kubernetes@v1.28.15 ${DIR}/jobcontroller.go:38`),
  since('1.28', 'concurrent-validating-admission-policy-status-syncs', `k8s.io/kubernetes@v1.28.15 ${DIR}/validatingadmissionpolicycontroller.go:38`),
  since('1.28', 'legacy-service-account-token-clean-up-period', `k8s.io/kubernetes@v1.28.15 ${DIR}/legacyserviceaccounttokencleaner.go:36`),
  since('1.29', 'allow-metric-labels-manifest', 'k8s.io/component-base@v0.29.15 metrics/options.go:85'),
  since('1.30', 'disable-force-detach-on-timeout', `k8s.io/kubernetes@v1.30.14 ${DIR}/attachdetachcontroller.go:40`),
  since('1.30', 'log-text-info-buffer-size', 'k8s.io/component-base@v0.30.14 logs/api/v1/options.go:370'),
  since('1.30', 'log-text-split-stream', 'k8s.io/component-base@v0.30.14 logs/api/v1/options.go:369'),
  since('1.31', 'disable-http2-serving', 'k8s.io/apiserver@v0.31.14 pkg/server/options/serving.go:168'),
  since('1.31', 'emulated-version', 'k8s.io/apiserver@v0.31.14 pkg/util/version/registry.go:261'),
  since('1.32', 'concurrent-daemonset-syncs', `k8s.io/kubernetes@v1.32.13 ${DIR}/daemonsetcontroller.go:38`),
  since('1.32', 'requestheader-uid-headers', 'k8s.io/apiserver@v0.32.13 pkg/server/options/authentication.go:137'),
  since('1.35', 'concurrent-device-taint-eviction-syncs', `k8s.io/kubernetes@v1.35.4 ${DIR}/devicetaintevictioncontroller.go:38`),
  since('1.35', 'controller-shutdown-timeout', `k8s.io/kubernetes@v1.35.4 ${DIR}/options.go:311`),
  since('1.35', 'min-compatibility-version', 'k8s.io/component-base@v0.35.4 compatibility/registry.go:255'),
  since('1.36', 'concurrent-resourceclaim-syncs', `k8s.io/kubernetes@v1.36.3 ${DIR}/resourceclaimcontroller.go:38`),
  since('1.36', 'tls-curve-preferences', 'k8s.io/apiserver@v0.36.3 pkg/server/options/serving.go:200'),
  since('1.37', 'concurrent-disruption-syncs', `k8s.io/kubernetes@v1.37.1 ${DIR}/disruptioncontroller.go:36`),
  upTo('1.36', 'concurrent-service-syncs', `k8s.io/kubernetes@v1.37.1 ${DIR} has no service controller flags`),
  upTo('1.23', 'port', `k8s.io/kubernetes@v1.23.17 ${DIR}; no-op from 1.22, gone in v1.24.17`),
  upTo('1.23', 'experimental-logging-sanitization', 'k8s.io/component-base@v0.23.17 logs/config.go:74; gone in v0.24.17'),
  ...removedFlags(KCM),
]);
