import { DecisionTable } from './decision';

/** As src/lib/model/etcd.ts and the readers of nodes take them. Keys of its configuration file that are no flags stand beside the flags. */
export const ETCD_DECISIONS: DecisionTable = {
  title: 'Flags and configuration of etcd',
  rows: [
    {
      names: [
        'auth-token', 'auto-compaction-mode', 'auto-compaction-retention', 'cert-file', 'client-cert-auth', 'client-transport-security.cert-file',
        'client-transport-security.client-cert-auth', 'client-transport-security.key-file', 'client-transport-security.trusted-ca-file', 'data-dir',
        'discovery', 'discovery-srv', 'election-timeout', 'enable-log-rotation', 'heartbeat-interval', 'initial-advertise-peer-urls',
        'initial-cluster-state',
        'initial-cluster-token', 'key-file', 'listen-client-http-urls', 'listen-metrics-urls', 'listen-peer-urls', 'log-outputs',
        'log-rotation-config-json', 'max-request-bytes', 'max-txn-ops', 'name', 'peer-cert-file', 'peer-client-cert-auth', 'peer-key-file',
        'peer-transport-security.cert-file',
        'peer-transport-security.client-cert-auth', 'peer-transport-security.key-file', 'peer-transport-security.trusted-ca-file',
        'peer-trusted-ca-file', 'proxy', 'quota-backend-bytes', 'trusted-ca-file', 'wal-dir',
      ],
      decides: 'starts',
    },
    { names: ['advertise-client-urls', 'listen-client-urls'], decides: ['reach', 'starts'] },
    { names: ['client-cert-allowed-hostname', 'peer-cert-allowed-cn', 'peer-cert-allowed-hostname'], decides: 'reach' },
    { names: ['config-file', 'force-new-cluster', 'initial-cluster'], decides: ['lock', 'starts'] },
    {
      names: [
        'auto-tls', 'client-transport-security.auto-tls', 'peer-auto-tls', 'peer-transport-security.auto-tls',
      ],
      notDecided: 'whether its clients and peers trust certificates that it makes itself',
      usual: [false, 'false'],
    },
    {
      names: [
        'cipher-suites', 'client-cert-file', 'client-crl-file', 'client-key-file', 'client-transport-security.allowed-cn',
        'client-transport-security.allowed-hostname', 'client-transport-security.client-cert-file', 'client-transport-security.client-key-file',
        'peer-client-cert-file', 'peer-client-key-file', 'peer-crl-file', 'peer-transport-security.allowed-cn',
        'peer-transport-security.allowed-hostname', 'peer-transport-security.client-cert-file', 'peer-transport-security.client-key-file',
        'tls-max-version', 'tls-min-version',
      ],
      notDecided: 'what the certificates of its clients and peers say, and which TLS they speak',
    },
    {
      names: ['discovery-config', 'discovery-endpoints', 'discovery-token'],
      notDecided: 'which members the discovery service answers',
    },
    {
      names: [
        'compact-hash-check-time', 'experimental-compact-hash-check-time', 'experimental-distributed-tracing-sampling-rate',
        'distributed-tracing-sampling-rate', 'experimental-enable-lease-checkpoint-persist', 'experimental-enable-v2v3', 'feature-gates',
        'max-concurrent-streams', 'raft-read-timeout', 'raft-write-timeout', 'v2-deprecation',
      ],
      notDecided: 'whether its release starts and serves with this value',
    },
    {
      names: ['experimental-memory-mlock', 'memory-mlock'],
      notDecided: 'whether its node lets it lock its memory',
      usual: [false, 'false'],
    },
    { names: ['unsafe-no-fsync'], notDecided: 'whether its node ever fails: locks that it kept are lost then', usual: [false, 'false'] },
    { names: ['version'], notDecided: 'whether it does more than to print its version', usual: [false, 'false'] },
    {
      names: [
        'cluster-active-size', 'cluster-remove-delay', 'cluster-sync-interval', 'config', 'force', 'max-result-buffer', 'max-retry-attempts',
        'peer-election-timeout', 'peer-heartbeat-interval', 'retry-interval', 'snapshot', 'test.coverprofile', 'test.outputdir', 'v', 'vv',
      ],
      harmless: 'taken for the sake of old scripts, and read by nothing',
    },
    {
      names: [
        'debug', 'distributed-tracing-address', 'distributed-tracing-instance-id', 'distributed-tracing-service-name', 'enable-distributed-tracing',
        'enable-pprof', 'experimental-distributed-tracing-address', 'experimental-distributed-tracing-instance-id',
        'experimental-distributed-tracing-service-name', 'experimental-enable-distributed-tracing', 'experimental-warning-apply-duration',
        'experimental-warning-unary-request-duration', 'log-format', 'log-level', 'log-output', 'log-package-levels', 'logger',
        'metrics', 'warning-apply-duration', 'warning-unary-request-duration',
      ],
      harmless: 'what it tells of itself',
    },
    {
      names: [
        'backend-batch-interval', 'backend-batch-limit', 'backend-bbolt-freelist-type', 'bootstrap-defrag-threshold-megabytes',
        'compaction-batch-limit', 'compaction-sleep-interval', 'corrupt-check-time', 'downgrade-check-time',
        'experimental-backend-bbolt-freelist-type', 'experimental-bootstrap-defrag-threshold-megabytes', 'experimental-compact-hash-check-enabled',
        'experimental-compaction-batch-limit', 'experimental-compaction-sleep-interval', 'experimental-corrupt-check-time',
        'experimental-downgrade-check-time', 'experimental-initial-corrupt-check', 'experimental-snapshot-catch-up-entries',
        'experimental-snapshot-catchup-entries', 'experimental-stop-grpc-service-on-defrag', 'experimental-txn-mode-write-with-shared-buffer',
        'experimental-watch-progress-notify-interval', 'max-snapshots', 'max-wals', 'snapshot-catchup-entries', 'snapshot-count',
        'watch-progress-notify-interval',
      ],
      harmless: 'how often it saves, compacts and checks what it has',
    },
    {
      names: [
        'auth-token-ttl', 'bcrypt-cost', 'client-transport-security.skip-client-san-verification', 'cors', 'enable-grpc-gateway', 'enable-v2',
        'experimental-enable-lease-checkpoint', 'experimental-peer-skip-client-san-verification', 'grpc-additional-server-options',
        'grpc-keepalive-interval', 'grpc-keepalive-min-time', 'grpc-keepalive-timeout', 'host-whitelist', 'initial-election-tick-advance',
        'max-learners', 'peer-skip-client-san-verification', 'peer-transport-security.skip-client-san-verification', 'pre-vote',
        'self-signed-cert-validity', 'socket-options', 'socket-reuse-address', 'socket-reuse-port', 'strict-reconfig-check',
      ],
      harmless: 'API servers ask the same of it, and members agree as before',
    },
    {
      names: [
        'discovery-cacert', 'discovery-cert', 'discovery-dial-timeout', 'discovery-fallback', 'discovery-insecure-skip-tls-verify',
        'discovery-insecure-transport', 'discovery-keepalive-time', 'discovery-keepalive-timeout', 'discovery-key', 'discovery-password',
        'discovery-proxy', 'discovery-request-timeout', 'discovery-srv-name', 'discovery-user', 'proxy-dial-timeout', 'proxy-failure-wait',
        'proxy-read-timeout', 'proxy-refresh-interval', 'proxy-write-timeout',
      ],
      harmless: 'read beside a discovery service or as a proxy alone, which have rows of their own',
    },
  ],
};
