/** Fields and defaults of what replaces nodes by itself, per version of its API. A version without a row was not looked up. */
export interface RolloutRow {
  readonly kind: string;
  readonly apiVersion: string;
  readonly role: 'control-plane' | 'worker';
  /** Where its strategy is, with `type` and `rollingUpdate`. */
  readonly strategy: readonly string[];
  /** `maxSurge`, `maxUnavailable` and the number of nodes where they are not said; none: it depends on what the object does not say. */
  readonly surge: number;
  readonly unavailable: number;
  readonly nodes?: number;
  /**
   * `fenceposts`: surge rounds up, unavailability down, and one node is away where both are 0. `kubeadm-control-plane`: there is no maxUnavailable; a
   * surge of 0 takes a node first, a text counts as its number or 0, and others than 0 and 1 are refused.
   */
  readonly resolve: 'fenceposts' | 'kubeadm-control-plane';
  readonly source: string;
}

const MACHINE_DEPLOYMENT = { kind: 'MachineDeployment', role: 'worker', surge: 1, unavailable: 0, resolve: 'fenceposts' } as const;
const KUBEADM_CONTROL_PLANE = {
  kind: 'KubeadmControlPlane', role: 'control-plane', surge: 1, unavailable: 0, nodes: 1, resolve: 'kubeadm-control-plane',
} as const;

export const CLUSTER_API_ROLLOUTS: readonly RolloutRow[] = [
  {
    ...MACHINE_DEPLOYMENT,
    apiVersion: 'cluster.x-k8s.io/v1beta1',
    strategy: ['strategy'],
    source: 'sigs.k8s.io/cluster-api@v1.9.5 internal/webhooks/machinedeployment.go:135-141, '
      + 'internal/controllers/machinedeployment/mdutil/util.go ResolveFenceposts',
  },
  {
    ...MACHINE_DEPLOYMENT,
    apiVersion: 'cluster.x-k8s.io/v1beta2',
    strategy: ['rollout', 'strategy'],
    source: 'sigs.k8s.io/cluster-api@v1.13.4 internal/webhooks/machinedeployment.go:111-114, '
      + 'internal/controllers/machinedeployment/mdutil/util.go:729-748',
  },
  {
    ...KUBEADM_CONTROL_PLANE,
    apiVersion: 'controlplane.cluster.x-k8s.io/v1beta1',
    strategy: ['rolloutStrategy'],
    source: 'sigs.k8s.io/cluster-api@v1.9.5 controlplane/kubeadm/internal/webhooks/kubeadm_control_plane.go:102-111, 442-456, '
      + 'controlplane/kubeadm/internal/controllers/upgrade.go:120-125',
  },
  {
    ...KUBEADM_CONTROL_PLANE,
    apiVersion: 'controlplane.cluster.x-k8s.io/v1beta2',
    strategy: ['rollout', 'strategy'],
    source: 'sigs.k8s.io/cluster-api@v1.11.2 controlplane/kubeadm/internal/webhooks/kubeadm_control_plane.go:78-89, 372-390, '
      + 'controlplane/kubeadm/internal/controllers/upgrade.go:87-97',
  },
];

/** Versions of AWSMachinePool with `refreshPreferences`. */
export const MACHINE_POOL_REFRESHES: readonly { readonly apiVersion: string; readonly source: string }[] = [
  {
    apiVersion: 'infrastructure.cluster.x-k8s.io/v1beta1',
    source: 'sigs.k8s.io/cluster-api-provider-aws/v2@v2.8.2 exp/api/v1beta1/awsmachinepool_types.go:87',
  },
  {
    apiVersion: 'infrastructure.cluster.x-k8s.io/v1beta2',
    source: 'sigs.k8s.io/cluster-api-provider-aws/v2@v2.8.2 exp/api/v1beta2/awsmachinepool_types.go:151-186, '
      + 'pkg/cloud/services/autoscaling/autoscalinggroup.go:350-384',
  },
];

/** Budgets of a NodePool. */
export interface KarpenterRow {
  readonly apiVersion: string;
  /** Where no budget is said. */
  readonly nodes: string;
  /** Whether a budget is for the reasons that it names only; else a budget is for all. */
  readonly hasReasons: boolean;
  /** Whether `expireAfter` takes nodes whatever the budgets say, and where it is, with its default. */
  readonly forcefulExpiry?: { readonly at: readonly string[]; readonly fallback: string };
  readonly source: string;
}

