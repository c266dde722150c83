import { isKubeletFile } from '../../facts/inputs/kubelet-files';
import { Component } from '../../kubernetes/component';
import { NodeRole, NodeSide, STATIC_POD_PATH } from '../../kubernetes/node';
import { holdsSecret } from '../../migration/index-file';
import { dropInOf } from '../../migration/unit-component';
import { StepFile } from '../action';
import { runs } from '../app/app';
import { PlannedNodeFile } from '../app/app-files';
import { filesAt, leftovers, otherSide, Transition } from '../app/context';
import { mayBeOfKubeadm } from '../app/kubeadm-files';

/** What a node changes from and to, in one transition. */
export interface NodeChange {
  readonly transition: Transition;
  readonly node: string;
  readonly role: NodeRole;
  /** The side that it is on afterwards. */
  readonly side: NodeSide;
  readonly put: readonly PlannedNodeFile[];
  readonly remove: readonly string[];
  /** All of them, with their sums. */
  readonly files: readonly StepFile[];
  readonly restartsKubelet: boolean;
  /** Components that have to be started again by systemd. */
  readonly units: readonly ChangedUnit[];
}

/** A unit whose drop-in, or whose program, is another one afterwards. */
export interface ChangedUnit {
  readonly component: Component;
  /** Without `.service`. */
  readonly unit: string;
  readonly dropIn: string;
  /** What becomes of the drop-in; `kept`: packages bring another program. */
  readonly becomes: 'put' | 'removed' | 'kept';
}

/** The files of a node that differ, from whatever side it is on in `from` to `side` in `to`. */
function nodeChange(transition: Transition, node: string, role: NodeRole, side: NodeSide): NodeChange {
  const { app, from, to } = transition;
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
  const restartsKubelet = put.some(({ path }) => isKubeletFile(path));
  const becomes = (dropIn: string): ChangedUnit['becomes'] | undefined => {
    if (put.some(({ path }) => path === dropIn)) return 'put';
    if (remove.includes(dropIn) && sources.flat().some(({ path }) => path === dropIn)) return 'removed';
    return areOfTwoReleases(transition, side) && put.length > 0 ? 'kept' : undefined;
  };
  const units = role !== NodeRole.CONTROL_PLANE ? [] : [...app.units].flatMap(([component, unit]): ChangedUnit[] => {
    const dropIn = dropInOf(unit);
    const its = becomes(dropIn);
    return its === undefined ? [] : [{ component, unit, dropIn, becomes: its }];
  });
  return { transition, node, role, side, put, remove, files, restartsKubelet, units };
}

/** A change as far as it says which components are started again, and with what. */
export type Starting = Pick<NodeChange, 'transition' | 'node' | 'side' | 'put' | 'units'>;

/** What a component reads at its start and a change writes: of a drop-in that goes, its folder tells when it went. */
export interface StartFile {
  readonly component: Component;
  readonly path: string;
}

/** Of all components that a change starts again; of several files of a kubelet, each. */
export function startFiles({ put, units }: Pick<NodeChange, 'put' | 'units'>): readonly StartFile[] {
  return [...startFilesOf(put), ...units.filter(({ becomes }) => becomes === 'removed').map(({ component, dropIn }) => ({
    component, path: folderOf(dropIn),
  }))];
}

/** The same once the files are taken back: a drop-in that came with the change is gone then. */
export function startFilesBack(change: Pick<NodeChange, 'put' | 'units'>): readonly StartFile[] {
  const dropIns = change.units.map(({ dropIn }) => dropIn);
  return startFiles(change).map(({ component, path }) => ({ component, path: dropIns.includes(path) ? folderOf(path) : path }));
}

/** The same of files. */
export function startFilesOf(put: readonly PlannedNodeFile[]): readonly StartFile[] {
  return put.flatMap((file): StartFile[] => {
    const component = isKubeletFile(file.path) ? 'kubelet' : runs(file);
    return component === undefined ? [] : [{ component, path: file.path }];
  });
}

