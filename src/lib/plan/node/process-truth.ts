import { eventually, PlanAction } from '../action';
import { NodeChange, StartFile, startFiles, startFilesBack, startFilesOf, Starting } from './change';
import { CCM, Component, KCM } from '../../kubernetes/component';
import { NodeSide } from '../../kubernetes/node';
import { STATIC_POD_COMPONENTS } from '../../migration/control-plane-node';
import { processGone, processRuns } from '../actions/components';
import { MigrationApp, runs } from '../app/app';
import { endpointOf, filesAt, otherSide, phaseAt, Transition } from '../app/context';
import { FlagDifference, flagDifference } from '../app/flag-difference';
import { Endpoint, ExpectedFlags } from '../endpoint';
import { PlanStateName } from '../state';

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
export function processChecks(change: Starting, seconds: number, files = startFiles(change)): PlanAction[] {
  const { transition, node, side } = change;
  return checksOf(transition, files, seconds, component =>
    ({ ...difference(change, component), at: metricsAt(transition, transition.to, component, side, node) }));
}

/** The same once the files are taken back; of a component that came with them nothing is left. */
export function processChecksBack(change: NodeChange, seconds: number): PlanAction[] {
  const { transition, node, side } = change;
  const files = startFilesBack(change);
  const came = files.filter(({ component }) => !wasThere(change, component));
  const stayed = files.filter(file => !came.includes(file));
  return [...checksOf(transition, stayed, seconds, component =>
    ({ ...flagsBack(change, component), at: metricsAt(transition, transition.from, component, otherSide(side), node) })),
  ...goneChecks(transition, came, seconds)];
}

/** What the manifests ran that a transition removes from a node is gone too, wherever they were. */
export function removedChecks({ transition, node, remove }: NodeChange, seconds: number): PlanAction[] {
  const { app, from } = transition;
  const before = Object.values(NodeSide).flatMap(side => filesAt(app, from, node, side)).filter(({ path }) => remove.includes(path));
  // Without its drop-in a unit runs its own command line.
  return goneChecks(transition, startFilesOf(before).filter(({ component }) => !app.units.has(component)), seconds);
}

function goneChecks({ app }: Transition, gone: readonly StartFile[], seconds: number): PlanAction[] {
  const programs = PODS.filter(component => gone.some(file => file.component === component)).map(component => programOf(component, app));
  return programs.flatMap(program => program === undefined ? [] : [eventually(seconds, processGone({ component: program }))]);
}

/** Whether a node had the component before; what it had before the migration is not all known, and then it had it. */
function wasThere({ transition: { app, from }, node, side }: NodeChange, component: Component): boolean {
  const [other, same] = [otherSide(side), side].map(one => filesAt(app, from, node, one));
  const files = other.length > 0 ? other : same;
  return component === 'kubelet' || app.units.has(component) || files.length === 0 || files.some(file => runs(file) === component);
}

function checksOf(
  { app }: Transition, read: readonly StartFile[], seconds: number,
  flagsOf: (component: Component) => ExpectedFlags & { readonly at?: Endpoint },
): PlanAction[] {
  return [...PODS, 'kubelet' as const].flatMap(component => {
    const files = read.filter(file => file.component === component).map(({ path }) => path);
    if (files.length === 0) return [];
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
export function difference({ transition, node, side }: Starting, component: Component): Omit<FlagDifference, 'all'> {
  const { isWhole, has, lacks } = flagDifference(transition, node, side, component);
  return { isWhole, has: has.filter(isLiteral), lacks: lacks.filter(isLiteral) };
}

/** The same once the files are taken back; nothing where the flags of before are not known. */
export function flagsBack(change: Starting, component: Component): ExpectedFlags {
  const { isWhole, has, lacks } = difference(change, component);
  return isWhole ? { has: lacks, lacks: has } : { has: [], lacks: [] };
}

/** A kubelet replaces `$(NAME)` before it starts the process; what has a blank is not one word of `ps`. */
function isLiteral(flag: string): boolean {
  return !/\$\(|\s/.test(flag);
}
