import { componentsOn, runs, sideOf } from './app';
import { PlannedNodeFile } from './app-files';
import { filesAt, Transition, phaseAt } from './context';
import { Component } from '../../kubernetes/component';
import { NodeSide } from '../../kubernetes/node';
import { wordsOf } from '../../model/command-line';
import { PlanStateName } from '../state';

/** What is another in the command line of a component once a transition has changed a node. */
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

/** What the migration is about; asked for where the flags from before are not known. */
const TOLD = new Set(['cloud-provider', 'controllers', 'enable-leader-migration', 'leader-migration-config']);

export function flagDifference(transition: Transition, node: string, side: NodeSide, component: Component): FlagDifference {
  const views = (state: PlanStateName) => {
    const phase = phaseAt(transition.app, state);
    return phase ? componentsOn(phase, node).filter(view => view.component === component) : [];
  };
  const here = views(transition.to).find(view => sideOf(view) === side);
  if (!here) return { isWhole: false, has: [], lacks: [], all: [] };
  const old = views(transition.from);
  const before = old.find(view => sideOf(view) !== side) ?? old[0];
  const all = wordsOf(here.flags);
  if (!before) {
    const known = transition.from === 'not-started' ? fromInput(transition, node, side, component)
      // A pod that comes with this transition had no flags.
      : component !== 'kubelet' ? { added: all, removed: [] } : undefined;
    return known ? { isWhole: true, has: known.added, lacks: known.removed, all }
      : { isWhole: false, has: wordsOf(here.flags.filter(({ name }) => TOLD.has(name))), lacks: [], all };
  }
  const gone = wordsOf(before.flags);
  return { isWhole: true, has: all.filter(flag => !gone.includes(flag)), lacks: gone.filter(flag => !all.includes(flag)), all };
}

/** Before the migration there is no model: synthesis says what it changed in the manifests that were handed in. */
function fromInput({ app, to }: Transition, node: string, side: NodeSide, component: Component): PlannedNodeFile['inputFlags'] {
  return filesAt(app, to, node, side).find(file => runs(file) === component)?.inputFlags;
}
