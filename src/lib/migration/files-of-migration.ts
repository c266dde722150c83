import { CLOUD_CONFIG_PATH } from '../cloud-config/cloud-config';
import { parseStaticPod, StaticPodComponent } from '../edit/static-pod/static-pod';
import { KUBELET_CONFIGURATIONS, kubeletFlagFilesOf } from '../kubernetes/kubelet-files';
import { NodeInput, STATIC_POD_PATH } from '../kubernetes/node';
import { LEADER_MIGRATION_FILE } from '../leader-migration';

/** Where a kubelet is told the folder of its static pods. */
const FOLDERS = /(?:^staticPodPath:\s*|--pod-manifest-path[=\s"']+)["']?(\/[^\s"']+)/gm;
/** Flags that name a file which the migration is about. */
const NAMING = /--(?:cloud-config|leader-migration-config|image-credential-provider-config)[=\s"',-]+(\/[^\s"',\]]+)/g;
const READERS: readonly StaticPodComponent[] = ['kube-controller-manager', 'kube-apiserver', 'cloud-controller-manager'];

/** A key, or a kubeconfig, under whatever name it lies. */
const CREDENTIAL = /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY-----|^["']?kind["']?:\s*["']?Config["']?\s*,?$/m;

/**
 * The files of a node that the migration is about: flags and configuration of the kubelet, static pods, and the files that those name as cloud
 * config, migration configuration or configuration of credential providers. No other file is read or written: no key, no kubeconfig, no token.
 *
 * @param paths absolute paths of all files
 * @param textOf text of one of them; asked of files of the kubelet and of static pods only
 * @param named more files that the user names
 */
export function filesOfMigration(paths: readonly string[], textOf: (path: string) => string, named: readonly string[] = []): string[] {
  const flagFiles = kubeletFlagFilesOf(paths);
  const ofKubelet = paths.filter(path => flagFiles.includes(path) || KUBELET_CONFIGURATIONS.includes(path));
  const podFolders = ofKubelet.flatMap(path => [...textOf(path).matchAll(FOLDERS)].map(([, folder]) => folder.replace(/(.)\/+$/, '$1')));
  const folders = [...new Set([STATIC_POD_PATH, ...podFolders])];
  const pods = paths.filter(path => folders.some(folder => path.startsWith(`${folder}/`) && !/^\.|\//.test(path.slice(folder.length + 1))));
  const byFlags = [...ofKubelet, ...pods].flatMap(path => namedIn(textOf(path), paths));
  const others = new Set([CLOUD_CONFIG_PATH, LEADER_MIGRATION_FILE, ...named, ...byFlags]);
  return paths.filter(path => ofKubelet.includes(path) || pods.includes(path) || others.has(path));
}

/** A node with those files alone; of the others, only that they are there. */
export function withFilesOfMigration(node: NodeInput, named: readonly string[]): NodeInput {
  const all = Object.keys(node.files);
  const kept = filesOfMigration(all, path => node.files[path], named).filter(path => !isCredential(node.files[path]));
  if (kept.length === all.length) return node;
  const others = all.filter(path => !kept.includes(path));
  return { ...node, files: Object.fromEntries(kept.map(path => [path, node.files[path]])), unreadFiles: [...node.unreadFiles ?? [], ...others] };
}

/** Whether a text is a key or a kubeconfig. */
export function isCredential(text: string): boolean {
  return CREDENTIAL.test(text);
}

/** Paths on the node that flags name: as they are written, and where a volume brings them from. */
function namedIn(text: string, known: readonly string[]): readonly string[] {
  return [...text.matchAll(NAMING)].flatMap(([, path]) => {
    // Mounted from where it lies, as kubeadm writes it: nothing else to look for.
    const isThere = known.includes(path) && text.includes(`path: ${path}\n`);
    return isThere ? [path] : [path, ...onNode(text, path)];
  });
}

function onNode(text: string, path: string): readonly string[] {
  return READERS.flatMap(component => {
    try {
      return parseStaticPod(text, { file: component, component }).hostPathOf(path) ?? [];
    } catch {
      return []; // another component, or none: whoever needs it says what is wrong with it
    }
  });
}
