import { Holding, holdings } from './holdings';
import { isEverInKcm } from '../facts/kcm-controllers';
import {
  cloudsOf, Cluster, controllersOf, Demand, demandsOf, isEnabledSomewhere, isExcludedEverywhere, Mix, mixesOf, processesOf,
} from '../model/cluster';
import { OTHER_CONTROLLERS } from '../model/controller-state';
import { controllerIn, Process } from '../model/process';

/** A mix of nodes and a choice of lock holders in which no process runs a controller that has to run. */
export interface Starvation extends Demand {
  readonly mix: Mix;
  readonly holding: Holding;
  /** Whether the input itself says that no process runs it: a strategy with a gap, or `--controllers` that leaves it out everywhere. */
  readonly declared: boolean;
  /** Whether processes of the cluster serve more than one cloud. */
  readonly amongClouds: boolean;
}

/** Needed by every cluster in which something is external, whichever component is to run them. */
const AFTER_EXTERNAL = ['service', 'cloud-node-lifecycle'];
const CLOUD_NODE = 'cloud-node';

/** One counter-example per controller and cloud that some of the mixes leaves without a runner, in the first such mix. */
export function starvations(cluster: Cluster, mixes: readonly Mix[] = mixesOf(cluster)): readonly Starvation[] {
  const found = new Map<Demand, Starvation>();
  const requiredIn = requirements(cluster);
  const amongClouds = cloudsOf(processesOf(cluster)).length > 1;
  for (const mix of mixes) {
    const required = requiredIn(mix);
    for (const holding of holdings(mix.processes)) {
      for (const demand of required.filter(one => !found.has(one) && !holding.runs(one))) {
        found.set(demand, { ...demand, mix, holding, declared: isDeclaredGap(cluster, demand.controller), amongClouds });
      }
    }
  }
  return [...found.values()];
}

/** What has to run, by mix: the same values for each. */
export function requirements(cluster: Cluster): (mix: Mix) => readonly Demand[] {
  const processes = processesOf(cluster);
  const enabled = controllersOf(processes).filter(controller => isEnabledSomewhere(processes, controller));
  const afterExternal = isExternal(cluster, processes) ? AFTER_EXTERNAL : [];
  const withExternal = [...new Set([...enabled, ...afterExternal, CLOUD_NODE])].flatMap(controller => demandsOf(processes, controller));
  const without = withExternal.filter(({ controller }) => afterExternal.includes(controller) || !isCcmOnly(controller));
  return ({ external }) => external ? withExternal : without;
}

function isExternal(cluster: Cluster, processes: readonly Process[]): boolean {
  return cluster.external === true || cluster.kinds.some(kind => kind.external === true) || processes.some(process => process.external);
}

/** Nodes that are not external do not miss what only a cloud-controller-manager has. */
function isCcmOnly(controller: string): boolean {
  return controller !== OTHER_CONTROLLERS && !isEverInKcm(controller);
}

/** cloud-node has no counterpart in kube-controller-manager to exclude: it waits for the CCM together with cloud-node-lifecycle. */
export function isDeclaredGap(cluster: Cluster, controller: string): boolean {
  const processes = processesOf(cluster);
  if (cluster.declaredGaps?.includes(controller) || isExcludedEverywhere(processes, controller)) return true;
  const hasCloudNode = processes.some(process => controllerIn(process, CLOUD_NODE).presence !== 'absent');
  return controller === CLOUD_NODE && !hasCloudNode && isDeclaredGap(cluster, 'cloud-node-lifecycle');
}
