/** How the key is decoded: the Go type of the struct field. */
export type CloudConfigKeyType = 'string' | 'bool' | 'int32' | 'strings';

export interface CloudConfigKeyFact {
  readonly key: string;
  readonly type: CloudConfigKeyType;
  /** Known to the provider inside kube-controller-manager, 1.20 to 1.26 (the struct did not change in that range). */
  readonly inTree: boolean;
  /** First release of the cloud-controller-manager per minor; see `hasSince`. */
  readonly since: readonly string[];
  /** First release per minor without it. */
  readonly removedIn?: readonly string[];
  readonly source: string;
}

/** Kubernetes minors whose kube-controller-manager has the AWS provider, as far as its struct was read. */
export const IN_TREE_FIRST = 20;
export const IN_TREE_LAST = 26;

const IN_TREE = 'k8s.io/legacy-cloud-providers@v0.26.0 aws/aws.go:590';
const CONFIG = 'k8s.io/cloud-provider-aws@v1.36.1 pkg/providers/v1/config/config.go:41';
const always = ['1.20.0'];

/** Section [Global]. */
export const CLOUD_CONFIG_KEYS: readonly CloudConfigKeyFact[] = [
  { key: 'Zone', type: 'string', inTree: true, since: always, source: `${IN_TREE}; ${CONFIG}` },
  { key: 'Region', type: 'string', inTree: false, since: ['1.27.1'], source: 'kubernetes/cloud-provider-aws@v1.27.1 pkg/providers/v1/config/config.go' },
  { key: 'VPC', type: 'string', inTree: true, since: always, source: `${IN_TREE}; ${CONFIG}` },
  { key: 'SubnetID', type: 'string', inTree: true, since: always, source: `${IN_TREE}; ${CONFIG}` },
  { key: 'RouteTableID', type: 'string', inTree: true, since: always, source: `${IN_TREE}; ${CONFIG}` },
  { key: 'RoleARN', type: 'string', inTree: true, since: always, source: `${IN_TREE}; ${CONFIG}` },
  {
    key: 'SourceARN',
    type: 'string',
    inTree: false,
    since: ['1.23.18', '1.24.16', '1.25.12', '1.26.7', '1.27.3', '1.28.2'],
    source: 'kubernetes/cloud-provider-aws: CloudConfig at each of these tags and at the one before it',
  },
  { key: 'KubernetesClusterTag', type: 'string', inTree: true, since: always, source: `${IN_TREE}; ${CONFIG}` },
  { key: 'KubernetesClusterID', type: 'string', inTree: true, since: always, source: `${IN_TREE}; ${CONFIG}` },
  { key: 'DisableSecurityGroupIngress', type: 'bool', inTree: true, since: always, source: `${IN_TREE}; ${CONFIG}` },
  { key: 'ElbSecurityGroup', type: 'string', inTree: true, since: always, source: `${IN_TREE}; ${CONFIG}` },
  {
    key: 'DisableStrictZoneCheck',
    type: 'bool',
    inTree: true,
    since: always,
    removedIn: ['1.27.1'],
    source: `${IN_TREE}; k8s.io/cloud-provider-aws@v1.27.0 pkg/providers/v1/aws.go, absent in v1.27.1 pkg/providers/v1/config/config.go`,
  },
  { key: 'NodeIPFamilies', type: 'strings', inTree: false, since: ['1.22.0'], source: 'kubernetes/cloud-provider-aws@v1.22.0 pkg/providers/v1/aws.go' },
  {
    key: 'SupportedTopologyInstanceTypePattern',
    type: 'string',
    inTree: false,
    since: ['1.30.8', '1.31.6', '1.32.2'],
    source: 'kubernetes/cloud-provider-aws: CloudConfig at each of these tags; k8s.io/cloud-provider-aws@v1.36.1 pkg/providers/v1/topology.go:73',
  },
  {
    key: 'ClusterServiceLoadBalancerHealthProbeMode',
    type: 'string',
    inTree: false,
    since: ['1.33.0'],
    source: 'kubernetes/cloud-provider-aws@v1.33.0 pkg/providers/v1/config/config.go',
  },
  {
    key: 'ClusterServiceSharedLoadBalancerHealthProbePort',
    type: 'int32',
    inTree: false,
    since: ['1.33.0'],
    source: 'kubernetes/cloud-provider-aws@v1.33.0 pkg/providers/v1/config/config.go',
  },
  {
    key: 'ClusterServiceSharedLoadBalancerHealthProbePath',
    type: 'string',
    inTree: false,
    since: ['1.33.0'],
    source: 'kubernetes/cloud-provider-aws@v1.33.0 pkg/providers/v1/config/config.go',
  },
  { key: 'NLBSecurityGroupMode', type: 'string', inTree: false, since: ['1.35.0'], source: 'kubernetes/cloud-provider-aws@v1.35.0 pkg/providers/v1/config/config.go' },
];

/** Section [ServiceOverride "..."]: the same in every reader (legacy-cloud-providers@v0.26.15 aws/aws.go:645, cloud-provider-aws@v1.36.1 config.go:134). */
export const SERVICE_OVERRIDE_KEYS = ['Service', 'Region', 'URL', 'SigningRegion', 'SigningMethod', 'SigningName'] as const;

/**
 * Releases that wrap gcfg in `FatalOnly`, so that data for an unknown section or key is ignored without a word; all before stop with it, and so does
 * kube-controller-manager (legacy-cloud-providers@v0.26.15 aws/aws.go:1257).
 * Source: readAWSCloudConfig at each of these tags and at the one before it.
 */
export const UNKNOWN_KEYS_IGNORED_SINCE: readonly string[] = ['1.23.18', '1.24.16', '1.25.12', '1.26.7', '1.27.3', '1.28.2'];

/** Releases built on the AWS SDK for Go v2. Source: go.mod and pkg/providers/v1/config/config.go at each of these tags. */
export const AWS_SDK_V2_SINCE: readonly string[] = ['1.29.9', '1.30.10', '1.31.9', '1.32.4', '1.33.1'];

/** What `Service` of a ServiceOverride must say for the client to find it; compared exactly. */
export interface ServiceOverrideName {
  readonly target: string;
  readonly sdkV1: string;
  readonly sdkV2: string;
}

/** Source: v1.28.11 pkg/providers/v1/aws.go:750 (SDK v1 endpoint ids), v1.36.1 pkg/providers/v1/config/config.go:204,271,322,373,423 (SDK v2 ServiceID). */
export const SERVICE_OVERRIDE_NAMES: readonly ServiceOverrideName[] = [
  { target: 'EC2', sdkV1: 'ec2', sdkV2: 'EC2' },
  { target: 'classic load balancers', sdkV1: 'elasticloadbalancing', sdkV2: 'Elastic Load Balancing' },
  { target: 'network load balancers', sdkV1: 'elasticloadbalancing', sdkV2: 'Elastic Load Balancing v2' },
  { target: 'KMS', sdkV1: 'kms', sdkV2: 'KMS' },
  { target: 'instance metadata', sdkV1: 'ec2metadata', sdkV2: 'ec2imds' },
];

/** Services whose override the SDK v1 releases used, and the SDK v2 ones have no code for. */
export const SDK_V1_ONLY_SERVICES: readonly string[] = ['sts', 'autoscaling'];
