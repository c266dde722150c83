import { isKubeletFile } from '../../facts/inputs/kubelet-files';
import { NodeRole, NodeSide, STATIC_POD_PATH } from '../../kubernetes/node';
import { holdsSecret } from '../../migration/index-file';
import { StepFile } from '../action';
import { runs } from '../app';
import { PlannedNodeFile } from '../app-files';
import { filesAt, leftovers, otherSide, Transition } from '../context';
import { mayBeOfKubeadm } from '../kubeadm-files';

/** What a node changes from and to, in one transition. */
export interface NodeChange {
  readonly node: string;
  readonly role: NodeRole;
  /** The side that it is on afterwards. */
  readonly side: NodeSide;
  readonly put: readonly PlannedNodeFile[];
  readonly remove: readonly string[];
  /** All of them, with their sums. */
  readonly files: readonly StepFile[];
  readonly restartsKubelet: boolean;
}

/** The files of a node that differ, from whatever side it is on in `from` to `side` in `to`. */
export function nodeChange({ app, from, to }: Transition, node: string, role: NodeRole, side: NodeSide): NodeChange {
  const sources = Object.values(NodeSide).map(one => filesAt(app, from, node, one)).filter(files => files.length > 0);
  const target = filesAt(app, to, node, side);
  // Before the migration: what was handed in. Where nothing was, nothing is known.
  const before = ({ path, inputSha256 }: PlannedNodeFile): readonly string[] => {
    if (sources.length === 0) return inputSha256 === undefined ? [] : [inputSha256];
    if (side === NodeSide.N && mayBeOfKubeadm({ app, from }, node, path)) return [];
    return [...new Set(sources.map(files => files.find(file => file.path === path)?.sha256 ?? '-'))];
  };
  const put = target.filter(file => before(file).length === 0 || before(file).some(sum => sum !== file.sha256));
  const remove = leftovers(app, to, role, side);
  const files = [...put.map(file => stepFile(file, before(file))), ...remove.map(removedFile)];
  return { node, role, side, put, remove, files, restartsKubelet: put.some(({ path }) => isKubeletFile(path)) };
}

export function stepFile(file: PlannedNodeFile, before: readonly string[]): StepFile {
  const { path, sha256, mode, owner, source, node, text } = file;
  const from = source.slice(0, source.length - `/${node}${path}`.length);
  return { path, after: sha256, before, put: { from, mode, owner, ...holdsSecret({ path, content: text }) ? { secret: true } : {} } };
}

export function removedFile(path: string): StepFile {
  return { path, after: '-', before: [] };
}

/** Whether a transition leaves the node as it is. */
export function isUnchanged({ put, remove }: NodeChange): boolean {
  return put.length === 0 && remove.length === 0;
}

/** The paths that a change writes, so that taking them back leaves no manifest without what it mounts. */
export function pathsBack(change: NodeChange): readonly string[] {
  const kubelet = change.put.filter(({ path }) => isKubeletFile(path));
  const { mounted, apiServer, others } = podFiles(change);
  return [...pathsOf([...kubelet, ...mounted, ...apiServer, ...others])].reverse();
}

export function pathsOf(files: readonly { readonly path: string }[]): readonly string[] {
  return files.map(({ path }) => path);
}

/** A change without some of its files. */
export function changeOf(change: NodeChange, isIncluded: (path: string) => boolean): NodeChange {
  const put = change.put.filter(({ path }) => isIncluded(path));
  return {
    ...change,
    put,
    remove: change.remove.filter(isIncluded),
    files: change.files.filter(({ path }) => isIncluded(path)),
    restartsKubelet: put.some(({ path }) => isKubeletFile(path)),
  };
}

/** Whether the node runs another release afterwards. */
export function changesRelease(transition: Transition, { side, restartsKubelet }: NodeChange): boolean {
  return restartsKubelet && areOfTwoReleases(transition, side);
}

export function areOfTwoReleases({ app, from, to }: Transition, side: NodeSide): boolean {
  return from !== 'not-started' && to !== 'not-started' && app.releases[side] !== app.releases[otherSide(side)];
}

/** Files of a change that are none of the kubelet. */
export interface PodFiles {
  /** What manifests mount. */
  readonly mounted: readonly PlannedNodeFile[];
  readonly apiServer: readonly PlannedNodeFile[];
  /** The other manifests. */
  readonly others: readonly PlannedNodeFile[];
}

export function podFiles({ put }: NodeChange): PodFiles {
  const isApiServer = (file: PlannedNodeFile) => runs(file) === 'kube-apiserver';
  return {
    mounted: put.filter(file => !isManifest(file) && !isKubeletFile(file.path)),
    apiServer: put.filter(isApiServer),
    others: put.filter(file => isManifest(file) && !isApiServer(file)),
  };
}

function isManifest(file: PlannedNodeFile): boolean {
  return file.path.startsWith(`${STATIC_POD_PATH}/`) || runs(file) !== undefined;
}
