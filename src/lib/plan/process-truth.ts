import { eventually, PlanAction } from './action';
import { processGone } from './actions/process-gone';
import { processRuns } from './actions/process-runs';
import { MigrationApp, runs } from './app';
import { PlannedNodeFile } from './app-files';
import { endpointOf, filesAt, otherSide, phaseAt, Transition } from './context';
import { Endpoint, ExpectedFlags } from './endpoint';
import { FlagDifference, flagDifference } from './flag-difference';
import { PlanStateName } from './state';
import { isKubeletFile } from '../facts/inputs/kubelet-files';
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
 * A file is read at start: that it is on a node proves nothing. So each process whose files a step writes is looked at: started after them, with
 * their flags.
 */
export function processChecks(transition: Transition, node: string, side: NodeSide, put: readonly PlannedNodeFile[], seconds: number): PlanAction[] {
  return checksOf(transition, put, seconds, component =>
    ({ ...difference(transition, node, side, component), at: metricsAt(transition, transition.to, component, side, node) }));
}

/** The same once the files are taken back; of a component that came with them nothing is left. */
export function processChecksBack(
  transition: Transition, node: string, side: NodeSide, put: readonly PlannedNodeFile[], seconds: number,
): PlanAction[] {
  const came = put.filter(file => !wasThere(transition, node, side, runs(file)));
  const stayed = put.filter(file => !came.includes(file));
  return [...checksOf(transition, stayed, seconds, component => {
    const { isWhole, has, lacks } = difference(transition, node, side, component);
    const at = metricsAt(transition, transition.from, component, otherSide(side), node);
    return isWhole ? { has: lacks, lacks: has, at } : { has: [], lacks: [], at };
  }), ...goneChecks(transition, came, seconds)];
}

/** What the manifests ran that a transition removes from a node is gone too, wherever they were. */
export function removedChecks(transition: Transition, node: string, removed: readonly string[], seconds: number): PlanAction[] {
  const before = Object.values(NodeSide).flatMap(side => filesAt(transition.app, transition.from, node, side));
  return goneChecks(transition, before.filter(({ path }) => removed.includes(path)), seconds);
}

function goneChecks({ app }: Transition, gone: readonly PlannedNodeFile[], seconds: number): PlanAction[] {
  const programs = PODS.filter(component => gone.some(file => runs(file) === component)).map(component => programOf(component, app));
  return programs.flatMap(program => program === undefined ? [] : [eventually(seconds, processGone({ component: program }))]);
}

/** Whether a node had the component before; what it had before the migration is not all known, and then it had it. */
function wasThere({ app, from }: Transition, node: string, side: NodeSide, component: Component | undefined): boolean {
  const [other, same] = [otherSide(side), side].map(one => filesAt(app, from, node, one));
  const files = other.length > 0 ? other : same;
  return component === undefined || files.length === 0 || files.some(file => runs(file) === component);
}

function checksOf(
  { app }: Transition, put: readonly PlannedNodeFile[], seconds: number,
  flagsOf: (component: Component) => ExpectedFlags & { readonly at?: Endpoint },
): PlanAction[] {
  const pods = PODS.map(component => ({ component, files: put.filter(file => runs(file) === component).map(({ path }) => path) }))
    .filter(({ files }) => files.length > 0);
  const kubeletFiles = put.map(({ path }) => path).filter(isKubeletFile);
  const kubelet = kubeletFiles.length > 0 ? [{ component: 'kubelet' as const, files: kubeletFiles }] : [];
  return [...pods, ...kubelet].flatMap(({ component, files }) => {
    const program = programOf(component, app);
    if (program === undefined) return [];
    const { has, lacks, at } = flagsOf(component);
    return [eventually(seconds, processRuns({ component: program, files, has, lacks, ...at }))];
  });
}

/** Of a controller manager with the network of its node: what runs the controllers, and is asked for its health there, too. */
function metricsAt({ app }: Transition, state: PlanStateName, component: Component, side: NodeSide, node: string): Endpoint | undefined {
  const phase = phaseAt(app, state === 'not-started' ? 'n' : state);
  const hasOwnNetwork = phase?.model.components.some(view => view.component === component && view.pod?.hostNetwork === false);
  return component !== KCM && component !== CCM || hasOwnNetwork ? undefined : endpointOf(app, state, component, side, node);
}

/** What of it can be seen in a list of processes. */
function difference(transition: Transition, node: string, side: NodeSide, component: Component): Omit<FlagDifference, 'all'> {
  const { isWhole, has, lacks } = flagDifference(transition, node, side, component);
  return { isWhole, has: has.filter(isLiteral), lacks: lacks.filter(isLiteral) };
}

/** A kubelet replaces `$(NAME)` before it starts the process; what has a blank is not one word of `ps`. */
function isLiteral(flag: string): boolean {
  return !/\$\(|\s/.test(flag);
}
