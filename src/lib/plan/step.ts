import { PlanAction } from './action';
import { Coexistence, StepVerdict } from './coexistence';
import { StepGap } from './gap';
import { PlanStateName } from './state';

/** Something that is done: as a person reads it, and as data. */
export interface PlanCommand {
  /** Commands that a person runs; comments where there is none. */
  readonly text: string;
  readonly action: PlanAction;
  /** A check that has to hold: at once, or within so many seconds. */
  readonly withinSeconds?: number;
}

/** What is there before a step, in words; the commands have only sums. */
export interface StepNow {
  readonly text: string;
  /** By component: flags that it has and loses, and flags that it gets. */
  readonly flags?: readonly { readonly component: string; readonly go: readonly string[]; readonly come: readonly string[] }[];
}

/** A step as it is put together. */
export interface StepDraft {
  /** Letters, digits and `-`; unique in the plan once it is numbered. */
  readonly id: string;
  readonly title: string;
  readonly why: string;
  /** Nodes that it touches, in this order; none: only the API. */
  readonly nodes: readonly string[];
  /** Node group of a worker: its nodes may change together. */
  readonly group?: string;
  readonly now?: StepNow;
  /** What is applied, replaced or removed. */
  readonly changes: readonly string[];
  /** What must hold before; checked when the step begins, not when it is resumed. */
  readonly before: readonly PlanCommand[];
  readonly run: readonly PlanCommand[];
  /** What proves that it worked. */
  readonly proof: readonly PlanCommand[];
  readonly waitFor: string;
  /** Longest wait, all checks of what is done together, in seconds. */
  readonly atMostSeconds: number;
  /** The way back from exactly here: takes this step back, also half done. The steps before it follow, last first. */
  readonly undo: readonly PlanCommand[];
  /** Whether its node may have been so before the plan began: the way back leaves it so then. */
  readonly mayBeDone?: true;
  readonly coexistence: Coexistence;
  readonly gap: StepGap;
}

/** All that it asks and does, and that takes it back. */
export function actionsOf({ before, run, proof, undo }: Pick<StepDraft, 'before' | 'run' | 'proof' | 'undo'>): readonly PlanAction[] {
  return [...before, ...run, ...proof, ...undo].map(({ action }) => action);
}

/** Whether one of the steps does this on the way there. */
export function doesAny(steps: readonly Pick<StepDraft, 'run'>[], what: PlanAction['do']): boolean {
  return steps.some(({ run }) => run.some(({ action }) => action.do === what));
}

/** Nodes that are drained, there or back. */
export function drainedNodes(steps: readonly StepDraft[]): readonly string[] {
  return [...new Set(drainsOf(steps).map(({ node }) => node))];
}

/** Those that are drained while no kube-controller-manager runs. */
export function drainedUnmanaged(steps: readonly StepDraft[]): readonly string[] {
  return [...new Set(drainsOf(steps).filter(({ deletes }) => deletes).map(({ node }) => node))];
}

function drainsOf(steps: readonly StepDraft[]) {
  return steps.flatMap(actionsOf).flatMap(action => action.do === 'drain' ? [action] : []);
}

/** Seconds that checks take together, if each comes true as late as it may. */
export function longestWait(commands: readonly PlanCommand[]): number {
  return commands.reduce((sum, { withinSeconds = 0 }) => sum + withinSeconds, 0);
}

/** A step of a plan: numbered and verified. */
export interface PlanStep extends StepDraft {
  readonly from: PlanStateName;
  readonly to: PlanStateName;
  /** Everything that may run at once during the step, in any combination. */
  readonly coexists: readonly string[];
  readonly verdict: StepVerdict;
  readonly wayBack: string;
  /** Files that it leaves on its node. */
  readonly written: readonly { readonly path: string; readonly sum?: string }[];
}
