import { ClusterTagValue } from '../../../src/lib/tags/cluster-tag';
import { InstanceFacts, Inventory, RouteTableFacts, SecurityGroupFacts, SubnetFacts } from '../../../src/lib/tags/inventory';
import { Tags } from '../../../src/lib/tags/keys';
import { PlanSettings } from '../../../src/lib/tags/settings';

export const KEY = 'kubernetes.io/cluster/prod';

export function tags(record: Record<string, string> = {}): Tags {
  return new Map(Object.entries(record));
}

export function instance(id: string, facts: Partial<InstanceFacts> = {}): InstanceFacts {
  return { id, tags: tags(), vpcId: 'vpc-1', subnetId: 'subnet-a', securityGroups: [{ id: 'sg-1', name: 'nodes' }], tagsInMetadata: false, ...facts };
}

export function group(id: string, facts: Partial<SecurityGroupFacts> = {}): SecurityGroupFacts {
  return { id, tags: tags(), vpcId: 'vpc-1', name: id, description: '', ...facts };
}

export function subnet(id: string, facts: Partial<SubnetFacts> = {}): SubnetFacts {
  return { id, tags: tags(), vpcId: 'vpc-1', zone: 'a', ...facts };
}

export function table(id: string, facts: Partial<RouteTableFacts> = {}): RouteTableFacts {
  return { id, tags: tags(), vpcId: 'vpc-1', main: false, subnetIds: [], internetGateway: false, ...facts };
}

/** One instance, its subnet, its group, the main route table. */
export function inventory(facts: Partial<Inventory> = {}): Inventory {
  return {
    instances: [instance('i-1')],
    neighbours: [],
    subnets: [subnet('subnet-a')],
    securityGroups: [group('sg-1'), group('sg-2')],
    routeTables: [table('rtb-main', { main: true })],
    vpcs: [{ id: 'vpc-1', tags: tags() }],
    missing: [],
    controlPlaneIds: [],
    ...facts,
  };
}

export function settings(given: Partial<PlanSettings> = {}): PlanSettings {
  return {
    clusterId: 'prod',
    value: ClusterTagValue.OWNED,
    networkValue: ClusterTagValue.SHARED,
    legacyTag: false,
    subnetRoles: true,
    extraTags: [],
    cloudRoutes: true,
    tagVpc: false,
    securityGroupIds: [],
    subnetIds: [],
    wholeVpc: false,
    ...given,
  };
}