/** How many nodes a budget allows: `nodes` rounded up, the least of all that are active; without one, there is no bound. */
export const KARPENTER_BUDGETS: readonly KarpenterRow[] = [
  {
    apiVersion: 'karpenter.sh/v1beta1',
    nodes: '10%',
    hasReasons: false,
    source: 'sigs.k8s.io/karpenter@v0.37.0 pkg/apis/v1beta1/nodepool.go:94-111, GetAllowedDisruptions',
  },
  {
    apiVersion: 'karpenter.sh/v1',
    nodes: '10%',
    hasReasons: true,
    forcefulExpiry: { at: ['template', 'spec', 'expireAfter'], fallback: '720h' },
    source: 'sigs.k8s.io/karpenter@v1.3.3 pkg/apis/v1/nodepool.go:296-345, @v1.0.8 pkg/apis/v1/nodepool.go:82, 104, 213',
  },
];

/** How `kops rolling-update cluster` takes nodes of an InstanceGroup: group by group, those of the control plane first. */
export interface KopsRow {
  readonly apiVersion: string;
  /** What `spec.role` calls them. Bastions are no nodes. */
  readonly roles: { readonly [role: string]: 'control-plane' | 'worker' };
  /** On AWS, by what makes the nodes. */
  readonly surge: number;
  readonly surgeOfKarpenter: number;
  readonly source: string;
}

const KOPS = {
  surge: 1,
  surgeOfKarpenter: 0,
  source: 'k8s.io/kops@v1.36.1 and @v1.31.0 pkg/instancegroups/settings.go:26-81, pkg/instancegroups/instancegroups.go:147-200, rollingupdate.go '
    + '(groups in series), pkg/apis/kops/validation/validation.go:1818-1848; @v1.22.6 the same for the control plane',
};

/** An API server without etcd and without a controller manager counts as a worker. */
export const KOPS_ROLLOUTS: readonly KopsRow[] = ['kops.k8s.io/v1alpha2', 'kops.k8s.io/v1alpha3'].map(apiVersion => ({
  ...KOPS, apiVersion, roles: { ControlPlane: 'control-plane', Master: 'control-plane', Node: 'worker', APIServer: 'worker' },
}));

/**
 * Of an instance refresh: the share of the desired capacity, rounded up, that stays healthy. With 100 a new instance comes first; with less, one is
 * always away. A value of the instance maintenance policy of the group takes the place of a default.
 */
export const INSTANCE_REFRESH = {
  minHealthy: 90,
  maxHealthy: 100,
  /** An instance refresh that has ended replaces nothing more. */
  over: ['Successful', 'Failed', 'Cancelled', 'RollbackFailed', 'RollbackSuccessful'] as readonly string[],
  source: 'https://docs.aws.amazon.com/autoscaling/ec2/userguide/understand-instance-refresh-default-values.html, instance-refresh-overview.html and '
    + '../APIReference/API_RefreshPreferences.html, read 2026-11-28; "rounded up to the nearest integer": aws-sdk-autoscaling 1.68.0',
};

/** Of `UpdatePolicy.AutoScalingRollingUpdate` of CloudFormation. */
export const ROLLING_UPDATE = {
  minInService: 0,
  maxBatch: 1,
  source: 'https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/aws-attribute-updatepolicy.html, read 2026-11-28',
};

/** Tags of an Auto Scaling group that say what its instances are; kops and Cluster API set them. */
export const ROLE_TAGS: readonly { readonly key: string; readonly value?: string; readonly role: 'control-plane' | 'worker' }[] = [
  { key: 'k8s.io/role/control-plane', role: 'control-plane' },
  { key: 'k8s.io/role/master', role: 'control-plane' },
  { key: 'k8s.io/role/node', role: 'worker' },
  { key: 'sigs.k8s.io/cluster-api-provider-aws/role', value: 'control-plane', role: 'control-plane' },
  { key: 'sigs.k8s.io/cluster-api-provider-aws/role', value: 'node', role: 'worker' },
];

/** Names of groups and templates that say that their instances are of the control plane. */
export const CONTROL_PLANE_NAME = /control-?_?plane|(^|[^a-z])masters?([^a-z]|$)/i;
