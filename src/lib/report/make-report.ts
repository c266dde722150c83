import { nodeFileChanges, objectChanges } from './changes';
import { isForward } from './direction';
import { installerReport, ReportedWay } from './installer-report';
import { placedExamples, sourcesOf } from './places';
import { duringSteps, reportProcesses, Sides, sidesAfter, stateOf } from './processes';
import { replacedSides, replacements, replacementsIn } from './replaced';
import { ActionGap, Report, ReportAction, ReportBack, ReportGap, ReportStep, ReportVerdict } from './report';
import { nodesOf, restartsIn, restartsOf } from './restarts';
import { answerOfSteps, isSafe } from './step-answer';
import { NodeSide } from '../kubernetes/node';
import { firstOfEach } from '../kubernetes/once-for';
import { inOrderOfDeletion, referenceText } from '../migration/to-delete';
import { AppPhase, MigrationApp, onNodesOfToday, phaseOf } from '../plan/app/app';
import { AppFiles } from '../plan/app/app-files';
import { endingsOfApp, rollsForward } from '../plan/app/endings';
import { readApp } from '../plan/app/read-app';
import { kindsOf } from '../plan/data/kinds';
import { installerAppIn } from '../plan/installer-route';
import { EbsVolumes, PlanOptions } from '../plan/options';
import { Plan, planApp, PlanResult } from '../plan/plan';
import { gaps, leaderStops, stays, untilWhen } from '../plan/render/in-short';
import { PlanStateName, route, STATES, WrittenState } from '../plan/state';
import { PlanStep } from '../plan/step';
import { LIMITS_OF_THE_PROMISE } from '../proof/promise-limits';
import { ASSUMPTIONS, inertKindAssumptions } from '../verify/assumptions';
import { verifyModel } from '../verify/verify';

/** Which part of the migration a report is of. */
export interface ReportOptions {
  /** Default: before the migration. */
  readonly from?: PlanStateName;
  /** Default: the last phase that is written. */
  readonly to?: PlanStateName;
  /** What the plan of each step depends on; also which cluster, where the app has several. */
  readonly plan?: PlanOptions;
}

/**
 * What a reviewer has to see of the migration that an app describes, or of the way back, from what `plan` and `verify` say of it.
 *
 * @throws if no plan can be made of the files, or both states are the same
 */
export function makeReport(files: AppFiles, options: ReportOptions = {}): Report {
  const installer = installerAppIn(files, options.plan?.cluster);
  if (installer) return installerReport(installer, withoutOwn(installer.installer, options));
  return reportOf(readApp(files, options.plan?.cluster, options.plan?.inertKinds), options);
}

/** Options of steps that the plan of an installer does not have. */
const OWN: readonly (readonly [keyof PlanOptions, string])[] = [
  ['releaseLease', '--release-lease'], ['volumes', '--volumes'], ['nodeGroups', '--node-group'],
];

function withoutOwn(installer: string, { plan = {}, ...states }: ReportOptions): ReportedWay {
  const unused = OWN.find(([name]) => plan[name] !== undefined);
  if (unused) throw new Error(`${unused[1]} has no meaning for ${installer}, which replaces its machines by itself; leave it out`);
  return states;
}

/** The same of an app that was read already. */
export function reportOf(app: MigrationApp, { from = 'not-started', to, plan = {} }: ReportOptions): Report {
  const target = to ?? [...app.phases.keys()].sort((a, b) => STATES.indexOf(a) - STATES.indexOf(b)).at(-1)!;
  const steps = stepsOf(app, from, target, plan);
  const taken = firstOfEach([...app.phases.values()].flatMap(({ model }) => model.takenAsInert), one => JSON.stringify(one));
  const index = [...app.phases.values()].find(phase => phase.index !== undefined)?.index;
  return {
    from,
    to: target,
    cluster: index?.cluster ?? plan.cluster ?? null,
    cloud: app.cloud,
    strategy: app.strategy,
    releases: [app.releases[NodeSide.N], app.releases[NodeSide.N_PLUS_1]],
    controlPlane: app.controlPlane,
    ...app.manager ? {
      manager: {
        object: `Deployment ${app.manager.namespace}/${app.manager.name}`,
        ...app.manager.cluster === undefined ? {} : { cluster: app.manager.cluster },
      },
    } : {},
    workers: app.workers,
    ...app.groups.length > 0 ? { replaced: app.groups.map(({ name, role, count }) => ({ group: name, role, count })) } : {},
    safe: steps.every(isSafe),
    answer: answerOfSteps(steps),
    steps,
    assumptions: [...ASSUMPTIONS, ...inertKindAssumptions(taken)],
    limits: LIMITS_OF_THE_PROMISE,
    sources: sourcesOf(app, steps),
  };
}

/** States that follow each other. One control-plane node cannot be of both versions. */
function pairsOf(app: MigrationApp, from: PlanStateName, to: PlanStateName): readonly (readonly [PlanStateName, PlanStateName])[] {
  const states = route(from, to, app.strategy).filter(state => state !== 'mixed' || [from, to].includes(state) || app.controlPlane.length > 1
    || app.groups.length > 0 || app.manager !== undefined);
  return states.slice(1).map((state, index) => [states[index], state] as const);
}

