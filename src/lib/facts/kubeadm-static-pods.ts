/** What kubeadm's ClusterConfiguration says about the cluster that its static pods are made for. */
export interface KubeadmCluster {
  readonly clusterName?: string;
  readonly podSubnet?: string;
}

/** Releases in whose sources these flags were read: 1.37.1 manifests.go:351-384. */
export const KUBEADM_KCM_FLAGS_READ_AT: readonly string[] = ['1.26.15', '1.37.1'];

/**
 * Flags that kubeadm passes to kube-controller-manager on its own and extraArgs can replace: k8s.io/kubernetes@v1.26.15
 * cmd/kubeadm/app/phases/controlplane/manifests.go:288-358.
 */
export function kubeadmKcmFlags({ clusterName, podSubnet }: KubeadmCluster): readonly (readonly [string, string])[] {
  return [
    ['leader-elect', 'true'],
    ['use-service-account-credentials', 'true'],
    ['controllers', '*,bootstrapsigner,tokencleaner'],
    ['service-account-private-key-file', '/etc/kubernetes/pki/sa.key'],
    ['cluster-name', clusterName ?? 'kubernetes'],
    ...podSubnet === undefined ? [] : [['allocate-node-cidrs', 'true'], ['cluster-cidr', podSubnet]] as const,
  ];
}

/**
 * The same of kube-apiserver, as far as a rule asks for it: k8s.io/kubernetes@v1.20.15, v1.26.15 and v1.37.2
 * cmd/kubeadm/app/phases/controlplane/manifests.go getAuthzModes. A file of --authorization-config takes its place.
 */
export const KUBEADM_API_SERVER_FLAGS: readonly (readonly [string, string])[] = [['authorization-mode', 'Node,RBAC']];

/** @param etcdServers of an etcd outside of its nodes; none: each API server asks the etcd of its node */
export function kubeadmApiServerFlags(etcdServers: string): readonly (readonly [string, string])[] {
  return etcdServers === '' ? KUBEADM_API_SERVER_FLAGS : [...KUBEADM_API_SERVER_FLAGS, ['etcd-servers', etcdServers]];
}

/**
 * What kubeadm takes as serviceSubnet where none is given, and passes to kube-apiserver in each release, to kube-controller-manager with a podSubnet:
 * k8s.io/kubernetes@v1.20.15, v1.26.15 and v1.37.2 cmd/kubeadm/app/apis/kubeadm/v1beta2 to v1beta4, defaults.go; phases/controlplane/manifests.go.
 */
export const KUBEADM_SERVICE_SUBNET = '10.96.0.0/12';
