import { Ccm } from '../ccm/ccm';
import { NodeInput } from '../kubernetes/node';

/**
 * A kubelet does not start a static pod before every file that it mounts is there.
 *
 * @param nodes control-plane nodes that get the cloud-controller-manager
 * @throws if a node has no kubeconfig for it, and none is made
 */
export function checkStaticPodKubeconfig({ _workload: { _kubeconfig: kubeconfig } }: Ccm, nodes: readonly NodeInput[]): void {
  if (kubeconfig === undefined || kubeconfig.isMadeByPlan) return;
  const without = nodes.filter(({ files, unreadFiles = [] }) => !(kubeconfig.path in files) && !unreadFiles.includes(kubeconfig.path));
  if (without.length === 0) return;
  const nodesWithout = without.map(({ name }) => `'${name}'`).join(', ');
  throw new Error(`the static pod of the cloud-controller-manager mounts '${kubeconfig.path}', which is not on ${nodesWithout}, `
    + 'and its kubelet would not start it; take CcmWorkload.staticPodOfKubeadm(), whose plan makes the file on nodes of kubeadm, '
    + 'or put it on each control-plane node and hand the nodes in again: only the name of the file is looked at');
}
