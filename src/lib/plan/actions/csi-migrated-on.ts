import { action, NodeSet } from '../action';
import { csiNodes } from '../rule';

/** The kubelets of the nodes announce CSI migration of EBS, unless `volumes` says that the cluster has no EBS volume. */
export const csiMigratedOn = action<{ readonly nodes: NodeSet }>({
  do: 'csi-migrated-on',
  says: 'Volumes are served by CSI',
  on: 'operator',
  anyTime: true,
  rights: () => [csiNodes()],
  byHand: () => ['kubectl get csinodes -o '
    + "'custom-columns=:.metadata.name,:.metadata.annotations.storage\\.alpha\\.kubernetes\\.io/migrated-plugins'   "
    + '# each has kubernetes.io/aws-ebs'],
});
