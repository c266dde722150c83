import { isForward } from './direction';
import { placeOf } from './places';
import { controlPlaneNames } from './replaced';
import { ReportPlace, ReportProcess } from './report';
import { NodeSide } from '../kubernetes/node';
import { firstOfEach } from '../kubernetes/once-for';
import { Cluster } from '../model/cluster';
import { Process } from '../model/process';
import { MigrationApp } from '../plan/app/app';
import { clusterOf, Coexistence, KindRef } from '../plan/coexistence';
import { PlanStateName } from '../plan/state';
import { PlanStep } from '../plan/step';
import { describeProcess } from '../read-back/described-process';

/** Version of each node. */
export type Sides = ReadonlyMap<string, NodeSide>;

/** Everything that runs in a state, where no step is under way. */
export function stateOf(app: MigrationApp, state: PlanStateName, sides: Sides): Coexistence {
  // A Deployment keeps version N until the cloud-controller-manager runs.
  if (app.manager) return { kinds: [{ state, side: isForward('mixed', state) ? NodeSide.N_PLUS_1 : NodeSide.N }], ccms: [state] };
  return { kinds: [...new Set(controlPlaneNames(app).flatMap(node => sides.get(node) ?? []))].sort().map(side => ({ state, side })), ccms: [state] };
}

/** Everything that may run during one of several steps. */
export function duringSteps(steps: readonly PlanStep[]): Coexistence {
  const kinds = new Map(steps.flatMap(({ coexistence }) => coexistence.kinds).map((kind): [string, KindRef] => [JSON.stringify(kind), kind]));
  return { kinds: [...kinds.values()], ccms: [...new Set(steps.flatMap(({ coexistence }) => coexistence.ccms))] };
}

/** The versions of the nodes after the steps: that of the last files which a step put on each. */
export function sidesAfter(sides: Sides, steps: readonly PlanStep[]): Sides {
  const after = new Map(sides);
  for (const { node, files = [] } of steps) {
    for (const { put } of files) {
      const side = /\/(?:control-plane|worker)-(n|n-plus-1)$/.exec(put?.from ?? '')?.[1];
      if (node !== undefined && side !== undefined && put?.undo === undefined) after.set(node, side as NodeSide);
    }
  }
  return after;
}

/** @param nodes version of each node, before and after */
export function reportProcesses(app: MigrationApp, coexistence: Coexistence, nodes: readonly Sides[]): readonly ReportProcess[] {
  const cluster: Cluster = clusterOf(app, coexistence);
  const ofKinds = cluster.kinds.flatMap(({ processes }, index) => {
    const { side, state } = coexistence.kinds[index];
    // Before the migration it runs without what the files of the app have.
    const place = (process: Process) => state === 'not-started' ? undefined : placeOf(app, process, { state, side });
    const names = app.manager ? null : controlPlaneNames(app).filter(node => nodes.some(sides => sides.get(node) === side));
    return processes.map(process => reportProcess(process, names, place(process)));
  });
  const ofWorkloads = cluster.workloads.map(({ process }) => reportProcess(process, null, placeOf(app, process)));
  return firstOfEach([...ofKinds, ...ofWorkloads], one => JSON.stringify({ ...one, place: undefined }));
}

function reportProcess(process: Process, nodes: readonly string[] | null, place: ReportPlace | undefined): ReportProcess {
  const { where, nodes: on, component, ...rest } = describeProcess(process, nodes);
  return { where, nodes: on, component, ...place === undefined ? {} : { place }, ...rest };
}
