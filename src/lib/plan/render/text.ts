import { NodeSide } from '../../kubernetes/node';
import { printable } from '../../text/printable';
import { Plan, PlanResult, RefusedPlan } from '../plan';

/** A short overview for a terminal; the runbook has the commands. */
export function renderText(result: PlanResult): string {
  return 'plan' in result ? planText(result.plan) : refusedText(result.refused);
}

function planText(plan: Plan): string {
  const lines = plan.steps.flatMap(step => [
    `${step.id}  ${step.title}`,
    ...step.changes.map(change => `      ${change}`),
    `      wait for: ${step.waitFor}${step.atMostSeconds > 0 ? ` (at most ${step.atMostSeconds} s)` : ''}`,
    `      may run at once: ${step.coexists.map(printable).join('; ') || 'no controller manager'}`,
    '      verified: exclusivity and liveness '
      + `hold${step.verdict.declaredGaps.length > 0 ? `, declared gaps: ${step.verdict.declaredGaps.join(', ')}` : ''}`,
    `      gap: ${step.gap.text}`,
    `      way back: ${step.wayBack}`,
  ]);
  return [
    `plan ${plan.route.join(' -> ')}, strategy ${plan.strategy}, ${plan.releases[NodeSide.N]} and ${plan.releases[NodeSide.N_PLUS_1]}, `
      + `${plan.controlPlane.length} control-plane nodes, ${plan.workers.length} workers, ${plan.steps.length} steps`,
    '', ...lines, '',
  ].join('\n');
}

export function refusedText({ from, to, reason, counterexamples, fix }: RefusedPlan): string {
  return [
    `refused: the plan from '${from}' to '${to}' is not safe: ${reason}`, '',
    ...counterexamples.map(({ controller, message }) => printable(`  ${controller}: ${message}`)), '', printable(`what to do: ${fix}`), '',
  ].join('\n');
}
