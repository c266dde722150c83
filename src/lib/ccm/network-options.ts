import { IpFamily } from './ip-family';

/** What both components say about the cluster's network, and must say alike. */
export interface ClusterNetworkOptions {
  /**
   * `--cluster-name`. On AWS it is not the cluster's id, which is in tags: it names cloud routes, and in releases with `NLBSecurityGroupMode` the
   * security groups of network load balancers; other clouds may put it into names of load balancers.
   * @default - from the manifests of N; without them, not passed
   */
  readonly clusterName?: string;
  /**
   * `--cluster-cidr`, the CIDR of the pods, needed with cloud routes; two, separated by a comma, for dual stack.
   * @default - from the manifests of N; without them, not passed
   */
  readonly clusterCidr?: string;
  /**
   * Whether the route controller makes a cloud route per node.
   * @default - as in the manifests of N; without them, false
   */
  readonly configureCloudRoutes?: boolean;
  /**
   * `--allocate-node-cidrs`.
   * @default - from the manifests of N; without them, not passed
   */
  readonly allocateNodeCidrs?: boolean;
  /**
   * IP families of the addresses of nodes, the primary one first: `[IpFamily.IPV4, IpFamily.IPV6]` for dual stack.
   *
   * On AWS it goes into the cloud config of the cloud-controller-manager (`NodeIPFamilies`, from 1.22.0 on), whose own default is IPv4 alone, and
   * what belongs to it must agree: `clusterCidr` has the same families in the same order, no cloud routes with IPv6 (those of AWS carry IPv4 only),
   * and `--node-ip` of every kubelet leaves no family out. With IPv6 as the primary one a kubelet without `--node-ip` gets `::`; with an address of
   * each family, the gate `CloudDualStackNodeIPs` where its release needs it.
   * @default - not checked: nodes have IPv4 addresses, unless `cloudConfig` says otherwise
   */
  readonly ipFamilies?: IpFamily[];
}
