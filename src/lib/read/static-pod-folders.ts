import { mapOf, stringOf } from './data';
import { Documents } from './documents';
import { isStaticPodFile } from './kubelet/static-pod-folder';
import { fileName, NodeFolderPath, onNode } from './layout';
import { STATIC_POD_PATH } from '../migration/node';
import { PlacedFlag } from '../rules/model';

/** Static pods of RKE2, whose kubelet is told the folder by its parent: github.com/rancher/rke2 pkg/podexecutor/staticpod.go, manifestsDir. */
const RKE2_FOLDER = '/var/lib/rancher/rke2/agent/pod-manifests';
/** Where kubeadm, and kubespray, put the kubelet's configuration. */
const CONFIGURATIONS = ['var/lib/kubelet/config.yaml', 'etc/kubernetes/kubelet-config.yaml'];

/** The folders that a kubelet starts pods from: what its flag says, then its configuration, else where installers put them. */
export function staticPodFolders(node: NodeFolderPath, flags: readonly PlacedFlag[], documents: Documents): readonly string[] {
  const value = (name: string) => flags.filter(flag => flag.name === name).at(-1)?.value;
  const said = value('pod-manifest-path') ?? configured(node, value('config'), documents);
  const rke2 = node.paths.some(path => path.startsWith(`${RKE2_FOLDER.slice(1)}/`)) ? [RKE2_FOLDER] : [];
  return [...new Set([said?.replace(/(.)\/+$/, '$1') ?? STATIC_POD_PATH, ...rke2])];
}

/** `staticPodPath`; a configuration that cannot be read says nothing, and is reported where files are. */
function configured(node: NodeFolderPath, flag: string | undefined, documents: Documents): string | undefined {
  const path = [...flag === undefined ? [] : [flag.replace(/^\/+/, '')], ...CONFIGURATIONS].find(candidate => node.paths.includes(candidate));
  const content = path === undefined ? undefined : node.directory.files.get(onNode(node, path))!;
  if (!content || !('text' in content)) return undefined;
  const [document] = documents.of(content.text, fileName(node.directory, onNode(node, path!)));
  return stringOf(mapOf(document?.data).staticPodPath);
}

/** The files that the kubelet starts pods from. */
export function staticPodFiles(folder: string, paths: readonly string[]): readonly string[] {
  const prefix = `${folder.replace(/^\/+/, '')}/`;
  return paths.filter(path => path.startsWith(prefix) && isStaticPodFile(path.slice(prefix.length)));
}
