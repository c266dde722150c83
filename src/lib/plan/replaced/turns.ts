import { NodeSide } from '../../kubernetes/node';
import { givenTo } from '../action';
import { chooseLeaving, makeNode, replaceWorkers } from '../actions/replaced-nodes';
import { StepDraft } from '../step';

/** What the steps of a plan do to the nodes of a group, unless they are taken back. */
export interface Turns {
  /** Version of the nodes that come; undefined: none does. */
  readonly side?: `${NodeSide}`;
  /** How often a control-plane node joins, and leaves. */
  readonly joins: number;
  readonly leaves: number;
  /** Shares of workers. */
  readonly shares: number;
}

export function turnsOf(steps: readonly Pick<StepDraft, 'run'>[], group: string): Turns {
  const actions = steps.flatMap(({ run }) => run);
  const own = <G extends { readonly group: string }>(given: G | undefined): G[] => given?.group === group ? [given] : [];
  const made = actions.flatMap(action => own(givenTo(action, makeNode)));
  const shares = actions.flatMap(action => own(givenTo(action, replaceWorkers)));
  const leaving = actions.flatMap(action => own(givenTo(action, chooseLeaving)));
  return { side: [...made, ...shares][0]?.side, joins: made.length, leaves: leaving.length, shares: shares.length };
}
