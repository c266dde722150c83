import { Tags } from './keys';

/** An instance as far as tags go. */
export interface InstanceFacts {
  readonly id: string;
  readonly tags: Tags;
  readonly vpcId: string;
  readonly subnetId: string;
  readonly securityGroups: readonly { readonly id: string; readonly name: string }[];
  /** Whether the instance shows its tags in its metadata: EC2 then refuses keys with a slash. */
  readonly tagsInMetadata: boolean;
}

export interface SubnetFacts {
  readonly id: string;
  readonly tags: Tags;
  readonly vpcId: string;
  readonly zone: string;
}

export interface SecurityGroupFacts {
  readonly id: string;
  readonly tags: Tags;
  readonly vpcId: string;
  readonly name: string;
  readonly description: string;
}

export interface RouteTableFacts {
  readonly id: string;
  readonly tags: Tags;
  readonly vpcId: string;
  /** Whether it is the main table of its VPC: it holds for subnets without a table of their own. */
  readonly main: boolean;
  readonly subnetIds: readonly string[];
  readonly internetGateway: boolean;
}

export interface VpcFacts {
  readonly id: string;
  readonly tags: Tags;
}

/** What a discovery found. */
export interface Inventory {
  /** Instances that the user asked for. */
  readonly instances: readonly InstanceFacts[];
  /** Instances that were not asked for but carry the tag of the cluster already: read for checks, never changed. */
  readonly neighbours: readonly InstanceFacts[];
  /** Everything of the instances' VPCs, because the cloud-controller-manager looks at everything. */
  readonly subnets: readonly SubnetFacts[];
  readonly securityGroups: readonly SecurityGroupFacts[];
  readonly routeTables: readonly RouteTableFacts[];
  readonly vpcs: readonly VpcFacts[];
  /** Ids asked for that EC2 does not know, or that are shutting down or terminated. */
  readonly missing: readonly string[];
  /** Ids of instances known to run the control plane; empty if that was not told. */
  readonly controlPlaneIds: readonly string[];
}

/** The table that holds for a subnet: its own, or else the main one of the VPC, as the CCM decides (aws.go:1859, isSubnetPublic). */
export function routeTableOf(subnet: SubnetFacts, tables: readonly RouteTableFacts[]): RouteTableFacts | undefined {
  return tables.find(table => table.subnetIds.includes(subnet.id)) ?? tables.find(table => table.main && table.vpcId === subnet.vpcId);
}

/** Public = its route table has a route to an internet gateway. */
export function isPublic(subnet: SubnetFacts, tables: readonly RouteTableFacts[]): boolean {
  return routeTableOf(subnet, tables)?.internetGateway ?? false;
}
