import { CONTROL_PLANE_NODES, kubeadmFile, NEW, OLD, WORKERS } from './fixtures/kubeadm';
import { NodeInput, NodeRole } from '../src/lib/kubernetes/node';

export const APISERVER = '/etc/kubernetes/manifests/kube-apiserver.yaml';
export const CONTROLLER_MANAGER = '/etc/kubernetes/manifests/kube-controller-manager.yaml';
export const SCHEDULER = '/etc/kubernetes/manifests/kube-scheduler.yaml';
export const KUBELET_FLAGS = '/var/lib/kubelet/kubeadm-flags.env';
export const KUBELET_CONFIG = '/var/lib/kubelet/config.yaml';
export const CLOUD_CONFIG = '/etc/kubernetes/cloud.conf';
export const MIGRATION_FILE = '/etc/leadermigration.conf';

const CONTROL_PLANE_FILES = [APISERVER, CONTROLLER_MANAGER, SCHEDULER, KUBELET_FLAGS, KUBELET_CONFIG];

/** Name of the first control-plane node, as errors show it. */
export const FIRST_NODE = CONTROL_PLANE_NODES[0];

/** The nodes that the real kubeadm 1.26.15 made, with in-tree AWS. */
export function kubeadmNodes(): NodeInput[] {
  return [
    ...CONTROL_PLANE_NODES.map(name => controlPlaneNode(OLD, name, [...CONTROL_PLANE_FILES, CLOUD_CONFIG])),
    ...WORKERS.map(name => ({ name, role: NodeRole.WORKER, files: read(OLD, 'worker', name, [KUBELET_FLAGS]) })),
  ];
}

/** A node as the given one is, under another name and address. */
export function nodeLike(node: NodeInput, ip: string): NodeInput {
  const [old] = /\d+-\d+-\d+-\d+/.exec(node.name)!;
  const dotted = (address: string) => address.replaceAll('-', '.');
  const renamed = (text: string) => text.replaceAll(old, ip).replaceAll(new RegExp(`\\b${dotted(old).replaceAll('.', '\\.')}\\b`, 'g'), dotted(ip));
  return {
    name: renamed(node.name), role: node.role, files: Object.fromEntries(Object.entries(node.files).map(([path, text]) => [path, renamed(text)])),
  };
}

/** The same control-plane nodes as the real kubeadm 1.27.16 writes them, with the external provider. */
export function upgradedKubeadmNodes(): NodeInput[] {
  return CONTROL_PLANE_NODES.map(name => controlPlaneNode(NEW, name, CONTROL_PLANE_FILES));
}

/** The nodes with one file of one node edited. */
export function withEdit(nodes: readonly NodeInput[], path: string, edit: (text: string) => string, index = 0): NodeInput[] {
  return nodes.map((node, at) => {
    if (at !== index) return node;
    const edited = edit(node.files[path]);
    if (edited === node.files[path]) throw new Error(`the edit of ${path} changed nothing`);
    return { ...node, files: { ...node.files, [path]: edited } };
  });
}

/** The nodes with the same file of every control-plane node edited. */
export function withEditEverywhere(nodes: readonly NodeInput[], path: string, edit: (text: string) => string): NodeInput[] {
  return nodes.map((node, index) => node.role === NodeRole.CONTROL_PLANE ? withEdit(nodes, path, edit, index)[index] : node);
}

/** One more flag in a static pod manifest, before `--leader-elect=true` or another flag that is there. */
export function addFlag(flag: string, before = '--leader-elect'): (text: string) => string {
  return text => text.replace(new RegExp(`^( *)- ${before}`, 'm'), (line, indent) => `${indent}- ${flag}\n${line}`);
}

/** The nodes as if their control plane ran another release: same flags, other image tags. */
export function atRelease(nodes: readonly NodeInput[], release: string): NodeInput[] {
  return nodes.map(node => ({
    ...node,
    files: Object.fromEntries(Object.entries(node.files).map(([path, text]) => [path, text.replace(/:v1\.26\.15$/m, `:v${release}`)])),
  }));
}

function controlPlaneNode(release: string, name: string, paths: readonly string[]): NodeInput {
  return { name, role: NodeRole.CONTROL_PLANE, files: read(release, 'control-plane', name, paths) };
}

function read(release: string, role: string, name: string, paths: readonly string[]): { [path: string]: string } {
  return Object.fromEntries(paths.map(path => [path, kubeadmFile(release, role, name, path.slice(1))]));
}
