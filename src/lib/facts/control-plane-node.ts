import { FactTable } from './table';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** Node labels and taints by which control-plane nodes are known, all with an empty value. */
export interface ControlPlaneNode {
  /** Role labels that kubeadm sets in this release; any of them selects the node. */
  readonly labels: readonly string[];
  /** Keys of the NoSchedule taints that kubeadm sets; all must be tolerated. */
  readonly taints: readonly string[];
}

/** The role label and taint of today. */
export const CONTROL_PLANE_ROLE = 'node-role.kubernetes.io/control-plane';

/** The role label to 1.23 and taint to 1.24. A node that was upgraded in place may keep it. */
export const MASTER_ROLE = 'node-role.kubernetes.io/master';

const MARK = 'cmd/kubeadm/app/phases/markcontrolplane/markcontrolplane.go';
const DEFAULTS = 'cmd/kubeadm/app/util/config/initconfiguration.go';

export const CONTROL_PLANE_NODE = new FactTable<ControlPlaneNode>('labels and taints of control-plane nodes', [
  {
    from: '1.20',
    to: '1.23',
    readAt: ['1.20.15', '1.23.17'],
    value: { labels: [MASTER_ROLE, CONTROL_PLANE_ROLE], taints: [MASTER_ROLE] },
    source: `k8s.io/kubernetes@v1.20.15 ${MARK}:60-61, v1.23.17:29-34; v1.20.15 ${DEFAULTS}:96, v1.23.17:109 (KEP-2067, first stage)`,
  },
  {
    from: '1.24',
    to: '1.24',
    readAt: ['1.24.17'],
    value: { labels: [CONTROL_PLANE_ROLE], taints: [MASTER_ROLE, CONTROL_PLANE_ROLE] },
    source: `k8s.io/kubernetes@v1.24.17 ${MARK}:30-33, ${DEFAULTS}:109 (KEP-2067, second stage)`,
  },
  {
    from: '1.25',
    readAt: ['1.25.16', '1.37.1'],
    value: { labels: [CONTROL_PLANE_ROLE], taints: [CONTROL_PLANE_ROLE] },
    source: `k8s.io/kubernetes@v1.25.16 ${MARK}:30-33, ${DEFAULTS}:108, v1.37.1:111 (KEP-2067, third stage)`,
  },
]);

/** Control-plane nodes that another installer than kubeadm labels, by the image of their static pods. */
export const OTHER_CONTROL_PLANES: readonly {
  readonly image: RegExp;
  /** Value of both role labels. */
  readonly value: string;
  readonly labels: readonly string[];
  /** Keys of the taints that it sets by itself. */
  readonly taints: readonly string[];
  readonly source: string;
}[] = [
  {
    image: /(^|\/)rancher\/hardened-kubernetes$/,
    value: 'true',
    labels: [CONTROL_PLANE_ROLE, MASTER_ROLE],
    taints: [],
    source: 'k3s-io/k3s@v1.28.9+k3s1 pkg/server/server.go setNodeLabelsAndAnnotations, which RKE2 links; rancher/rancher-docs#1250',
  },
];

/** Labels and taints of control-plane nodes of this release. */
export function controlPlaneNode(version: KubernetesVersion): ControlPlaneNode {
  return CONTROL_PLANE_NODE.at(version);
}

/**
 * The taint that a kubelet with `--cloud-provider=external` gives its node when it registers; the cloud-node controller of the CCM takes it away. A
 * node that is already registered does not get it.
 */
export const UNINITIALIZED_TAINT = {
  key: 'node.cloudprovider.kubernetes.io/uninitialized',
  value: 'true',
  effect: 'NoSchedule',
  source: 'k8s.io/kubernetes@v1.20.15 pkg/kubelet/kubelet_node_status.go:336, v1.26.15:324-328, v1.37.1:328; the same in every minor',
};

/** The taint of a cordoned node: the DaemonSet controller lets each of its pods tolerate it, a Deployment has to. */
export const UNSCHEDULABLE_TAINT = {
  key: 'node.kubernetes.io/unschedulable',
  value: '',
  effect: 'NoSchedule',
  source: 'k8s.io/kubernetes@v1.20.15 pkg/scheduler/framework/plugins/nodeunschedulable/node_unschedulable.go:56-61, v1.26.15:67-71, '
    + 'v1.37.2:153-157; pkg/controller/daemon/util/daemonset_util.go, v1.20.15:91, v1.37.2:90',
};
