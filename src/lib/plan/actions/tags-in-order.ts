import { action } from '../action';
import { COMMAND_LINE } from '../command-line';

/** Instances and what belongs to them have the cluster tag. */
export const tagsInOrder = action({
  do: 'tags-in-order',
  says: 'The cluster tags are in order',
  on: 'operator',
  anyTime: true,
  // src/aws/ec2-sdk.ts
  aws: ['Instances', 'RouteTables', 'SecurityGroups', 'Subnets', 'Tags', 'Vpcs'].map(what => `ec2:Describe${what}`),
  byHand: () => [
    'kubectl get nodes -o json > nodes.json',
    `${COMMAND_LINE.join(' ')} tag verify --cluster-id "\${CLUSTER_ID:?is to be exported: the id of the cluster tag}" --nodes nodes.json`,
  ],
});
