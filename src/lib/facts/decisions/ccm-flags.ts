import { CERTIFICATES, DELEGATED, KLOG, LISTENER, PROFILES } from './common-flags';
import { DecisionTable } from './decision';
import { atMostAnHour } from './usual';

/** Read in k8s.io/cloud-provider@v0.20.15, v0.27.16 and v0.37.2 options and app. */
export const CCM_FLAGS: DecisionTable = {
  title: 'Flags of cloud-controller-manager',
  rows: [
    { names: ['help', 'version'], decides: 'what' },
    {
      names: [
        'authentication-kubeconfig', 'authorization-always-allow-paths', 'authorization-kubeconfig', 'bind-address', 'client-ca-file',
        'cloud-config', 'concurrent-node-lifecycle-syncs', 'concurrent-node-status-updates', 'feature-gates', 'kube-api-burst',
        'kube-api-content-type', 'kube-api-qps', 'log-file', 'log-flush-frequency', 'log-text-info-buffer-size', 'log-text-split-stream',
        'logging-format', 'port', 'requestheader-allowed-names', 'requestheader-client-ca-file', 'requestheader-extra-headers-prefix',
        'requestheader-group-headers', 'requestheader-username-headers', 'secure-port', 'tls-cert-file', 'tls-cipher-suites', 'tls-min-version',
        'tls-private-key-file', 'tls-sni-cert-key', 'webhook-secure-port', 'webhook-tls-cert-file', 'webhook-tls-private-key-file',
        'webhook-tls-sni-cert-key',
      ],
      decides: 'starts',
    },
    {
      names: ['allocate-node-cidrs', 'cloud-provider', 'concurrent-node-syncs', 'concurrent-service-syncs', 'configure-cloud-routes', 'controllers'],
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
    { names: ['use-service-account-credentials'], decides: 'rights' },
    { names: ['cluster-cidr', 'cluster-name'], decides: 'settings' },
    KLOG,
    LISTENER,
    { names: ['disable-http2-serving', 'permit-address-sharing'], harmless: 'says how connections are taken' },
    { ...PROFILES, names: [...PROFILES.names, 'profiling'] },
    DELEGATED,
    { names: ['address'], harmless: 'of the port without TLS, which is off unless --port says otherwise' },
    { names: ['allow-untagged-cloud'], harmless: 'lets it start where the cluster has no tag, with which it ends otherwise' },
    { names: ['external-cloud-volume-plugin', 'node-sync-period'], harmless: 'read by none of its controllers' },
    { names: ['min-resync-period'], harmless: 'says when caches are told again what they know' },
    {
      names: [
        'webhook-bind-address', 'webhook-cert-dir', 'webhook-disable-http2-serving', 'webhook-tls-cipher-suites', 'webhook-tls-curve-preferences',
        'webhook-tls-min-version',
      ],
      harmless: 'nothing is served there without --webhooks',
    },
    CERTIFICATES,
    { names: ['cidr-allocator-type'], notDecided: 'whether the node IPAM of its provider has that allocator', usual: ['RangeAllocator'] },
    {
      names: ['controller-start-interval', 'node-monitor-period', 'node-status-update-frequency', 'route-reconciliation-period'],
      notDecided: 'whether its controllers work often enough where more than an hour passes in between, or no time at all',
      usual: atMostAnHour,
    },
    { names: ['requestheader-uid-headers', 'tls-curve-preferences'], notDecided: 'whether the release takes these names, with its gates' },
    { names: ['webhooks'], notDecided: 'which webhooks the program has: it ends with others, and serves those' },
  ],
};
