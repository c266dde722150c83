import { ResourceTag, TagBatch } from '../lib/tags/batches';
import { InstanceFacts, RouteTableFacts, SecurityGroupFacts, SubnetFacts, VpcFacts } from '../lib/tags/inventory';

/** A filter of a Describe call. */
export interface Ec2Filter {
  readonly name: string;
  readonly values: readonly string[];
}

/** What the tagger needs of EC2, and nothing else, so that tests hand in a fake. Every method reads all pages. */
export interface Ec2Port {
  /** The region that the calls go to. */
  region(): Promise<string>;
  /** Instances that are not shutting down or terminated. */
  instances(filters: readonly Ec2Filter[]): Promise<readonly InstanceFacts[]>;
  subnets(filters: readonly Ec2Filter[]): Promise<readonly SubnetFacts[]>;
  securityGroups(filters: readonly Ec2Filter[]): Promise<readonly SecurityGroupFacts[]>;
  routeTables(filters: readonly Ec2Filter[]): Promise<readonly RouteTableFacts[]>;
  vpcs(filters: readonly Ec2Filter[]): Promise<readonly VpcFacts[]>;
  /** All tags with one of the keys, on any resource. */
  tags(keys: readonly string[]): Promise<readonly ResourceTag[]>;
  /** @throws AwsError */
  createTags(batch: TagBatch): Promise<void>;
  /** Removes tags that still have these values. @throws AwsError */
  deleteTags(batch: TagBatch): Promise<void>;
}
