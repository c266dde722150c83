import { FileContent, STANDARD_INPUT, VerifyDirectory } from './input';
import { FilesOfNode } from '../../edit/systemd/unit';
import { isDeployed, NODE_FOLDERS, OTHER_FOLDERS, POD_FOLDERS } from '../../facts/inputs/node-paths';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { NodeSide } from '../../kubernetes/node';

/** A folder that stands for `/` of a node: it holds `etc/` or `var/`. */
export interface NodeFolderPath {
  readonly directory: VerifyDirectory;
  /** Path below the directory; empty: the directory itself is the node. */
  readonly root: string;
  readonly name: string;
  /** Files on the node, without the leading `/`. */
  readonly paths: readonly string[];
  /** From a folder `<role>-<side>` on the way, which is how this library writes them. */
  readonly side?: NodeSide;
  readonly role?: 'control-plane' | 'worker';
  /** What its machine is made with. */
  readonly version?: KubernetesVersion;
  /** What the Node of its name says of its kubelet. */
  readonly kubeletVersion?: KubernetesVersion;
}

/** The files of one directory: nodes, and everything else. */
export interface Layout {
  readonly nodes: readonly NodeFolderPath[];
  /** Paths that belong to no node. */
  readonly clusterFiles: readonly string[];
}

export function layoutOf(directory: VerifyDirectory): Layout {
  const roots = new Map<string, string[]>();
  const clusterFiles: string[] = [];
  const deployed = new Set<string>();
  const all = [...directory.files.keys()].sort();
  const known = new Set(all.flatMap(path => NODE_FOLDERS.exec(path)?.[1] ?? []));
  const beside = (path: string) =>
    [...known].find(root => path.startsWith(root === '' ? '' : `${root}/`) && OTHER_FOLDERS.test(path.slice(root === '' ? 0 : root.length + 1)));
  for (const path of all) {
    const root = NODE_FOLDERS.exec(path)?.[1] ?? beside(path);
    if (root === undefined) {
      clusterFiles.push(path);
      continue;
    }
    const own = roots.get(root) ?? [];
    roots.set(root, own);
    const below = path.slice(root === '' ? 0 : root.length + 1);
    own.push(below);
    if (isDeployed(below) && isFirst(directory, deployed, below, path)) clusterFiles.push(path);
  }
  return { nodes: [...roots].map(([root, paths]) => nodeFolder(directory, root, paths)), clusterFiles };
}

/** Whether a kubelet takes a file for the manifest of a static pod, by where it is. */
export function isStaticPodFile(path: string): boolean {
  return POD_FOLDERS.some(folder => `/${path}`.includes(`${folder}/`));
}

/** Each control-plane node has the same manifests: they are the same objects. */
function isFirst({ files }: VerifyDirectory, seen: Set<string>, below: string, path: string): boolean {
  const key = JSON.stringify([below, files.get(path)]);
  const isNew = !seen.has(key);
  seen.add(key);
  return isNew;
}

function nodeFolder(directory: VerifyDirectory, root: string, paths: readonly string[]): NodeFolderPath {
  const way = [...directory.name.split('/'), ...root.split('/')].filter(segment => segment !== '' && segment !== '.');
  const marks = way.map(segment => /^(control-plane|worker)(?:-(n|n-plus-1))?$/.exec(segment)).filter(match => match !== null);
  // A node group may be called like its role.
  const mark = marks.filter(([, , side]) => side !== undefined).at(-1) ?? marks.at(-1);
  return {
    directory,
    root,
    name: way.at(-1) ?? directory.name,
    paths,
    role: mark?.[1] as NodeFolderPath['role'],
    side: mark?.[2] as NodeSide | undefined,
    version: directory.versions?.get(root),
  };
}

/** Path of a file of a node below its directory: `root` joined with the absolute path on the node. */
export function onNode(node: NodeFolderPath, path: string): string {
  return `${node.root === '' ? '' : `${node.root}/`}${path.replace(/^\/+/, '')}`;
}

/** Name of a file of a node, for findings. */
export function nameOnNode(node: NodeFolderPath, path: string): string {
  return fileName(node.directory, onNode(node, path));
}

/** What a node has at a path. */
export function contentOnNode(node: NodeFolderPath, path: string): FileContent | undefined {
  return node.directory.files.get(onNode(node, path));
}

/** The files of a node, for what reads its units. */
export function filesOfNode(node: NodeFolderPath): FilesOfNode {
  return { paths: node.paths, contentOf: path => contentOnNode(node, path) };
}

/** A text of a node, by its path on it. */
export interface NodeText {
  readonly path: string;
  /** Its name for findings. */
  readonly file: string;
  readonly text: string;
  readonly content: Extract<FileContent, { readonly text: string }>;
}

/** The texts among files of a node. */
export function textsOnNode(node: NodeFolderPath, paths: readonly string[] = node.paths): readonly NodeText[] {
  return paths.flatMap(path => {
    const content = contentOnNode(node, path)!;
    return 'text' in content ? [{ path, file: nameOnNode(node, path), text: content.text, content }] : [];
  });
}

/** What a reader calls a folder that was given: `.` says nothing, in the middle of a sentence least of all. */
export function folderLabel(name: string): string {
  const isHere = !name.startsWith('/') && name.split('/').every(step => step === '' || step === '.');
  return isHere ? 'the given folder' : name;
}

/** Name of a file for findings. */
export function fileName(directory: VerifyDirectory, path: string): string {
  if (directory.name === STANDARD_INPUT) return path;
  const name = directory.name.replace(/(?<!\/)\/+$/, '').replace(/^(\.\/)+/, '');
  return name === '.' || (name === '' && !directory.name.startsWith('/')) ? path : `${name}/${path}`;
}

/** The place of what is said of the input as a whole. */
export function placeOfInput([first]: readonly VerifyDirectory[]): { readonly file: string; readonly line: number } {
  return { file: first ? fileName(first, '').replace(/\/$/, '') || '.' : '', line: 1 };
}
