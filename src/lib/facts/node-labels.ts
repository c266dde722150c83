import { CONTROL_PLANE_ROLE, MASTER_ROLE } from './control-plane-node';
import { NODE_NAME_FIELD } from '../kubernetes/node';
import { SIDE_LABEL } from '../kubernetes/side-label';

/** Labels that a node has because of what sets them: what asks for one of them waits until it is there. */
export interface NodeLabel {
  readonly keys: readonly string[];
  /** `kubelet`: each node registers with it. `cloud`: the cloud provider sets it while the node is initialized. */
  readonly setBy: 'kubelet' | 'cloud';
  readonly source: string;
}

export const NODE_LABELS: readonly NodeLabel[] = [
  {
    keys: ['kubernetes.io/hostname', 'kubernetes.io/os', 'kubernetes.io/arch', 'beta.kubernetes.io/os', 'beta.kubernetes.io/arch'],
    setBy: 'kubelet',
    source: 'k8s.io/kubernetes@v1.26.15 pkg/kubelet/kubelet_node_status.go initialNode',
  },
  {
    keys: [
      'topology.kubernetes.io/zone', 'topology.kubernetes.io/region', 'failure-domain.beta.kubernetes.io/zone',
      'failure-domain.beta.kubernetes.io/region', 'node.kubernetes.io/instance-type', 'beta.kubernetes.io/instance-type',
    ],
    setBy: 'cloud',
    source: 'k8s.io/cloud-provider@v0.26.15 controllers/node/node_controller.go getNodeModifiersFromCloudProvider',
  },
  {
    keys: ['topology.k8s.aws/zone-id', ...[1, 2, 3].map(layer => `topology.k8s.aws/network-node-layer-${layer}`)],
    setBy: 'cloud',
    source: 'github.com/kubernetes/cloud-provider-aws pkg/providers/v1/well_known_labels.go at 04c9c755',
  },
];

/** What sets a label; undefined: a person or a tool, whichever. */
export function labelSetter(key: string): NodeLabel['setBy'] | undefined {
  return NODE_LABELS.find(({ keys }) => keys.includes(key))?.setBy;
}

/** Labels of Kubernetes itself that `--node-labels` may have: k8s.io/kubernetes@v1.20.15 pkg/kubelet/apis/well_known_labels.go, v1.37.2 the same. */
const OF_KUBELET = [...NODE_LABELS[0].keys, ...NODE_LABELS[1].keys];
const NAMESPACES_OF_KUBELET = ['kubelet.kubernetes.io', 'node.kubernetes.io'];
export const NOT_OF_KUBELET = `labels of kubernetes.io and k8s.io must be of ${NAMESPACES_OF_KUBELET.join(' or ')}, or one that it sets itself`;

/** Whether a kubelet that is told a label starts: k8s.io/kubernetes@v1.20.15 and v1.37.2 cmd/kubelet/app/options/options.go ValidateKubeletFlags. */
export function mayKubeletSet(key: string): boolean {
  const isWithin = (names: readonly string[]) => names.some(name => namespace === name || namespace.endsWith(`.${name}`));
  const namespace = key.includes('/') ? key.slice(0, key.indexOf('/')) : '';
  return !isWithin(['kubernetes.io', 'k8s.io']) || OF_KUBELET.includes(key) || isWithin(NAMESPACES_OF_KUBELET);
}

export const OS_LABELS = ['kubernetes.io/os', 'beta.kubernetes.io/os'];

/** Labels that every node of a control plane has, or that the way of installing it decides: a rule looks at those. */
export const EXPECTED_LABELS = new Set([SIDE_LABEL, NODE_NAME_FIELD, ...OS_LABELS, CONTROL_PLANE_ROLE, MASTER_ROLE]);

/** States that a node gets over by itself. A cordoned one, and one that is out of service, waits for a person. */
export const PASSING_TAINTS = /^node\.kubernetes\.io\/(?:not-ready|unreachable|(?:memory|disk|pid)-pressure)$/;

/**
 * Taints that a node registers with so that what starts there takes them away: the CCM's, those of CSI drivers, Cilium's and Karpenter's. Sources:
 * kubernetes-sigs/aws-ebs-csi-driver at 429e202e docs/install.md, cilium/cilium Documentation/installation/taints.rst, aws/karpenter-provider-aws
 * website/content/en/docs/concepts/nodepools.md.
 */
export const STARTUP_TAINTS = /(?:\/uninitialized|not-ready|\/unregistered)$/;
