import { sideOf } from './app';
import { Leg, phaseAt } from './context';
import { PlanStateName } from './state';
import { Component } from '../kubernetes/component';
import { NodeSide } from '../kubernetes/node';
import { PlacedFlag } from '../view/model';

/** What is another in the command line of a component once a leg has changed a node. */
export interface FlagDifference {
  /** Whether the flags from before are known. */
  readonly isWhole: boolean;
  /** Flags that it has then: `--flag=value`. */
  readonly has: readonly string[];
  /** Flags that it had, with their values. */
  readonly lacks: readonly string[];
  /** All flags that it has then, as they stand in its command line. */
  readonly all: readonly string[];
}

/** What the migration is about; compared where the flags from before are not known. */
const TOLD = new Set(['cloud-provider', 'controllers', 'enable-leader-migration']);

export function flagDifference(leg: Leg, node: string, side: NodeSide, component: Component): FlagDifference {
  const views = (state: PlanStateName) => (phaseAt(leg.app, state)?.model.components ?? []).filter(view => view.component === component);
  // Nodes with the same files are one in the model, under the name of the first.
  const now = views(leg.to).filter(view => sideOf(view) === side);
  const here = now.find(view => view.node === node) ?? now[0];
  if (!here) return { isWhole: false, has: [], lacks: [], all: [] };
  const old = views(leg.from).filter(view => view.node === here.node);
  const before = old.find(view => sideOf(view) !== side) ?? old[0];
  const all = here.flags.map(text);
  if (!before) return { isWhole: false, has: here.flags.filter(({ name }) => TOLD.has(name)).map(text), lacks: [], all };
  const gone = before.flags.map(text);
  return { isWhole: true, has: all.filter(flag => !gone.includes(flag)), lacks: gone.filter(flag => !all.includes(flag)), all };
}

function text({ name, value }: PlacedFlag): string {
  return value === undefined ? `--${name}` : `--${name}=${value}`;
}
