import { FactTable } from './table';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/**
 * Which `--node-ip` a kubelet with `--cloud-provider=external` needs so that its node has an address before a cloud-controller-manager set one:
 * `none`, `any`, or an `address` that is not 0.0.0.0 or ::. Only a node that registers anew is without: those that it had before stay. Without one no
 * pod starts that takes `status.hostIP`: `host IP unknown`.
 */
export type NodeIpNeeded = 'none' | 'any' | 'address';

const SETTERS = 'pkg/kubelet/nodestatus/setters.go';

export const NODE_IP_NEEDED = new FactTable<NodeIpNeeded>('--node-ip that an external kubelet needs for an address', [
  {
    from: '1.20',
    to: '1.28',
    readAt: ['1.20.15', '1.28.15'],
    value: 'none',
    source: `k8s.io/kubernetes@v1.20.15 ${SETTERS}:105, v1.28.15:126; pkg/kubelet/kubelet_pods.go, status.hostIP`,
  },
  {
    from: '1.29',
    to: '1.31',
    readAt: ['1.29.15', '1.31.14'],
    value: 'address',
    source: `k8s.io/kubernetes@v1.29.15 ${SETTERS}:133, v1.31.14; pkg/util/node/node.go:92 (host IP unknown)`,
  },
  { from: '1.32', readAt: ['1.32.13', '1.37.1'], value: 'any', source: `k8s.io/kubernetes@v1.32.13 and v1.37.1 ${SETTERS}, nodeIP == nil` },
]);

/** Whether a kubelet with `--cloud-provider=external` takes an address of each family as `--node-ip`: never, or where the gate is on. */
export const DUAL_NODE_IPS = new FactTable<'refused' | 'with-gate'>('two addresses in --node-ip of an external kubelet', [
  {
    from: '1.20',
    to: '1.26',
    readAt: ['1.20.15', '1.26.15'],
    value: 'refused',
    source: 'k8s.io/kubernetes@v1.24.17 cmd/kubelet/app/server.go:1111, v1.26.15: dual-stack --node-ip not supported when using a cloud provider',
  },
  {
    from: '1.27',
    readAt: ['1.27.16', '1.37.1'],
    value: 'with-gate',
    source: 'k8s.io/kubernetes@v1.28.15 cmd/kubelet/app/server.go:1187, CloudDualStackNodeIPs; on without being asked from 1.29 on',
  },
]);

/**
 * Whether a node that registers anew has an address before cloud-controller-manager runs.
 *
 * @param nodeIp value of its kubelet's `--node-ip`
 */
export function hasAddressAtOnce(kubelet: KubernetesVersion, nodeIp: string | undefined): boolean {
  switch (NODE_IP_NEEDED.at(kubelet)) {
    case 'none': return true;
    case 'any': return nodeIp !== undefined && nodeIp !== '';
    case 'address': return nodeIp !== undefined && !['', '0.0.0.0', '::'].includes(nodeIp.split(',')[0]);
  }
}
