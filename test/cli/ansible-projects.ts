import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { collectionFiles } from '../../src/files/collection';
import { AwsCcm } from '../../src/lib/ccm/aws-ccm';
import { CcmWorkload } from '../../src/lib/ccm/workload-kind';
import { StrategyKind } from '../../src/lib/migration/migration-strategy';
import { AppFiles } from '../../src/lib/plan/app/app-files';
import { KcmRuntime } from '../../src/lib/plan/options';
import { Plan } from '../../src/lib/plan/plan';
import { planFiles } from '../../src/lib/plan/render/files';
import { ProjectFile } from '../../src/lib/plan/render/project';
import { PlanStateName } from '../../src/lib/plan/state';
import { appFiles } from '../lib/plan/app-fixture';
import { planOf } from '../lib/plan/plans';
import { STRATEGIES } from '../strategies';

/** A new folder for each test. */
export let root: string;
beforeEach(() => { root = mkdtempSync(join(tmpdir(), 'ccm-ansible-')); });
afterEach(() => rmSync(root, { recursive: true, force: true }));

export const FILES = new Map(Object.values(StrategyKind).map(kind => [kind, appFiles({ strategy: STRATEGIES[kind] })]));

export const STATIC_PODS = appFiles({ ccm: AwsCcm.of({ run: { workload: CcmWorkload.staticPodOfKubeadm() } }) });

export const DEPLOYMENT = appFiles({ ccm: AwsCcm.of({ run: { workload: CcmWorkload.deployment() } }) });

const PLANS = new Map<string, Plan>();

/** A plan is made once for all tests of a file. */
export function planned(strategy: StrategyKind, from: PlanStateName, to: PlanStateName, kcmRuntime?: KcmRuntime, files = FILES.get(strategy)!): Plan {
  const key = [strategy, from, to, kcmRuntime, [...FILES.values(), STATIC_PODS, DEPLOYMENT].indexOf(files)].join();
  const known = PLANS.get(key);
  if (known) return known;
  const result = planOf(files, from, to, { releaseLease: true, kcmRuntime });
  if ('refused' in result) throw new Error(result.refused.reason);
  PLANS.set(key, result.plan);
  return result.plan;
}

const PROJECTS = new Map<Plan, readonly ProjectFile[]>();

/** The files of a plan's folder, made once for all tests of a file. */
export function projectOf(plan: Plan): readonly ProjectFile[] {
  const files = PROJECTS.get(plan) ?? planFiles(plan, '../app', collectionFiles());
  PROJECTS.set(plan, files);
  return files;
}

export function write(plan: Plan, name = `${plan.from}-to-${plan.to}`): string {
  const folder = join(root, name);
  for (const { path, content } of projectOf(plan)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

/** Between them they have every command that there is. */
export const WAYS: readonly [StrategyKind, PlanStateName, PlanStateName, KcmRuntime?, AppFiles?][] = [
  [StrategyKind.LEADER_MIGRATION, 'not-started', 'n-plus-1'],
  [StrategyKind.LEADER_MIGRATION, 'disabled', 'not-started'],
  [StrategyKind.LEADER_MIGRATION, 'n-plus-1', 'disabled'],
  [StrategyKind.CONTROLLERS_OFF_THEN_ON, 'n-plus-1', 'n'],
  [StrategyKind.DOWNTIME, 'n', 'n-plus-1', 'static-pod'],
  [StrategyKind.DOWNTIME, 'n', 'n-plus-1', 'systemd'],
  [StrategyKind.DOWNTIME, 'n-plus-1', 'n', 'deployment'],
  [StrategyKind.DOWNTIME, 'n-plus-1', 'disabled', 'deployment'],
  [StrategyKind.LEADER_MIGRATION, 'n', 'mixed', undefined, STATIC_PODS],
  [StrategyKind.LEADER_MIGRATION, 'mixed', 'n', undefined, STATIC_PODS],
  [StrategyKind.LEADER_MIGRATION, 'mixed', 'n', undefined, DEPLOYMENT],
];

/** Names of all kinds of actions that there are. */
export async function everyVerb(): Promise<readonly string[]> {
  const folder = resolve(__dirname, '..', '..', 'src', 'lib', 'plan', 'actions');
  const files = await Promise.all(readdirSync(folder).map(file => import(join(folder, file)) as Promise<Readonly<Record<string, unknown>>>));
  const rows = files.flatMap(file => Object.values(file));
  return rows.flatMap(row => typeof row === 'function' && 'kind' in row ? (row.kind as { readonly do: string }).do : []).sort();
}

/** Committed projects of an app with kubeadm's configuration. */
export const OF_KUBEADM = resolve(__dirname, '..', '..', 'examples', 'kubeadm', 'bundles', 'plan');
/** The same where nodes are replaced. */
export const OF_REPLACED = resolve(__dirname, '..', '..', 'examples', 'replaced-nodes', 'bundles', 'plan');
