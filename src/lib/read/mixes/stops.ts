import { withIdle } from '../../model/controller-state';
import { EndCause } from '../../model/end-cause';
import { Process } from '../../model/process';
import { fixOf, RULES } from '../../rules';
import { doubtsOf, Rule } from '../../rules/rule';
import { managers } from '../../view/ask';
import { ComponentView, Doubt, ReadModel } from '../../view/model';

/** The components, each with what its rules know of why it does not run, and what it is then. */
export function withStops(model: ReadModel): readonly ComponentView[] {
  const concerned = new Set(managers(model));
  const first = answersOf(RULES.filter(({ asksOthers }) => asksOthers !== true), model);
  const components = model.components.map(view => {
    const stops = stopsOf(view, first.get(view) ?? ofItsPod(view));
    return stops.length === 0 ? view : { ...view, stops };
  });
  const second = answersOf(RULES.filter(({ asksOthers }) => asksOthers === true), { ...model, components });
  return model.components.map((view, index) => {
    if (!concerned.has(view)) return view;
    const stops = stopsOf(view, inOrder([...first.get(view)!, ...second.get(components[index])!]));
    return stops.length === 0 ? view : { ...view, stops, stopped: stoppedOf(view, stops) };
  });
}

/** What rules say of each manager. */
function answersOf(rules: readonly Rule[], model: ReadModel): ReadonlyMap<ComponentView, readonly Doubt[]> {
  return new Map(managers(model).map(view => [view, rules.flatMap(({ id, stops }) =>
    stops === undefined ? [] : doubtsOf(stops(view, model)).map(stop => ({ ...stop, rule: id })))]));
}

/** In that of their rules. */
function inOrder(found: readonly Doubt[]): readonly Doubt[] {
  return RULES.flatMap(({ id }) => found.filter(({ rule }) => rule === id));
}

/** What no rule asks of a component that is no manager. */
function ofItsPod({ podDoubts = [] }: ComponentView): readonly Doubt[] {
  return podDoubts.filter(({ rule }) => rule !== undefined);
}

function stopsOf({ stops = [], isUnfilled, podDoubts = [] }: ComponentView, found: readonly Doubt[]): readonly Doubt[] {
  const ofManifest = isUnfilled === true ? found.map(stop => ({ ...stop, isDoubtful: true })) : found;
  return [...stops, ...ofManifest, ...podDoubts.filter(({ rule }) => rule === undefined).map(doubt => ({ ...doubt, isDoubtful: true }))];
}

/** A process that its own command line ends is stopped by nothing else. */
function stoppedOf({ choices = [], onlyOn }: ComponentView, stops: readonly Doubt[]): ComponentView['stopped'] {
  const process = choices.find(({ fate }) => fate.kind !== 'fails-at-start');
  if (process === undefined) return undefined;
  const left = stops.map(({ exceptOn = [] }) => exceptOn).reduce((names, others) => names.filter(name => others.includes(name)));
  const stopped = endedBy(stops, process);
  if (left.length === 0) return { process: stopped, onlyOn };
  const nodes = stops.flatMap(({ notOn = [] }) => notOn);
  return { process, onlyOn: left, ...nodes.length > 0 && { keptOff: { nodes, process: stopped } } };
}

function endedBy(stops: readonly Doubt[], process: Process): Process {
  const reached = stops.map(({ reaches }) => reaches);
  if (stops.every(({ reaches, controllers }) => reaches === 'no-migration-lock' || controllers !== undefined)) {
    const migrationLock = reached.includes('no-migration-lock') ? undefined : process.migrationLock;
    return { ...process, migrationLock, controllers: withIdle(process.controllers, idleOf(stops)) };
  }
  const kind = stops.some(({ reaches, controllers }) => (reaches ?? controllers) === undefined) ? 'fails-at-start' : 'dies-after-main-lock';
  const causes = stops.map((stop): EndCause => ({ concern: 'not-running', text: stop.what, flags: [], fix: fixOf(stop) }));
  const startsControllers = kind === 'dies-after-main-lock' && !reached.includes('main-lock');
  return { ...process, fate: { kind, causes, startsControllers } };
}

/** The first cause of each controller that never does its work. */
function idleOf(stops: readonly Doubt[]): ReadonlyMap<string, { readonly text: string; readonly fix: string }> {
  return new Map([...stops].reverse().flatMap(stop =>
    (stop.controllers ?? []).map(controller => [controller, { text: stop.what, fix: fixOf(stop) }] as const)));
}
