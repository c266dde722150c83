import { appFiles } from './app-fixture';
import { MigrationStrategy } from '../../../src/lib/migration/migration-strategy';
import { ActionMaker, givenTo, PlanAction } from '../../../src/lib/plan/action';
import { PlanOptions } from '../../../src/lib/plan/options';
import { makePlan, Plan, RefusedPlan } from '../../../src/lib/plan/plan';
import { PlanStateName, STATES } from '../../../src/lib/plan/state';
import { actionsOf } from '../../../src/lib/plan/step';

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

/** Kinds of the steps, each with the end of its node's address. */
export function ids({ steps }: Plan): string[] {
  return steps.map(({ id, node }) => id + (node === undefined ? '' : node.replace(/^ip-10-0-(\d+)-(\d+)\..*$/, '@$1.$2')));
}

/** What is done or asked, by name. */
export function verbs(actions: readonly PlanAction[]): string[] {
  return actions.map(({ kind }) => kind.do);
}

/** All actions of one kind: what each is given. */
export function allGiven<Given extends object>(actions: readonly PlanAction[], kind: ActionMaker<Given>): readonly Given[] {
  return actions.flatMap(one => givenTo(one, kind) ?? []);
}

/** All that the steps ask and do, and that takes them back. */
export function everyAction({ steps }: Pick<Plan, 'steps'>): readonly PlanAction[] {
  return steps.flatMap(actionsOf);
}

export const PAIRS = STATES.flatMap(from => STATES.filter(to => to !== from).map((to): [PlanStateName, PlanStateName] => [from, to]));
