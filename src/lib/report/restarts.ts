import { Change, NodeFileChange, ObjectChange, Restart } from './report';
import { parseReference } from '../migration/to-delete';
import { givenTo, PlanAction } from '../plan/action';
import { applyFile, deleteObject, restoreObject } from '../plan/actions/objects';
import { restartUnit } from '../plan/actions/units';
import { textOfObject } from '../plan/object-kind';
import { PlanStep } from '../plan/step';

/** Kinds of objects whose pods are made anew when they change. */
const WORKLOADS: readonly string[] = ['DaemonSet', 'Deployment', 'StatefulSet'];

/**
 * What stops and starts: by files of nodes, by actions of the steps, and by workloads whose pods change.
 *
 * @param changed nodes of which files change
 */
export function restartsOf(
  files: readonly NodeFileChange[], objects: readonly ObjectChange[], steps: readonly PlanStep[], changed: ReadonlySet<string> = nodesOf(files),
): readonly Restart[] {
  const byWhat = new Map<string, Set<string>>();
  const add = (what: string, nodes: readonly string[]): void => {
    byWhat.set(what, new Set([...byWhat.get(what) ?? [], ...nodes]));
  };
  for (const { restarts, nodes } of files) if (restarts !== null) add(restarts, nodes);
  for (const { node, run } of steps) {
    for (const action of node === undefined || !changed.has(node) ? [] : run) {
      const unit = givenTo(action, restartUnit)?.unit;
      const what = unit === undefined ? BY_ACTION[action.kind.do] : `unit ${unit}`;
      if (what !== undefined) add(what, [node!]);
    }
  }
  for (const { object, change } of objects) {
    const [, kind] = object.split(' ');
    if (WORKLOADS.includes(kind)) add(`${WORDS[change]} ${object.slice(object.indexOf(' ') + 1)}`, []);
  }
  return [...byWhat].map(([what, nodes]) => ({ what, nodes: [...nodes] }));
}

/** What stops and starts because of some of the steps alone. */
export function restartsIn(
  own: readonly PlanStep[], files: readonly NodeFileChange[], objects: readonly ObjectChange[], changed: ReadonlySet<string>,
): readonly string[] {
  const nodesByPath = new Map<string, Set<string>>();
  for (const { node, files: put = [] } of own) {
    for (const { path } of node === undefined ? [] : put) nodesByPath.set(path, (nodesByPath.get(path) ?? new Set()).add(node!));
  }
  const touched = new Set(own.flatMap(({ run }) => run).flatMap(one => [...appliedBy(one), ...changedBy(one)]).map(withoutCluster));
  const alike = files.filter(({ path, nodes }) => nodes.some(node => nodesByPath.get(path)?.has(node)));
  const applied = objects.filter(({ object }) => [parseReference(object)].some(found => found !== undefined && touched.has(textOfObject(found))));
  return restartsOf(alike, applied, own, changed).map(({ what }) => what);
}

export function nodesOf(files: readonly NodeFileChange[]): ReadonlySet<string> {
  return new Set(files.flatMap(({ nodes }) => nodes));
}

/** Actions that stop more than the files of their step say. */
const BY_ACTION: Readonly<Record<string, string>> = {
  'node/restart-kubelet': 'kubelet',
  'node/upgrade-node': 'kubelet',
  'node/drain': 'pods of the node (drained)',
};

const WORDS: Readonly<Record<Change, string>> = { added: 'starts', removed: 'ends', changed: 'rolls out' };

function appliedBy(one: PlanAction): readonly string[] {
  const { objects = [], rolls = [] } = givenTo(one, applyFile) ?? {};
  return [...objects, ...[rolls].flat()];
}

function changedBy(one: PlanAction): readonly string[] {
  const given = givenTo(one, deleteObject) ?? givenTo(one, restoreObject);
  return given === undefined ? [] : [`${given.kind} ${given.namespace ?? '-'} ${given.name}`];
}

/** Kind, namespace and name. */
function withoutCluster(object: string): string {
  return object.split(' ').slice(0, 3).join(' ');
}
