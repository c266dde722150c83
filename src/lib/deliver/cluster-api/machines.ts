import { nameOf } from './documents';
import { ClusterApiCluster, CLUSTER_CONFIGURATION, filesOf } from './reading';
import { SourceDocument } from '../../edit/yaml/source-document';
import { renderYaml } from '../bundle-file';
import { readArgs } from '../kubeadm/extra-args';
import { textAt } from '../kubeadm/generated-node';

/**
 * The machines of a KubeadmControlPlane as files that the checks read: what lies on a node, and the configuration that kubeadm makes its static pods from.
 */
export function machineFiles(controlPlane: SourceDocument, cluster: Pick<ClusterApiCluster, 'name' | 'podSubnet'>): Map<string, { readonly text: string }> {
  const node = `control-plane/${nameOf(controlPlane)}`;
  const kubelet = readArgs(controlPlane, ['spec', 'kubeadmConfigSpec', 'joinConfiguration', 'nodeRegistration', 'kubeletExtraArgs']);
  // kubeadm passes the name on. Most are templates that the machine fills in; the folder's name stands for what comes of it.
  const named = textAt(controlPlane, ['spec', 'kubeadmConfigSpec', 'joinConfiguration', 'nodeRegistration', 'name']) !== undefined;
  const flags = [...kubelet, ...named ? [{ name: 'hostname-override', value: nameOf(controlPlane) }] : []].map(arg => `--${arg.name}=${arg.value}`).join(' ').replaceAll('"', '\\"');
  const component = (section: string) => ({
    extraArgs: readArgs(controlPlane, [...CLUSTER_CONFIGURATION, section, 'extraArgs']).map(arg => ({ name: arg.name, value: arg.value })),
    extraVolumes: controlPlane.value([...CLUSTER_CONFIGURATION, section, 'extraVolumes']) ?? [],
  });
  const configuration = {
    apiVersion: 'kubeadm.k8s.io/v1beta4',
    kind: 'ClusterConfiguration',
    clusterName: textAt(controlPlane, [...CLUSTER_CONFIGURATION, 'clusterName']) ?? cluster.name,
    kubernetesVersion: textAt(controlPlane, ['spec', 'version']),
    networking: { podSubnet: cluster.podSubnet },
    apiServer: component('apiServer'),
    controllerManager: component('controllerManager'),
  };
  const texts: [string, string][] = [
    ...Object.entries(filesOf(controlPlane)).map(([path, text]): [string, string] => [`${node}${path}`, text]),
    [`${node}/var/lib/kubelet/kubeadm-flags.env`, `KUBELET_KUBEADM_ARGS="${flags}"\n`],
    ['kubeadm.yaml', renderYaml(configuration)],
  ];
  return new Map(texts.map(([path, text]) => [path, { text }]));
}
