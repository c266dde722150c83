import { securityGroupOf } from './ccm-security-group';
import { InstanceFacts, Inventory } from './inventory';
import { hasClusterTag } from './keys';

/** Which security groups must carry the tag, and the instances for which that cannot be decided. */
export interface SecurityGroupChoice {
  readonly groupIds: readonly string[];
  readonly conflicts: readonly { readonly instanceId: string; readonly reason: string }[];
}

/**
 * Exactly one security group per instance: the one that is tagged already, else one that the user named, else the only one the instance has.
 * The result is checked as the CCM will check it, over all instances together, because a group chosen for one instance counts on every other.
 */
export function chooseSecurityGroups(inventory: Inventory, clusterId: string, named: readonly string[]): SecurityGroupChoice {
  const tagged = new Set(inventory.securityGroups.filter(group => hasClusterTag(group.tags, clusterId)).map(group => group.id));
  const chosen = new Set(tagged);
  const conflicts: { instanceId: string; reason: string }[] = [];
  for (const instance of inventory.instances) {
    const ids = instance.securityGroups.map(group => group.id);
    const candidates = ids.filter(id => named.includes(id));
    for (const id of candidates) chosen.add(id);
    if (candidates.length > 0 || ids.some(id => tagged.has(id))) continue;
    if (ids.length === 1) chosen.add(ids[0]);
    else if (ids.length > 1) conflicts.push({ instanceId: instance.id, reason: ambiguous(instance) });
  }
  const spoiled = new Set<string>();
  for (const instance of [...inventory.instances, ...inventory.neighbours]) {
    const { error } = securityGroupOf(instance, chosen);
    if (!error || conflicts.some(conflict => conflict.instanceId === instance.id)) continue;
    conflicts.push({ instanceId: instance.id, reason: error });
    for (const group of instance.securityGroups) spoiled.add(group.id);
  }
  // A group that would be the second one on some instance is not tagged, even if the user goes on without the resources in conflict.
  const used = [...chosen].filter(id => inventory.instances.some(instance => has(instance, id)));
  return { groupIds: used.filter(id => tagged.has(id) || !spoiled.has(id)).sort(), conflicts };
}

function has(instance: InstanceFacts, groupId: string): boolean {
  return instance.securityGroups.some(group => group.id === groupId);
}

function ambiguous(instance: InstanceFacts): string {
  const ids = instance.securityGroups.map(group => group.id).join(', ');
  return `has ${instance.securityGroups.length} security groups and none is tagged (${ids}); name the one that load balancers may open`;
}
