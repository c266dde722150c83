import { chooseSubnets } from './ccm-subnets';
import { ClusterTagResource } from './cluster-tag';
import { ClusterTagAction, ClusterTagChange, ClusterTagPlan } from './cluster-tag-plan';
import { Inventory, isPublic, SubnetFacts } from './inventory';
import { clusterKey, ELB_ROLE_KEY, INTERNAL_ELB_ROLE_KEY, LEGACY_CLUSTER_KEY, otherClusters, Tags } from './keys';
import { refusalOf } from './refusals';
import { chooseRouteTable } from './route-table-choice';
import { chooseSecurityGroups } from './security-group-choice';
import { checkSettings, desiredTags, PlanSettings, valueOf } from './settings';

/** One resource that is to be tagged. */
interface Target {
  readonly id: string;
  readonly tags: Tags;
  readonly resource: ClusterTagResource;
  readonly name?: string;
  readonly description?: string;
}

/** Kinds in the order of a plan: what the CCM reads first comes first. */
const ORDER = Object.values(ClusterTagResource);

/**
 * The difference between the tags that are there and those that must be. Pure: the same inventory gives the same plan, byte by byte.
 *
 * @throws if the settings cannot be written as tags
 */
export function planTags(inventory: Inventory, settings: PlanSettings): ClusterTagPlan {
  checkSettings(settings);
  const groups = chooseSecurityGroups(inventory, settings.clusterId, settings.securityGroupIds);
  const table = settings.cloudRoutes ? chooseRouteTable(inventory, settings.clusterId, settings.routeTableId) : {};
  const controlPlane = new Set(inventory.controlPlaneIds);
  const roleOf = (id: string) => (controlPlane.has(id) ? ClusterTagResource.CONTROL_PLANE_INSTANCE : ClusterTagResource.WORKER_INSTANCE);
  const groupIds = new Set(groups.groupIds);
  const conflict = (resourceId: string, resource: ClusterTagResource, reason: string): ClusterTagChange => ({
    resourceId, resource, action: ClusterTagAction.CONFLICT, key: clusterKey(settings.clusterId), value: valueOf(resource, settings), reason,
  });

  const targets: Target[] = [
    ...inventory.instances.map(({ id, tags }) => ({ id, tags, resource: roleOf(id) })),
    ...inventory.securityGroups.filter(({ id }) => groupIds.has(id)).map(group => ({ ...group, resource: ClusterTagResource.SECURITY_GROUP })),
    ...subnetsInScope(inventory, settings).map(subnet => ({ ...subnet, resource: subnetKind(subnet, inventory) })),
    ...(table.table ? [{ ...table.table, resource: ClusterTagResource.ROUTE_TABLE }] : []),
    ...(settings.tagVpc ? inventory.vpcs.map(vpc => ({ ...vpc, resource: ClusterTagResource.VPC })) : []),
  ];
  const changes = [
    ...targets.flatMap(target => changesOf(target, settings)),
    ...groups.conflicts.map(({ instanceId, reason }) => conflict(instanceId, roleOf(instanceId), reason)),
    ...(table.conflict ? [conflict(table.conflict.resourceId, ClusterTagResource.ROUTE_TABLE, table.conflict.reason)] : []),
    ...inventory.missing.map(id => conflict(id, roleOf(id), 'EC2 has no such running or stopped instance in this region and account')),
    ...namedButAbsent(inventory, settings).map(({ id, resource }) => conflict(id, resource, 'named, but not in the VPC of the instances')),
  ];
  return { clusterId: settings.clusterId, changes: changes.sort(compareChanges), warnings: warnings(inventory, settings, targets) };
}

/** A resource with a refusal gets one conflict and nothing else, so that it is never half tagged. */
function changesOf(target: Target, settings: PlanSettings): readonly ClusterTagChange[] {
  const { id, tags, resource } = target;
  const isInstance = resource === ClusterTagResource.CONTROL_PLANE_INSTANCE || resource === ClusterTagResource.WORKER_INSTANCE;
  const desired = withoutSecondRole(desiredTags(resource, settings), tags);
  const refusal = refusalOf({ ...target, isInstance, value: valueOf(resource, settings), desired }, settings.clusterId);
  if (refusal) {
    return [{
      resourceId: id, resource, action: ClusterTagAction.CONFLICT, key: refusal.key, value: tags.get(refusal.key) ?? '', reason: refusal.reason,
    }];
  }
  return [...desired].map(([key, value]) => {
    const present = tags.get(key);
    if (present === undefined) return { resourceId: id, resource, action: ClusterTagAction.ADD, key, value, reason: 'missing' };
    const reason = present === value ? 'present' : `present with another value than '${value}'; only the key is read, so it stays`;
    return { resourceId: id, resource, action: ClusterTagAction.KEEP, key, value: present, reason };
  });
}

