import { action } from '../action';
import { COMMAND_LINE } from '../command-line';

/** The role of the cloud-controller-manager may do what its release asks for, by what IAM's policy simulator says. */
export const roleAllows = action<{ readonly awsActions: readonly string[] }>({
  do: 'role-allows',
  says: 'The role allows every action',
  on: 'operator',
  anyTime: true,
  byHand: ({ awsActions }) => [
    'kubectl get nodes -o json > nodes.json',
    `${COMMAND_LINE.join(' ')} aws role --cluster-id "\${CLUSTER_ID:?is to be exported: the id of the cluster tag}" --nodes nodes.json `
      + `--actions ${awsActions.join(',')}`,
  ],
});
