import { Ec2Filter, Ec2Port } from './ec2-port';
import { chunks } from '../lib/tags/batches';
import { ClusterTag } from '../lib/tags/cluster-tag';
import { InstanceFacts, Inventory } from '../lib/tags/inventory';
import { clusterKey } from '../lib/tags/keys';
import { EC2_LIMITS } from '../lib/tags/limits';

/** Which instances are meant. `undefined` does not narrow; what is given must all hold. */
export interface TagScope {
  readonly instanceIds?: readonly string[];
  readonly vpcId?: string;
  readonly filterTags: readonly ClusterTag[];
  readonly controlPlaneIds: readonly string[];
  readonly clusterId: string;
}

/** Reads the instances that are meant, and all that the CCM looks at in their VPCs. */
export async function discover(ec2: Ec2Port, scope: TagScope): Promise<Inventory> {
  const narrowed = [
    ...(scope.vpcId === undefined ? [] : [{ name: 'vpc-id', values: [scope.vpcId] }]),
    ...scope.filterTags.map(({ key, value }) => ({ name: `tag:${key}`, values: [value] })),
  ];
  const instances = await meantInstances(ec2, scope, narrowed);
  const vpcIds = [...new Set([...(scope.vpcId === undefined ? [] : [scope.vpcId]), ...instances.map(instance => instance.vpcId)])].sort();
  const inVpcs: Ec2Filter[] = [{ name: 'vpc-id', values: vpcIds }];
  const tagged: Ec2Filter = { name: 'tag-key', values: [clusterKey(scope.clusterId)] };
  const [neighbours, subnets, securityGroups, routeTables, taggedTables, vpcs] = vpcIds.length === 0 ? [[], [], [], [], [], []] : await Promise.all([
    // With the whole VPC in scope there are no instances of other clusters in it.
    narrowed.length === 1 && scope.vpcId !== undefined && !scope.instanceIds ? [] : ec2.instances([...inVpcs, tagged]),
    ec2.subnets(inVpcs),
    ec2.securityGroups(inVpcs),
    ec2.routeTables(inVpcs),
    // The route controller counts tagged tables of the whole account (aws_routes.go:46).
    ec2.routeTables([tagged]),
    ec2.vpcs(inVpcs),
  ]);
  const found = new Set(instances.map(instance => instance.id));
  return {
    instances,
    neighbours: neighbours.filter(instance => !found.has(instance.id)),
    // Sorted as nothing in EC2 is: the plan, and the CCM's choice among equals, must not depend on the order of an answer.
    subnets: sorted(subnets),
    securityGroups: sorted(securityGroups),
    routeTables: sorted([...new Map([...routeTables, ...taggedTables].map(table => [table.id, table])).values()]),
    vpcs: sorted(vpcs),
    missing: [...new Set([...scope.instanceIds ?? [], ...scope.controlPlaneIds])].filter(id => !found.has(id)).sort(),
    controlPlaneIds: scope.controlPlaneIds,
  };
}

/**
 * Ids go through a filter and not through `InstanceIds`: one unknown id fails a whole call by ids, and a filter just leaves it out, which is then
 * reported as missing.
 */
async function meantInstances(ec2: Ec2Port, scope: TagScope, narrowed: readonly Ec2Filter[]): Promise<readonly InstanceFacts[]> {
  if (!scope.instanceIds) return sorted(await ec2.instances(narrowed));
  const found: InstanceFacts[] = [];
  for (const values of chunks([...new Set(scope.instanceIds)], EC2_LIMITS.valuesPerFilter)) {
    found.push(...await ec2.instances([{ name: 'instance-id', values }, ...narrowed]));
  }
  return sorted(found);
}

function sorted<R extends { readonly id: string }>(resources: readonly R[]): readonly R[] {
  return [...resources].sort((a, b) => (a.id < b.id ? -1 : 1));
}