function stepsOf(app: MigrationApp, first: PlanStateName, last: PlanStateName, options: PlanOptions): readonly ReportStep[] {
  let sides = sidesAt(onNodesOf(app, first), first, options);
  const pairs = pairsOf(app, first, last);
  return pairs.map(([from, to], at) => {
    const result = partOfWay(app, from === 'mixed' ? pairs[at - 1]?.[0] : undefined, [from, to], options);
    const after = 'plan' in result ? sidesAfter(sides, stepsIn(result)) : sidesAt(app, to, options);
    // Into phase `n` on the nodes that are there; from then on others come.
    const own = [from, to].includes('not-started') ? onNodesOfToday(app) : app;
    const [there, then] = [sides, after].map((one, index): Sides => new Map([...one, ...replacedSides(own, [from, to][index])]));
    const step = stepOf(own, { from, to, sides: [there, then], options }, result);
    sides = after;
    return step;
  });
}

/**
 * The steps between two states as they are on the way that began before: a plan that begins where the nodes are of both versions does not know which
 * are of which, and goes to all of them.
 *
 * @param before the state before these two, where a plan from there knows more; undefined: the way begins with them
 */
function partOfWay(
  app: MigrationApp, before: PlanStateName | undefined, [from, to]: readonly [PlanStateName, PlanStateName], options: PlanOptions,
): PlanResult {
  const way = before === undefined ? undefined : planApp(app, before, to, options);
  if (way === undefined || !('plan' in way)) return planApp(app, from, to, options);
  return { plan: { ...way.plan, from, to, route: [from, to], steps: way.plan.steps.filter(step => step.from === from) } };
}

/** The nodes that a way begins on. */
function onNodesOf(app: MigrationApp, first: PlanStateName): MigrationApp {
  return first === 'not-started' ? onNodesOfToday(app) : app;
}

/** Version of each node in a state that was reached from the state before it. */
function sidesAt(app: MigrationApp, state: PlanStateName, options: PlanOptions): Sides {
  const all = (side: NodeSide): Sides => new Map([...app.controlPlane, ...app.workers].map(node => [node, side]));
  if (state === 'mixed') return sidesAfter(all(NodeSide.N), stepsIn(planApp(app, 'n', 'mixed', options)));
  return all(isForward('n', state) ? NodeSide.N_PLUS_1 : NodeSide.N);
}

function stepsIn(result: PlanResult): readonly PlanStep[] {
  return 'plan' in result ? result.plan.steps : [];
}

/** A step, and what was before it. */
interface StepWay {
  readonly from: PlanStateName;
  readonly to: PlanStateName;
  /** Version of each node before and after. */
  readonly sides: readonly [Sides, Sides];
  readonly options: PlanOptions;
}

function stepOf(app: MigrationApp, { from, to, sides: [before, after], options }: StepWay, result: PlanResult): ReportStep {
  const steps = stepsIn(result);
  const objects = objectChanges(app, from, to);
  const nodeFiles = nodeFileChanges(app, { from, to, sides: before }, steps);
  const phase = to === 'not-started' ? undefined : phaseOf(app, to as WrittenState);
  const { findings, passedOver } = phase === undefined ? BEFORE_ALL : said(phase);
  return {
    from,
    to,
    objects,
    nodeFiles,
    restarts: [...replacements(app, steps), ...restartsOf(nodeFiles, objects, steps)],
    processes: {
      before: reportProcesses(app, stateOf(app, from, before), [before]),
      during: steps.length === 0 ? [] : reportProcesses(app, duringSteps(steps), [before, after]),
      after: reportProcesses(app, stateOf(app, to, after), [after]),
    },
    verdict: verdictOf(app, result),
    gap: 'plan' in result ? gapOf(result.plan) : NO_PLAN,
    actions: actionsOf(steps, nodeFiles, objects),
    endings: beginsRoll(from, to) ? endingsOfApp(app) : [],
    findings,
    notLookedAt: firstOfEach(passedOver, ({ file, what }) => JSON.stringify([file, what])),
    toDelete: toDelete(app, from, phase),
    back: 'plan' in result ? backOf(result.plan, options) : null,
  };
}

function actionsOf(
  steps: readonly PlanStep[], nodeFiles: ReportStep['nodeFiles'], objects: ReportStep['objects'],
): readonly ReportAction[] {
  const changed = nodesOf(nodeFiles);
  return kindsOf(steps).map(({ name, steps: own, shared }) => {
    const nodes = own.flatMap(({ node }) => node ?? []);
    const restarts = [...replacementsIn(own[0]), ...restartsIn(own, nodeFiles, objects, changed)];
    const gap = actionGap(own[0]);
    return {
      name,
      title: own.length === 1 ? own[0].title : shared.title.replaceAll('{node}', 'a node'),
      why: own.length === 1 ? own[0].why : shared.why.replaceAll('{node}', 'the node'),
      nodes,
      ...own.length > 1 && nodes.length === 0 ? { times: own.length } : {},
      ...restarts.length > 0 ? { restarts } : {},
      ...gap === undefined ? {} : { gap },
    };
  });
}

