import { action, NodeSet } from '../action';
import { csiNodes } from '../rule';

/** The EBS CSI driver runs on the nodes, unless `volumes` says that the cluster has no EBS volume. */
export const csiDriverOn = action<{ readonly nodes: NodeSet }>({
  do: 'csi-driver-on',
  says: 'The EBS CSI driver runs',
  on: 'operator',
  anyTime: true,
  rights: () => [csiNodes()],
  byHand: () => ["kubectl get csinodes -o 'custom-columns=:.metadata.name,:.spec.drivers[*].name'   # each has ebs.csi.aws.com"],
});
