import { Ending } from './ending';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { CONTROL_PLANE_NODE } from '../control-plane-node';

/** Labels and taints of control-plane nodes that kubeadm does not set any more, or sets now. Which they are is in their own table. */
export function nodeEndings(from: KubernetesVersion, to: KubernetesVersion): readonly Ending[] {
  if (!CONTROL_PLANE_NODE.knows(from) || !CONTROL_PLANE_NODE.knows(to)) return [];
  const [before, after] = [from, to].map(version => CONTROL_PLANE_NODE.at(version));
  const common = {
    release: to.minorVersion, component: 'nodes', becomes: 'named', source: CONTROL_PLANE_NODE.row(to).source,
  } as const;
  return [
    ...before.labels.filter(key => !after.labels.includes(key)).map((key): Ending => ({
      ...common,
      what: `label ${key}`,
      trace: { kind: 'nodes', label: key },
      says: 'kubeadm does not label control-plane nodes with it, and its upgrade takes it away; the cloud-controller-manager that is written selects '
        + `${after.labels.join(' or ')}`,
      todo: `select ${after.labels.join(' or ')} instead in manifests and scripts of yours, before: nodes of version N have it too`,
    })),
    ...after.taints.filter(key => !before.taints.includes(key)).map((key): Ending => ({
      ...common,
      what: `taint ${key}`,
      trace: { kind: 'nodes', taints: before.taints, newTaint: key },
      says: 'kubeadm taints control-plane nodes with it, its upgrade too; the cloud-controller-manager that is written tolerates it',
      todo: 'let pods of yours that run on control-plane nodes tolerate it, before',
    })),
    ...before.taints.filter(key => !after.taints.includes(key)).map((key): Ending => ({
      ...common,
      what: `taint ${key}`,
      trace: { kind: 'nodes' },
      says: 'kubeadm does not taint control-plane nodes with it, and its upgrade takes it away',
      todo: `let pods of yours that run on control-plane nodes tolerate ${after.taints.join(' and ')}, before; then a toleration of it may go`,
    })),
  ];
}

/** What components do otherwise, whatever their flags. */
export const BEHAVIOUR_ENDINGS: readonly Ending[] = [
  {
    release: '1.21',
    component: 'kube-apiserver',
    what: 'tokens of service accounts in pods',
    trace: { kind: 'nodes' },
    becomes: 'named',
    says: 'they are bound to their pod and end after an hour (BoundServiceAccountTokenVolume is on); the kubelet renews them in their file',
    todo: 'let programs in pods read the file again, and let what verifies tokens accept --service-account-issuer; metric '
      + 'serviceaccount_stale_tokens_total counts those that do not',
    source: 'k8s.io/kubernetes@v1.21.14 pkg/features/kube_features.go:789',
  },
  {
    release: '1.24',
    component: 'kube-controller-manager',
    what: 'Secrets of service accounts',
    trace: { kind: 'nodes' },
    becomes: 'named',
    says: 'none is made for a new service account (LegacyServiceAccountTokenNoAutoGeneration is on); those that are there stay',
    todo: 'let what reads such a Secret ask for a token (kubectl create token), or make a Secret of type kubernetes.io/service-account-token',
    source: 'k8s.io/kubernetes@v1.24.17 pkg/features/kube_features.go:1005',
  },
];

/** The container runtime of a kubelet. */
export const RUNTIME_ENDINGS: readonly Ending[] = [
  {
    release: '1.24',
    component: 'kubelet',
    what: 'dockershim, by --container-runtime=docker, by --container-runtime-endpoint=unix:///var/run/dockershim.sock, or by neither flag',
    trace: { kind: 'read' },
    becomes: 'refused',
    says: 'a kubelet needs a container runtime with a CRI socket, and without --container-runtime-endpoint finds none',
    todo: 'give the node containerd, or cri-dockerd beside Docker, and start the kubelet of version N with --container-runtime=remote and '
      + '--container-runtime-endpoint=unix:///run/containerd/containerd.sock, then hand in its files',
    source: 'k8s.io/kubernetes@v1.23.17 cmd/kubelet/app/options/options.go:163-180, v1.24.17 options.go:177, pkg/kubelet/kubelet.go:295, '
      + 'pkg/kubelet/util/util_unix.go parseEndpoint, v1.26.15 options.go:199, v1.27.16 pkg/kubelet/apis/config/v1beta1/defaults.go:274; KEP-2221',
  },
  {
    release: '1.26',
    component: 'kubelet',
    what: 'CRI v1alpha2',
    trace: { kind: 'nodes' },
    becomes: 'named',
    says: 'a kubelet ends with a container runtime that has no CRI v1, as containerd before 1.6 has not',
    todo: 'bring the container runtime of each node to a release with CRI v1 (containerd 1.6), before',
    source: 'k8s.io/kubernetes@v1.25.16 pkg/kubelet/cri/remote/remote_runtime.go:70, v1.26.15 remote_runtime.go:114-124; CHANGELOG-1.26.md',
  },
];
