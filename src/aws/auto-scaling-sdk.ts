import { AutoScalingClient, paginateDescribeAutoScalingGroups, paginateDescribeAutoScalingInstances } from '@aws-sdk/client-auto-scaling';
import { AutoScalingPort } from './auto-scaling-port';
import { AwsClientOptions, clientConfig, collect } from './client';

/** Most instances, and most groups, that one call takes. */
const AT_ONCE = 50;

/** Auto Scaling through the AWS SDK. */
export function autoScalingThroughSdk(options: AwsClientOptions): AutoScalingPort {
  const client = new AutoScalingClient(clientConfig(options));
  return {
    groupsOf: async instanceIds => {
      const found = await inParts(instanceIds, ids => collect(
        paginateDescribeAutoScalingInstances({ client }, { InstanceIds: [...ids] }), page => page.AutoScalingInstances ?? [],
      ));
      return new Map(found.map(({ InstanceId, AutoScalingGroupName }) => [InstanceId ?? '', AutoScalingGroupName ?? '']));
    },
    describe: async names => {
      const found = await inParts(names, some => collect(
        paginateDescribeAutoScalingGroups({ client }, { AutoScalingGroupNames: [...some] }), page => page.AutoScalingGroups ?? [],
      ));
      return found.map(({ AutoScalingGroupName, SuspendedProcesses = [] }) => ({
        name: AutoScalingGroupName ?? '', suspended: SuspendedProcesses.flatMap(({ ProcessName }) => ProcessName ?? []),
      }));
    },
  };
}

/** Without any name AWS would describe all that the account has. */
async function inParts<R>(names: readonly string[], ask: (some: readonly string[]) => Promise<readonly R[]>): Promise<readonly R[]> {
  const all: R[] = [];
  for (let from = 0; from < names.length; from += AT_ONCE) all.push(...await ask(names.slice(from, from + AT_ONCE)));
  return all;
}
