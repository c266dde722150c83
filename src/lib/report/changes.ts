import { Sides } from './processes';
import { FileChange, NodeFileChange, ObjectChange } from './report';
import { yaml } from '../edit/yaml/load';
import { isKubeletFile } from '../facts/inputs/kubelet-files';
import { NodeSide } from '../kubernetes/node';
import { holdsSecret } from '../migration/index-file';
import { referenceText } from '../migration/to-delete';
import { StepFile } from '../plan/action';
import { MigrationApp, runs } from '../plan/app/app';
import { PlannedNodeFile } from '../plan/app/app-files';
import { filesAt } from '../plan/app/context';
import { managerObject } from '../plan/app/rolled-workload';
import { PlanStateName, WrittenState } from '../plan/state';
import { PlanStep } from '../plan/step';
import { ObjectAt } from '../read/documents/documents';
import { changedLines, lineDiff } from '../text/line-diff';

/** Objects of the manifests of two states that differ; before the migration there are none. */
export function objectChanges(app: MigrationApp, from: PlanStateName, to: PlanStateName): readonly ObjectChange[] {
  const [before, after] = [objectsOf(app, from), objectsOf(app, to)];
  const inCluster = (one: ObjectChange): ObjectChange => ({ ...one, ...clusterOf(app, one.file) });
  const gone = [...before].filter(([id]) => !after.has(id)).map(([id, object]) => inCluster(changeOf(id, object, undefined)));
  const rest = [...after].map(([id, object]) => inCluster(changeOf(id, before.get(id), object)));
  // The Deployment was there before the migration, too, as it was handed in.
  const own = app.manager && referenceText(managerObject(app));
  return [...rest, ...gone].filter(({ diff }) => diff === null || diff.length > 0)
    .map(one => one.object === own ? { ...one, change: 'changed' } : one);
}

function objectsOf(app: MigrationApp, state: PlanStateName): ReadonlyMap<string, ObjectAt> {
  const objects = app.phases.get(state as WrittenState)?.objects ?? [];
  return new Map(objects.map(object => [referenceText(object), object]));
}

function clusterOf({ phases }: MigrationApp, file: string): Pick<ObjectChange, 'cluster'> {
  const cluster = [...phases.values()].flatMap(({ manifests }) => manifests).find(({ source }) => source === file)?.cluster;
  return cluster === undefined ? {} : { cluster };
}

function changeOf(object: string, before: ObjectAt | undefined, after: ObjectAt | undefined): ObjectChange {
  const { kind, file, document, base } = (after ?? before)!;
  const texts = [textOf(before), textOf(after)];
  const diff = lineDiff(texts[0], texts[1]);
  const isSecret = kind === 'Secret' || texts.some(content => holdsSecret({ path: file, content }));
  return {
    change: before === undefined ? 'added' : after === undefined ? 'removed' : 'changed',
    object,
    file,
    line: document.line(base),
    diff: isSecret && diff.length > 0 ? null : diff,
  };
}

function textOf(object: ObjectAt | undefined): string {
  return object === undefined ? '' : yaml().stringify(object.data, { lineWidth: 0, aliasDuplicateObjects: false });
}

/** Where a step begins and ends, and of which version each node is when it begins. */
export interface Way {
  readonly from: PlanStateName;
  readonly to: PlanStateName;
  readonly sides: Sides;
}

/** Files of nodes that the steps put or remove, those that change alike on several nodes once. */
export function nodeFileChanges(app: MigrationApp, way: Way, steps: readonly PlanStep[]): readonly NodeFileChange[] {
  const alike = new Map<string, { change: NodeFileChange; nodes: string[] }>();
  for (const { node, files = [] } of steps) {
    for (const file of node === undefined ? [] : files) {
      const change = nodeFileChange(app, way, node!, file);
      if (change === undefined) continue; // the plan also serves a node that was changed before it began
      const { nodes, diff, source, ...rest } = change;
      const key = JSON.stringify([rest, changedLines(diff ?? []).map(line => line.replaceAll(node!, '{node}'))]);
      const known = alike.get(key);
      if (known === undefined) {
        alike.set(key, { change, nodes: [...nodes] });
      } else if (!known.nodes.includes(node!)) {
        known.nodes.push(node!);
      }
    }
  }
  return [...alike.values()].map(({ change, nodes }) => ({ ...change, nodes }));
}

/** Undefined: the node has the file already as it is to be. */
function nodeFileChange(app: MigrationApp, { from, to, sides }: Way, node: string, file: StepFile): NodeFileChange | undefined {
  const { path, before: sums, after: sum } = file;
  const before = filesAt(app, from, node, sides.get(node)!).find(one => one.path === path);
  const after = Object.values(NodeSide).flatMap(side => filesAt(app, to, node, side)).find(one => one.path === path && one.sha256 === sum);
  if (before !== undefined && before.sha256 === sum) return undefined;
  const change = changeOfFile(sum, sums, before !== undefined);
  const known = { change, path, nodes: [node], source: (after ?? before)?.source, restarts: restartOf(path, after ?? before) };
  const texts = [before, after].flatMap(one => one?.text ?? []);
  if (texts.some(content => holdsSecret({ path, content }))) return { ...known, diff: null, withoutDiff: 'secret' };
  if (change !== 'added' && change !== 'put' && before === undefined) {
    return withFlags(known, 'text before not known', after?.inputFlags?.removed, after?.inputFlags?.added);
  }
  if (change !== 'removed' && after === undefined) {
    return withFlags(known, 'text after not known', before?.inputFlags?.added, before?.inputFlags?.removed);
  }
  return { ...known, diff: lineDiff(before?.text ?? '', after?.text ?? '') };
}

/** Of a text that is not in the app, what is known of its difference: the flags of a command line that go and come. */
function withFlags(
  known: Omit<NodeFileChange, 'diff'>, withoutDiff: NodeFileChange['withoutDiff'], go: readonly string[] = [], come: readonly string[] = [],
): NodeFileChange {
  const flags = [...go.map(flag => `-${flag}`), ...come.map(flag => `+${flag}`)];
  return flags.length > 0 ? { ...known, diff: flags } : { ...known, diff: null, withoutDiff };
}

function changeOfFile(after: string | undefined, before: readonly string[], isThere: boolean): FileChange {
  if (after === '-') return 'removed';
  if (isThere) return 'changed';
  // A node that another step has left may have it already.
  const isPut = before.every(sum => sum === '-' || sum === after);
  return isPut ? before.length > 0 && before.every(sum => sum === '-') ? 'added' : 'put' : 'changed';
}

function restartOf(path: string, file: PlannedNodeFile | undefined): string | null {
  const component = file === undefined ? undefined : runs(file);
  const unit = /\/([^/]+)\.service\.d\/[^/]+$/.exec(path)?.[1];
  if (component !== undefined) return unit === undefined ? `static pod ${component}` : `unit ${unit}`;
  return isKubeletFile(path) ? 'kubelet' : null;
}
