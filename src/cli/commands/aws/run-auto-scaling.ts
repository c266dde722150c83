import { AwsFlags } from './flags';
import { checkGroups, GroupAnswer, GroupState } from '../../../aws/auto-scaling-check';
import { autoScalingThroughSdk } from '../../../aws/auto-scaling-sdk';
import { parseNodeList } from '../../../aws/kubectl-list';
import { AUTO_SCALING_PROCESSES } from '../../../lib/facts/auto-scaling-processes';
import { instancesOfNodes } from '../../../lib/tags/node-list';
import { printable, printableJson } from '../../../lib/text/printable';
import { ExitCode, Io } from '../../io';
import { readNamedFile } from '../../read-file';

/** Flags of `aws auto-scaling`. */
export interface AutoScalingFlags extends AwsFlags {
  readonly nodes: string;
}

/** Exit code 1 where a group may make, replace or remove nodes. */
export async function runAutoScaling(flags: AutoScalingFlags, io: Io): Promise<ExitCode> {
  const { instanceIds } = instancesOfNodes(parseNodeList(readNamedFile('--nodes', flags.nodes, io)));
  const answer = await checkGroups(instanceIds, autoScalingThroughSdk(flags));
  if (flags.format === 'json') io.out(`${printableJson(answer)}\n`);
  else io.out(lines(answer, instanceIds.length).map(line => `${printable(line)}\n`).join(''));
  return answer.groups.some(({ running }) => running.length > 0) ? ExitCode.FINDING : ExitCode.OK;
}

function lines({ groups, ungrouped }: GroupAnswer, nodes: number): readonly string[] {
  return [
    ...groups.map(group => `${group.name} (${group.instanceIds.length} of ${nodes} nodes): ${stateOf(group)}`),
    ...ungrouped.length > 0 ? [`in no Auto Scaling group: ${ungrouped.length} of ${nodes} nodes`] : [],
  ];
}

function stateOf({ name, running }: GroupState): string {
  if (running.length === 0) return `${AUTO_SCALING_PROCESSES.join(', ')} are suspended`;
  return `${running.join(', ')} not suspended; aws autoscaling suspend-processes --auto-scaling-group-name '${name}' --scaling-processes `
    + running.join(' ');
}
