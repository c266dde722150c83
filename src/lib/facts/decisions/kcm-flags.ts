import { CERTIFICATES, DELEGATED, KLOG, LISTENER, METRICS, PROFILES } from './common-flags';
import { DecisionTable } from './decision';
import { atMostAnHour } from './usual';

/** Read in k8s.io/kubernetes@v1.20.15, v1.26.15 and v1.37.2 cmd/kube-controller-manager/app. */
export const KCM_FLAGS: DecisionTable = {
  title: 'Flags of kube-controller-manager',
  rows: [
    { names: ['help', 'version'], decides: 'what' },
    {
      names: [
        'attach-detach-reconcile-sync-period', 'authentication-kubeconfig', 'authorization-always-allow-paths', 'authorization-kubeconfig',
        'bind-address', 'client-ca-file', 'cluster-signing-cert-file', 'cluster-signing-key-file',
        'cluster-signing-kube-apiserver-client-cert-file', 'cluster-signing-kube-apiserver-client-key-file',
        'cluster-signing-kubelet-client-cert-file', 'cluster-signing-kubelet-client-key-file', 'cluster-signing-kubelet-serving-cert-file',
        'cluster-signing-kubelet-serving-key-file', 'cluster-signing-legacy-unknown-cert-file', 'cluster-signing-legacy-unknown-key-file',
        'concurrent-cron-job-syncs', 'concurrent-daemonset-syncs', 'concurrent-deployment-syncs', 'concurrent-device-taint-eviction-syncs',
        'concurrent-disruption-syncs', 'concurrent-endpoint-syncs', 'concurrent-ephemeralvolume-syncs', 'concurrent-gc-syncs',
        'concurrent-horizontal-pod-autoscaler-syncs', 'concurrent-job-syncs', 'concurrent-namespace-syncs', 'concurrent-rc-syncs',
        'concurrent-replicaset-syncs', 'concurrent-resource-quota-syncs', 'concurrent-resourceclaim-syncs', 'concurrent-service-endpoint-syncs',
        'concurrent-serviceaccount-token-syncs', 'concurrent-statefulset-syncs', 'concurrent-ttl-after-finished-syncs',
        'concurrent-validating-admission-policy-status-syncs', 'disabled-metrics', 'emulated-version', 'feature-gates', 'kube-api-burst',
        'kube-api-content-type', 'kube-api-qps', 'log-file', 'log-flush-frequency', 'log-json-info-buffer-size', 'log-json-split-stream',
        'log-text-info-buffer-size',
        'log-text-split-stream', 'logging-format', 'max-endpoints-per-slice', 'min-compatibility-version',
        'mirroring-concurrent-service-endpoint-syncs', 'mirroring-max-endpoints-per-subset', 'port', 'pv-recycler-pod-template-filepath-hostpath',
        'pv-recycler-pod-template-filepath-nfs',
        'requestheader-allowed-names', 'requestheader-client-ca-file', 'requestheader-extra-headers-prefix', 'requestheader-group-headers',
        'requestheader-username-headers', 'root-ca-file', 'secure-port', 'service-account-private-key-file', 'service-cluster-ip-range',
        'tls-cert-file', 'tls-cipher-suites', 'tls-min-version', 'tls-private-key-file', 'tls-sni-cert-key', 'volume-host-cidr-denylist',
      ],
      decides: 'starts',
    },
    {
      names: [
        'allocate-node-cidrs', 'cidr-allocator-type', 'cloud-config', 'cloud-provider', 'concurrent-service-syncs', 'configure-cloud-routes',
        'controllers', 'external-cloud-volume-plugin', 'node-cidr-mask-size', 'node-cidr-mask-size-ipv4', 'node-cidr-mask-size-ipv6',
      ],
      decides: 'controllers',
    },
    {
      names: [
        'enable-leader-migration', 'leader-elect', 'leader-elect-lease-duration', 'leader-elect-renew-deadline', 'leader-elect-resource-lock',
        'leader-elect-resource-name', 'leader-elect-resource-namespace', 'leader-elect-retry-period', 'leader-migration-config',
      ],
      decides: 'lock',
    },
    { names: ['kubeconfig', 'master'], decides: 'reach' },
    { names: ['cluster-cidr', 'cluster-name'], decides: 'settings' },
    KLOG,
    LISTENER,
    { names: ['disable-http2-serving', 'permit-address-sharing'], harmless: 'says how connections are taken' },
    { ...PROFILES, names: [...PROFILES.names, 'profiling'] },
    DELEGATED,
    { names: ['address'], harmless: 'of the port without TLS, which --port says' },
    { names: ['allow-untagged-cloud'], harmless: 'lets it start where the cluster has no tag, with which it ends otherwise' },
    { names: ['cloud-provider-gce-lb-src-cidrs'], harmless: 'addresses of load balancers of GCE' },
    {
      names: ['use-service-account-credentials'],
      harmless: 'with it each controller has an account of its own, whose rights the API server makes when it starts',
    },
    { names: ['experimental-logging-sanitization'], harmless: 'says what is left out of logs' },
    { names: ['min-resync-period', 'node-sync-period', 'register-retry-count'], harmless: 'says when caches are told again, or is read by nothing' },
    {
      names: ['cluster-signing-duration', 'experimental-cluster-signing-duration', 'legacy-service-account-token-clean-up-period'],
      harmless: 'says how long certificates that it signs for others are valid, and unused tokens; those of managers are in files',
    },
    {
      names: [
        'disable-attach-detach-reconcile-sync', 'disable-force-detach-on-timeout', 'enable-dynamic-provisioning', 'enable-hostpath-provisioner',
        'flex-volume-plugin-dir', 'pv-recycler-increment-timeout-nfs', 'pv-recycler-minimum-timeout-hostpath', 'pv-recycler-minimum-timeout-nfs',
        'pv-recycler-timeout-increment-hostpath', 'pvclaimbinder-sync-period', 'volume-host-allow-local-loopback',
      ],
      harmless: 'of controllers of volumes, which no manager has',
    },
    {
      names: [
        'deleting-pods-burst', 'deleting-pods-qps', 'enable-taint-manager', 'large-cluster-size-threshold', 'node-eviction-rate',
        'node-monitor-grace-period', 'node-startup-grace-period', 'pod-eviction-timeout', 'secondary-node-eviction-rate', 'unhealthy-zone-threshold',
      ],
      harmless: 'says when pods leave a node that does not answer',
    },
    {
      names: [
        'deployment-controller-sync-period', 'endpoint-updates-batch-period', 'endpointslice-updates-batch-period',
        'horizontal-pod-autoscaler-cpu-initialization-period', 'horizontal-pod-autoscaler-downscale-delay',
        'horizontal-pod-autoscaler-downscale-stabilization', 'horizontal-pod-autoscaler-initial-readiness-delay',
        'horizontal-pod-autoscaler-sync-period', 'horizontal-pod-autoscaler-tolerance', 'horizontal-pod-autoscaler-upscale-delay',
        'horizontal-pod-autoscaler-use-rest-clients', 'mirroring-endpointslice-updates-batch-period', 'namespace-sync-period',
        'resource-quota-sync-period', 'terminated-pod-gc-threshold',
      ],
      harmless: 'of controllers that make no manager, and take none away',
    },
    CERTIFICATES,
    METRICS,
    {
      names: ['controller-shutdown-timeout', 'controller-start-interval', 'node-monitor-period', 'route-reconciliation-period'],
      notDecided: 'whether its controllers work often enough where more than an hour passes in between, or no time at all',
      usual: atMostAnHour,
    },
    {
      names: ['enable-garbage-collector'],
      notDecided: 'whether pods of a workload that was taken away are gone: nothing removes them then',
      usual: ['true'],
    },
    { names: ['requestheader-uid-headers', 'tls-curve-preferences'], notDecided: 'whether the release takes these names, with its gates' },
  ],
};
