import { Plan, PlanResult } from '../plan';

/** One object, for programs. */
export function renderJson(result: PlanResult): string {
  return JSON.stringify('plan' in result ? asData(result.plan) : { refused: result.refused }, undefined, 2) + '\n';
}

/** Commands as a person reads them; how the script calls them is its own business. */
function asData({ steps, ...plan }: Plan): unknown {
  return {
    ...plan,
    steps: steps.map(({ id, from, to, title, why, nodes, changes, before, run, proof, waitFor, atMostSeconds, coexists, ...rest }) => ({
      id,
      from,
      to,
      title,
      why,
      nodes,
      changes,
      before: before.map(({ text }) => text),
      run: run.map(({ text }) => text),
      proof: proof.map(({ text }) => text),
      waitFor,
      atMostSeconds,
      coexists,
      exclusivity: rest.verdict.exclusivity,
      liveness: rest.verdict.liveness,
      declaredGaps: rest.verdict.declaredGaps,
      gap: rest.gap,
      wayBack: { text: rest.wayBack, run: rest.undo.map(({ text }) => text) },
    })),
  };
}
