import { appFiles } from './app-fixture';
import { MigrationStrategy } from '../../../src/lib/migration/migration-strategy';
import { ActionMaker, givenTo, PlanAction } from '../../../src/lib/plan/action';
import { AppFiles } from '../../../src/lib/plan/app/app-files';
import { readApp } from '../../../src/lib/plan/app/read-app';
import { PlanOptions } from '../../../src/lib/plan/options';
import { Plan, planApp, PlanResult, RefusedPlan } from '../../../src/lib/plan/plan';
import { PlanStateName, STATES } from '../../../src/lib/plan/state';
import { actionsOf } from '../../../src/lib/plan/step';
import { once } from '../../once';

export const LEADER_MIGRATION = appFiles();
export const OFF = appFiles({ strategy: MigrationStrategy.controllersOffThenOn() });
export const DOWNTIME = appFiles({ strategy: MigrationStrategy.downtime() });
export const KCM = 'kube-controller-manager.yaml';

const appRead = once(readApp);

/** What `makePlan` answers; the app of equal files is read once. */
export const planOf = once((files: AppFiles, from: PlanStateName, to: PlanStateName, options: PlanOptions = {}): PlanResult =>
  planApp(appRead(files, options.cluster), from, to, options));

export function planned(from: PlanStateName, to: PlanStateName, files: AppFiles = LEADER_MIGRATION, options: PlanOptions = {}): Plan {
  return made(planOf(files, from, to, options));
}

function made(result: PlanResult): Plan {
  if ('refused' in result) throw new Error(result.refused.counterexamples.map(({ message }) => message).join('\n'));
  return result.plan;
}

export function refused(from: PlanStateName, to: PlanStateName, files: AppFiles = LEADER_MIGRATION): RefusedPlan {
  const result = planOf(files, from, to);
  if ('plan' in result) throw new Error(`planned: ${ids(result.plan).join(', ')}`);
  return result.refused;
}

/** How many words a person reads. */
export function wordsIn(text: string): number {
  return text.split(/\s+/).filter(word => /[\p{L}\p{N}]/u.test(word)).length;
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
