import { Plan, PlanResult } from '../plan';

/** One object, for programs. */
export function renderJson(result: PlanResult): string {
  return JSON.stringify('plan' in result ? asData(result.plan) : { refused: result.refused }, undefined, 2) + '\n';
}

/** Version of `schemas/plan.schema.json`. */
const SCHEMA_VERSION = 1;

/** Commands as a person reads them and as data, so that a program that carries them out parses no text. */
function asData({ steps, ...plan }: Plan): unknown {
  return {
    schemaVersion: SCHEMA_VERSION,
    ...plan,
    apiServerPort: plan.apiServers[plan.controlPlane[0]].port,
    steps: steps.map(step => ({
      id: step.id,
      from: step.from,
      to: step.to,
      title: step.title,
      why: step.why,
      nodes: step.nodes,
      group: step.group,
      changes: step.changes,
      before: step.before,
      run: step.run,
      proof: step.proof,
      written: step.written,
      waitFor: step.waitFor,
      atMostSeconds: step.atMostSeconds,
      coexists: step.coexists,
      exclusivity: step.verdict.exclusivity,
      liveness: step.verdict.liveness,
      declaredGaps: step.verdict.declaredGaps,
      gap: step.gap,
      wayBack: { text: step.wayBack, run: step.undo },
    })),
  };
}
