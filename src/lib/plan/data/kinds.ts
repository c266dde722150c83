import { longestWait, PlanAction, StepFile } from '../action';
import { programsOf } from '../rights';
import { PlanStep } from '../step';

/** Stands for the node of a step in texts that are the same for each. */
const NODE = '{node}';

/** Steps that do the same to one node each, or the only one that does it: what `plan.json` has of them once. */
export interface StepKind {
  /** `<state>/<id>`; of steps that do otherwise than the first of that id, with the first node that they are of. */
  readonly name: string;
  readonly steps: readonly PlanStep[];
  /** What all of them have, with `{node}` for its name. */
  readonly shared: SharedStep;
}

/** A step without its node. */
export type SharedStep = ReturnType<typeof sharedBy>;

/** Kinds of the steps of a plan, in the order of their first steps. */
export function kindsOf(steps: readonly PlanStep[]): readonly StepKind[] {
  const byContent = new Map<string, { name: string; steps: PlanStep[]; shared: SharedStep }>();
  const names = new Set<string>();
  for (const step of steps) {
    const shared = sharedBy(step);
    const key = JSON.stringify([step.id, shared]);
    const known = byContent.get(key);
    if (known) {known.steps.push(step);} else {
      const usual = `${step.to}/${step.id}`;
      const name = names.has(usual) ? `${usual}-as-${step.node}` : usual;
      names.add(name);
      byContent.set(key, { name, steps: [step], shared });
    }
  }
  return [...byContent.values()];
}

function sharedBy(step: PlanStep) {
  const { from, to, node, nodes, group, verdict, gap, files = [] } = step;
  const text = (one: string) => node === undefined ? one : one.replaceAll(node, NODE);
  return {
    from,
    to,
    title: text(step.title),
    why: text(step.why),
    changes: step.changes.map(text),
    ...nodes === undefined ? {} : { nodes },
    ...group === undefined ? {} : { group },
    ...step.mayBeDone ? { mayBeDone: true } : {},
    files: files.map(fileRow),
    before: step.before.map(actionRow),
    run: step.run.map(actionRow),
    proof: step.proof.map(actionRow),
    undo: step.undo.map(actionRow),
    programs: programsOf(step, true),
    waitFor: text(step.waitFor),
    atMostSeconds: step.atMostSeconds,
    lastsSeconds: lasting(step.run, step.atMostSeconds),
    ...step.undo.length === 0 ? {} : { back: { atMostSeconds: longestWait(step.undo), lastsSeconds: lasting(step.undo, longestWait(step.undo)) } },
    coexists: step.coexists,
    exclusivity: verdict.exclusivity,
    liveness: verdict.liveness,
    declaredGaps: verdict.declaredGaps,
    gap,
  };
}

/** Seconds of waits, with what takes time by itself. */
function lasting(actions: readonly PlanAction[], waits: number): number {
  return actions.reduce((sum, { kind: { lasts = 0 } }) => sum + lasts, waits);
}

function fileRow({ path, put }: StepFile) {
  return { path, ...put };
}

function actionRow({ kind, given, each, within }: PlanAction) {
  return { do: kind.do, ...given, ...each === undefined ? {} : { each }, ...within === undefined ? {} : { within } };
}
