import { ClusterTag } from '../lib/tags/cluster-tag';
import { ClusterTagsProps } from '../lib/tags/cluster-tags-props';

/**
 * Which resources, which tags, and where. At least one of `instanceIds`, `vpcId`, `filterTags` and `nodeList` says which instances are meant; all
 * given ones must hold.
 */
export interface TaggerProps extends ClusterTagsProps {
  /**
   * Ids of the instances.
   * @default - not narrowed by id
   */
  readonly instanceIds?: string[];
  /**
   * VPC of the instances. Given alone, the whole VPC is the cluster's, its subnets included.
   * @default - the VPCs of the instances
   */
  readonly vpcId?: string;
  /**
   * Tags that the instances carry already, for example the one of their Auto Scaling group.
   * @default - not narrowed by tag
   */
  readonly filterTags?: ClusterTag[];
  /**
   * Text that `kubectl get nodes -o json` (or `-o yaml`) printed: the instances of these nodes, by their provider IDs.
   * @default - not narrowed by nodes
   */
  readonly nodeList?: string;
  /**
   * Ids of the instances that run the control plane.
   * @default - those with a control-plane label in `nodeList`; without it any instance may run the cloud-controller-manager
   */
  readonly controlPlaneIds?: string[];
  /**
   * The security groups to tag where an instance has several.
   * @default - the one that is tagged already, else the only one an instance has
   */
  readonly securityGroupIds?: string[];
  /**
   * The subnets to tag.
   * @default - the instances' subnets; of a whole VPC also those that no other cluster has tagged
   */
  readonly subnetIds?: string[];
  /**
   * The route table to tag.
   * @default - the one that is tagged already, else the only one of the instances' subnets
   */
  readonly routeTableId?: string;
  /**
   * Whether the cloud-controller-manager writes pod routes (`--configure-cloud-routes`). Only then a route table is tagged and checked.
   * @default true - as the flag
   */
  readonly cloudRoutes?: boolean;
  /**
   * Whether the cloud config names the route table (`RouteTableID`), so that its tags do not matter.
   * @default false
   */
  readonly routeTableInCloudConfig?: boolean;
  /**
   * Whether the VPC gets the tag too. The cloud-controller-manager does not read it.
   * @default false
   */
  readonly tagVpc?: boolean;
  /**
   * Region of the calls.
   * @default - as the AWS SDK finds it: environment, profile
   */
  readonly region?: string;
  /**
   * Profile of the shared AWS files, its role included.
   * @default - as the AWS SDK finds it
   */
  readonly profile?: string;
  /**
   * Endpoint of the EC2 API, for private endpoints and tests.
   * @default - as the AWS SDK finds it: environment, profile, region
   */
  readonly endpoint?: string;
  /**
   * File that says what was added; `remove` reads it.
   * @default - `ccm-migration-tags-<clusterId>.json` in the current folder
   */
  readonly recordFile?: string;
  /**
   * Calls that change tags at a time.
   * @default 3
   */
  readonly concurrency?: number;
}
