import { AutoScalingPort } from './auto-scaling-port';
import { AwsError } from './client';
import { AUTO_SCALING_PROCESSES } from '../lib/facts/auto-scaling-processes';

/** An Auto Scaling group that nodes are in. */
export interface GroupState {
  readonly name: string;
  /** Nodes that are in it, by instance id. */
  readonly instanceIds: readonly string[];
  /** Processes that may make, replace or remove a node. */
  readonly running: readonly string[];
}

/** What Auto Scaling says of nodes. */
export interface GroupAnswer {
  readonly groups: readonly GroupState[];
  /** Instances that are in no group. */
  readonly ungrouped: readonly string[];
}

/**
 * Asks Auto Scaling whether the groups of nodes leave them alone.
 *
 * @throws AwsError if AWS does not answer, or a group went away in between
 */
export async function checkGroups(instanceIds: readonly string[], port: AutoScalingPort): Promise<GroupAnswer> {
  const groupOf = await port.groupsOf(instanceIds);
  const names = [...new Set(groupOf.values())].sort();
  const suspended = new Map((await port.describe(names)).map(group => [group.name, group.suspended]));
  const groups = names.map((name): GroupState => {
    const stopped = suspended.get(name);
    if (stopped === undefined) throw new AwsError('GroupGone', `Auto Scaling group ${name} went away while it was asked about; ask again`);
    return {
      name,
      instanceIds: instanceIds.filter(id => groupOf.get(id) === name),
      running: AUTO_SCALING_PROCESSES.filter(process => !stopped.includes(process)),
    };
  });
  return { groups, ungrouped: instanceIds.filter(id => !groupOf.has(id)) };
}
