import { Plan } from '../plan';
import { PlanStep } from '../step';

/** Steps that change something, as messages between who is involved. */
export function sequenceDiagram(plan: Plan): string {
  const steps = plan.steps.filter(({ run }) => run.length > 0);
  const nodes = [...new Set(steps.flatMap(step => step.nodes.length === 1 ? step.nodes : []))];
  const alias = new Map(nodes.map((node, index) => [node, `n${index + 1}`]));
  return [
    'sequenceDiagram',
    '  participant you as You',
    '  participant api as Kubernetes API',
    ...nodes.map(node => `  participant ${alias.get(node)} as ${node}`),
    ...steps.flatMap(step => {
      const target = step.nodes.length === 1 ? alias.get(step.nodes[0])! : 'api';
      return [`  you->>${target}: ${label(step)}`, ...step.proof.length > 0 ? [`  ${target}-->>you: ${words(step.waitFor)}`] : []];
    }),
  ].join('\n');
}

/** The states on the way, and the steps of each. */
export function timeline(plan: Plan): string {
  const legs = plan.route.slice(1).map((to, index) => ({ from: plan.route[index], to }));
  return [
    'timeline',
    `  title ${plan.route.join(' to ')}`,
    ...legs.flatMap(({ from, to }) => {
      const steps = plan.steps.filter(step => step.from === from && step.to === to);
      return [`  section ${from} to ${to}`, ...steps.map(step => `    ${step.id.split('-')[0]} : ${words(step.title)}`)];
    }),
  ].join('\n');
}

function label(step: PlanStep): string {
  return `${step.id.split('-')[0]} ${words(step.title)}`;
}

/** Mermaid ends a text at `:`, `;` and `#`. */
function words(text: string): string {
  return text.replace(/[:;#]/g, ',').replace(/[<>{}`]/g, '');
}
