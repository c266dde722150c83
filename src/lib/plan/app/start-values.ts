import { StepFile } from '../action';
import { filesOf, MigrationApp } from './app';
import { PlannedNodeFile } from './app-files';
import { phaseAt } from './context';
import { mayBeOfKubeadm } from './kubeadm-files';
import { NodeSide } from '../../kubernetes/node';
import { sortedTexts } from '../../text/sorted-texts';
import { NodeChange, stepFile } from '../node/change';
import { textOfObject } from '../object-kind';
import { rolledManager, rolledWorkload } from './rolled-workload';
import { PlanStateName } from '../state';

/** What may be found when a plan begins: from that, and from what each step leaves, a run reads off the cluster how far the plan came. */
export interface StartValues {
  /** Sums of files, by node and path; `-`: absent; none: not known, so nothing follows from what is found. */
  readonly nodes: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;
  /** Objects of the app that are there: kind, namespace or `-`, name. */
  readonly objects: readonly string[];
  /** Images of workloads that several steps roll, by kind, namespace and name. */
  readonly images?: Readonly<Record<string, string>>;
}

export function startValues(app: MigrationApp, from: PlanStateName): StartValues {
  const here = phaseAt(app, from);
  const valuesOn = (node: string, path: string): readonly string[] | undefined => {
    if (!here) return originalOf(app, node, path);
    const sides = Object.values(NodeSide).map(side => filesOf(here, node, side)).filter(files => files.length > 0);
    if (sides.length === 0) return undefined;
    const sums = sides.map(files => files.find(file => file.path === path)?.sha256);
    // What a side does not list may be there all the same: nothing removes it.
    return sums.includes(undefined) || mayBeOfKubeadm({ app, from }, node, path) ? [] : [...new Set(sums.map(sum => sum!))];
  };
  const nodes = [...app.controlPlane, ...app.workers].map((node): [string, ReadonlyMap<string, readonly string[]>] =>
    [node, new Map(sortedTexts(filesOn(app, node).map(({ path }) => path)).flatMap(path => {
      const sums = valuesOn(node, path);
      return sums ? [[path, sums]] : [];
    }))]);
  const rolled = app.manager ? rolledManager(app, from) : app.hop && here && rolledWorkload(here);
  const clusters = new Map(here?.manifests.map(({ source, cluster }) => [source, cluster]));
  const objects = here?.objects.map(object => textOfObject(object, clusters.get(object.file))) ?? [];
  return { nodes: new Map(nodes), objects, ...rolled && { images: { [rolled.workload]: rolled.image } } };
}

function filesOn({ phases }: MigrationApp, node: string): readonly PlannedNodeFile[] {
  return [...phases.values()].flatMap(({ byNode }) => byNode.get(node) ?? []);
}

/** What a node had before the migration; none where synthesis does not say it. */
function originalOf(app: MigrationApp, node: string, path: string): readonly string[] {
  const files = filesOn(app, node);
  const known = files.filter(file => file.path === path).flatMap(({ inputSha256 }) => inputSha256 ?? []);
  return known.length > 0 ? known.slice(0, 1) : files.some(({ inputSha256 }) => inputSha256 !== undefined) ? ['-'] : [];
}

/** Files that a step gives back as they were before the migration. */
export function restoredFiles(app: MigrationApp, { node, put }: NodeChange): readonly StepFile[] {
  return put.map(file => {
    const forward = stepFile(file, [file.sha256]);
    return { ...forward, after: originalOf(app, node, file.path)[0], put: { ...forward.put!, undo: true } };
  });
}
