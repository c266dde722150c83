import { completed, readComponent, ReadComponent } from './component-reader';
import { versionProblem } from './component-version';
import { findContainers, mapOf, stringOf } from './container';
import { Documents } from './documents';
import { textOf } from './input';
import { readKubelet } from './kubelet-reader';
import { fileName, NodeFolderPath, onNode } from './layout';
import { NodeGroup } from './node-kinds';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { STATIC_POD_PATH } from '../migration/node';
import { ComponentView, KindView, NodeView, ReadingProblem } from '../rules/model';

/** What the nodes of one kind are. */
export interface ReadKind {
  readonly view: KindView;
  readonly components: readonly ReadComponent[];
  readonly problems: readonly ReadingProblem[];
}

/** Reads the nodes of a kind. Nodes with the same files share their components, so that what is checked does not grow with the number of nodes. */
export function readKind(group: NodeGroup, documents: Documents, said: KubernetesVersion | undefined): ReadKind {
  const shared = new Map<string, ReadComponent[]>();
  const problems: ReadingProblem[] = [];
  const components = new Set<ReadComponent>();
  const nodes = group.nodes.map((node): NodeView => {
    const { paths } = node;
    const staticPodPath = staticPodPathOf(node, paths, documents);
    const pods = podFiles(staticPodPath, paths).flatMap(path => staticPods({ node, path, group, documents, said, shared }));
    pods.forEach(pod => components.add(pod));
    const version = pods.map(({ view }) => view).find(({ component, version: known }) => known && component === 'kube-apiserver')?.version
      ?? pods.find(({ view }) => view.version)?.view.version ?? (versionProblem(said) === undefined ? said : undefined);
    const kubelet = readKubelet(node, paths, group.name, version);
    problems.push(...kubelet.problems);
    if (kubelet.view) components.add({ view: completed(kubelet.view, { dir: group.dir, label: group.name, replication: { kind: 'per-node' } }) });
    return {
      name: node.name,
      role: pods.length > 0 || node.role === 'control-plane' ? 'control-plane' : 'worker',
      kind: group.name,
      root: fileName(node.directory, node.root),
      staticPodPath,
      staticPods: pods.map(({ view }) => view),
    };
  });
  const read = [...components];
  return {
    view: { name: group.name, nodes, external: read.some(({ view }) => isExternalHere(view)) },
    components: read,
    problems,
  };
}

function isExternalHere(view: ComponentView): boolean {
  return ['kube-apiserver', 'kubelet'].includes(view.component) && view.flags.filter(({ name }) => name === 'cloud-provider').at(-1)?.value === 'external';
}

/** `staticPodPath` of the kubelet's own configuration, where the input has it. */
function staticPodPathOf(node: NodeFolderPath, paths: readonly string[], documents: Documents): string {
  const path = 'var/lib/kubelet/config.yaml';
  if (!paths.includes(path)) return STATIC_POD_PATH;
  const file = fileName(node.directory, onNode(node, path));
  const [document] = documents.of(textOf(node.directory.files.get(onNode(node, path))!, file), file);
  return stringOf(mapOf(document?.data).staticPodPath)?.replace(/\/+$/, '') ?? STATIC_POD_PATH;
}

/**
 * The files that the kubelet starts pods from: whatever lies directly in the folder, with any ending, but for names that begin with a dot.
 * k8s.io/kubernetes@v1.26.15 pkg/kubelet/config/file.go:139-200 extractFromDir, file_linux.go.
 */
function podFiles(staticPodPath: string, paths: readonly string[]): readonly string[] {
  const folder = `${staticPodPath.replace(/^\/+/, '')}/`;
  return paths.filter(path => path.startsWith(folder) && /^[^./][^/]*$/.test(path.slice(folder.length)));
}

interface StaticPodContext {
  readonly node: NodeFolderPath;
  readonly path: string;
  readonly group: NodeGroup;
  readonly documents: Documents;
  readonly said?: KubernetesVersion;
  readonly shared: Map<string, ReadComponent[]>;
}

function staticPods({ node, path, group, documents, said, shared }: StaticPodContext): readonly ReadComponent[] {
  const file = fileName(node.directory, onNode(node, path));
  const text = textOf(node.directory.files.get(onNode(node, path))!, file);
  const read = documents.objects(text, file).filter(({ kind }) => kind === 'Pod').flatMap(object =>
    findContainers(object.document, ['spec'], file).map(container => readComponent(object, [], container, {
      dir: group.dir,
      label: group.name,
      object: `static pod ${object.namespace ?? 'default'}/${object.name}`,
      origin: 'static-pod',
      kind: group.name,
      node: node.name,
      replication: { kind: 'per-node' },
      files: { nodes: [node], configMaps: new Map(), namespace: object.namespace ?? 'default' },
      said,
    })));
  const key = JSON.stringify([path, text, read.map(({ view }) => [view.migrationConfig, view.cloudConfig].map(used => [used?.state, used?.text]))]);
  const known = shared.get(key);
  if (known) return known;
  shared.set(key, read);
  return read;
}
