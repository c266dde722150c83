import { PlanAction } from './action';
import { filesOf, MigrationApp, runs } from './app';
import { phaseAt } from './context';
import { mayBeOfKubeadm } from './kubeadm-files';
import { isKubeletFile } from './kubelet-file';
import { kindOf } from './object-kind';
import { programOf } from './process-truth';
import { PlanStateName } from './state';
import { StepDraft } from './step';
import { NodeSide } from '../kubernetes/node';

/** Stands for any value: nothing follows from what is found. */
const UNKNOWN = '?';

/** One thing that can be read off the cluster, and a value of it. */
interface Sighting {
  /** A file of a node, an object, or the label of a node. */
  readonly thing: string;
  readonly value: string;
}

/** Where in the plan the cluster stands, by what is seen of it. */
export interface Standing {
  /** What only a step that was begun can have left, with its number: `file <node> <path>` and so on, a blank, the value. */
  readonly evidence: Readonly<Record<string, number>>;
  /** What has to be looked at for that: kind, namespace or `-`, name. */
  readonly objects: readonly string[];
  /** Sums that each file of a node may have on the way; none: nothing is known about it. `-`: absent. */
  readonly nodeValues: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  /** Sums that each file of a node may have when the plan begins. */
  readonly startValues: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  /** The program that reads a file at its start, by node and path: a kubelet takes a manifest of any name, and has files of its own. */
  readonly programs: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/**
 * Nothing is written down about how far a plan came: it is read off the nodes and the API. A value tells that a step was begun if the thing has it
 * after this step and had it neither when the plan began nor after an earlier step. The last step with such a value is where a run goes on.
 */
export function standingOf(app: MigrationApp, from: PlanStateName, steps: readonly StepDraft[]): Standing {
  const seen = initialValues(app, from);
  const nodes = [...app.controlPlane, ...app.workers];
  const startValues = valuesOf(nodes, seen);
  const evidence: Record<string, number> = {};
  const objects = new Set<string>();
  steps.forEach((step, index) => {
    // What is not known while a step runs stands in the way of later steps alone: whatever it was, this step was begun.
    const sighted = step.run.flatMap(({ action }) => sightings(app, action));
    const passes = ({ value }: Sighting) => value === UNKNOWN;
    for (const { thing, value } of [...sighted.filter(one => !passes(one)), ...sighted.filter(passes)]) {
      if (thing.startsWith('object ')) objects.add(thing);
      const values = seen.get(thing) ?? seen.set(thing, new Set()).get(thing)!;
      if (value !== UNKNOWN && values.size > 0 && !values.has(UNKNOWN) && !values.has(value)) evidence[`${thing} ${value}`] = index + 1;
      values.add(value);
    }
  });
  return {
    evidence,
    objects: [...objects].map(thing => thing.slice('object '.length)),
    nodeValues: valuesOf(nodes, seen),
    startValues,
    programs: Object.fromEntries(nodes.map(node => [node, programsOf(app, node, evidence)])),
  };
}

/** A kubelet has files that the plan leaves alone; when those changed is not its concern. */
function programsOf(app: MigrationApp, node: string, evidence: Standing['evidence']): Readonly<Record<string, string>> {
  const files = [...app.phases.values()].flatMap(({ nodeFiles }) => nodeFiles.filter(file => file.node === node));
  const written = Object.keys(evidence);
  const isWritten = (path: string) => written.some(seen => seen.startsWith(`${fileOf(node, path)} `));
  return Object.fromEntries(files.flatMap(file => {
    const component = isKubeletFile(file.path) && isWritten(file.path) ? 'kubelet' : runs(file);
    const program = component && programOf(component, app);
    return program === undefined ? [] : [[file.path, program]];
  }));
}

/** Values of files, by node and path. */
function valuesOf(nodes: readonly string[], seen: ReadonlyMap<string, ReadonlySet<string>>): Standing['nodeValues'] {
  return Object.fromEntries(nodes.map(node => {
    const own = [...seen].filter(([thing]) => thing.startsWith(fileOf(node, '')));
    const known = (values: ReadonlySet<string>) => values.has(UNKNOWN) ? [] : [...values];
    const rows = own.map(([thing, values]): [string, readonly string[]] => [thing.slice(fileOf(node, '').length), known(values)]);
    return [node, Object.fromEntries(rows.sort(([a], [b]) => (a < b ? -1 : 1)))];
  }));
}

/** The files that a step leaves on a node, each with its sum; undefined sum: not known. */
export function writtenBy(app: MigrationApp, run: readonly PlanAction[]): readonly { readonly path: string; readonly sum?: string }[] {
  const written = new Map<string, string | undefined>();
  for (const action of run) {
    if (action.do === 'put-files') for (const { path, sha256 } of action.files) written.set(path, sha256);
    if (action.do === 'remove-files') for (const path of action.paths) written.set(path, '-');
    if (action.do === 'restore-files') for (const path of action.paths) written.set(path, originalOf(app, action.node, path)[0]);
  }
  return [...written].map(([path, sum]) => ({ path, sum }));
}

/** What a change leaves behind. */
function sightings(app: MigrationApp, action: PlanAction): readonly Sighting[] {
  switch (action.do) {
    case 'put-files': return action.files.map(({ path, sha256 }) => ({ thing: fileOf(action.node, path), value: sha256 }));
    case 'remove-files': return action.paths.map(path => ({ thing: fileOf(action.node, path), value: '-' }));
    case 'upgrade-kubeadm': return action.besides.map(({ path }) => ({ thing: fileOf(action.node, path), value: UNKNOWN }));
    case 'restore-files': return action.paths.flatMap(
      path => originalOf(app, action.node, path).map(value => ({ thing: fileOf(action.node, path), value })),
    );
    case 'label-node': return [{ thing: `label ${action.node}`, value: 'n-plus-1' }];
    case 'unlabel-node': return [{ thing: `label ${action.node}`, value: '-' }];
    case 'apply-file': return objectsIn(app, action.source).map(thing => ({ thing, value: 'there' }));
    case 'delete-object': return [{ thing: objectThing(action.kind, action.namespace, action.name), value: '-' }];
    default: return [];
  }
}

/** Everything that may be found when the plan begins; a thing that is not listed is one about which nothing is known, so nothing follows from it. */
function initialValues(app: MigrationApp, from: PlanStateName): Map<string, Set<string>> {
  const values = new Map<string, Set<string>>();
  const put = (thing: string, value: string): void => { values.set(thing, (values.get(thing) ?? new Set()).add(value)); };
  const all = [...app.phases.values()];
  const here = phaseAt(app, from);
  for (const node of [...app.controlPlane, ...app.workers]) {
    const own = all.flatMap(({ nodeFiles }) => nodeFiles.filter(file => file.node === node));
    for (const path of new Set(own.map(file => file.path))) {
      if (!here) {
        const known = originalOf(app, node, path);
        for (const sum of known.length > 0 ? known : [UNKNOWN]) put(fileOf(node, path), sum);
        continue;
      }
      const sides = Object.values(NodeSide).map(side => filesOf(here, node, side)).filter(files => files.length > 0);
      // What a side does not list may lie there all the same: it is removed by nobody.
      if (mayBeOfKubeadm({ app, from }, node, path)) put(fileOf(node, path), UNKNOWN);
      for (const files of sides) put(fileOf(node, path), files.find(file => file.path === path)?.sha256 ?? UNKNOWN);
    }
    for (const value of here?.phase === 'mixed' ? ['-', 'n-plus-1'] : here?.phase === 'n-plus-1' ? ['n-plus-1'] : ['-']) put(`label ${node}`, value);
  }
  const known = new Set(all.flatMap(({ manifests }) => manifests.flatMap(({ source }) => objectsIn(app, source))));
  const there = new Set(here?.manifests.flatMap(({ source }) => objectsIn(app, source)) ?? []);
  for (const thing of known) put(thing, there.has(thing) ? 'there' : '-');
  return values;
}

/** What a node had before the migration; unknown where synthesis does not say it. */
function originalOf(app: MigrationApp, node: string, path: string): readonly string[] {
  const files = [...app.phases.values()].flatMap(({ nodeFiles }) => nodeFiles.filter(file => file.node === node));
  const isHandedIn = files.some(({ inputSha256 }) => inputSha256 !== undefined);
  const known = files.filter(file => file.path === path).flatMap(({ inputSha256 }) => inputSha256 === undefined ? [] : [inputSha256]);
  return known.length > 0 ? known.slice(0, 1) : isHandedIn ? ['-'] : [];
}

function objectsIn(app: MigrationApp, source: string): readonly string[] {
  return [...app.phases.values()].flatMap(({ objects }) => objects.filter(({ file }) => file === source)
    .map(object => objectThing(kindOf(object), object.namespace, object.name)));
}

function fileOf(node: string, path: string): string {
  return `file ${node} ${path}`;
}

function objectThing(kind: string, namespace: string | undefined, name: string): string {
  return `object ${kind} ${namespace ?? '-'} ${name}`;
}
