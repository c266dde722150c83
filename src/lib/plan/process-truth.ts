import { ProcessRuns, Served } from './action';
import { MigrationApp, runs } from './app';
import { PlannedNodeFile } from './app-files';
import { processGone, processRuns } from './checks';
import { eventually } from './commands';
import { filesAt, Leg, otherSide, phaseAt, servedAt } from './context';
import { FlagDifference, flagDifference } from './flag-difference';
import { isKubeletFile } from './kubelet-file';
import { PlanStateName } from './state';
import { PlanCommand } from './step';
import { CCM, Component, KCM } from '../kubernetes/component';
import { NodeSide } from '../kubernetes/node';
import { STATIC_POD_COMPONENTS } from '../migration/control-plane-node';

const PODS: readonly Component[] = [...STATIC_POD_COMPONENTS, CCM];

/** What a process is called in `ps`; undefined: not known. */
export function programOf(component: Component, { cloud }: MigrationApp): string | undefined {
  if (component === CCM) return cloud === 'aws' ? 'aws-cloud-controller-manager' : undefined;
  return component;
}

/**
 * A file is read at start: that it lies on a node proves nothing. So each process whose files a step writes is looked at: started after them, with
 * their flags.
 */
export function processChecks(leg: Leg, node: string, side: NodeSide, put: readonly PlannedNodeFile[], seconds: number): PlanCommand[] {
  return checksOf(leg, node, put, seconds, component =>
    ({ ...difference(leg, node, side, component), at: metricsAt(leg, leg.to, component, side, node) }));
}

/** The same once the files are taken back; of a component that came with them nothing is left. */
export function processChecksBack(leg: Leg, node: string, side: NodeSide, put: readonly PlannedNodeFile[], seconds: number): PlanCommand[] {
  const came = put.filter(file => !wasThere(leg, node, side, runs(file)));
  const stayed = put.filter(file => !came.includes(file));
  return [...checksOf(leg, node, stayed, seconds, component => {
    const { isWhole, has, lacks } = difference(leg, node, side, component);
    const at = metricsAt(leg, leg.from, component, otherSide(side), node);
    return isWhole ? { has: lacks, lacks: has, at } : { has: [], lacks: [], at };
  }), ...goneChecks(leg, node, came, seconds)];
}

/** What the manifests ran that a leg removes from a node is gone too, wherever they lay. */
export function removedChecks(leg: Leg, node: string, removed: readonly string[], seconds: number): PlanCommand[] {
  const before = Object.values(NodeSide).flatMap(side => filesAt(leg.app, leg.from, node, side));
  return goneChecks(leg, node, before.filter(({ path }) => removed.includes(path)), seconds);
}

function goneChecks({ app }: Leg, node: string, gone: readonly PlannedNodeFile[], seconds: number): PlanCommand[] {
  const programs = PODS.filter(component => gone.some(file => runs(file) === component)).map(component => programOf(component, app));
  return programs.flatMap(program => program === undefined ? [] : [eventually(seconds, processGone(node, program, '-'))]);
}

/** Whether a node had the component before; what it had before the migration is not all known, and then it had it. */
function wasThere({ app, from }: Leg, node: string, side: NodeSide, component: Component | undefined): boolean {
  const [other, same] = [otherSide(side), side].map(one => filesAt(app, from, node, one));
  const files = other.length > 0 ? other : same;
  return component === undefined || files.length === 0 || files.some(file => runs(file) === component);
}

function checksOf(
  { app }: Leg, node: string, put: readonly PlannedNodeFile[], seconds: number,
  flagsOf: (component: Component) => Pick<ProcessRuns, 'has' | 'lacks'> & { readonly at?: Served },
): PlanCommand[] {
  const pods = PODS.map(component => ({ component, files: put.filter(file => runs(file) === component).map(({ path }) => path) }))
    .filter(({ files }) => files.length > 0);
  const kubeletFiles = put.map(({ path }) => path).filter(isKubeletFile);
  const kubelet = kubeletFiles.length > 0 ? [{ component: 'kubelet' as const, files: kubeletFiles }] : [];
  return [...pods, ...kubelet].flatMap(({ component, files }) => {
    const program = programOf(component, app);
    if (program === undefined) return [];
    const { has, lacks, at } = flagsOf(component);
    return [eventually(seconds, processRuns({ node, component: program, files, has, lacks, ...at }))];
  });
}

/** Of a controller manager with the network of its node: what runs the controllers, and is asked for its health there, too. */
function metricsAt({ app }: Leg, state: PlanStateName, component: Component, side: NodeSide, node: string): Served | undefined {
  const phase = phaseAt(app, state === 'not-started' ? 'n' : state);
  const hasOwnNetwork = phase?.model.components.some(view => view.component === component && view.pod?.hostNetwork === false);
  return component !== KCM && component !== CCM || hasOwnNetwork ? undefined : servedAt(app, state, component, side, node);
}

/** What of it can be seen in a list of processes. */
function difference(leg: Leg, node: string, side: NodeSide, component: Component): Omit<FlagDifference, 'all'> {
  const { isWhole, has, lacks } = flagDifference(leg, node, side, component);
  return { isWhole, has: has.filter(isLiteral), lacks: lacks.filter(isLiteral) };
}

/** A kubelet replaces `$(NAME)` before it starts the process; what has a blank is not one word of `ps`. */
function isLiteral(flag: string): boolean {
  return !/\$\(|\s/.test(flag);
}
