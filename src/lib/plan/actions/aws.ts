import { NodeSet, onOperator } from '../action';
import { COMMAND_LINE } from '../by-hand';
import { csiNodes } from '../rule';

/** The EBS CSI driver runs on the nodes, unless `volumes` says that the cluster has no EBS volume. */
export const csiDriverOn = onOperator<{ readonly nodes: NodeSet }>('csi-driver-on', 'The EBS CSI driver runs', {
  anyTime: true,
  rights: () => [csiNodes()],
  byHand: () => ["kubectl get csinodes -o 'custom-columns=:.metadata.name,:.spec.drivers[*].name'   # each has ebs.csi.aws.com"],
});

/** The kubelets of the nodes announce CSI migration of EBS, unless `volumes` says that the cluster has no EBS volume. */
export const csiMigratedOn = onOperator<{ readonly nodes: NodeSet }>('csi-migrated-on', 'Volumes are served by CSI', {
  anyTime: true,
  rights: () => [csiNodes()],
  byHand: () => ['kubectl get csinodes -o '
    + "'custom-columns=:.metadata.name,:.metadata.annotations.storage\\.alpha\\.kubernetes\\.io/migrated-plugins'   "
    + '# each has kubernetes.io/aws-ebs'],
});

/** Instances and what belongs to them have the cluster tag. */
export const tagsInOrder = onOperator('tags-in-order', 'The cluster tags are in order', {
  anyTime: true,
  // src/aws/ec2-sdk.ts
  aws: ['Instances', 'RouteTables', 'SecurityGroups', 'Subnets', 'Tags', 'Vpcs'].map(what => `ec2:Describe${what}`),
  byHand: () => [
    'kubectl get nodes -o json > nodes.json',
    `${COMMAND_LINE.join(' ')} tag verify --cluster-id "\${CLUSTER_ID:?is to be exported: the id of the cluster tag}" --nodes nodes.json`,
  ],
});

/** The role of the cloud-controller-manager may do what its release asks for, by what IAM's policy simulator says. */
export const roleAllows = onOperator<{ readonly awsActions: readonly string[] }>('role-allows', 'The role allows every action', {
  anyTime: true,
  byHand: ({ awsActions }) => [
    'kubectl get nodes -o json > nodes.json',
    `${COMMAND_LINE.join(' ')} aws role --cluster-id "\${CLUSTER_ID:?is to be exported: the id of the cluster tag}" --nodes nodes.json `
      + `--actions ${awsActions.join(',')}`,
  ],
});
