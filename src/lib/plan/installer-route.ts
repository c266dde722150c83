import { AppFiles, PinnedFile, pinnedFolder } from './app/app-files';
import { PlanStateName, route, STATES } from './state';
import { Step } from './step';
import { INSTALLERS } from '../deliver/installer';
import { MIGRATION_PHASES, MigrationPhase } from '../migration/migration-phase';
import { StrategyKind } from '../migration/migration-strategy';
import { InstallerPlan, InstallerStep } from '../read-back/installer-plan';

/** `bundles/kops/mixed/plan.json` */
const PLAN = new RegExp(`^(bundles/(?:${INSTALLERS.join('|')})/(?:[^/]+/)?([^/]+))/plan\\.json$`);

/** A step of the way of an installer, which runs what it says. */
export interface RoutedStep extends Omit<InstallerStep, 'id'>, Step {}

/** The way of an installer from one state to another: what the user runs, in order. */
export interface InstallerRoute {
  readonly installer: string;
  readonly cluster: string;
  readonly from: PlanStateName;
  readonly to: PlanStateName;
  /** All states on the way, both ends included. */
  readonly route: readonly PlanStateName[];
  readonly steps: readonly RoutedStep[];
  /** Why there is no way back, by the first phase of the way that has none. */
  readonly noWayBack?: { readonly from: MigrationPhase; readonly reason: string };
  /** Files that the plan relies on, by path, with their sha256. */
  readonly pinned: Readonly<Record<string, string>>;
}

/** A way that an installer does not offer. */
export interface RefusedRoute {
  readonly from: PlanStateName;
  readonly to: PlanStateName;
  readonly reason: string;
}

export type InstallerRouteResult = { readonly route: InstallerRoute } | { readonly refused: RefusedRoute };

/** The plan of a phase, and every file beside it. */
export interface InstallerPhaseFiles {
  readonly plan: InstallerPlan;
  readonly files: readonly PinnedFile[];
}

/** What was written for one cluster of one installer. */
export interface InstallerApp {
  readonly installer: string;
  readonly cluster: string;
  readonly plans: ReadonlyMap<MigrationPhase, InstallerPhaseFiles>;
}

/**
 * The clusters of installers in an app: `bundles/<installer>/<phase>`, or `bundles/<installer>/<cluster>/<phase>` of one of several.
 *
 * @throws if a file is not ours, or was changed since it was written
 */
export function readInstallerApps(files: AppFiles): readonly InstallerApp[] {
  const folders = [...files.keys()].sort().flatMap(path => {
    const [, folder, phase] = PLAN.exec(path) ?? [];
    return MIGRATION_PHASES.includes(phase as MigrationPhase) ? [folder] : [];
  });
  const phases = folders.map(folder => {
    const pinned = pinnedFolder(files, folder);
    return { folder, files: pinned, plan: planIn(pinned.find(({ source }) => source === `${folder}/plan.json`), folder) };
  });
  const keyOf = ({ plan: { installer, cluster } }: InstallerPhaseFiles) => `${installer}/${cluster}`;
  return [...new Set(phases.map(keyOf))].map(key => {
    const own = phases.filter(phase => keyOf(phase) === key);
    const [{ plan: { installer, cluster } }] = own;
    const plans = MIGRATION_PHASES.flatMap((phase): readonly [MigrationPhase, InstallerPhaseFiles][] => {
      const [found, other] = own.filter(({ plan }) => plan.phase === phase);
      if (other) {
        throw new Error(`phase '${phase}' of cluster '${cluster}' is written twice, in '${found.folder}' and '${other.folder}'; `
          + 'delete the one that no program writes any more');
      }
      return found ? [[phase, found]] : [];
    });
    return { installer, cluster, plans: new Map(plans) };
  });
}

/**
 * The cluster of an installer that is asked for; undefined: it is one whose files of nodes the app has.
 *
 * @param cluster undefined: the only one
 * @throws if the app has several, or none of that name
 */
export function installerAppIn(files: AppFiles, cluster: string | undefined): InstallerApp | undefined {
  const apps = readInstallerApps(files);
  const named = apps.filter(app => cluster === undefined || app.cluster === cluster);
  const hasNodes = [...files.keys()].some(path => path.startsWith('nodes/'));
  if (apps.length === 0 || (named.length === 0 && hasNodes)) return undefined;
  if (named.length === 1 && !(hasNodes && cluster === undefined)) return named[0];
  const known = apps.map(app => `'${app.cluster}' (${app.installer})`).join(', ');
  if (named.length === 0) throw new Error(`the app has no cluster '${cluster!}'; it has ${known}`);
  throw new Error(`the app has several clusters, ${known}${hasNodes ? ' and those of nodes/' : ''}, and a plan is for one; say which with --cluster`);
}

/** What is done between two states that follow each other, and the phase whose plan says so. */
export interface InstallerTransition {
  readonly from: PlanStateName;
  readonly to: PlanStateName;
  readonly phase: MigrationPhase;
  readonly steps: readonly InstallerStep[];
}

/**
 * Joins the plans of the phases on the way.
 *
 * @throws if a phase of the way was not written
 */
