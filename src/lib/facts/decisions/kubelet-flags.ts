import { KLOG } from './common-flags';
import { DecisionTable } from './decision';
import { isPositiveDuration, isSmallEviction, isSmallReservation } from './usual';

/**
 * What decides of a kubelet: whether it starts, what it starts, and which pods its node takes. Read in k8s.io/kubernetes@v1.20.15 and v1.37.2
 * cmd/kubelet/app and pkg/kubelet/apis/config/validation.
 */
export const KUBELET_FLAGS: DecisionTable = {
  title: 'Flags of kubelet',
  rows: [
    { names: ['help', 'version'], decides: 'what' },
    { names: ['config', 'config-dir', 'manifest-url', 'pod-manifest-path'], decides: 'what' },
    {
      names: [
        'authorization-mode', 'cgroup-driver', 'cloud-provider', 'container-runtime', 'cpu-cfs-quota-period', 'enforce-node-allocatable',
        'event-burst', 'event-qps', 'feature-gates', 'hairpin-mode', 'healthz-port', 'image-gc-high-threshold', 'image-gc-low-threshold',
        'iptables-drop-bit', 'iptables-masquerade-bit', 'kube-api-burst', 'kube-api-qps', 'max-open-files', 'node-labels', 'node-status-max-images',
        'oom-score-adj', 'pods-per-core', 'port', 'read-only-port', 'registry-burst', 'registry-qps', 'runonce', 'tls-cipher-suites',
        'tls-min-version', 'topology-manager-policy', 'topology-manager-scope', 'node-ip',
      ],
      decides: 'starts',
    },
    { names: ['max-pods', 'register-node', 'register-with-taints'], decides: 'where' },
    { names: ['hostname-override', 'provider-id'], decides: 'settings' },
    { names: ['image-credential-provider-bin-dir', 'image-credential-provider-config', 'pod-infra-container-image'], decides: 'starts' },
    { ...KLOG, names: [...KLOG.names.slice(0, 4), 'log-file', ...KLOG.names.slice(4)] },
    {
      names: [
        'application-metrics-count-limit', 'boot-id-file', 'container-hints', 'contention-profiling', 'docker-env-metadata-whitelist',
        'docker-only', 'docker-root', 'docker-tls', 'docker-tls-ca', 'docker-tls-cert', 'docker-tls-key', 'enable-cadvisor-json-endpoints',
        'enable-debugging-handlers', 'enable-load-reader', 'event-storage-age-limit', 'event-storage-event-limit',
        'experimental-logging-sanitization', 'global-housekeeping-interval', 'housekeeping-interval', 'log-cadvisor-usage', 'machine-id-file',
        'storage-driver-buffer-duration', 'storage-driver-db', 'storage-driver-host', 'storage-driver-password', 'storage-driver-secure',
        'storage-driver-table', 'storage-driver-user', 'volume-stats-agg-period',
      ],
      harmless: 'says what is measured of containers, and shown',
    },
    {
      names: [
        'address', 'anonymous-auth', 'authentication-token-webhook', 'authentication-token-webhook-cache-ttl',
        'authorization-webhook-cache-authorized-ttl', 'authorization-webhook-cache-unauthorized-ttl', 'enable-server', 'healthz-bind-address',
        'rotate-server-certificates', 'streaming-connection-idle-timeout',
      ],
      harmless: 'says who may ask the kubelet for logs and the like, and where',
    },
    {
      names: [
        'allowed-unsafe-sysctls', 'cluster-dns', 'cluster-domain', 'container-log-max-files', 'container-log-max-size', 'cpu-cfs-quota',
        'cpu-manager-reconcile-period', 'experimental-mounter-path', 'make-iptables-util-chains', 'network-plugin-mtu', 'non-masquerade-cidr',
        'pod-cidr', 'pod-max-pids', 'resolv-conf', 'seccomp-default', 'seccomp-profile-root',
      ],
      harmless: 'says what containers of workloads have; managers on the network of the host start with any',
    },
    {
      names: [
        'enable-controller-attach-detach', 'experimental-check-node-capabilities-before-mount', 'keep-terminated-pod-volumes', 'volume-plugin-dir',
      ],
      harmless: 'says how volumes of a storage system are mounted, which no manager has',
    },
    {
      names: [
        'experimental-allocatable-ignore-eviction', 'experimental-kernel-memcg-notification', 'kernel-memcg-notification',
        'eviction-max-pod-grace-period', 'eviction-minimum-reclaim', 'eviction-soft-grace-period', 'image-pull-progress-deadline',
        'maximum-dead-containers', 'maximum-dead-containers-per-container', 'minimum-container-ttl-duration', 'minimum-image-ttl-duration',
        'redirect-container-streaming', 'serialize-image-pulls',
      ],
      harmless: 'says when what has ended is cleared away, and how images are fetched',
    },
    {
      names: ['exit-on-lock-contention', 'lock-file'],
      harmless: 'keeps a second kubelet away from its node',
    },
    { names: ['manifest-url-header'], harmless: 'of --manifest-url, behind which anything may be' },
    { names: ['master-service-namespace'], harmless: 'where pods look for the Service of the API server by its environment' },
    { names: ['chaos-chance', 'really-crash-for-testing'], notDecided: 'whether it goes on: it is made to fail', usual: ['0', 'false'] },
    { names: ['register-schedulable'], notDecided: 'whether pods may go onto its node later', usual: ['true'] },
    {
      names: [
        'azure-container-registry-config', 'bootstrap-kubeconfig', 'cert-dir', 'client-ca-file', 'cloud-config',
        'experimental-bootstrap-kubeconfig', 'kubeconfig', 'rotate-certificates', 'tls-cert-file', 'tls-private-key-file',
      ],
      harmless: 'files of its node, of which keys are handed in with none; without an API server it starts static pods all the same',
    },
    {
      names: [
        'container-runtime-endpoint', 'containerd', 'containerd-namespace', 'docker', 'docker-endpoint', 'experimental-dockershim-root-directory',
        'image-service-endpoint', 'runtime-request-timeout',
      ],
      harmless: 'where its container runtime is: that its node has one is granted',
    },
    {
      names: ['cni-bin-dir', 'cni-cache-dir', 'cni-conf-dir', 'network-plugin'],
      harmless: 'the network of pods: managers on that of the host need none',
    },
    { names: ['fail-cgroupv1', 'fail-swap-on', 'protect-kernel-defaults'], harmless: 'whether its node is set up for a kubelet, which is granted' },
    { names: ['kube-api-content-type'], harmless: 'how it asks the API server, which takes each that the release has' },
    {
      names: ['kube-reserved-cgroup', 'kubelet-cgroups', 'runtime-cgroups', 'system-reserved-cgroup'],
      harmless: 'where processes are counted; nothing is held to it without --enforce-node-allocatable',
    },
    {
      names: [
        'cgroup-root', 'cgroups-per-qos', 'cpu-manager-policy', 'cpu-manager-policy-options', 'dynamic-config-dir',
        'local-storage-capacity-isolation', 'memory-manager-policy', 'qos-reserved', 'reserved-memory', 'topology-manager-policy-options',
      ],
      notDecided: 'whether it starts with these on its node, beside what else is reserved there',
      usual: ['/', 'none', 'None', 'true'],
    },
    {
      names: ['kube-reserved', 'system-reserved'],
      notDecided: 'whether its node has room for a manager beside so much',
      usual: isSmallReservation,
    },
    {
      names: ['eviction-hard', 'eviction-soft'],
      notDecided: 'whether its pods stay: above a few percent or gigabytes kept free, they leave a node that is well',
      usual: isSmallEviction,
    },
    {
      names: [
        'eviction-pressure-transition-period', 'file-check-frequency', 'http-check-frequency', 'log-flush-frequency',
        'node-status-update-frequency', 'sync-frequency',
      ],
      notDecided: 'whether it goes on with a time that is none',
      usual: isPositiveDuration,
    },
    {
      names: ['log-json-info-buffer-size', 'log-json-split-stream', 'log-text-info-buffer-size', 'log-text-split-stream'],
      notDecided: 'whether the release takes it, with its gates',
      usual: ['false', '0'],
    },
    { names: ['logging-format'], notDecided: 'whether the release has that format', usual: ['text', 'json'] },
    { names: ['reserved-cpus', 'system-cgroups'], notDecided: 'whether its node has these, and a root for them' },
    { names: ['root-dir'], notDecided: 'where its files are: the input has those of /var/lib/kubelet', usual: ['/var/lib/kubelet'] },
  ],
};
