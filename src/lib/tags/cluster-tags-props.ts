import { ClusterTag, ClusterTagValue } from './cluster-tag';

/** Options for `ClusterTags`. */
export interface ClusterTagsProps {
  /** Id of the cluster: what follows `kubernetes.io/cluster/` in the tag key. It is not read from `--cluster-name`. */
  readonly clusterId: string;
  /**
   * Value on instances and their security group.
   * @default ClusterTagValue.OWNED
   */
  readonly value?: ClusterTagValue;
  /**
   * Value on subnets, the route table and the VPC.
   * @default ClusterTagValue.SHARED - nothing that deletes a cluster deletes its network with it
   */
  readonly networkValue?: ClusterTagValue;
  /**
   * Whether what is `owned` also gets the legacy tag `KubernetesCluster`. A cloud-controller-manager that finds it on its instance writes it on
   * everything it creates.
   * @default false
   */
  readonly legacyTag?: boolean;
  /**
   * Whether subnets get `kubernetes.io/role/elb` (public) or `kubernetes.io/role/internal-elb` (private).
   * @default true
   */
  readonly subnetRoles?: boolean;
  /**
   * Tags of your own that go along.
   * @default - none
   */
  readonly extraTags?: ClusterTag[];
}
