import { absentIn, FlagTables, flagTables, inAll, since, upTo } from './flag-table';
import { removedFlags } from './removed-flags';
import { CCM } from '../kubernetes/component';

const RUN = 'the flag set of k8s.io/cloud-provider v0.21.14, v0.23.17, v0.24.17, v0.26.1, v0.28.15, v0.31.14, v0.33.13 and v0.37.2, run';
const BASE = `${RUN}; k8s.io/cloud-provider@v0.20.15 options, k8s.io/controller-manager@v0.20.15 options`;
const WEBHOOKS = 'k8s.io/cloud-provider@v0.27.1 options/webhook.go; v0.26.15 has no such file';
const WEBHOOK_SERVING = 'k8s.io/cloud-provider@v0.36.6 options/webhook.go';

/**
 * The whole command line of a cloud-controller-manager built on k8s.io/cloud-provider of that minor. A provider adds its own: `AwsCcmRelease.taggingFlags` for AWS, and those of
 * the JSON log format where it has one.
 */
export const CCM_FLAGS: FlagTables = flagTables(CCM, [
  ...[
    'allocate-node-cidrs', 'allow-untagged-cloud', 'authentication-kubeconfig', 'authentication-skip-lookup', 'authentication-token-webhook-cache-ttl',
    'authentication-tolerate-lookup-failure', 'authorization-always-allow-paths', 'authorization-kubeconfig', 'authorization-webhook-cache-authorized-ttl',
    'authorization-webhook-cache-unauthorized-ttl', 'bind-address', 'cert-dir', 'cidr-allocator-type', 'client-ca-file', 'cloud-config', 'cloud-provider',
    'cluster-cidr', 'cluster-name', 'concurrent-service-syncs', 'configure-cloud-routes', 'contention-profiling', 'controller-start-interval', 'controllers',
    'external-cloud-volume-plugin', 'feature-gates', 'help', 'http2-max-streams-per-connection', 'kube-api-burst', 'kube-api-content-type', 'kube-api-qps',
    'kubeconfig', 'leader-elect', 'leader-elect-lease-duration', 'leader-elect-renew-deadline', 'leader-elect-resource-lock', 'leader-elect-resource-name',
    'leader-elect-resource-namespace', 'leader-elect-retry-period', 'log-flush-frequency', 'master', 'min-resync-period', 'node-monitor-period', 'node-status-update-frequency',
    'node-sync-period', 'permit-port-sharing', 'profiling', 'requestheader-allowed-names', 'requestheader-client-ca-file',
    'requestheader-extra-headers-prefix', 'requestheader-group-headers', 'requestheader-username-headers', 'route-reconciliation-period', 'secure-port',
    'tls-cert-file', 'tls-cipher-suites', 'tls-min-version', 'tls-private-key-file', 'tls-sni-cert-key', 'use-service-account-credentials', 'v', 'version', 'vmodule',
  ].map(flag => inAll(flag, BASE)),
  since('1.21', 'enable-leader-migration', 'k8s.io/controller-manager options/generic.go:58 of each minor; v0.20.15 has none'),
  since('1.21', 'leader-migration-config', 'k8s.io/controller-manager options/generic.go:58 of each minor; v0.20.15 has none'),
  since('1.21', 'permit-address-sharing', 'k8s.io/apiserver@v0.21.14 pkg/server/options/serving.go:211; v0.20.15 has none'),
  since('1.27', 'concurrent-node-syncs', 'k8s.io/cloud-provider@v0.27.1 options/nodecontroller.go:38; v0.26.15 has none'),
  since('1.27', 'logging-format', 'k8s.io/cloud-provider@v0.27.12 app/controllermanager.go:130; v0.26.15 has no logging options'),
  ...['webhooks', 'webhook-bind-address', 'webhook-cert-dir', 'webhook-secure-port', 'webhook-tls-cert-file', 'webhook-tls-private-key-file'].map(flag => since('1.27', flag, WEBHOOKS)),
  ...['log-text-info-buffer-size', 'log-text-split-stream'].map(flag => since('1.30', flag, 'k8s.io/component-base@v0.30.14 logs/api/v1/options.go:369; v0.29.15 has none')),
  since('1.31', 'disable-http2-serving', 'k8s.io/apiserver@v0.31.14 pkg/server/options/serving.go:168; v0.30.14 has none'),
  since('1.32', 'requestheader-uid-headers', 'k8s.io/apiserver@v0.32.13 pkg/server/options/authentication.go:137; v0.31.14 has none'),
  since('1.36', 'tls-curve-preferences', 'k8s.io/apiserver@v0.36.6 pkg/server/options/serving.go:200'),
  since('1.36', 'concurrent-node-status-updates', 'k8s.io/cloud-provider@v0.36.6 options/nodecontroller.go:40'),
  ...['webhook-disable-http2-serving', 'webhook-tls-cipher-suites', 'webhook-tls-curve-preferences', 'webhook-tls-min-version', 'webhook-tls-sni-cert-key'].map(flag => since('1.36', flag, WEBHOOK_SERVING)),
  since('1.37', 'concurrent-node-lifecycle-syncs', 'k8s.io/cloud-provider@v0.37.2 options/nodelifecycle.go:39; v0.36.6 has none'),
  upTo('1.23', 'address', 'k8s.io/cloud-provider@v0.23.17, run; gone in v0.24.17'),
  upTo('1.23', 'port', 'k8s.io/cloud-provider@v0.23.17, run; gone in v0.24.17'),
  ...['node-cidr-mask-size', 'node-cidr-mask-size-ipv4', 'node-cidr-mask-size-ipv6', 'service-cluster-ip-range'].map(flag => absentIn(flag, RUN)),
  ...removedFlags(CCM),
]);
