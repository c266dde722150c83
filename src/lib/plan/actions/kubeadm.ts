import { PACKAGE_SECONDS } from './owner';
import { onNode, onOperator } from '../action';
import { BACKUP_DIR, byState } from '../by-hand';
import { configMaps } from '../rule';
import { PlanStateName } from '../state';

/** kubeadm's configuration of a side, as the app has it. */
interface PinnedConfiguration {
  readonly source: string;
  readonly sha256: string;
}

interface KubeconfigRef {
  readonly path: string;
  readonly user: string;
}

/** kubeadm's own upgrade of a node that it made, from the configuration in the cluster; what it writes over is copied before. */
export const upgradeKubeadm = onNode<{
  readonly state: PlanStateName;
  readonly release: string;
  /** The first control-plane node, on which kubeadm upgrades what the cluster has once. */
  readonly isFirst: boolean;
  /** What it must write. */
  readonly paths: readonly string[];
  /** What it writes with bytes that are not known before. */
  readonly besides: readonly string[];
}>('upgrade-kubeadm', 'Upgrade with kubeadm', {
  programs: () => ['kubeadm upgrade', 'kubeadm version'],
  bringsProgram: true,
  lasts: PACKAGE_SECONDS,
  byHand: ({ state, release, isFirst, paths, besides }) => [
    ...byState('keep', state, [...paths, ...besides]),
    `packages kubeadm ${release}`,
    `on "kubeadm upgrade ${isFirst ? `apply v${release} --yes` : 'node'}"`,
  ],
});

/** Uploads kubeadm's configuration of a side: without it the next `kubeadm upgrade` writes the old flags back. */
export const uploadKubeadm = onNode<PinnedConfiguration>('upload-kubeadm', 'Upload the configuration of kubeadm', {
  rights: () => [configMaps('create', 'update')],
  programs: () => ['kubeadm init phase upload-config'],
  byHand: ({ source }) => [
    `on "mkdir -p ${BACKUP_DIR}"; scp -q ${source} "root@$NODE:${BACKUP_DIR}/kubeadm-config.yaml"`,
    `on "kubeadm init phase upload-config kubeadm --config ${BACKUP_DIR}/kubeadm-config.yaml"`,
  ],
});

/** Puts kubeadm's configuration of a side into the cluster, where no control-plane node stays that could upload it: nodes that join read it. */
export const putKubeadmConfig = onOperator<PinnedConfiguration>('put-kubeadm-config', 'Put the configuration of kubeadm into the cluster', {
  rights: () => [configMaps('patch')],
  byHand: ({ source }) => ['kubectl patch configmap kubeadm-config -n kube-system --type=merge -p "$(jq -Rs \'{data: {ClusterConfiguration: .}}\' '
    + `${source})"`],
});

/** The kubeconfig is there, or the key of the CA, one API server and kubeadm, which make it. */
export const kubeconfigCanBeMade = onNode<KubeconfigRef>('kubeconfig-can-be-made', 'The kubeconfig can be made', {
  anyTime: true,
});

/** Makes the kubeconfig of a static pod, with a client certificate that kubeadm's CA signs; its key stays on the node. */
export const makeKubeconfig = onNode<KubeconfigRef & { readonly api: string; readonly release: string }>('make-kubeconfig', 'Make the kubeconfig', {
  back: ({ path }) => removeKubeconfig({ path }),
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

/** Removes the kubeconfig that the plan made. */
export const removeKubeconfig = onNode<{ readonly path: string }>('remove-kubeconfig', 'Remove the kubeconfig', {
  byHand: ({ path }) => [`on "rm -f ${path} ${path}.new"   # only if this plan made it`],
});
