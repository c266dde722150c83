import { ComponentView, Doubt, NodeView } from '../view/model';

/** Whether a component starts; `unknown`: what the input does not say decides. */
export type Starts = 'yes' | 'no' | 'unknown';

/**
 * Whether a component starts on a kind of nodes, or on one of them. One that dies later starts too, again and again.
 *
 * @param stops why it does not
 */
export function startsOn(view: ComponentView, stops: readonly Doubt[], kind?: string, node?: NodeView): Starts {
  const here = stops.filter(({ reaches, controllers, exceptOn, notOn }) => (reaches ?? controllers) === undefined
    && !(exceptOn?.some(name => name === kind) === true && notOn?.some(one => one === node) !== true));
  const fates = (view.choices ?? []).map(({ fate }) => fate.kind !== 'fails-at-start');
  const isEnded = fates.length === 0 ? (view.ends ?? []).length > 0 : !fates.includes(true);
  if (isEnded || here.some(({ isDoubtful }) => isDoubtful !== true)) return 'no';
  return here.length > 0 || fates.includes(false) || view.unknowns.some(({ part }) => part === undefined) ? 'unknown' : 'yes';
}
