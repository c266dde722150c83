import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import { MigrationPhase } from '../../../src/lib/migration/migration-phase';
import { InstallerPlan } from '../../../src/lib/read-back/installer-plan';

const ROOT = join(__dirname, '..', '..', '..');
const validate = new Ajv2020({ allErrors: true }).compile(
  JSON.parse(readFileSync(join(ROOT, 'schemas', 'installer-plan.schema.json'), 'utf8')) as object,
);
const EXAMPLES = ['kops', 'kkp', 'kubeone', 'cluster-api', 'cluster-class', 'rke2'];
const PLANS = EXAMPLES.flatMap(example => Object.values(MigrationPhase).map(phase => [example, phase] as const));
const installerOf = (example: string) => example === 'cluster-class' ? 'cluster-api' : example;

const planOf = (example: string, phase: string): InstallerPlan =>
  JSON.parse(readFileSync(join(ROOT, 'examples', example, 'bundles', installerOf(example), phase, 'plan.json'), 'utf8')) as InstallerPlan;

describe('plan.json of an installer', () => {
  it.each(PLANS)('fits its schema: %s, phase %s', (example, phase) => {
    const plan = planOf(example, phase);
    expect([validate(plan), validate.errors]).toEqual([true, null]);
    expect([plan.installer, plan.phase]).toEqual([installerOf(example), phase]);
    for (const steps of [plan.steps, plan.back]) expect(new Set(steps.map(({ id }) => id)).size).toBe(steps.length);
  });

  it.each<[string, (plan: InstallerPlan) => object]>([
    ['an unknown installer', plan => ({ ...plan, installer: 'kubespray' })],
    ['a field that is not read', plan => ({ ...plan, notes: [] })],
    ['a step without a verdict', plan => ({ ...plan, steps: plan.steps.map(({ verdict, ...step }) => step) })],
    ['a promise that is broken',
      plan => ({ ...plan, steps: plan.steps.map(step => ({ ...step, verdict: { ...step.verdict, exclusivity: 'broken' } })) })],
    ['an id that is a path', plan => ({ ...plan, steps: plan.steps.map(step => ({ ...step, id: '../x' })) })],
    ['neither a way back nor the reason why there is none', ({ backTo, noWayBack, ...plan }) => plan],
  ])('does not fit with %s', (_, change) => {
    expect(validate(change(planOf('kops', MigrationPhase.MIXED)))).toBe(false);
  });
});
