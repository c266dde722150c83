import { withIdle } from '../../model/controller-state';
import { EndCause } from '../../model/end-cause';
import { Process } from '../../model/process';
import { fixOf, RULES } from '../../rules';
import { doubtsOf } from '../../rules/rule';
import { managers } from '../../view/ask';
import { ComponentView, Doubt, ReadModel } from '../../view/model';

/** The components, each with what its rules know of why it does not run, and what it is then. */
export function withStops(model: ReadModel): readonly ComponentView[] {
  const concerned = new Set(managers(model));
  return model.components.map(view => {
    if (!concerned.has(view)) return view;
    const found = RULES.flatMap(({ id, stops }) => stops === undefined ? [] : doubtsOf(stops(view, model)).map(stop => ({ ...stop, rule: id })));
    const ofManifest = view.isUnfilled === true ? found.map(stop => ({ ...stop, isDoubtful: true })) : found;
    const ofPod = view.podDoubts?.filter(({ rule }) => rule === undefined) ?? [];
    const stops = [...view.stops ?? [], ...ofManifest, ...ofPod.map(doubt => ({ ...doubt, isDoubtful: true }))];
    return stops.length === 0 ? view : { ...view, stops, stopped: stoppedOf(view, stops) };
  });
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
