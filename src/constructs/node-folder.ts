import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { readBounded } from '../files/bounded-file';
import { listDirectory } from '../files/read-directory';
import { ParsedTexts } from '../lib/edit/yaml/parsed-texts';
import { CONTROL_PLANE_ROLE, MASTER_ROLE } from '../lib/facts/control-plane-node';
import { isKubeadmText, mayBeKubeadms } from '../lib/installers/kubeadm/documents';
import { NodeInput, NodeRole } from '../lib/kubernetes/node';
import { filesOfMigration, isCredential } from '../lib/migration/files-of-migration';
import { FileContent } from '../lib/read/input/input';
import { printable } from '../lib/text/printable';

/**
 * Reads the files of nodes from a folder, one folder per node: `control-plane/<node>/etc/kubernetes/...` and `worker/<node>/...`. Only files that the
 * migration is about are opened: flags and configuration of the kubelet, static pods, and the configuration files that these name. Keys and
 * kubeconfigs may be there, unread.
 */
export class NodeFolder {
  /**
   * @param dir folder that holds `control-plane/`, and optionally `worker/` and `cluster/nodes.json`, as `kubectl get nodes -o json` prints it
   * @returns the nodes, sorted by role and name
   * @throws if there is no control-plane node in it, or no folder of one that `nodes.json` has, or a file is not text, too large, or a link out of
   * the folder
   */
  public static read(dir: string): NodeInput[] {
    const texts = new ParsedTexts();
    const nodes = [NodeRole.CONTROL_PLANE, NodeRole.WORKER].flatMap(role => {
      const roleDir = join(dir, role);
      if (!existsSync(roleDir)) return [];
      return readdirSync(roleDir).sort()
        .filter(name => statSync(join(roleDir, name)).isDirectory())
        .map(name => ({ name, role, ...readTree(join(roleDir, name), dir, texts) }));
    });
    if (!nodes.some(({ role }) => role === NodeRole.CONTROL_PLANE)) {
      throw new Error(printable(`no control-plane node in '${dir}'; expected folders '${NodeRole.CONTROL_PLANE}/<node>/etc/kubernetes/manifests' `
        + 'below it'));
    }
    refuseMisplaced(dir, nodes);
    const objects = readNodeObjects(dir);
    refuseMissing(dir, objects, nodes);
    return nodes.map(node => ({ ...node, ...objects.get(node.name) }));
  }

  /**
   * Reads the YAML files that are directly in a folder, for example the configurations of kubeadm; of these, those that are called `.conf` or
   * `.json` too.
   *
   * @param dir folder
   * @returns text by file name, sorted
   * @throws if a configuration of kubeadm is in a folder below, where it is not read
   */
  public static readFiles(dir: string): { [file: string]: string } {
    const root = realpathSync(dir);
    const contentOf = (path: string) => readBounded(join(root, path), root);
    const names = readdirSync(dir, { withFileTypes: true }).filter(entry => !entry.isDirectory()).map(({ name }) => name)
      .filter(name => /\.ya?ml$/.test(name) || isKubeadms(name, contentOf)).sort();
    refuseBelow(dir, names.length === 0, contentOf);
    return Object.fromEntries(names.map(name => [name, textOf(contentOf(name), join(dir, name))]));
  }

  private constructor() {}
}

const OF_NODE_FOLDERS = /^(?:control-plane|worker)\//;

function isKubeadms(path: string, contentOf: (path: string) => FileContent): boolean {
  if (!mayBeKubeadms(path)) return false;
  const content = contentOf(path);
  return 'text' in content && isKubeadmText(content.text);
}

/**
 * What kubeadm is configured with, and is not read, would be missing in what is written. A node may have it, too: it stands for one that is handed in
 * where there is none.
 *
 * @param hasNone whether no file is read
 */
function refuseBelow(dir: string, hasNone: boolean, contentOf: (path: string) => FileContent): void {
  const below = listDirectory(dir, '.').filter(path => path.includes('/') && (hasNone || !OF_NODE_FOLDERS.test(path))).sort();
  const path = below.find(one => (!OF_NODE_FOLDERS.test(one) || /kubeadm[^/]*$/.test(one)) && isKubeadms(one, contentOf));
  if (path === undefined) return;
  throw new Error(printable(`'${join(dir, path)}' is a configuration of kubeadm and is not read, because it is not directly in '${dir}'; `
    + (OF_NODE_FOLDERS.test(path) ? 'copy it there' : `move it there, out of '${dir}', or read its folder`)));
}

function readTree(root: string, dir: string, parsed: ParsedTexts): Pick<NodeInput, 'files' | 'unreadFiles'> {
  const [real, within] = [realpathSync(root), realpathSync(dir)];
  if (!real.startsWith(within + sep)) throw new Error(printable(`'${root}' is a link to '${real}', out of '${dir}'; put the folder itself there`));
  const texts = new Map<string, string>();
  const textAt = (path: string): string => {
    const text = texts.get(path) ?? textOf(readBounded(join(real, path), real), join(root, path));
    texts.set(path, text);
    return text;
  };
  const paths = listDirectory(root, '.').map(path => `/${path}`).sort();
  const kept = filesOfMigration(paths, textAt, [], parsed).filter(path => !isCredential(textAt(path)));
  const others = paths.filter(path => !kept.includes(path));
  return { files: Object.fromEntries(kept.map(path => [path, textAt(path)])), ...others.length === 0 ? {} : { unreadFiles: others } };
}