export function routeOf(app: InstallerApp, from: PlanStateName, to: PlanStateName): InstallerRouteResult {
  const transitions = transitionsOf(app, from, to);
  if ('refused' in transitions) return transitions;
  const isForward = STATES.indexOf(from) < STATES.indexOf(to);
  const { installer, cluster } = app;
  const oneWay = transitions.map(({ phase }) => installerPhase(app, phase).plan).find(({ backTo }) => backTo === undefined);
  return {
    route: {
      installer,
      cluster,
      from,
      to,
      route: [from, ...transitions.map(transition => transition.to)],
      steps: transitions.flatMap(own => own.steps.map(({ id, ...step }) => ({ name: `${own.to}/${id}`, ...step, from: own.from, to: own.to }))),
      ...isForward && oneWay ? { noWayBack: { from: oneWay.phase, reason: noWayBackOf(app, oneWay) } } : {},
      pinned: Object.fromEntries(transitions.flatMap(({ phase }) => installerPhase(app, phase).files).map(({ source, sha256 }) => [source, sha256])),
    },
  };
}

/**
 * From one state to another, phase by phase, or as far as the installer goes back at once.
 *
 * @throws if a phase of the way was not written
 */
export function transitionsOf(
  app: InstallerApp, from: PlanStateName, to: PlanStateName,
): readonly InstallerTransition[] | { readonly refused: RefusedRoute } {
  const states = route(from, to, StrategyKind.LEADER_MIGRATION);
  if (STATES.indexOf(from) > STATES.indexOf(to)) return back(app, from, to);
  return states.slice(1).map((state, index) => {
    const { phase, steps } = installerPhase(app, state).plan;
    return { from: states[index], to: state, phase, steps };
  });
}

function back(app: InstallerApp, from: PlanStateName, to: PlanStateName): ReturnType<typeof transitionsOf> {
  const transitions: InstallerTransition[] = [];
  for (let state = from; state !== to; state = transitions.at(-1)!.to) {
    const { plan } = installerPhase(app, state);
    const { phase, back: steps, backTo } = plan;
    if (backTo === undefined || steps.length === 0) return { refused: { from, to, reason: noWayBackOf(app, plan) } };
    if (STATES.indexOf(backTo) < STATES.indexOf(to)) {
      const reason = `${app.installer} takes '${state}' back to '${backTo}', and stops nowhere before; plan from '${state}' to '${backTo}'`;
      return { refused: { from, to, reason } };
    }
    transitions.push({ from: state, to: backTo, phase, steps });
  }
  return transitions;
}

/** @throws if the phase was not written */
export function installerPhase({ installer, cluster, plans }: InstallerApp, state: PlanStateName): InstallerPhaseFiles {
  const found = plans.get(state as MigrationPhase);
  if (found) return found;
  const there = [...plans.keys()].join(', ');
  throw new Error(`the app has no phase '${state}' of cluster '${cluster}' for ${installer}; it has ${there}: write every phase that the plan needs`);
}

function noWayBackOf({ installer }: InstallerApp, { phase, noWayBack }: InstallerPlan): string {
  return noWayBack ?? `${installer} has no rollback from '${phase}'`;
}

/** @throws if it is no plan of ours */
function planIn(file: PinnedFile | undefined, folder: string): InstallerPlan {
  const wrong = (what: string) => new Error(`'${folder}/plan.json' ${what}; run synth again`);
  if (!file) throw wrong('is not in the index of its folder');
  let plan: Partial<InstallerPlan> | null;
  try {
    plan = JSON.parse(file.text) as Partial<InstallerPlan> | null;
  } catch {
    throw wrong('is not JSON');
  }
  const isSteps = (steps: unknown): steps is readonly InstallerStep[] => Array.isArray(steps) && steps.every(isStep);
  const isOurs = INSTALLERS.some(installer => installer === plan?.installer) && typeof plan?.cluster === 'string';
  if (!isOurs || !isSteps(plan?.steps) || !isSteps(plan?.back)) {
    throw wrong('is not a plan that this release writes');
  }
  if (!folder.endsWith(`/${plan.phase}`)) throw wrong(`is of phase '${plan.phase}', but is elsewhere`);
  const { backTo } = plan;
  if (backTo !== undefined && !STATES.slice(0, STATES.indexOf(plan.phase!)).includes(backTo)) {
    throw wrong(`has a rollback to '${backTo}', which is not before its phase`);
  }
  return plan as InstallerPlan;
}

function isStep(step: Partial<InstallerStep> | null): boolean {
  const { id, title, why, gap, wayBack, run, coexists, proof, verdict }: Partial<InstallerStep> = step ?? {};
  const isTexts = (list: unknown): boolean => Array.isArray(list) && list.every(text => typeof text === 'string');
  return [[id, title, why, gap, wayBack, verdict?.exclusivity, verdict?.liveness], run, coexists, verdict?.declaredGaps].every(isTexts)
    && Array.isArray(proof) && proof.every(one => typeof one?.command === 'string' && typeof one?.expected === 'string');
}
