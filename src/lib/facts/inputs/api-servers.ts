
/** Plugins whose configuration refuses pods, as it says. */
export const READ_PLUGINS = ['PodSecurity', 'ResourceQuota'];

/** APIs without which no controller manager takes a lock, and none of a workload is made. */
export const NEEDED_APIS = ['v1', 'apps/v1', 'coordination.k8s.io/v1', 'rbac.authorization.k8s.io/v1'];

export const NEEDED_RESOURCES = ['apps/v1/daemonsets', 'apps/v1/deployments', 'coordination.k8s.io/v1/leases'];

export const ALL_APIS = ['api/all', 'api/ga'];

/** Modes that may allow what a kubelet asks for; RBAC does only by a binding that no release makes. */
export const MODES_FOR_KUBELETS = ['ABAC', 'AlwaysAllow', 'Node', 'Webhook'];

/** What an annotation of a namespace does to the pods in it, where a plugin is on. */
export const NAMESPACE_KEYS: readonly { readonly plugin: string; readonly key: string }[] = [
  // k8s.io/kubernetes@v1.27.16 plugin/pkg/admission/podnodeselector/admission.go:43, podtolerationrestriction/admission.go:58.
  { plugin: 'PodNodeSelector', key: 'scheduler.alpha.kubernetes.io/node-selector' },
  { plugin: 'PodTolerationRestriction', key: 'scheduler.alpha.kubernetes.io/tolerationsWhitelist' },
];

/** Plugins that are off by default and refuse or change pods by what is not evaluated; PodNodeSelector and its like by a configuration of theirs. */
export const REFUSING = ['AlwaysDeny', 'ImagePolicyWebhook', 'LimitPodHardAntiAffinityTopology', 'PodSecurityPolicy', 'SecurityContextDeny'];

export const BY_CONFIGURATION = ['PodNodeSelector', 'PodTolerationRestriction'];

/** Answered without a login: k8s.io/controller-manager@v0.37.2 app/serve.go NewBaseHandler; k8s.io/apiserver@v0.26.15 options/authorization.go. */
export const HEALTH_PATHS = ['/healthz'];

/** The role system:public-info-viewer: k8s.io/kubernetes@v1.20.15 and v1.37.2 plugin/pkg/auth/authorizer/rbac/bootstrappolicy/policy.go. */
export const HEALTH_OF_API_SERVER = [...HEALTH_PATHS, '/livez', '/readyz', '/version'];
