import { KLOG, LISTENER, METRICS, PROFILES } from './common-flags';
import { DecisionTable } from './decision';
import { atLeast, atLeastSeconds, isPositiveDuration } from './usual';

/**
 * Read in k8s.io/kubernetes@v1.20.15 and v1.37.2 cmd/kube-apiserver and pkg/kubeapiserver, k8s.io/apiserver@v0.20.15 and v0.37.2
 * pkg/server/options.
 */
export const API_SERVER_FLAGS: DecisionTable = {
  title: 'Flags of kube-apiserver',
  rows: [
    { names: ['help', 'version'], decides: 'what' },
    {
      names: [
        'admission-control-config-file', 'anonymous-auth', 'apiserver-count', 'audit-log-batch-buffer-size', 'audit-log-batch-max-size',
        'audit-log-batch-throttle-burst', 'audit-log-batch-throttle-enable', 'audit-log-batch-throttle-qps', 'audit-log-format', 'audit-log-maxage',
        'audit-log-maxbackup', 'audit-log-maxsize', 'audit-log-mode', 'audit-log-path', 'audit-log-truncate-max-batch-size',
        'audit-log-truncate-max-event-size', 'audit-log-version', 'audit-policy-file', 'audit-webhook-batch-buffer-size',
        'audit-webhook-batch-max-size', 'audit-webhook-batch-throttle-burst', 'audit-webhook-batch-throttle-enable',
        'audit-webhook-batch-throttle-qps', 'audit-webhook-config-file', 'audit-webhook-mode', 'audit-webhook-truncate-max-batch-size',
        'audit-webhook-truncate-max-event-size', 'audit-webhook-version',
        'authentication-config', 'authentication-token-webhook-config-file', 'authorization-policy-file', 'authorization-webhook-config-file',
        'client-ca-file', 'cloud-config', 'cloud-provider', 'egress-selector-config-file', 'emulated-version', 'emulation-forward-compatible',
        'enable-priority-and-fairness', 'encryption-provider-config', 'endpoint-reconciler-type', 'etcd-cafile', 'etcd-certfile', 'etcd-keyfile',
        'experimental-encryption-provider-config',
        'feature-gates', 'goaway-chance',
        'identity-lease-duration-seconds', 'identity-lease-renew-interval-seconds', 'insecure-port', 'kubelet-certificate-authority',
        'kubelet-client-certificate', 'kubelet-client-key', 'kubernetes-service-node-port', 'livez-grace-period', 'log-file',
        'max-mutating-requests-inflight', 'max-requests-inflight', 'min-compatibility-version', 'min-request-timeout', 'oidc-ca-file',
        'oidc-client-id', 'oidc-issuer-url',
        'peer-ca-file', 'port', 'proxy-client-cert-file', 'proxy-client-key-file', 'request-timeout', 'requestheader-allowed-names',
        'requestheader-client-ca-file', 'requestheader-extra-headers-prefix', 'requestheader-group-headers', 'requestheader-username-headers',
        'runtime-config-emulation-forward-compatible', 'secure-port', 'service-account-key-file', 'service-account-signing-key-file',
        'service-cluster-ip-range', 'shutdown-delay-duration',
        'shutdown-watch-termination-grace-period', 'ssh-keyfile', 'storage-backend', 'storage-initialization-timeout', 'storage-media-type',
        'tls-cert-file', 'tls-cipher-suites', 'tls-min-version', 'tls-private-key-file', 'tls-sni-cert-key', 'token-auth-file',
        'tracing-config-file', 'watch-cache-sizes',
      ],
      decides: 'starts',
    },
    { names: ['advertise-address', 'bind-address', 'etcd-prefix', 'etcd-servers', 'etcd-servers-overrides'], decides: ['reach', 'lock'] },
    { names: ['authorization-config', 'authorization-mode'], decides: 'rights' },
    { names: ['admission-control', 'disable-admission-plugins', 'enable-admission-plugins', 'runtime-config'], decides: 'others' },
    KLOG,
    LISTENER,
    { names: ['disable-http2-serving', 'permit-address-sharing'], harmless: 'says how connections are taken' },
    { ...PROFILES, names: [...PROFILES.names, 'profiling'] },
    {
      names: [
        'audit-log-batch-max-wait', 'audit-log-compress', 'audit-log-truncate-enabled', 'audit-webhook-batch-initial-backoff',
        'audit-webhook-batch-max-wait', 'audit-webhook-initial-backoff', 'audit-webhook-truncate-enabled', 'enable-logs-handler', 'enable-swagger-ui',
        'experimental-logging-sanitization', 'etcd-count-metric-poll-period', 'etcd-db-metric-poll-interval',
      ],
      harmless: 'says what is written down of requests, and how; no request waits for it, but in the modes that decide',
    },
    {
      names: [
        'authentication-token-webhook-cache-ttl', 'authorization-webhook-cache-authorized-ttl', 'authorization-webhook-cache-unauthorized-ttl',
        'enable-bootstrap-token-auth', 'service-account-extend-token-expiration', 'service-account-lookup',
      ],
      harmless: 'says how long answers about users are kept, or lets further users in: managers come with a certificate or a token of their account',
    },
    {
      names: ['kubelet-https', 'kubelet-port', 'kubelet-preferred-address-types', 'kubelet-read-only-port', 'kubelet-timeout', 'ssh-user'],
      harmless: 'says how it asks kubelets for logs and the like, which no manager does',
    },
    {
      names: [
        'default-not-ready-toleration-seconds', 'default-unreachable-toleration-seconds', 'event-ttl', 'master-service-namespace',
        'service-node-port-range',
      ],
      harmless: 'a setting of objects that are made later; none of a manager or its lock depends on it',
    },
    {
      names: [
        'default-watch-cache-size', 'delete-collection-workers', 'deserialization-cache-size', 'etcd-compaction-interval',
        'lease-reuse-duration-seconds', 'target-ram-mb', 'watch-cache',
      ],
      harmless: 'says what it keeps in memory, and how it uses etcd; answers are the same',
    },
    {
      names: ['aggregator-reject-forwarding-redirect', 'enable-aggregator-routing', 'external-hostname', 'shutdown-send-retry-after'],
      harmless: 'of other servers behind it, of its name, or of its end',
    },
    { names: ['address', 'insecure-bind-address'], harmless: 'of the port without TLS, which no release that was read serves' },
    { names: ['cloud-provider-gce-l7lb-src-cidrs', 'cloud-provider-gce-lb-src-cidrs'], harmless: 'addresses of load balancers of GCE' },
    METRICS,
    { names: ['disabled-metrics'], notDecided: 'whether the release takes these names: it ends with others' },
    { names: ['allow-privileged'], harmless: 'lets privileged containers in, of which no manager asks to be one' },
    {
      names: ['api-audiences', 'service-account-api-audiences', 'service-account-issuer'],
      decides: 'rights',
    },
    {
      names: ['authentication-token-webhook-version', 'authorization-webhook-version'],
      notDecided: 'whether the release takes that version',
      usual: ['v1', 'v1beta1'],
    },
    { names: ['cert-dir'], notDecided: 'whether it may write its own certificate there, without which it ends', usual: ['/var/run/kubernetes'] },
    {
      names: ['coordinated-leadership-lease-duration', 'coordinated-leadership-renew-deadline', 'coordinated-leadership-retry-period'],
      notDecided: 'whether the three go together: it ends where they do not, and hands leases to managers by them',
    },
    {
      names: ['cors-allowed-origins', 'requestheader-uid-headers', 'strict-transport-security-directives', 'tls-curve-preferences'],
      notDecided: 'whether the release takes these words: it ends with others',
    },
    { names: ['debug-socket-path'], notDecided: 'whether it may make that socket' },
    { names: ['enable-garbage-collector'], notDecided: 'whether pods of a workload that was taken away are gone', usual: ['true'] },
    {
      names: ['encryption-provider-config-automatic-reload'],
      notDecided: 'whether --encryption-provider-config is given: it ends without',
      usual: ['false'],
    },
    {
      names: ['etcd-healthcheck-timeout', 'etcd-readycheck-timeout'],
      notDecided: 'whether etcd answers in that time: probes fail where it does not',
      usual: atLeastSeconds(1),
    },
    {
      names: ['log-flush-frequency'],
      notDecided: 'whether it starts with a time that is none',
      usual: isPositiveDuration,
    },
    {
      names: ['log-json-info-buffer-size', 'log-json-split-stream', 'log-text-info-buffer-size', 'log-text-split-stream'],
      notDecided: 'whether the release takes it, with its gates',
      usual: ['false', '0'],
    },
    { names: ['logging-format'], notDecided: 'whether the release has that format', usual: ['text', 'json'] },
    { names: ['max-connection-bytes-per-sec'], notDecided: 'whether that is enough for a manager', usual: atLeast(1_000_000) },
    {
      names: ['oidc-groups-claim', 'oidc-groups-prefix', 'oidc-required-claim', 'oidc-signing-algs', 'oidc-username-claim', 'oidc-username-prefix'],
      harmless: 'says who else may log in, beside --oidc-issuer-url; no manager does so',
    },
    { names: ['peer-advertise-ip', 'peer-advertise-port'], notDecided: 'whether its gate is on: it ends where it is not' },
    {
      names: ['service-account-jwks-uri', 'service-account-signing-endpoint'],
      notDecided: 'who signs tokens, and whether the release takes the address',
      usual: (value: unknown) => typeof value === 'string' && value.startsWith('https://'),
    },
    { names: ['service-account-max-token-expiration'], notDecided: 'whether it is an hour at least: it ends below', usual: atLeastSeconds(3600) },
  ],
};