/** What is on nodes. */
const OF_NODE = /^(.*?)(?:^|\/)(?:etc\/(?:kubernetes|systemd|rancher|(?:default|sysconfig)\/kubelet)|var\/lib\/kubelet)(?:\/|$)/;
const CONTROL_PLANE_IMAGE
  = /^[ \t-]*["']?image["']?\s*:\s*["']?[^\s"']*\b(kube-(?:apiserver|controller-manager|scheduler))(?:-(?:amd64|arm64))?[:@]/m;

/** A node whose folder is elsewhere is not read, and its controllers may run beside those of all others. */
function refuseMisplaced(dir: string, nodes: readonly NodeInput[]): void {
  const pathsOf = ({ files, unreadFiles = [] }: NodeInput) => [...Object.keys(files), ...unreadFiles];
  const known = new Set(nodes.filter(node => pathsOf(node).some(path => /^\/(etc|var)\//.test(path))).map(({ role, name }) => `${role}/${name}`));
  const misplaced = listDirectory(dir, '.').flatMap(path => OF_NODE.exec(path)?.[1] ?? [])
    .find(root => ![...known].some(one => root === one || root.startsWith(`${one}/`)));
  if (misplaced !== undefined) {
    throw new Error(printable(`'${join(dir, misplaced)}' has files of a node, and is not read; expected folders '${NodeRole.CONTROL_PLANE}/<node>' `
      + `and '${NodeRole.WORKER}/<node>' below '${dir}', each with the files of its node`));
  }
  for (const { name, role, files } of nodes) {
    const [path, text] = Object.entries(files).find(([, one]) => role === NodeRole.WORKER && CONTROL_PLANE_IMAGE.test(one)) ?? [];
    if (text === undefined) continue;
    throw new Error(printable(`'${join(dir, NodeRole.WORKER, name)}${path}' runs ${CONTROL_PLANE_IMAGE.exec(text)![1]}; put the folder of a `
      + `control-plane node below '${NodeRole.CONTROL_PLANE}'`));
  }
}

/** A node whose folder is missing is not part of the proof, and its controllers may run beside those of all others. Workers come and go. */
function refuseMissing(dir: string, objects: ReturnType<typeof readNodeObjects>, nodes: readonly NodeInput[]): void {
  const isControlPlane = (labels: NodeInput['labels'] = {}) => [CONTROL_PLANE_ROLE, MASTER_ROLE].some(role => role in labels);
  const known = nodes.map(({ name }) => name);
  const missing = [...objects].filter(([name, { labels }]) => isControlPlane(labels) && !known.includes(name)).map(([name]) => name);
  if (missing.length === 0) return;
  throw new Error(printable(`'${join(dir, 'cluster', 'nodes.json')}' has control-plane nodes of which '${dir}' has no folder: ${missing.join(', ')}; `
    + `collect their files to '${NodeRole.CONTROL_PLANE}/<node>', or take their Node objects out where they are gone`));
}

interface NodeObject {
  readonly metadata?: {
    readonly name?: string;
    readonly labels?: { [key: string]: string };
    readonly annotations?: { readonly [key: string]: string };
  };
  readonly spec?: { readonly taints?: NodeInput['taints']; readonly providerID?: string };
}

/** Where kubeadm keeps the socket of a node's container runtime: k8s.io/kubernetes@v1.24.17 cmd/kubeadm/app/constants/constants.go. */
const CRI_SOCKET = 'kubeadm.alpha.kubernetes.io/cri-socket';

/** Labels, taints, provider IDs and CRI sockets by the name of the node. */
function readNodeObjects(dir: string): ReadonlyMap<string, Pick<NodeInput, 'labels' | 'taints' | 'providerId' | 'criSocket'>> {
  const path = join(dir, 'cluster', 'nodes.json');
  if (!existsSync(path)) return new Map();
  let list: { readonly kind?: string; readonly items?: readonly NodeObject[] } | null;
  const text = textOf(readBounded(path, realpathSync(dir)), path);
  try {
    list = JSON.parse(text) as typeof list;
  } catch (error) {
    throw new Error(printable(`'${path}' is not JSON (${(error as Error).message}); write what 'kubectl get nodes -o json' prints`));
  }
  if (!Array.isArray(list?.items)) throw new Error(printable(`'${path}' is no list of nodes; write what 'kubectl get nodes -o json' prints`));
  return new Map(list.items.map(({ metadata = {}, spec = {} }: NodeObject) => {
    const criSocket = metadata.annotations?.[CRI_SOCKET];
    return [metadata.name ?? '', {
      labels: metadata.labels ?? {},
      taints: spec.taints ?? [],
      ...spec.providerID === undefined ? {} : { providerId: spec.providerID },
      ...criSocket === undefined ? {} : { criSocket },
    }];
  }));
}

function textOf(content: FileContent, path: string): string {
  if ('unreadable' in content) throw new Error(printable(`'${path}': ${content.unreadable}; hand in only manifests and configuration`));
  return content.text;
}
