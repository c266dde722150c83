/** AWS service whose endpoint a ServiceOverride replaces. It is written under the names that the readers ask for, which differ by AWS SDK. */
export enum CloudConfigService {
  /** EC2. */
  EC2 = 'ec2',
  /** Classic and network load balancers. */
  LOAD_BALANCING = 'elasticloadbalancing',
  /** KMS. */
  KMS = 'kms',
  /** Instance metadata. */
  METADATA = 'ec2metadata',
  /** STS; only releases with AWS SDK v1 use it. */
  STS = 'sts',
}

/** How cloud-controller-manager probes nodes behind a service with `externalTrafficPolicy: Cluster`. */
export enum CloudConfigHealthProbeMode {
  /** One HTTP probe of kube-proxy for all services. */
  SHARED = 'Shared',
  /** A probe of each service's own node port. */
  SERVICE_NODE_PORT = 'ServiceNodePort',
}

/** Who manages the security group of a network load balancer. */
export enum CloudConfigNlbSecurityGroupMode {
  /** cloud-controller-manager creates one for each load balancer. */
  MANAGED = 'Managed',
}

/** One `[ServiceOverride "name"]`. */
export interface CloudConfigServiceOverride {
  /** Name of the subsection; any text that is used once. */
  readonly name: string;
  /** Service whose endpoint is replaced. */
  readonly service: CloudConfigService;
  /** Region for which it is replaced. */
  readonly region: string;
  /** URL of the endpoint. */
  readonly url: string;
  /** Region in the signature. */
  readonly signingRegion: string;
  /**
   * Signature method; releases with AWS SDK v2 ignore it.
   * @default - the SDK's
   */
  readonly signingMethod?: string;
  /**
   * Service name in the signature. Releases with AWS SDK v2 sign with the empty name if it is missing.
   * @default - the SDK v1's own; empty with SDK v2
   */
  readonly signingName?: string;
}

/**
 * Values of an AWS cloud config. Which of them exist depends on the reader; see `CloudConfig.findings`.
 *
 * @see https://github.com/kubernetes/cloud-provider-aws/blob/v1.36.1/pkg/providers/v1/config/config.go
 */
export interface CloudConfigProps {
  /**
   * Availability zone; the region is cut out of it.
   * @default - from instance metadata
   */
  readonly zone?: string;
  /**
   * Region; cloud-controller-manager from 1.27.1.
   * @default - from instance metadata
   */
  readonly region?: string;
  /**
   * VPC of the nodes, for a control plane that runs elsewhere; needs a subnet or role, and a cluster id.
   * @default - the VPC of the instance
   */
  readonly vpc?: string;
  /**
   * Subnet for load balancers, and with `vpc` for a control plane that runs elsewhere.
   * @default - the subnet of the instance
   */
  readonly subnetId?: string;
  /**
   * Route table of the route controller.
   * @default - the one with the cluster tag
   */
  readonly routeTableId?: string;
  /**
   * IAM role to assume.
   * @default - the instance's own role
   */
  readonly roleArn?: string;
  /**
   * `aws:SourceArn` of the assumed role's session, against the confused deputy.
   * @default - none
   */
  readonly sourceArn?: string;
  /**
   * Legacy cluster id; the legacy tag is then written as well. Must equal `kubernetesClusterId` if both are set.
   * @default - from the tags of the instance
   */
  readonly kubernetesClusterTag?: string;
  /**
   * Cluster id; the tags of the instance are not read then.
   * @default - from the tags of the instance
   */
  readonly kubernetesClusterId?: string;
  /**
   * Whether load balancers add no rule to the security groups of nodes.
   * @default false
   */
  readonly disableSecurityGroupIngress?: boolean;
  /**
   * One security group for all classic load balancers.
   * @default - one for each
   */
  readonly elbSecurityGroup?: string;
  /**
   * Whether a region that the provider does not list is accepted; removed in cloud-controller-manager 1.27.1.
   * @default false
   */
  readonly disableStrictZoneCheck?: boolean;
  /**
   * IP families of node addresses, in order: `ipv4`, `ipv6`.
   * @default - ipv4
   */
  readonly nodeIpFamilies?: string[];
  /**
   * Go regular expression of instance types that have a network topology.
   * @default - built in
   */
  readonly supportedTopologyInstanceTypePattern?: string;
  /**
   * How nodes are probed for services with `externalTrafficPolicy: Cluster`.
   * @default - ServiceNodePort
   */
  readonly healthProbeMode?: CloudConfigHealthProbeMode;
  /**
   * Port of the shared probe.
   * @default 10256
   */
  readonly sharedHealthProbePort?: number;
  /**
   * Path of the shared probe.
   * @default '/healthz'
   */
  readonly sharedHealthProbePath?: string;
  /**
   * Who manages security groups of network load balancers.
   * @default - network load balancers have none
   */
  readonly nlbSecurityGroupMode?: CloudConfigNlbSecurityGroupMode;
  /**
   * Endpoints to use instead of AWS's own.
   * @default - none
   */
  readonly serviceOverrides?: CloudConfigServiceOverride[];
}
