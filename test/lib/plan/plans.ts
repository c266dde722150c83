import { appFiles } from './app-fixture';
import { MigrationStrategy } from '../../../src/lib/migration/migration-strategy';
import { PlanOptions } from '../../../src/lib/plan/options';
import { makePlan, Plan, RefusedPlan } from '../../../src/lib/plan/plan';
import { PlanStateName, STATES } from '../../../src/lib/plan/state';

export const LEADER_MIGRATION = appFiles();
export const OFF = appFiles({ strategy: MigrationStrategy.controllersOffThenOn() });
export const DOWNTIME = appFiles({ strategy: MigrationStrategy.downtime() });
export const KCM = 'kube-controller-manager.yaml';

/** Plans by the files that they are of: many tests ask about the same one, and a plan takes half a second. */
const PLANS = new WeakMap<ReadonlyMap<string, string>, Map<string, Plan>>();

export function planned(from: PlanStateName, to: PlanStateName, files = LEADER_MIGRATION, options: PlanOptions = {}): Plan {
  const known = PLANS.get(files) ?? new Map<string, Plan>();
  PLANS.set(files, known);
  const key = JSON.stringify([from, to, options]);
  const plan = known.get(key) ?? made(makePlan(files, from, to, options));
  known.set(key, plan);
  return plan;
}

function made(result: ReturnType<typeof makePlan>): Plan {
  if ('refused' in result) throw new Error(result.refused.counterexamples.map(({ message }) => message).join('\n'));
  return result.plan;
}

export function refused(from: PlanStateName, to: PlanStateName, files = LEADER_MIGRATION): RefusedPlan {
  const result = makePlan(files, from, to);
  if ('plan' in result) throw new Error(`planned: ${ids(result.plan).join(', ')}`);
  return result.refused;
}

/** Steps without number and node. */
export function ids({ steps }: Plan): string[] {
  return steps.map(({ id }) => id.replace(/^\d+-/, '').replace(/-?ip-10-0-(\d+)-(\d+)\..*$/, '@$1.$2'));
}

export const PAIRS = STATES.flatMap(from => STATES.filter(to => to !== from).map((to): [PlanStateName, PlanStateName] => [from, to]));
