import { discoverClusterId } from './ccm-cluster-id';
import { securityGroupOf } from './ccm-security-group';
import { chooseSubnets } from './ccm-subnets';
import { CCM_TEXTS, sprintf } from './ccm-texts';
import { ClusterTagFinding, ClusterTagSeverity } from './cluster-tag-plan';
import { InstanceFacts, Inventory } from './inventory';
import { clusterKey, hasClusterTag } from './keys';

const { ERROR, WARNING } = ClusterTagSeverity;

/** What a verification assumes about the command line of the CCM. */
export interface CcmAssumptions {
  readonly clusterId: string;
  /** `--configure-cloud-routes`. */
  readonly cloudRoutes: boolean;
  /** Whether the cloud config names the route table (`RouteTableID`): then its tags do not matter. */
  readonly routeTableInCloudConfig: boolean;
}

/** Everything that the CCM of a cluster would stumble over with the tags as they are. Empty = fine. */
export function ccmFindings(inventory: Inventory, assumed: CcmAssumptions): readonly ClusterTagFinding[] {
  return [
    ...inventory.missing.map(missing),
    ...inventory.instances.flatMap(instance => (
      startsCcm(instance, inventory) ? identity(instance, assumed) : lookup(instance, assumed)
    )),
    ...securityGroups(inventory, assumed),
    ...(assumed.cloudRoutes && !assumed.routeTableInCloudConfig ? routeTables(inventory, assumed) : []),
    ...inventory.vpcs.flatMap(vpc => subnets(vpc.id, inventory, assumed)),
  ];
}

function missing(id: string): ClusterTagFinding {
  return {
    severity: ERROR,
    resourceId: id,
    ccmText: '',
    message: 'EC2 has no such running or stopped instance; the lifecycle controller deletes a node whose instance is gone',
    fix: 'check region and account, or leave the id out',
  };
}

/** A CCM may start on control-plane instances; on every instance where it is not known which those are. */
function startsCcm(instance: InstanceFacts, inventory: Inventory): boolean {
  return inventory.controlPlaneIds.length === 0 || inventory.controlPlaneIds.includes(instance.id);
}

/** The id that a CCM finds on its own instance. Right = the instance is tagged, so lookups see it too. */
function identity(instance: InstanceFacts, assumed: CcmAssumptions): readonly ClusterTagFinding[] {
  const found = discoverClusterId(instance.tags);
  if (found.clusterId === assumed.clusterId) return [];
  return [{
    severity: ERROR,
    resourceId: instance.id,
    ccmText: found.error ?? '',
    message: found.error ? 'a cloud-controller-manager on this instance exits at start'
      : `a cloud-controller-manager on this instance takes '${found.clusterId}' as cluster id, not '${assumed.clusterId}'`,
    fix: `leave exactly one cluster key on the instance: '${clusterKey(assumed.clusterId)}'`,
  }];
}

function lookup(instance: InstanceFacts, assumed: CcmAssumptions): readonly ClusterTagFinding[] {
  if (hasClusterTag(instance.tags, assumed.clusterId)) return [];
  return [{
    severity: ERROR,
    resourceId: instance.id,
    ccmText: '',
    message: 'lookups by node name do not see this instance: a new node is never initialized, and one without a provider ID can be deleted',
    fix: `add '${clusterKey(assumed.clusterId)}'`,
  }];
}

function securityGroups(inventory: Inventory, { clusterId }: CcmAssumptions): readonly ClusterTagFinding[] {
  const tagged = new Set(inventory.securityGroups.filter(group => hasClusterTag(group.tags, clusterId)).map(group => group.id));
  return [...inventory.instances, ...inventory.neighbours].flatMap(instance => {
    const { error } = securityGroupOf(instance, tagged);
    if (!error) return [];
    return [{
      severity: ERROR,
      resourceId: instance.id,
      ccmText: error,
      message: 'load balancers cannot open ports to this instance, unless the cloud config has DisableSecurityGroupIngress',
      fix: `leave '${clusterKey(clusterId)}' on exactly one security group of the instance`,
    }];
  });
}

function routeTables(inventory: Inventory, { clusterId }: CcmAssumptions): readonly ClusterTagFinding[] {
  const tagged = inventory.routeTables.filter(table => hasClusterTag(table.tags, clusterId));
  if (tagged.length === 1) return [];
  return [{
    severity: ERROR,
    resourceId: tagged.map(table => table.id).join(',') || inventory.vpcs.map(vpc => vpc.id).join(','),
    // The CCM puts --cluster-name in, which is not the id that it read from the tags.
    ccmText: sprintf(tagged.length === 0 ? CCM_TEXTS.noRouteTable : CCM_TEXTS.twoRouteTables, clusterId),
    message: 'the route controller cannot list or write pod routes',
    fix: `tag exactly one route table with '${clusterKey(clusterId)}', name it as RouteTableID in the cloud config, or run with `
      + '--configure-cloud-routes=false',
  }];
}

function subnets(vpcId: string, inventory: Inventory, { clusterId }: CcmAssumptions): readonly ClusterTagFinding[] {
  const inVpc = inventory.subnets.filter(subnet => subnet.vpcId === vpcId);
  return [false, true].flatMap(internal => {
    const choice = chooseSubnets(inVpc, inventory.routeTables, clusterId, internal);
    const kind = internal ? 'internal' : 'internet-facing';
    const none: ClusterTagFinding[] = choice.byZone.size > 0 ? [] : [{
      severity: WARNING,
      resourceId: vpcId,
      ccmText: CCM_TEXTS.noSubnets.format,
      message: `no subnet can take an ${kind} load balancer`,
      fix: `tag one subnet per zone with '${clusterKey(clusterId)}'${internal ? '' : '; it needs a route to an internet gateway'}`,
    }];
    return [...none, ...choice.ties.map(({ zone, text }) => ({
      severity: WARNING,
      resourceId: vpcId,
      ccmText: text,
      message: `two subnets of zone ${zone} are equal for ${kind} load balancers, so the smaller id decides`,
      fix: `leave the role tag 'kubernetes.io/role/${internal ? 'internal-elb' : 'elb'}' on one subnet per zone`,
    }))];
  });
}