function actionGap({ gap: { alreadyBidding, mainLockFirst, untilPlaced, withoutApi, declared, text } }: PlanStep): ActionGap | undefined {
  const gap = {
    ...alreadyBidding === undefined ? {} : { bidsSeconds: alreadyBidding },
    ...mainLockFirst === undefined ? {} : { mostSeconds: mainLockFirst },
    ...untilPlaced === undefined ? {} : { afterUnboundedSeconds: untilPlaced },
    ...withoutApi || declared ? { isOpen: true as const } : {},
  };
  return Object.keys(gap).length === 0 ? undefined : { ...gap, text };
}

/** Whether nodes of version N+1 come where there was none. */
function beginsRoll(from: PlanStateName, to: PlanStateName): boolean {
  return from === 'n' && rollsForward([from, to]);
}

/** Of a state that no phase is written for. */
const BEFORE_ALL = {
  findings: [], passedOver: [{ file: 'not-started', what: 'the state before the migration, of which the app has no manifests' }],
};

function said({ model }: AppPhase): { readonly findings: ReportStep['findings']; readonly passedOver: ReportStep['notLookedAt'] } {
  const { findings, seen: { passedOver } } = verifyModel(model);
  return { findings, passedOver };
}

/** What a state lists is of all other phases; of those beyond the one before it there is nothing. Before the migration, nothing of it is there. */
function toDelete(app: MigrationApp, from: PlanStateName, to: AppPhase | undefined): ReportStep['toDelete'] {
  const earlier = [...app.phases.values()].filter(({ phase }) => !isForward(from, phase));
  const { objects, nodeFiles } = to?.toDelete ?? {
    objects: [...earlier.flatMap(phase => phase.objects), ...[...app.phases.values()].flatMap(phase => phase.toDelete.objects)], nodeFiles: [],
  };
  const there = new Set(earlier.flatMap(({ objects: own, index }) => [...own.map(referenceText), ...index?.objects ?? []]));
  const paths = new Set(earlier.flatMap(phase => phase.nodeFiles.map(({ path }) => path)));
  return {
    objects: inOrderOfDeletion(objects.filter(object => there.has(referenceText(object)))).map(referenceText),
    nodeFiles: nodeFiles.filter(({ path }) => paths.has(path)).map(({ role, side, path }) => `${path} on each ${role}-${side}`),
  };
}

function verdictOf(app: MigrationApp, result: PlanResult): ReportVerdict {
  if ('refused' in result) {
    const { reason, fix, counterexamples } = result.refused;
    const placed = placedExamples(app, counterexamples);
    return { exclusivity: null, liveness: null, declaredGaps: [], counterexamples: placed, refused: { reason, fix }, mixes: [] };
  }
  const { steps } = result.plan;
  const verdicts = steps.map(({ verdict }) => verdict);
  return {
    exclusivity: verdicts.every(({ exclusivity }) => exclusivity),
    liveness: verdicts.every(({ liveness }) => liveness),
    declaredGaps: [...new Set(verdicts.flatMap(({ declaredGaps }) => declaredGaps))],
    counterexamples: placedExamples(app, verdicts.flatMap(({ counterexamples }) => counterexamples)),
    mixes: firstOfEach(steps.map(({ coexists }) => coexists), JSON.stringify),
  };
}

const NO_PLAN: ReportGap = {
  text: 'not known, since the step is refused', longestSeconds: null, times: 0, hasException: false, isDeclared: false,
};

function gapOf(plan: Plan): ReportGap {
  const all = plan.steps.map(({ gap }) => gap);
  const bounds = leaderStops(plan);
  return {
    text: gaps(plan),
    longestSeconds: bounds.length === 0 ? null : Math.max(...bounds),
    times: bounds.length,
    hasException: all.some(({ untilPlaced, withoutApi }) => untilPlaced !== undefined || withoutApi === true),
    isDeclared: all.some(({ declared }) => declared === true),
  };
}

function backOf(plan: Plan, options: PlanOptions): ReportBack {
  return {
    plan: `ccm-migration plan <app-dir> --from ${plan.from} --to ${plan.to}${optionsText(options)} --output <dir>`,
    until: untilWhen(plan),
    stays: stays(plan).trim(),
  };
}

/** Those that differ from their defaults. */
function optionsText({ releaseLease, kcmRuntime = 'static-pod', volumes = EbsVolumes.ALL_NODES, nodeGroups = {} }: PlanOptions): string {
  return [
    ...releaseLease === true ? ['--release-lease'] : [],
    ...kcmRuntime === 'static-pod' ? [] : [`--kcm ${kcmRuntime}`],
    ...volumes === EbsVolumes.ALL_NODES ? [] : [`--volumes ${volumes}`],
    ...Object.entries(nodeGroups).map(([name, nodes]) => `--node-group ${name}=${nodes.join(',')}`),
  ].map(option => ` ${option}`).join('');
}
