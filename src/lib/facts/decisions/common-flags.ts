import { Decision } from './decision';

/** Rows that the flags of several components have in common: their libraries register them. */

/** k8s.io/klog/v2@v2.4.0 and v2.80.1 klog.go; k8s.io/component-base@v0.37.2 logs/api/v1. */
export const KLOG: Decision = {
  names: [
    'add-dir-header', 'alsologtostderr', 'log-backtrace-at', 'log-dir', 'log-file-max-size', 'logtostderr', 'one-output', 'skip-headers',
    'skip-log-headers', 'stderrthreshold', 'v', 'vmodule',
  ],
  harmless: 'says what is logged; where no file of logs can be made in its folder, one is made in /tmp',
};

/** k8s.io/apiserver@v0.37.2 pkg/server/options/serving.go. */
export const LISTENER: Decision = {
  names: ['http2-max-streams-per-connection', 'permit-port-sharing'],
  harmless: 'says how connections are taken, on the port and the address that other flags name',
};

export const PROFILES: Decision = { names: ['contention-profiling'], harmless: 'says what is measured' };

/** k8s.io/apiserver@v0.37.2 pkg/server/options/authentication.go and authorization.go, of a controller manager. */
export const DELEGATED: Decision = {
  names: [
    'authentication-skip-lookup', 'authentication-token-webhook-cache-ttl', 'authentication-tolerate-lookup-failure',
    'authorization-webhook-cache-authorized-ttl', 'authorization-webhook-cache-unauthorized-ttl',
  ],
  harmless: 'says who may ask the process for what it serves; it goes on all the same, and probes need no login',
};

/** k8s.io/apiserver@v0.37.2 pkg/server/options/serving.go MaybeDefaultWithSelfSignedCerts. */
export const CERTIFICATES: Decision = {
  names: ['cert-dir'],
  notDecided: 'whether it may write its own certificate there, without which it ends',
};

/** k8s.io/component-base@v0.37.2 metrics/options.go. */
export const METRICS: Decision = {
  names: ['allow-metric-labels', 'allow-metric-labels-manifest', 'show-hidden-metrics-for-version'],
  notDecided: 'whether the release takes these labels, this file or this version: it ends with others',
};
