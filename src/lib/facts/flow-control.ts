/** Priority levels that an API server makes, whose shares let controller managers work as long as nothing changes them. */
export const BUILT_IN_LEVELS: readonly string[] = [
  'catch-all', 'exempt', 'global-default', 'leader-election', 'node-high', 'system', 'workload-high', 'workload-low',
];

/**
 * Up to which precedence a FlowSchema comes before those that the API server makes for the requests of a component: for locks they have 100 and 200,
 * and this is for all else.
 */
export const BUILT_IN_PRECEDENCE = {
  /** `kube-controller-manager` */
  manager: 800,
  /** `kube-system-service-accounts` */
  ofKubeSystem: 900,
  /** `service-accounts` */
  ofAccounts: 9000,
} as const;

/** Of a FlowSchema and a level that do not say it: k8s.io/kubernetes@v1.27.16 pkg/apis/flowcontrol/v1beta3/defaults.go. */
export const FLOW_DEFAULTS = { precedence: 1000, shares: 30 } as const;

/** k8s.io/apiserver@v0.20.15 to v0.37.2 */
export const FLOW_CONTROL_SOURCE = 'k8s.io/apiserver@v0.27.16 pkg/apis/flowcontrol/bootstrap/default.go';
