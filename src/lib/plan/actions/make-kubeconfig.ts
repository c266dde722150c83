import { action } from '../action';

/** Makes the kubeconfig of a static pod, with a client certificate that kubeadm's CA signs; its key stays on the node. */
export const makeKubeconfig = action<{ readonly path: string; readonly user: string; readonly api: string; readonly release: string }>({
  do: 'make-kubeconfig',
  says: 'Make the kubeconfig',
  on: 'node',
  programs: () => ['kubeadm kubeconfig user', 'mv'],
  byHand: ({ path, user, api, release }) => [
    // The address for documents (RFC 5737) is never used; without one kubeadm looks for one, and without a socket for a runtime.
    `on "[ -e ${path} ] || (umask 077; s=\\$(sed -n 's#^ *server: https://##p' /etc/kubernetes/controller-manager.conf); printf '%s\\\\n' \\`,
    `  'apiVersion: ${api}' 'kind: InitConfiguration' 'localAPIEndpoint: {advertiseAddress: 192.0.2.1}' \\`,
    '  \'nodeRegistration: {criSocket: \\"unix:///run/containerd/containerd.sock\\", name: $NODE}\' --- \\',
    `  'apiVersion: ${api}' 'kind: ClusterConfiguration' 'kubernetesVersion: v${release}' \\"controlPlaneEndpoint: \\$s\\" > ${path}.config &&`,
    `  kubeadm kubeconfig user --client-name=${user} --config=${path}.config > ${path}.new && mv ${path}.new ${path}; rm -f ${path}.config)"`,
  ],
});
