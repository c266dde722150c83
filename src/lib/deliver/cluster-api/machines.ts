import { nameOf } from './documents';
import { ClusterApiCluster, CLUSTER_CONFIGURATION, filesOf } from './reading';
import { SourceDocument, SourcePath } from '../../edit/yaml/source-document';
import { FileContent } from '../../read/input';
import { renderYaml } from '../bundle-file';
import { readArgs } from '../kubeadm/extra-args';
import { textAt } from '../kubeadm/generated-node';

/**
 * The machines of a KubeadmControlPlane as files that the checks read: what lies on a node, and the configuration that kubeadm makes its static pods
 * from.
 */
export function machineFiles(controlPlane: SourceDocument, cluster: Pick<ClusterApiCluster, 'name' | 'podSubnet'>): Map<string, FileContent> {
  const node = `control-plane/${nameOf(controlPlane)}`;
  const kubelet = readArgs(controlPlane, ['spec', 'kubeadmConfigSpec', 'joinConfiguration', 'nodeRegistration', 'kubeletExtraArgs']);
  // kubeadm passes the name on. Most are templates that the machine fills in; the folder's name stands for what comes of it.
  const named = textAt(controlPlane, ['spec', 'kubeadmConfigSpec', 'joinConfiguration', 'nodeRegistration', 'name']) !== undefined;
  const flags = [...kubelet, ...named ? [{ name: 'hostname-override', value: nameOf(controlPlane) }] : []].map(arg => `--${arg.name}=${arg.value}`)
    .join(' ').replaceAll('"', '\\"');
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
  const kubeadm = renderYaml(configuration);
  const at = (path: SourcePath) => ({ file: controlPlane.file, line: controlPlane.line(path) });
  return new Map<string, FileContent>([
    ...Object.entries(filesOf(controlPlane)).map(
      ([path, text]): [string, FileContent] => [`${node}${path}`, { text, origin: line => inFile(controlPlane, path, line) }],
    ),
    [`${node}/var/lib/kubelet/kubeadm-flags.env`, {
      text: `KUBELET_KUBEADM_ARGS="${flags}"\n`,
      origin: () => at(['spec', 'kubeadmConfigSpec', 'joinConfiguration', 'nodeRegistration', 'kubeletExtraArgs']),
    }],
    ['kubeadm.yaml', { text: kubeadm, origin: line => at(argumentAt(controlPlane, kubeadm.split('\n').slice(0, line))) }],
  ]);
}

/** The line of a file of `kubeadmConfigSpec.files` in the object. */
function inFile(controlPlane: SourceDocument, path: string, line: number) {
  const files = controlPlane.value(['spec', 'kubeadmConfigSpec', 'files']);
  const index = Array.isArray(files) ? files.findIndex(file => (file as { readonly path?: string }).path === path) : -1;
  const content: SourcePath = ['spec', 'kubeadmConfigSpec', 'files', index, 'content'];
  return { file: controlPlane.file, line: controlPlane.line(content) + (controlPlane.isLiteral(content) ? line : 0) };
}

/** Where the object says what the last of these lines of the made configuration says. */
function argumentAt(controlPlane: SourceDocument, lines: readonly string[]): SourcePath {
  const section = lines.flatMap(line => /^([a-zA-Z]+):/.exec(line)?.[1] ?? []).at(-1) ?? '';
  if (section === 'kubernetesVersion') return ['spec', 'version'];
  const header = lines.map(line => line.startsWith(`${section}:`)).lastIndexOf(true);
  const name = lines.slice(header).flatMap(line => /^\s*- name: "?([a-z0-9-]+)"?$/.exec(line)?.[1] ?? []).at(-1);
  const path = [...CLUSTER_CONFIGURATION, section, 'extraArgs'];
  const args = controlPlane.value(path);
  if (name === undefined) return path;
  return [...path, Array.isArray(args) ? args.findIndex(arg => (arg as { readonly name?: string }).name === name) : name];
}