/** Whether a change starts a component again. */
export function starts(change: Pick<NodeChange, 'put' | 'units'>, component: Component): boolean {
  return change.units.some(unit => unit.component === component) || startFilesOf(change.put).some(file => file.component === component);
}

export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}

export function stepFile(file: PlannedNodeFile, before: readonly string[]): StepFile {
  const { path, sha256, mode, owner, source, node, text } = file;
  const from = source.slice(0, source.length - `/${node}${path}`.length);
  return { path, after: sha256, before, put: { from, mode, owner, ...holdsSecret({ path, content: text }) ? { secret: true } : {} } };
}

export function removedFile(path: string): StepFile {
  return { path, after: '-', before: [] };
}

/** The paths that a change writes, so that taking them back leaves no manifest without what it mounts. */
export function pathsBack(change: NodeChange): readonly string[] {
  const kubelet = change.put.filter(({ path }) => isKubeletFile(path));
  const { mounted, apiServer, others } = componentFiles(change);
  return [...pathsOf([...kubelet, ...mounted, ...apiServer.put, ...others.put])].reverse();
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
    units: change.units.filter(({ dropIn }) => isIncluded(dropIn)),
  };
}

/**
 * The nodes among these that a transition changes.
 *
 * @param part what of the change of a node is meant
 */
export function changedNodes(
  transition: Transition, nodes: readonly string[], role: NodeRole, side: NodeSide, part: (whole: NodeChange) => NodeChange = whole => whole,
): readonly NodeChange[] {
  return nodes.map(node => part(nodeChange(transition, node, role, side))).filter(({ put, remove }) => put.length + remove.length > 0);
}

/** Whether the node runs another release afterwards. */
export function changesRelease({ transition, side, restartsKubelet }: NodeChange): boolean {
  return restartsKubelet && areOfTwoReleases(transition, side);
}

export function areOfTwoReleases({ app, from, to }: Transition, side: NodeSide): boolean {
  return from !== 'not-started' && to !== 'not-started' && app.releases[side] !== app.releases[otherSide(side)];
}

/** The side whose release a node had before it came to its side. */
export function sideBefore({ transition, side }: Pick<NodeChange, 'transition' | 'side'>): NodeSide {
  return areOfTwoReleases(transition, side) ? otherSide(side) : side;
}

/** What starts components: manifests and drop-ins that come, drop-ins that go, and the units that are started again. */
export interface ComponentFiles {
  readonly put: readonly PlannedNodeFile[];
  readonly removed: readonly string[];
  readonly units: readonly ChangedUnit[];
}

/** Files of a change that are none of the kubelet. */
export interface OtherFiles {
  /** What components read. */
  readonly mounted: readonly PlannedNodeFile[];
  readonly apiServer: ComponentFiles;
  /** Of the other components. */
  readonly others: ComponentFiles;
  /** Whatever else goes. */
  readonly gone: readonly string[];
}

export function componentFiles({ put, remove, units }: NodeChange): OtherFiles {
  const starting = put.filter(file => !isKubeletFile(file.path) && (file.path.startsWith(`${STATIC_POD_PATH}/`) || runs(file) !== undefined));
  const removed = (of: readonly ChangedUnit[]) => of.filter(({ becomes }) => becomes === 'removed').map(({ dropIn }) => dropIn);
  const ofComponents = (isMeant: (component: Component | undefined) => boolean): ComponentFiles => {
    const its = units.filter(({ component }) => isMeant(component));
    return { put: starting.filter(file => isMeant(runs(file))), removed: removed(its), units: its };
  };
  return {
    mounted: put.filter(file => !starting.includes(file) && !isKubeletFile(file.path)),
    apiServer: ofComponents(component => component === 'kube-apiserver'),
    others: ofComponents(component => component !== 'kube-apiserver'),
    gone: remove.filter(path => !removed(units).includes(path)),
  };
}
