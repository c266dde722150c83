import { ActionMaker, NodeSet, PlanAction, StepFile } from './action';
import { drain } from './actions/drain';
import { Coexistence, StepVerdict } from './coexistence';
import { StepGap } from './gap';
import { PlanStateName } from './state';

/** What is there before a step, in words; the data have only sums. */
export interface StepNow {
  readonly text: string;
  /** By component: flags that it has and loses, and flags that it gets. */
  readonly flags?: readonly { readonly component: string; readonly go: readonly string[]; readonly come: readonly string[] }[];
}

/** The flags where a step takes back what one with these changes. */
export function reversed({ flags }: StepNow): StepNow['flags'] {
  return flags?.map(({ component, go, come }) => ({ component, go: come, come: go }));
}

/** A step as it is put together. */
export interface StepDraft {
  /** What kind of step it is: letters, digits and `-`; with the node, unique on the way to one state. */
  readonly id: string;
  /** The node that it changes, or whose programs it runs. */
  readonly node?: string;
  /** Nodes that it asks or labels, where it is of none alone. */
  readonly nodes?: NodeSet;
  /** Which one of several that do the same to nodes whose names are not known. */
  readonly ordinal?: number;
  /** Node group of a worker: its nodes may change together. */
  readonly group?: string;
  readonly title: string;
  readonly why: string;
  readonly now?: StepNow;
  /** What is applied, replaced or removed, for people. */
  readonly changes: readonly string[];
  /** Files of the node that it changes. */
  readonly files?: readonly StepFile[];
  /** What must hold before; checked when the step begins, not when a run goes on with it. */
  readonly before: readonly PlanAction[];
  readonly run: readonly PlanAction[];
  /** What proves that it worked. */
  readonly proof: readonly PlanAction[];
  readonly waitFor: string;
  /** Longest wait, all checks of what is done together, in seconds. */
  readonly atMostSeconds: number;
  /** The way back from exactly here: takes this step back, also half done. The steps before it follow, last first. */
  readonly undo: readonly PlanAction[];
  /** Whether its node may have been so before the plan began: the way back leaves it so then. */
  readonly mayBeDone?: true;
  readonly coexistence: Coexistence;
  readonly gap: StepGap;
}

/** A step by its row: what the row leaves out, the step does not do. */
export type StepRow = Pick<StepDraft, 'id' | 'title' | 'why'> & Partial<StepDraft>;

/** A step of a way between two states, ours or an installer's. */
export interface Step {
  /** `<state that it leads to>/<kind>`, with the node of one that has one: the same however many nodes there are. */
  readonly name: string;
  readonly title: string;
  readonly why: string;
  readonly from: PlanStateName;
  readonly to: PlanStateName;
  /** Everything that may run simultaneously during the step, in any combination. */
  readonly coexists: readonly string[];
}

/** A step of a plan, verified. */
export interface PlanStep extends StepDraft, Step {
  readonly verdict: StepVerdict;
}

/** All that it asks and does, and that takes it back. */
export function actionsOf({ before, run, proof, undo }: Pick<StepDraft, 'before' | 'run' | 'proof' | 'undo'>): readonly PlanAction[] {
  return [...before, ...run, ...proof, ...undo];
}

/** Whether one of the steps does this on the way there. */
export function doesAny<Given extends object>(steps: readonly Pick<StepDraft, 'run'>[], { kind }: ActionMaker<Given>): boolean {
  return steps.some(({ run }) => run.some(one => one.kind.do === kind.do));
}

/** Whether a node is drained by deleting pods, while no kube-controller-manager runs. */
export function drainsUnmanaged({ run }: Pick<StepDraft, 'run'>): boolean {
  return run.some(({ kind, given }) => kind.do === drain.kind.do && 'deletes' in given);
}
