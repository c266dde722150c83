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
}
