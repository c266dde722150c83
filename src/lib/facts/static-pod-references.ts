import { FactTable } from './table';

/** Fields by which a pod names objects of the API, besides its volumes and variables: those are unknown in any release, as pod-check.ts says. */
export const REFERENCES_OF_PODS: readonly string[] = ['imagePullSecrets', 'serviceAccount', 'serviceAccountName'];

/** Whether a kubelet takes a static pod that names objects of the API. */
export const STATIC_PODS_MAY_REFER = new FactTable<boolean>('static pods that name objects of the API', [
  {
    from: '1.20',
    to: '1.33',
    readAt: ['1.20.15', '1.33.13'],
    value: true,
    source: 'k8s.io/kubernetes@v1.20.15 and v1.33.13 pkg/kubelet/config/common.go tryDecodeSinglePod',
  },
  {
    from: '1.34',
    readAt: ['1.34.0', '1.37.2'],
    value: false,
    source: 'k8s.io/kubernetes@v1.34.0 and v1.37.2 pkg/kubelet/config/common.go: HasAPIObjectReference, "static pods may not reference"',
  },
]);

/** Labels that each kubelet on Linux gives its node by itself: k8s.io/kubernetes@v1.26.15 pkg/kubelet/kubelet_node_status.go initialNode. */
export const LABELS_OF_EVERY_NODE: Readonly<Record<string, string>> = { 'kubernetes.io/os': 'linux', 'beta.kubernetes.io/os': 'linux' };