/** A subnet that has a role already keeps that one alone: the other would make it a candidate for both kinds of load balancer. */
function withoutSecondRole(desired: Tags, present: Tags): Tags {
  const roles = [ELB_ROLE_KEY, INTERNAL_ELB_ROLE_KEY];
  if (!roles.some(role => present.has(role))) return desired;
  return new Map([...desired].filter(([key]) => !roles.includes(key) || present.has(key)));
}

/**
 * Named subnets only; else the instances' subnets, and where the VPC is the cluster's those that no other cluster has tagged.
 */
function subnetsInScope(inventory: Inventory, settings: PlanSettings): readonly SubnetFacts[] {
  if (settings.subnetIds.length > 0) return inventory.subnets.filter(subnet => settings.subnetIds.includes(subnet.id));
  const ofInstances = new Set(inventory.instances.map(instance => instance.subnetId));
  return inventory.subnets.filter(subnet => (
    ofInstances.has(subnet.id) || (settings.wholeVpc && otherClusters(subnet.tags, settings.clusterId).length === 0)
  ));
}

function subnetKind(subnet: SubnetFacts, inventory: Inventory): ClusterTagResource {
  return isPublic(subnet, inventory.routeTables) ? ClusterTagResource.PUBLIC_SUBNET : ClusterTagResource.PRIVATE_SUBNET;
}

function namedButAbsent(inventory: Inventory, settings: PlanSettings): readonly { id: string; resource: ClusterTagResource }[] {
  const subnets = new Set(inventory.subnets.map(subnet => subnet.id));
  const groups = new Set(inventory.securityGroups.map(group => group.id));
  return [
    ...settings.subnetIds.filter(id => !subnets.has(id)).map(id => ({ id, resource: ClusterTagResource.PRIVATE_SUBNET })),
    ...settings.securityGroupIds.filter(id => !groups.has(id)).map(id => ({ id, resource: ClusterTagResource.SECURITY_GROUP })),
  ];
}

function warnings(inventory: Inventory, settings: PlanSettings, targets: readonly Target[]): string[] {
  const inMetadata = inventory.instances.filter(instance => instance.tagsInMetadata).map(instance => instance.id);
  const metadata = inMetadata.length === 0 ? [] : [
    `${inMetadata.length} instances show their tags in the instance metadata `
      + `(${inMetadata.slice(0, 3).join(', ')}${inMetadata.length > 3 ? ', ...' : ''}); `
    + "EC2 can refuse keys with a slash there: turn it off with 'aws ec2 modify-instance-metadata-options --instance-metadata-tags disabled'",
  ];
  const legacy = settings.legacyTag ? [`with '${LEGACY_CLUSTER_KEY}' on its instance, the cloud-controller-manager writes that key on everything it `
    + 'creates'] : [];
  return [...metadata, ...legacy, ...subnetTies(inventory, settings, targets)];
}

/** Two subnets of a zone that only their ids tell apart once the plan is applied, in the words of the CCM. */
function subnetTies(inventory: Inventory, settings: PlanSettings, targets: readonly Target[]): readonly string[] {
  const added = new Map(targets.map(target => [target.id, withoutSecondRole(desiredTags(target.resource, settings), target.tags)]));
  return inventory.vpcs.flatMap(vpc => [false, true].flatMap(internal => {
    const subnets = inventory.subnets.filter(subnet => subnet.vpcId === vpc.id)
      .map(subnet => ({ ...subnet, tags: new Map([...(added.get(subnet.id) ?? []), ...subnet.tags]) }));
    return chooseSubnets(subnets, inventory.routeTables, settings.clusterId, internal).ties
      .map(({ text }) => `${internal ? 'internal' : 'internet-facing'} load balancers in ${vpc.id}: ${text}`);
  }));
}

function compareChanges(a: ClusterTagChange, b: ClusterTagChange): number {
  return ORDER.indexOf(a.resource) - ORDER.indexOf(b.resource) || compareText(a.resourceId, b.resourceId) || compareText(a.key, b.key);
}

/** By code unit: the order must not depend on a locale. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
