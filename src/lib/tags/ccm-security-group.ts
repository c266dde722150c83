import { CCM_TEXTS, sprintf } from './ccm-texts';
import { InstanceFacts } from './inventory';

/** Which security group of an instance the CCM opens ports in, or the text of its refusal (aws.go:2856, findSecurityGroupForInstance). */
export function securityGroupOf(instance: InstanceFacts, tagged: ReadonlySet<string>): { readonly id?: string; readonly error?: string } {
  const ours = instance.securityGroups.filter(group => tagged.has(group.id));
  if (ours.length > 1) {
    // The trailing space is upstream's.
    const names = ours.map(group => `${group.id}(${group.name}) `).join('');
    return { error: sprintf(CCM_TEXTS.taggedGroups, instance.id, names) };
  }
  if (ours.length === 1) return { id: ours[0].id };
  if (instance.securityGroups.length > 1) return { error: sprintf(CCM_TEXTS.untaggedGroups, instance.id) };
  return { id: instance.securityGroups[0]?.id };
}
