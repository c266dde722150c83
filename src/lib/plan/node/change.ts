import { STATIC_POD_PATH, NodeRole, NodeSide } from '../../kubernetes/node';
import { AllowedFile, WrittenFile } from '../action';
import { runs } from '../app';
import { PlannedNodeFile } from '../app-files';
import { filesAt, Leg, leftovers, otherSide } from '../context';
import { mayBeOfKubeadm } from '../kubeadm-files';
import { isKubeletFile } from '../kubelet-file';

/** What a node changes from and to, on one leg. */
export interface NodeChange {
  readonly node: string;
  readonly role: NodeRole;
  /** The side that it is on afterwards. */
  readonly side: NodeSide;
  readonly put: readonly PlannedNodeFile[];
  readonly remove: readonly string[];
  /** What may lie there before, where that is known. */
  readonly allowed: readonly AllowedFile[];
  readonly restartsKubelet: boolean;
}

/** The files of a node that differ, from whatever side it is on in `leg.from` to `side` in `leg.to`. */
export function nodeChange({ app, from, to }: Leg, node: string, role: NodeRole, side: NodeSide): NodeChange {
  const sources = Object.values(NodeSide).map(one => filesAt(app, from, node, one)).filter(files => files.length > 0);
  const target = filesAt(app, to, node, side);
  // Before the migration: what was handed in. Where nothing was, nothing is known.
  const before = ({ path, inputSha256 }: PlannedNodeFile): readonly string[] => {
    if (sources.length === 0) return inputSha256 === undefined ? [] : [inputSha256];
    if (side === NodeSide.N && mayBeOfKubeadm({ app, from }, node, path)) return [];
    return sources.map(files => files.find(file => file.path === path)?.sha256 ?? '-');
  };
  const put = target.filter(file => before(file).length === 0 || before(file).some(sum => sum !== file.sha256));
  const remove = leftovers(app, to, role, side);
  const allowed = put.filter(file => before(file).length > 0).map(file => ({ path: file.path, sums: [...new Set([...before(file), file.sha256])] }));
  return { node, role, side, put, remove, allowed, restartsKubelet: put.some(({ path }) => isKubeletFile(path)) };
}

/** Whether a leg leaves the node as it is. */
export function isUnchanged({ put, remove }: NodeChange): boolean {
  return put.length === 0 && remove.length === 0;
}

/** The paths that a change writes, so that taking them back leaves no manifest without what it mounts. */
export function pathsBack(change: NodeChange): readonly string[] {
  const kubelet = change.put.filter(({ path }) => isKubeletFile(path));
  const { mounted, apiServer, others } = podFiles(change);
  return [...kubelet, ...mounted, ...apiServer, ...others].map(({ path }) => path).reverse();
}

/** A change without some of its files. */
export function changeOf(change: NodeChange, isIncluded: (path: string) => boolean): NodeChange {
  const put = change.put.filter(({ path }) => isIncluded(path));
  return {
    ...change,
    put,
    remove: change.remove.filter(isIncluded),
    allowed: change.allowed.filter(({ path }) => isIncluded(path)),
    restartsKubelet: put.some(({ path }) => isKubeletFile(path)),
  };
}

export function sumsOf(files: readonly PlannedNodeFile[]): readonly WrittenFile[] {
  return [...files].reverse().map(({ path, sha256 }) => ({ path, sum: sha256 }));
}

/** Whether the node runs another release afterwards. */
export function changesRelease(leg: Leg, { side, restartsKubelet }: NodeChange): boolean {
  return restartsKubelet && areOfTwoReleases(leg, side);
}

export function areOfTwoReleases({ app, from, to }: Leg, side: NodeSide): boolean {
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
